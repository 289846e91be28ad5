"""The report of any stored result, by its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vs_sim.analysis.stored import Stored
    from vs_sim.report.model import Report


def report_of(stored: Stored, *, band: float = 0.1) -> Report:
    """A run, comparison, knock-out, sweep or tournament as a report."""
    if stored.kind == "run":
        from vs_sim.report.of_run import run_report

        return run_report(stored, band=band)
    from vs_sim.report.of_design import design_report

    return design_report(stored, band=band)
