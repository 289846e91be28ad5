"""Where the problems of a deck are gathered, until all are known."""

from __future__ import annotations

from dataclasses import dataclass, field

from vs_sim.cards.problems import DeckError, Problem


@dataclass
class Report:
    """Problems by file, in order of place within a file. `broken`: what a file extends could not be read."""

    problems: list[Problem] = field(default_factory=list[Problem])
    broken: bool = False

    def add(self, problem: Problem) -> None:
        """Notes a problem, once."""
        if problem not in self.problems:
            self.problems.append(problem)

    def in_order(self) -> list[Problem]:
        """All problems: files in the order in which they were found, places in order within each."""
        files = list(dict.fromkeys(problem.file for problem in self.problems))
        return sorted(self.problems, key=lambda p: (files.index(p.file), p.line, p.column))

    def raise_any(self) -> None:
        """Raises DeckError if there is a problem."""
        if self.problems:
            raise DeckError(self.in_order())
