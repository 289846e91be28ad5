"""Ctrl-C and SIGTERM as a flag: finished work is kept, nothing is torn."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Self

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupt:
    """While open (in the main thread), the first signal sets `wanted`; a second SIGINT acts as ever."""

    def __init__(self) -> None:
        self.wanted = False
        self._before: dict[int, Any] = {}

    def _hear(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 (signal's signature)
        self.wanted = True
        signal.signal(number, self._before[number])

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
