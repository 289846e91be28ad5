"""Policies as files: the weights of those that come with the program, and how a file of one's own is read."""
