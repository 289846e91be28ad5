"""The decorators of compiled functions, and how compiled code is found again and called; numba is not loaded for that.

`kernel` and `leaf` (inlined by LLVM into its callers) are for other compiled functions: the annotations of a kernel are its
signature. `entry` is what Python calls: it has all that it reaches in one machine code, which is kept in a file. Only where
that is missing is it made (translate.py), which takes numba and half a minute.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from vs_sim.code_cache import set_up_cache, sources_digest

F = TypeVar("F", bound=Callable[..., Any])

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
SETTINGS = (
    "NUMBA_BOUNDSCHECK",
    "NUMBA_OPT",
    "NUMBA_CPU_NAME",
    "NUMBA_CPU_FEATURES",
)  # they change compiled code
COMPILER = " ".join([f"numba {version('numba')}", *(os.environ.get(name, "") for name in SETTINGS)])
SOURCES = sources_digest(COMPILER)
CACHE_DIR = set_up_cache(SOURCES)

# Annotations of arrays, see ARRAYS.
Numbers = NumberTable = Words = Int8s = Int16s = Int32s = Int16Table = Any

RECORDS: dict[
    str, np.dtype[Any]
] = {}  # by the annotation of a record, which Python passes as an array of shape (1,)
ARRAYS: dict[
    str, tuple[np.dtype[Any], int]
] = {  # by the annotation of a contiguous array: its dtype and dimensions
    "Numbers": (np.dtype(np.int64), 1),
    "NumberTable": (np.dtype(np.int64), 2),
    "Words": (np.dtype(np.uint64), 1),
    "Int8s": (np.dtype(np.int8), 1),
    "Int16s": (np.dtype(np.int16), 1),
    "Int32s": (np.dtype(np.int32), 1),
    "Int16Table": (np.dtype(np.int16), 2),
}
KERNELS: dict[str, Kernel] = {}  # by symbol
MACHINE: dict[str, Machine] = {}  # by name
_compiling = threading.Lock()


def declare(name: str, dtype: np.dtype[Any]) -> None:
    """Make `name` the annotation of a record of this dtype, and `name` + "s" that of an array of them."""
    RECORDS[name] = dtype
    ARRAYS[f"{name}s"] = (dtype, 1)


class Kernel:
    """A function for other compiled functions, of the signature that its annotations say."""

    def __init__(self, function: Callable[..., Any], *, inline: bool = False) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.inline = inline
        self.symbol = f"{function.__module__}.{function.__qualname__}"
        hints = dict(function.__annotations__)
        self.returns: str = hints.pop("return")
        self.takes: dict[str, str] = hints
        self._code: _Code | None = None
        KERNELS[self.symbol] = self

    def is_compiled(self) -> bool:
        """Whether its code need not be made first, for these very sources and this processor."""
        return self._code is not None or _file_of(self).exists()

    def prepare(self) -> _Code:
        """Load its code, which is made first where it is missing."""
        with _compiling:
            if self._code is None:
                self._code = _Code(self)
        return self._code

    def __call__(self, *args: Any) -> Any:
        """Call it; TypeError for an array of another dtype or dimension, or not contiguous."""
        code = self._code or self.prepare()
        flat = [
            word for hint, value in zip(self.takes.values(), args, strict=True) for word in _flat(hint, value)
        ]
        return code.call(flat)


class Entry(Kernel):
    """A function that Python calls for a whole batch, no other one does. It runs without the GIL."""


TROUBLE = "vs_sim.trouble"  # a word beside the code of an entry: 1 if an index or a division went wrong
# What a kernel returns, for Python.
_ANSWERS: dict[str, Any] = {
    "int": ctypes.c_int64,
    "bool": ctypes.c_bool,
    "np.uint64": ctypes.c_uint64,
    "None": None,
}


class _Code:
    """The machine code of a kernel in this process."""

    def __init__(self, one: Kernel) -> None:
        import llvmlite.binding as llvm

        code = _kept(_file_of(one))
        if code is None:
            from vs_sim import translate

            code = translate.machine_code(one)
            keep_whole(_file_of(one), hashlib.sha256(code).digest() + code)
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target = llvm.Target.from_default_triple().create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        address = self._engine.get_function_address(one.symbol)
        words = sum(5 + 2 * ARRAYS[hint][1] if hint in ARRAYS else 1 for hint in one.takes.values())
        self._function = ctypes.CFUNCTYPE(_ANSWERS[one.returns], *[ctypes.c_int64] * words)(address)
        self._trouble = ctypes.c_int32.from_address(self._engine.get_global_value_address(TROUBLE))
        self._symbol = one.symbol

    def call(self, flat: list[int]) -> Any:
        found = self._function(*flat)
        if self._trouble.value != 0:
            self._trouble.value = 0
            raise RuntimeError(f"{self._symbol}: an index or a division is wrong in a kernel")
        return found


def _kept(file: Path) -> bytes | None:
    """The code in a file, after its digest; None if it is missing or damaged: damaged code would be carried out."""
    if not file.exists():
        return None
    os.utime(file)
    content = file.read_bytes()
    digest, code = content[:32], content[32:]
    return code if hashlib.sha256(code).digest() == digest else None


def _flat(hint: str, value: Any) -> Iterator[int]:
    """The machine words of an argument: of an array owner (twice, none), size, size of an item, address, shape, strides."""
    if hint in RECORDS:
        if isinstance(value, np.void):  # one record out of an array: the same memory as an array
            value = np.ndarray((1,), value.dtype, value)
        _check(value, RECORDS[hint], 1)
        yield value.ctypes.data
    elif hint in ARRAYS:
        dtype, dimensions = ARRAYS[hint]
        _check(value, dtype, dimensions)
        yield from (0, 0, value.size, dtype.itemsize, value.ctypes.data, *value.shape, *value.strides)
    else:
        yield int(value)


def _check(value: np.ndarray[Any, Any], dtype: np.dtype[Any], dimensions: int) -> None:
    fits = (
        value.dtype.itemsize == dtype.itemsize
        and value.dtype.names == dtype.names
        and value.ndim == dimensions
    )
    if not fits or (dtype.names is None and value.dtype != dtype) or not value.flags.c_contiguous:
        raise TypeError(f"an array of {value.dtype}, {value.ndim} dimensions, for a compiled function")


def _processor() -> str:
    """The processor that code is made for: its name and what it can do, or what numba is told instead."""
    import llvmlite.binding as llvm

    name = os.environ.get("NUMBA_CPU_NAME") or llvm.get_host_cpu_name()
    features = os.environ.get("NUMBA_CPU_FEATURES") or llvm.get_host_cpu_features().flatten()
    return f"{llvm.get_process_triple()} {name} {features}"


@functools.cache
def _file_of(one: Kernel) -> Path:
    """Where the code of an entry is kept: for a state of the sources, the file that it stands in, and the processor."""
    digest = hashlib.sha256(_processor().encode())
    digest.update(Path(one.py_func.__code__.co_filename).read_bytes())
    return CACHE_DIR / f"{one.symbol}.{digest.hexdigest()[:16]}.o"


def keep_whole(file: Path, content: bytes) -> None:
    """Write a file whole or not at all, whoever else does the same."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}")
    part.write_bytes(content)
    part.replace(file)


