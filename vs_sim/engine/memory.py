"""The memory of one worker: game, tables and work record in one page-aligned block, at staggered offsets.

A second game and work record hold what is played out in thought.

Where numpy puts three separate buffers moves the time of a game by up to a tenth; equal offsets within a page are the
slow case.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from vs_sim.cards.tables import TABLES
from vs_sim.engine.cards import new_card_block, new_card_sums
from vs_sim.policy_files.rows import builtin_rows
from vs_sim.rules.state import GAME, WORK

PAGE = 4096
STAGGER = 1088  # bytes, a multiple of the cache line


class Workspace:
    """Game, tables (a copy) and work record of one worker, each a recarray of shape (1,); `thought_` the second ones.

    `policies`: rows of weights by policy number, int32 (policies, ROW); those that come with the program if left out.
    """

    def __init__(self, tables: npt.NDArray[np.void], policies: npt.NDArray[np.int32] | None = None) -> None:
        sizes = [-(-dtype.itemsize // PAGE) * PAGE + STAGGER for dtype in (GAME, TABLES, WORK, GAME, WORK)]
        self._block = np.zeros(sum(sizes) + 5 * PAGE, dtype=np.uint8)
        start = -self._block.ctypes.data % PAGE
        self.games = self._place(GAME, start)
        self.tables = self._place(TABLES, start + sizes[0])
        self.works = self._place(WORK, start + sizes[0] + sizes[1])
        self.thought_games = self._place(GAME, start + sum(sizes[:3]))
        self.thought_works = self._place(WORK, start + sum(sizes[:4]))
        self.tables[0] = tables[0]
        rows = builtin_rows() if policies is None else policies
        for work in (self.works[0], self.thought_works[0]):
            work.weights[: len(rows)] = rows
            work.loaded = -1
        self.cards = new_card_sums(tables[0])  # of the chunk played last
        self.card_block = new_card_block(tables[0])

    def _place(self, dtype: np.dtype[Any], offset: int) -> Any:
        return self._block[offset : offset + dtype.itemsize].view(dtype).view(np.recarray)
