"""How kernels become machine code: numba translates them, each once and unlinked; LLVM links and optimises an entry as a whole.

Numba's own way is to link and optimise every function again with all that it calls, inside each of its callers: for a
graph as deep as a rulebook that took over five minutes. Here the modules are translated on all cores, each into a *unit*
that is kept under all that it hangs on, and of numba's passes only those are run that kernels need: they have no
closures, exceptions or counted references. Loaded only where something is to be compiled.
"""

# Numba's internals have no type stubs.
# pyright: reportAttributeAccessIssue=false, reportUntypedBaseClass=false, reportReturnType=false
# pyright: reportPrivateUsage=false, reportIndexIssue=false, reportUnknownLambdaType=false
# ruff: noqa: SLF001
from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib
import inspect
import os
import subprocess
import sys
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import config, types
from numba.core import compiler, funcdesc
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.registry import cpu_target
from numba.core.typed_passes import NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.typing.templates import make_concrete_template, signature
from numba.core.untyped_passes import FixupArgs, IRProcessing, ReconstructSSA, TranslateByteCode

from vs_sim.jit import (
    ARRAYS,
    CACHE_DIR,
    COMPILER,
    KERNELS,
    MACHINE,
    RECORDS,
    TROUBLE,
    Entry,
    Kernel,
    keep_whole,
)
from vs_sim.lowering import BUILTINS, INSTRUCTIONS, KernelLowering, call_of, mangle, recorded_edges

HERE = Path(__file__).parent
# How kernels are translated.
OURSELVES = "".join((HERE / name).read_text("utf-8") for name in ("jit.py", "lowering.py", "translate.py"))
MAX_PROCESSES = 8

_types: dict[str, Any] = {
    "None": types.none,
    "bool": types.boolean,
    "int": types.int64,
    "np.uint64": types.uint64,
}
_declared: set[str] = set()


# --- what numba is told ----------------------------------------------------------------------------------------------------


def _type_of(hint: str) -> Any:
    """The machine type of an annotation."""
    if hint not in _types:
        if hint in RECORDS:
            _types[hint] = numba.from_dtype(RECORDS[hint])
        else:
            dtype, dimensions = ARRAYS[hint]
            _types[hint] = types.Array(numba.from_dtype(dtype), dimensions, "C")
    return _types[hint]


def _signature(one: Kernel) -> tuple[Any, tuple[Any, ...]]:
    return _type_of(one.returns), tuple(_type_of(hint) for hint in one.takes.values())


def _declare(one: Kernel) -> None:
    """Tell numba how a kernel is called; nothing is compiled."""
    returns, takes = _signature(one)
    template = make_concrete_template(one.symbol, one, [signature(returns, *takes)])
    described = funcdesc.FunctionDescriptor(
        native=True,
        modname=one.__module__,
        qualname=one.__qualname__,
        unique_name=one.symbol,
        doc="",
        typemap={},
        restype=returns,
        calltypes={},
        args=tuple(one.takes),
        kws=(),
        mangler=mangle,
        argtypes=takes,
        noalias=True,
    )
    cpu_target.typing_context.insert_global(one, types.Function(template))
    cpu_target.target_context._defns[one].append(call_of(described), described.argtypes)


def _declare_all() -> None:
    """Tell numba of the kernels and instructions that it does not know yet."""
    cpu_target.target_context.refresh()
    for symbol, one in list(KERNELS.items()):
        if symbol not in _declared:
            _declared.add(symbol)
            _declare(one)
    for name, machine in list(MACHINE.items()):
        if name not in _declared:
            _declared.add(name)
            known = cpu_target.typing_context.resolve_value_type(INSTRUCTIONS[name])
            cpu_target.typing_context.insert_global(machine, known)
    for builtin, ours in BUILTINS.items():
        if builtin.__name__ not in _declared:
            _declared.add(builtin.__name__)
            known = cpu_target.typing_context.resolve_value_type(ours)
            cpu_target.typing_context._remove_global(builtin)
            cpu_target.typing_context.insert_global(builtin, known)


# --- one kernel ------------------------------------------------------------------------------------------------------------


class _Compiler(compiler.Compiler):
    """numba's compiler with the passes that a kernel needs."""

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("kernel")
        for one in (
            TranslateByteCode,
            FixupArgs,
            IRProcessing,
            ReconstructSSA,
            NopythonTypeInference,
            PreLowerStripPhis,
            KernelLowering,
            NoPythonBackend,
        ):
            passes.add_pass(one, one.__name__)
        passes.finalize()
        return [passes]


