"""The only place that configures numba: the decorators of kernels, and how compiled functions are linked.

`kernel` and `leaf` (inlined by LLVM into its callers) are translated on their own, on all cores: the annotations of
 a kernel are its signature, so a caller needs no more of it. `entry` links all of them that it reaches, is
optimised as a whole, cached, and lets go of the GIL. Numba's own way is to link and optimise every function again with
all that it calls, inside each of its callers: for a graph as deep as a rulebook that took over five minutes.
"""

# Numba's internals have no type stubs, and its dispatchers are no plain functions.
# pyright: reportAttributeAccessIssue=false, reportUntypedBaseClass=false, reportReturnType=false
# pyright: reportPrivateUsage=false, reportIndexIssue=false, reportUnknownLambdaType=false
# ruff: noqa: SLF001
from __future__ import annotations

import functools
import hashlib
import importlib
import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import config, types
from numba.core import compiler, funcdesc, ir
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.core.types import Record
from numba.core.typing.templates import make_concrete_template, signature
from numba.cpython import slicing

from vs_sim.branches import Edges, edges_of, weights
from vs_sim.code_cache import set_up_cache, sources_digest

F = TypeVar("F", bound=Callable[..., Any])

COMPILER = f"numba {numba.__version__} {config.BOUNDSCHECK} {config.OPT}"
SOURCES = sources_digest(COMPILER)
CACHE_DIR = set_up_cache(SOURCES)
# How kernels are translated, and the machine instructions that bits.py makes.
OURSELVES = "".join((Path(__file__).parent / name).read_text("utf-8") for name in ("jit.py", "rules/bits.py"))
config.CACHE_DIR = str(CACHE_DIR)
JIT_OFF = bool(config.DISABLE_JIT)

# The machine type of each annotation; records are added by `declare`.
TYPES: dict[str, Any] = {
    "None": types.none,
    "bool": types.boolean,
    "int": types.int64,
    "np.uint64": types.uint64,
    "Numbers": types.Array(types.int64, 1, "C"),
}
Numbers = Any  # annotation of an int64 array of shape (n,), contiguous

KERNELS: dict[str, Kernel] = {}  # by symbol
MAX_PROCESSES = 8


def declare(name: str, dtype: np.dtype[Any]) -> None:
    """Make `name` the annotation of a record of this dtype."""
    TYPES[name] = numba.from_dtype(dtype)


_spell_record = Record.__repr__


def _record_name(record: Record) -> str:
    """A record type's text, made once: numba asks for it with every function, and ours has over a hundred fields."""
    name = record.__dict__.get("_name_once")
    if name is None:
        name = record.__dict__["_name_once"] = _spell_record(record)
    return name


def _as_it_is(builder: Any, index: Any, size: Any) -> Any:
    """An index is never negative here, so none is wrapped around (6 % of the time of a game)."""
    del builder, size
    return index


