"""Plays games: the compiled batch entry, its output rows, and one game step by step."""
