"""Statistics: tallies in, frames out; one function for each interval."""