def _mangle(name: str, argument_types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """A kernel's symbol is its name: it must be the same in every process."""
    if name in KERNELS or name.removeprefix(".NumbaEnv.") in KERNELS:
        return name
    return funcdesc.default_mangler(name, argument_types, abi_tags=abi_tags, uid=uid)


class _Library(JITCodeLibrary):
    """Compiled code of an entry: our kernels in it are its own, so that the optimiser may inline and drop them."""

    def finalize(self) -> None:
        """Link in the kernels that are called, and what those call."""
        while wanted := [
            f.name for f in self._final_module.functions if f.is_declaration and f.name in KERNELS
        ]:
            for code in _code_of([KERNELS[name] for name in wanted]):
                self._final_module.link_in(llvm.parse_bitcode(code))
        super().finalize()

    def _optimize_final_module(self) -> None:
        """As LLVM does at its third level, but loops, which are short here, stay as they are, for the sake of small code.

        Numba's own first round is for counted references, of which kernels have none.
        """
        for function in self._final_module.functions:
            if function.name in KERNELS:
                function.linkage = llvm.Linkage.internal
        options = llvm.create_pipeline_tuning_options(speed_level=config.OPT)
        options.loop_unrolling = False
        options.loop_interleaving = False
        builder = llvm.create_pass_builder(self._codegen._tm, options)
        builder.getModulePassManager().run(self._final_module, builder)


class Kernel:
    """A function for other compiled functions, of the signature that its annotations say."""

    def __init__(self, function: Callable[..., Any], *, inline: bool) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.inline = inline
        self.symbol = f"{function.__module__}.{function.__qualname__}"
        hints = dict(function.__annotations__)
        self.returns = TYPES[hints.pop("return")]
        self.takes = tuple(TYPES[hint] for hint in hints.values())
        self._whole: Any = None
        KERNELS[self.symbol] = self
        self._declare(tuple(hints))

    def _declare(self, names: tuple[str, ...]) -> None:
        """Tell numba how it is called; nothing is compiled."""
        template = make_concrete_template(self.symbol, self, [signature(self.returns, *self.takes)])
        described = funcdesc.FunctionDescriptor(
            native=True,
            modname=self.__module__,
            qualname=self.__qualname__,
            unique_name=self.symbol,
            doc="",
            typemap={},
            restype=self.returns,
            calltypes={},
            args=names,
            kws=(),
            mangler=_mangle,
            argtypes=self.takes,
            noalias=True,
        )
        cpu_target.typing_context.insert_global(self, types.Function(template))
        cpu_target.target_context.insert_user_function(self, described)

    def translate(self, library: Any) -> None:
        """Add the code of this kernel alone to a library: not linked with what it calls, not optimised as a whole."""
        flags = compiler.Flags()
        cpu_target.options.parse_as_flags(flags, {"nopython": True})
        flags.no_compile = True
        flags.no_cpython_wrapper = True
        flags.no_cfunc_wrapper = True
        flags.noalias = (
            True  # game, tables and work lie apart: what is read of one outlives a write to another
        )
        compiler.compile_extra(
            cpu_target.typing_context,
            cpu_target.target_context,
            self.py_func,
            self.takes,
            self.returns,
            flags,
            {},
            library=library,
        )
        function = library._final_module.get_function(self.symbol)
        if self.inline:
            function.add_function_attribute("alwaysinline")
        elif self.edges == {}:
            function.add_function_attribute("cold")

    @functools.cached_property
    def edges(self) -> Edges | None:
        """Which way it went in recorded games."""
        return edges_of(self.symbol, self.py_func)

    def __call__(self, *args: Any) -> Any:
        """Call from Python, as tests do: in a compiled function of its own, in this process only."""
        if self._whole is None:
            inner = self
            self._whole = numba.njit(
                lambda *args: inner(*args)  # noqa: PLW0108 numba compiles Python functions only
            )
        return self._whole(*args)


def _translate_unit(kernels: list[Kernel]) -> bytes:
    """The LLVM bitcode of the kernels of a module, with the helpers of numba that they use."""
    codegen = cpu_target.target_context.codegen()
    library = codegen.create_library(kernels[0].__module__)
    for one in kernels:
        one.translate(library)
    module = library._final_module
    for helper in dict.fromkeys(library._linking_libraries):
        module.link_in(helper._get_module_for_linking(), preserve=True)
    for function in module.functions:
        if not function.is_declaration and function.name not in KERNELS:
            function.linkage = llvm.Linkage.internal  # the names of helpers are not the same in every process
    return module.as_bitcode()


def _names(code: CodeType) -> set[str]:
    found = set(code.co_names)
    for const in code.co_consts:
        if isinstance(const, CodeType):
            found |= _names(const)
    return found


def _used(one: Kernel) -> Iterator[tuple[str, Any]]:
    """The globals that a kernel names, and what it may name in modules among them."""
    names = sorted(_names(one.py_func.__code__))
    space = one.py_func.__globals__
    for name in names:
        value = space.get(name)
        if isinstance(value, ModuleType):
            for inner in names:
                if hasattr(value, inner):
                    yield f"{name}.{inner}", getattr(value, inner)
        elif value is not None:
            yield name, value


def _kernels_of(module: str) -> list[Kernel]:
    return [one for one in KERNELS.values() if one.__module__ == module]


def _content(code: CodeType) -> Iterator[str]:
    """All of a function that its translation hangs on, but for the values of the names it uses."""
    yield f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars}"
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _content(const)
        else:
            yield repr(const)


def _file_of(module: str) -> Path:
    """Where the code of a unit is kept: under a digest of all that it hangs on, as it was imported."""
    machine = cpu_target.target_context.codegen().magic_tuple()
    parts = [COMPILER, OURSELVES, str(machine), str(TYPES)]
    for one in _kernels_of(module):
        parts += [
            one.symbol,
            str(one.takes),
            str(one.returns),
            str(one.inline),
            str(one.edges),
            *_content(one.py_func.__code__),
        ]
        for name, value in _used(one):
            if isinstance(value, Kernel):
                parts.append(f"{name} {value.symbol} {value.takes} {value.returns}")
            elif isinstance(value, int | float | tuple | np.generic):
                parts.append(f"{name} {value!r}")
            elif isinstance(value, np.ndarray):
                parts.append(f"{name} {value.dtype} {value.shape} {value.tobytes().hex()}")
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
    return CACHE_DIR.parent / "units" / f"{key}.bc"


def _reached(kernels: Iterable[Kernel]) -> list[str]:
    """The modules of these kernels, and of all that any kernel of those modules may call."""
    waiting = sorted({one.__module__ for one in kernels})
    seen = set(waiting)
    while waiting:
        for one in _kernels_of(waiting.pop()):
            for _, value in _used(one):
                if isinstance(value, Kernel) and value.__module__ not in seen:
                    seen.add(value.__module__)
                    waiting.append(value.__module__)
    return sorted(seen)