class Machine:
    """A machine instruction for kernels, by its name in translate.INSTRUCTIONS."""

    def __init__(self, name: str) -> None:
        self.name = name
        MACHINE[name] = self

    def __call__(self, *_: Any) -> Any:
        """Only compiled functions can use it."""
        raise TypeError(f"{self.name} is for compiled functions")


def is_compiled(one: Any) -> bool:
    """Whether an entry can be called without being compiled first."""
    return JIT_OFF or one.is_compiled()


def prepare(one: Any) -> None:
    """Load an entry's code before it is needed, and make it first where it is missing."""
    if not JIT_OFF:
        one.prepare()


def kernel(function: F) -> F:
    """A rule or helper of some size."""
    return function if JIT_OFF else Kernel(function)  # type: ignore[return-value]


def leaf(function: F) -> F:
    """A small, hot helper: LLVM inlines it into its callers."""
    return function if JIT_OFF else Kernel(function, inline=True)  # type: ignore[return-value]


def entry(function: F) -> F:
    """A function that Python calls for a whole batch; uncompiled, it gets the records out of their arrays."""
    if not JIT_OFF:
        return Entry(function)  # type: ignore[return-value]
    hints = [hint for name, hint in function.__annotations__.items() if name != "return"]

    @functools.wraps(function)
    def plain(*args: Any) -> Any:
        return function(
            *(value[0] if hint in RECORDS else value for hint, value in zip(hints, args, strict=True))
        )

    return plain  # type: ignore[return-value]
