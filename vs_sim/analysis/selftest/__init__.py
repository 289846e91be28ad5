"""Statistics that test themselves: what `vs-sim selftest` proves on this machine (STATISTICS)."""
