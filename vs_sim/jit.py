"""The only place that configures numba: where compiled code is kept, and the decorators of kernels.

`kernel` and `leaf` (inlined by LLVM into its callers) are translated once; `entry` links all of them that it reaches, is
optimised as a whole, cached, and lets go of the GIL. Numba's own way is to link and optimise every function again with all that
it calls, inside each of its callers: for a graph as deep as a rulebook that took over five minutes, this takes seconds.

Numba's own cache key misses changes in imported files, so the cache lies in a directory named by a digest of all sources of
the package (and numba's version): changed rules can never run from an old cache.
"""

# Numba's internals have no type stubs, and its dispatchers are no plain functions.
# pyright: reportAttributeAccessIssue=false, reportUntypedBaseClass=false, reportIncompatibleMethodOverride=false
# pyright: reportReturnType=false, reportIndexIssue=false
from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite.binding import Linkage
from numba import config
from numba.core.codegen import JITCodeLibrary
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.types import Record
from numba.cpython import slicing

F = TypeVar("F", bound=Callable[..., Any])

KERNEL_PACKAGES = ("jit.py", "vocabulary.py", "cards/tables.py", "rules", "policies", "engine")
KEEP_DAYS = 30
OUR_KERNELS = "_ZN6vs_sim"  # how numba spells names of functions of this package


def _sources() -> list[Path]:
    here = Path(__file__).parent
    found: list[Path] = []
    for name in KERNEL_PACKAGES:
        place = here / name
        found += sorted(place.rglob("*.py")) if place.is_dir() else [place]
    return found


def sources_digest() -> str:
    """16 hex digits over numba's version, its checks and every source file that can change compiled code."""
    digest = hashlib.sha256(f"{numba.__version__} {config.BOUNDSCHECK} {config.OPT}".encode())
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


def _prune(root: Path, keep: Path) -> None:
    """Remove caches of other sources that nobody has used for KEEP_DAYS; another process may do the same."""
    horizon = time.time() - KEEP_DAYS * 86400
    for old in root.iterdir():
        try:
            if old != keep and len(old.name) == 16 and old.stat().st_mtime < horizon:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:
            continue


def _set_up_cache() -> Path:
    name = sources_digest()
    for root in _cache_roots():
        folder = root / name
        if _writable(folder):
            os.utime(folder)
            _prune(root, folder)
            return folder
    return Path(tempfile.mkdtemp(prefix="vs-sim-"))


CACHE_DIR = _set_up_cache()
config.CACHE_DIR = str(CACHE_DIR)
JIT_OFF = bool(config.DISABLE_JIT)


def is_cached() -> bool:
    """Whether an earlier process left compiled entries for these very sources."""
    return any(CACHE_DIR.rglob("*.nbc"))


_spell_record = Record.__repr__


def _record_name(record: Record) -> str:
    """A record type's text, made once: numba asks for it with every function, and ours has over a hundred fields."""
    name = record.__dict__.get("_name_once")
    if name is None:
        name = record.__dict__["_name_once"] = _spell_record(record)
    return name


Record.__repr__ = _record_name


class _Library(JITCodeLibrary):
    """Compiled code of an entry: our kernels in it are its own, so that the optimiser may inline and drop them."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and function.name.startswith(OUR_KERNELS):
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class _Unlinked(_Library):
    """The code of one kernel alone: not linked with what it calls, not optimised as a whole, never run by itself."""

    def finalize(self) -> None:
        self._finalized = True


def _as_it_is(builder: Any, index: Any, size: Any) -> Any:
    """An index is never negative here, so none is wrapped around (6 % of the time of a game)."""
    del builder, size
    return index


cpu_target.target_context.codegen()._library_class = _Library  # noqa: SLF001 numba has no setter
slicing.fix_index = _as_it_is


class _KernelCompiler(_FunctionCompiler):
    """Compiles a kernel to an `_Unlinked` library; who calls it links it and everything that it reaches."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = True
        flags.no_cpython_wrapper = True
        flags.no_cfunc_wrapper = True
        # Left out, numba takes it over from whichever caller asked first.
        flags.forceinline = bool(self.targetoptions.get("forceinline"))
        return flags

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        result = super()._compile_core(args, return_type)
        library = result.library
        library.__class__ = _Unlinked
        # Callers before callees: the linker passes over a definition that nothing refers to yet.
        reached = list(dict.fromkeys([library, *library._linking_libraries]))  # noqa: SLF001 nor a getter
        handle = object()
        cpu_target.target_context.insert_user_function(handle, result.fndesc, reached)
        return result._replace(entry_point=handle)


class Kernel(CPUDispatcher):
    """A function for other compiled functions; called from Python (in tests) it compiles itself as a whole first."""

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        super().__init__(function, targetoptions={"nopython": True, **options})
        self._compiler = _KernelCompiler(
            function, self.targetdescr, self.targetoptions, {}, self._compiler.pipeline_class
        )
        self._whole: Any = None

    def add_overload(self, cres: Any) -> None:
        """Remember the compiled code; there is no entry point for Python."""
        self.overloads[tuple(cres.signature.args)] = cres

    def __call__(self, *args: Any) -> Any:
        """Call from Python: compiled as a whole, in this process only."""
        if self._whole is None:
            self._whole = numba.njit(self.py_func)
        return self._whole(*args)


def kernel(function: F) -> F:
    """A rule or helper of some size."""
    return function if JIT_OFF else Kernel(function)  # type: ignore[return-value]


def leaf(function: F) -> F:
    """A small, hot helper: LLVM inlines it into its callers."""
    return function if JIT_OFF else Kernel(function, forceinline=True)  # type: ignore[return-value]


def entry(function: F) -> F:
    """A function that Python calls for a whole batch: cached, and without the GIL."""
    return numba.njit(cache=True, nogil=True)(function)