def _translate_kernel(one: Kernel, library: Any) -> None:
    """Add the code of a kernel alone to a library: not linked with what it calls, not optimised as a whole."""
    flags = compiler.Flags()
    cpu_target.options.parse_as_flags(flags, {"nopython": True})
    flags.no_compile = True
    flags.no_cpython_wrapper = True
    flags.no_cfunc_wrapper = True
    flags.nrt = False  # nobody owns what is passed
    # Game, tables and work lie apart: what is read of one outlives a write to another.
    flags.noalias = True
    returns, takes = _signature(one)
    compiler.compile_extra(
        cpu_target.typing_context,
        cpu_target.target_context,
        one.py_func,
        takes,
        returns,
        flags,
        {},
        library=library,
        pipeline_class=_Compiler,
    )
    function = library._final_module.get_function(one.symbol)
    if one.inline:
        function.add_function_attribute("alwaysinline")
    elif recorded_edges(one.symbol) == {}:
        function.add_function_attribute("cold")


# --- units -----------------------------------------------------------------------------------------------------------------


def _with_helpers(library: Any) -> Any:
    """The module of a library with what numba counts references to arrays by; the optimiser leaves nothing of it."""
    module = library._final_module
    for helper in dict.fromkeys(library._linking_libraries):
        module.link_in(helper._get_module_for_linking(), preserve=True)
    return module


def _translate_unit(kernels: list[Kernel]) -> bytes:
    """The LLVM bitcode of the kernels of a module, with the helpers of numba that they use."""
    _declare_all()
    codegen = cpu_target.target_context.codegen()
    library = codegen.create_library(kernels[0].__module__)
    for one in kernels:
        _translate_kernel(one, library)
    module = _with_helpers(library)
    for function in module.functions:
        if not function.is_declaration and function.name not in KERNELS:
            function.linkage = llvm.Linkage.internal  # each unit has its own
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
    return [one for one in KERNELS.values() if one.__module__ == module and not isinstance(one, Entry)]


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
    parts = [COMPILER, OURSELVES, str(machine)]
    hints = {hint for one in _kernels_of(module) for hint in one.takes.values()}
    parts += [f"{hint} {RECORDS.get(hint) or ARRAYS.get(hint)}" for hint in sorted(hints)]
    for one in _kernels_of(module):
        parts += [
            one.symbol,
            str(one.takes),
            str(one.returns),
            str(one.inline),
            str(recorded_edges(one.symbol)),
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


@contextlib.contextmanager
def _uncollected() -> Generator[None]:
    """Leave what is dropped in cycles where it is for a while: to look for it takes a quarter of the time of translating."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def translate_modules(modules: Iterable[str]) -> None:
    """Import modules and translate the kernels of each."""
    for module in modules:
        importlib.import_module(module)
    for module in modules:
        if not _file_of(module).exists():
            with _uncollected():
                keep_whole(_file_of(module), _translate_unit(_kernels_of(module)))


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
    code = "import sys; from vs_sim.translate import translate_modules; translate_modules(sys.argv[1:])"
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


# --- an entry --------------------------------------------------------------------------------------------------------------


def _target_machine() -> Any:
    """LLVM's code generator for this processor, with calls and constants at 32-bit distances.

    Numba's own code may lie anywhere in memory: each call and constant takes ten bytes more, through a register.
    """
    numbas = cpu_target.target_context.codegen()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=numbas._get_host_cpu_name(),
        features=numbas._tm_features,
        opt=config.OPT,
        reloc="pic",
        codemodel="small",
    )


INLINING = 100  # not LLVM's 225: as fast, a sixth less code, a third less time to make it


def _optimise(module: Any, machine: Any, keep: str) -> None:
    """As LLVM does at its third level, but with small code: loops, which are short here, stay as they are.

    Kernels other than `keep` are the module's own, so that the optimiser may inline and drop them.
    """
    for function in module.functions:
        if function.name in KERNELS and function.name != keep:
            function.linkage = llvm.Linkage.internal
    options = llvm.create_pipeline_tuning_options(speed_level=config.OPT)
    options.loop_unrolling = False
    options.loop_interleaving = False
    options.inlining_threshold = INLINING
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _module_of(one: Kernel) -> Any:
    """A kernel with all that it reaches, not optimised as a whole."""
    if not isinstance(one, Entry):
        module, *others = (llvm.parse_bitcode(code) for code in _code_of([one]))
        for other in others:
            module.link_in(other)
        return module
    library = cpu_target.target_context.codegen().create_library(one.symbol)
    _translate_kernel(one, library)
    module = _with_helpers(library)
    while wanted := [f.name for f in module.functions if f.is_declaration and f.name in KERNELS]:
        for code in _code_of([KERNELS[name] for name in wanted]):
            module.link_in(llvm.parse_bitcode(code))
    return module


@global_compiler_lock
def machine_code(one: Kernel) -> bytes:
    """The object code of a kernel with all that it reaches."""
    _declare_all()
    module = _module_of(one)
    module.link_in(llvm.parse_assembly(f'@"{TROUBLE}" = global i32 0'))
    machine = _target_machine()
    _optimise(module, machine, one.symbol)
    return machine.emit_object(module)
