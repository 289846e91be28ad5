"""The Python API: the jobs of the command line as functions that return polars frames."""

from vs_sim.api.common import load_deck
from vs_sim.api.comparisons import Compared, Power, compare, power, variant_labels
from vs_sim.api.designs import baseline, check, knockout, selftest, sweep, tune
from vs_sim.api.policies import Tournament, tournament, tune_policy
from vs_sim.api.runs import Run, check_settings, merge, replay, run

__all__ = [
    "Compared",
    "Power",
    "Run",
    "Tournament",
    "baseline",
    "check",
    "check_settings",
    "compare",
    "knockout",
    "load_deck",
    "merge",
    "power",
    "replay",
    "run",
    "selftest",
    "sweep",
    "tournament",
    "tune",
    "tune_policy",
    "variant_labels",
]
