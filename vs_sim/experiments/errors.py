"""What can go wrong with an experiment; the text of each error is the one line that a user reads."""

from __future__ import annotations


class VsSimError(Exception):
    """An error that a program using the package may want to catch."""


class PlanError(VsSimError):
    """An experiment that cannot be run as asked."""


class FolderError(VsSimError):
    """An output folder that is in use or cannot be written."""


class EngineError(VsSimError):
    """A game that the engine stopped with an error code: a fault of the program, never of the user."""
