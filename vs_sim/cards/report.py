"""Where the problems of a deck are gathered, until all are known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vs_sim.cards.problems import DeckError, Problem

MAX_PROBLEMS = 200


@dataclass
class Report:
    """Problems by file, in order of place within a file. `broken`: what a file extends could not be read."""

    found: dict[Problem, None] = field(default_factory=dict[Problem, None])
    spoiled: set[tuple[str, int, int]] = field(default_factory=set[tuple[str, int, int]])
    broken: bool = False

    @property
    def problems(self) -> list[Problem]:
        """All problems in the order in which they were found."""
        return list(self.found)

    def add(self, problem: Problem) -> None:
        """Notes a problem, once; not what follows from a slip of writing at the same place."""
        if (problem.file, problem.line, problem.column) not in self.spoiled:
            self._note(problem)

    def add_slip(self, problem: Problem) -> None:
        """Notes a slip of writing: what else is wrong with the value at its place is not told."""
        self._note(problem)
        self.spoiled.add((problem.file, problem.line, problem.column))

    def _note(self, problem: Problem) -> None:
        """Notes a problem; raises DeckError where there are so many that nobody reads them."""
        self.found[problem] = None
        if len(self.found) > MAX_PROBLEMS:
            last = self.in_order()[MAX_PROBLEMS - 1]
            more = replace(last, message=f"{last.message} (and more problems, not listed)")
            raise DeckError([*self.in_order()[: MAX_PROBLEMS - 1], more])

    def in_order(self) -> list[Problem]:
        """All problems: files in the order in which they were found, places in order within each."""
        files = list(dict.fromkeys(problem.file for problem in self.problems))
        return sorted(self.problems, key=lambda p: (files.index(p.file), p.line, p.column))

    def raise_any(self) -> None:
        """Raises DeckError if there is a problem."""
        if self.problems:
            raise DeckError(self.in_order())