def _translate(module: str) -> None:
    file = _file_of(module)
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}")
    part.write_bytes(_translate_unit(_kernels_of(module)))
    part.replace(file)  # whole or not at all, whoever else does the same


def translate_modules(modules: Iterable[str]) -> None:
    """Import modules and translate the kernels of each."""
    for module in modules:
        importlib.import_module(module)
    for module in modules:
        if not _file_of(module).exists():
            _translate(module)


def _shares(modules: list[str]) -> list[list[str]]:
    """Modules shared out by length of their source over processes, the first being this one."""
    shares: list[list[str]] = [[] for _ in range(min(os.cpu_count() or 1, MAX_PROCESSES))]
    load = [0] * len(shares)
    sizes = {module: len(inspect.getsource(sys.modules[module])) for module in modules}
    for module in sorted(modules, key=lambda one: -sizes[one]):
        least = load.index(min(load))
        shares[least].append(module)
        load[least] += sizes[module]
    return [share for share in shares if share]


def _translate_all(modules: list[str]) -> None:
    shares = _shares(modules)
    code = "import sys; from vs_sim.jit import translate_modules; translate_modules(sys.argv[1:])"
    ours = {"VS_SIM_CACHE_DIR": str(CACHE_DIR.parent), "PYTHONPATH": os.pathsep.join(sys.path)}
    others = [
        subprocess.Popen(  # noqa: S603 our own code
            [sys.executable, "-c", code, *share], env=os.environ | ours, stderr=subprocess.DEVNULL
        )
        for share in shares[1:]
    ]
    translate_modules(shares[0])
    for other in others:
        other.wait()
    translate_modules(modules)  # what another process could not do


def _code_of(kernels: list[Kernel]) -> list[bytes]:
    """LLVM bitcode of the units of these kernels and of all that they may call; made first where it is not kept."""
    files = {module: _file_of(module) for module in _reached(kernels)}
    missing = [module for module, file in files.items() if not file.exists()]
    if missing:
        _translate_all(missing)
    for file in files.values():
        os.utime(file)
    return [file.read_bytes() for file in files.values()]


_lower_as_numba_does = Lower.lower_inst


def _first_line(block: Any) -> int:
    return next(instruction.loc.line for instruction in block.body)


def _lower_weighted(self: Any, instruction: Any) -> None:
    """Tell the optimiser which way a kernel's branch mostly goes."""
    _lower_as_numba_does(self, instruction)
    if not isinstance(instruction, ir.Branch):
        return
    function = self.func_ir.func_id.func
    one = KERNELS.get(f"{function.__module__}.{function.__qualname__}")
    if one is None or not one.edges:
        return
    first = function.__code__.co_firstlineno
    ends = [_first_line(self.blocks[end]) - first for end in (instruction.truebr, instruction.falsebr)]
    found = weights(one.edges, instruction.loc.line - first, ends[0], ends[1])
    if found is not None:
        self.builder.block.terminator.set_weights(found)


def _without_linear_algebra() -> None:
    """Load numba's array functions as if scipy's linear algebra were not there: no kernel multiplies matrices.

    It would be loaded for them at every start, which takes a third of a second.
    """
    name = "scipy.linalg"
    if name not in sys.modules:
        sys.modules[name] = None  # type: ignore[assignment]  # an import of it fails
        try:
            importlib.import_module("numba.np.arraymath")
        finally:
            del sys.modules[name]


_without_linear_algebra()
Lower.lower_inst = _lower_weighted
Record.__repr__ = _record_name
slicing.fix_index = _as_it_is
cpu_target.target_context.codegen()._library_class = _Library
cpu_target.target_context.mangler = _mangle


class _EntryCache(FunctionCache):
    """numba's cache of one function, which declares all that numba can compile only where something is to be compiled."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature, or None. It needs numba's runtime and nothing else."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            found = self._load_overload(sig, target_context)
        if found is None:
            target_context.refresh()
        return found


def is_cached() -> bool:
    """Whether an earlier process left the compiled engine for these very sources."""
    return any(CACHE_DIR.rglob("batch.*.nbc"))


def kernel(function: F) -> F:
    """A rule or helper of some size."""
    return function if JIT_OFF else Kernel(function, inline=False)  # type: ignore[return-value]


def leaf(function: F) -> F:
    """A small, hot helper: LLVM inlines it into its callers."""
    return function if JIT_OFF else Kernel(function, inline=True)  # type: ignore[return-value]


def entry(function: F) -> F:
    """A function that Python calls for a whole batch: cached, and without the GIL."""
    dispatcher = numba.njit(cache=True, nogil=True)(function)
    if not JIT_OFF:
        dispatcher._cache = _EntryCache(function)
    return dispatcher
