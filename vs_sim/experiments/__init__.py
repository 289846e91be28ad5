"""Experiments: plans of whole blocks, their execution over threads, the run folder, provenance, replays."""
