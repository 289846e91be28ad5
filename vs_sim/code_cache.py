"""Where compiled code is kept.

A cache root holds a directory for each state of the sources, named by their digest, with the compiled entries: numba's own
cache key misses changes in imported files. Beside them `units/` has the translated kernels of each module (translate.py).
"""

from __future__ import annotations

import getpass
import hashlib
import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

KERNEL_PACKAGES = (
    "jit.py",
    "lowering.py",
    "translate.py",
    "branches.py",
    "branches.json",
    "vocabulary.py",
    "cards/tables.py",
    "rules",
    "policies",
    "engine",
)
KEEP_DAYS = 30


def _sources() -> list[Path]:
    here = Path(__file__).parent
    found: list[Path] = []
    for name in KERNEL_PACKAGES:
        place = here / name
        found += sorted(place.rglob("*.py")) if place.is_dir() else [place]
    return found


def sources_digest(compiler: str) -> str:
    """16 hex digits over the compiler (its version and options) and every source file that can change compiled code."""
    digest = hashlib.sha256(compiler.encode())
    here = Path(__file__).parent
    for path in _sources():
        digest.update(path.relative_to(here).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_roots() -> list[Path]:
    named = os.environ.get("VS_SIM_CACHE_DIR")
    if named:
        return [Path(named)]
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        home = Path(base) if base else Path.home() / ".cache"
    except RuntimeError:  # no home
        return []
    return [home / "vs-sim"]


def _prune(root: Path) -> None:
    """Remove what nobody has used for KEEP_DAYS; another process may do the same."""
    horizon = time.time() - KEEP_DAYS * 86400
    for old in [*root.iterdir(), *(root / "units").glob("*.bc")]:
        try:
            if old.stat().st_mtime >= horizon:
                continue
            if old.suffix == ".bc":
                old.unlink()
            elif len(old.name) == 16:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:
            continue


def _temporary_root() -> Path:
    """A folder of this user's among the temporary ones: the same at each start, unless another user has taken its name."""
    root = Path(tempfile.gettempdir()) / f"vs-sim-{getpass.getuser() if os.name == 'nt' else os.getuid()}"
    with suppress(OSError):
        root.mkdir(mode=0o700, exist_ok=True)
        found = root.lstat()
        ours = os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
        if ours and stat.S_ISDIR(found.st_mode):
            return root
    return Path(tempfile.mkdtemp(prefix="vs-sim-"))


def set_up_cache(name: str) -> Path:
    """The directory for the entries of the sources with this digest, made; a temporary one where none can be written."""
    for root in _cache_roots():
        if _writable(root / name):
            break
    else:
        root = _temporary_root()
        (root / name).mkdir(exist_ok=True)
    folder = root / name
    os.utime(folder)
    if not any(folder.iterdir()):  # only where something will be compiled: there are many files to look at
        _prune(root)
    return folder
