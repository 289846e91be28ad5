"""The lock of a run folder: held as long as its process lives, and no longer."""

from __future__ import annotations

import os
from pathlib import Path

from vs_sim.experiments.errors import FolderError

try:
    import fcntl
except ImportError:  # no POSIX: the process named in the file is looked for instead
    fcntl = None

LOCK = ".lock"


class FolderLock:
    """An open lock file in a folder. The system lets go of it when the process ends, however that comes about."""

    def __init__(self, folder: Path) -> None:
        """Take the lock; FolderError if another process holds it or the file cannot be made."""
        self.path = folder / LOCK
        self._handle = -1
        while self._handle < 0:
            self._handle = self._take(folder)

    def _take(self, folder: Path) -> int:
        """The lock file's descriptor; -1 if another took the file away meanwhile."""
        busy = FolderError(f"output folder {folder} is in use by another run")
        if fcntl is None and _is_alive(self.path):
            raise busy
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise FolderError(f"cannot write into output folder {folder}: {error.strerror}") from None
        try:
            if fcntl is not None:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            same = self.path.exists() and os.path.samestat(os.fstat(handle), self.path.stat())
            if not same:
                os.close(handle)
                return -1
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
        except BlockingIOError:
            os.close(handle)
            raise busy from None
        except OSError as error:
            os.close(handle)
            raise FolderError(f"cannot write into output folder {folder}: {error.strerror}") from None
        return handle

    def release(self) -> None:
        """Give the folder free; more than once is no harm."""
        if self._handle >= 0:
            self.path.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = -1


def _is_alive(path: Path) -> bool:
    """Whether the process named in a lock file lives."""
    try:
        os.kill(int(path.read_text() or "0"), 0)
    except (ValueError, OSError):
        return False
    return True
