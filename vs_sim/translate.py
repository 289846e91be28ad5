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
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir as llvm_ir
from numba import config, types
from numba.core import cgutils, compiler, funcdesc, ir, postproc, transforms
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.targetconfig import TargetConfig
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.types import Record
from numba.core.typing.context import BaseContext
from numba.core.typing.templates import make_concrete_template, signature
from numba.core.untyped_passes import FixupArgs, IRProcessing, ReconstructSSA, TranslateByteCode
from numba.cpython import slicing
from numba.extending import intrinsic

from vs_sim.branches import Edges, edges_of, weights
from vs_sim.jit import ARRAYS, CACHE_DIR, COMPILER, KERNELS, MACHINE, RECORDS, Entry, Kernel, keep_whole

HERE = Path(__file__).parent
# How kernels are translated.
OURSELVES = "".join((HERE / name).read_text("utf-8") for name in ("jit.py", "translate.py"))
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
        mangler=_mangle,
        argtypes=takes,
        noalias=True,
    )
    cpu_target.typing_context.insert_global(one, types.Function(template))
    cpu_target.target_context.insert_user_function(one, described)


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


def _mangle(name: str, argument_types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """A kernel's symbol is its name: it must be the same in every process."""
    if name in KERNELS or name.removeprefix(".NumbaEnv.") in KERNELS:
        return name
    return funcdesc.default_mangler(name, argument_types, abi_tags=abi_tags, uid=uid)


def _scan(build: Callable[[Any, Any], Any]) -> Any:
    """An int64 → int64 instruction from a function of the LLVM builder and the value."""

    def typing(_context: Any, _mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return build(builder, context.cast(builder, values[0], signature.args[0], types.int64))

        return types.int64(types.int64), code

    return intrinsic(typing)


def _copy_typing(_context: Any, to: Any, source: Any) -> Any:
    """(record, record) → none: all bytes of the second over the first."""

    def code(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
        size = llvm_ir.Constant(llvm_ir.IntType(64), signature.args[0].size)
        cgutils.raw_memcpy(builder, values[0], values[1], size, 1)

    return types.none(to, source), code


# By the name of a jit.Machine.
INSTRUCTIONS = {
    "trailing zeros": _scan(
        lambda builder, mask: builder.cttz(mask, llvm_ir.Constant(llvm_ir.IntType(1), 1))
    ),
    "ones": _scan(lambda builder, mask: builder.ctpop(mask)),
    "copy": intrinsic(_copy_typing),
}


# --- one kernel ------------------------------------------------------------------------------------------------------------


@functools.cache
def _edges(symbol: str) -> Edges | None:
    """Which way a kernel went in recorded games; None for what is no kernel."""
    one = KERNELS.get(symbol)
    return None if one is None else edges_of(symbol, one.py_func)


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
            NativeLowering,
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
    elif _edges(one.symbol) == {}:
        function.add_function_attribute("cold")


# --- units -----------------------------------------------------------------------------------------------------------------


def _translate_unit(kernels: list[Kernel]) -> bytes:
    """The LLVM bitcode of the kernels of a module, with the helpers of numba that they use."""
    _declare_all()
    codegen = cpu_target.target_context.codegen()
    library = codegen.create_library(kernels[0].__module__)
    for one in kernels:
        _translate_kernel(one, library)
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
    parts = [COMPILER, OURSELVES, str(machine), str(RECORDS), str(ARRAYS)]
    for one in _kernels_of(module):
        parts += [
            one.symbol,
            str(one.takes),
            str(one.returns),
            str(one.inline),
            str(_edges(one.symbol)),
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


def translate_modules(modules: Iterable[str]) -> None:
    """Import modules and translate the kernels of each."""
    for module in modules:
        importlib.import_module(module)
    for module in modules:
        if not _file_of(module).exists():
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


def _link(module: Any) -> None:
    """Add to a module the kernels that it calls, and what those call."""
    while wanted := [f.name for f in module.functions if f.is_declaration and f.name in KERNELS]:
        for code in _code_of([KERNELS[name] for name in wanted]):
            module.link_in(llvm.parse_bitcode(code))


def _optimise(module: Any, machine: Any, keep: str) -> None:
    """As LLVM does at its third level, but loops, which are short here, stay as they are, for the sake of small code.

    Kernels other than `keep` are the module's own, so that the optimiser may inline and drop them.
    """
    for function in module.functions:
        if function.name in KERNELS and function.name != keep:
            function.linkage = llvm.Linkage.internal
    options = llvm.create_pipeline_tuning_options(speed_level=config.OPT)
    options.loop_unrolling = False
    options.loop_interleaving = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


@global_compiler_lock
def machine_code(one: Entry) -> bytes:
    """The object code of an entry with all that it reaches."""
    _declare_all()
    library = cpu_target.target_context.codegen().create_library(one.symbol)
    _translate_kernel(one, library)
    module = library._final_module
    for helper in dict.fromkeys(library._linking_libraries):
        module.link_in(helper._get_module_for_linking(), preserve=True)
    _link(module)
    machine = _target_machine()
    _optimise(module, machine, one.symbol)
    return machine.emit_object(module)


class _Library(JITCodeLibrary):
    """Code that numba compiles in this process: with the kernels that it calls."""

    def finalize(self) -> None:
        """Link them in."""
        _link(self._final_module)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Numba's own first round is for counted references, of which kernels have none."""
        _optimise(self._final_module, self._codegen._tm, "")


def callable_kernel(one: Kernel) -> Callable[..., Any]:
    """A kernel as a function for Python, compiled by numba in this process."""
    _declare_all()
    return numba.njit(lambda *args: one(*args))  # noqa: PLW0108 numba compiles Python functions only


# --- numba, quicker --------------------------------------------------------------------------------------------------------


_lower_as_numba_does = Lower.lower_inst


def _first_line(block: Any) -> int:
    return next(instruction.loc.line for instruction in block.body)


def _symbol_of(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _lower_weighted(self: Any, instruction: Any) -> None:
    """Tell the optimiser which way a kernel's branch mostly goes."""
    _lower_as_numba_does(self, instruction)
    if not isinstance(instruction, ir.Branch):
        return
    function = self.func_ir.func_id.func
    edges = _edges(_symbol_of(function))
    if not edges:
        return
    first = function.__code__.co_firstlineno
    ends = [_first_line(self.blocks[end]) - first for end in (instruction.truebr, instruction.falsebr)]
    found = weights(edges, instruction.loc.line - first, ends[0], ends[1])
    if found is not None:
        self.builder.block.terminator.set_weights(found)


_spell_record = Record.__repr__


def _record_name(record: Record) -> str:
    """A record type's text, made once: numba asks for it with every function, and ours has over a hundred fields."""
    name = record.__dict__.get("_name_once")
    if name is None:
        name = record.__dict__["_name_once"] = _spell_record(record)
    return name


_options_hash = {}


def _hash_options(options: TargetConfig) -> int:
    """The hash of compiler options, made once a class: it is of the options' names alone."""
    kind = type(options)
    if kind not in _options_hash:
        _options_hash[kind] = hash(tuple(sorted(kind.options)))
    return _options_hash[kind]


def _same_options(one: TargetConfig, other: object) -> bool:
    """Whether two sets of compiler options are the same; nearly always the same ones are set in both."""
    if not isinstance(other, TargetConfig):
        return NotImplemented
    return one is other or one._values == other._values or one.values() == other.values()


_resolve = BaseContext.resolve_function_type
_resolved: dict[Any, Any] = {}


def _resolve_once(context: Any, function: Any, args: Any, kws: Any) -> Any:
    """The signature of a call: found once for each function and types of arguments, nine of ten calls have it already."""
    if kws:
        return _resolve(context, function, args, kws)
    key = function, tuple(args)
    if key not in _resolved:
        found = _resolve(context, function, args, kws)
        if found is None:
            return None
        _resolved[key] = found
    return _resolved[key]


def _variables(_: Any, value: Any) -> list[ir.Var]:
    """The variables that a part of an instruction names."""
    kind = type(value)
    if kind is ir.Var:
        return [value]
    if kind is ir.Loc or kind is str:
        return []
    if isinstance(value, ir.Inst):
        return value.list_vars()
    if kind is dict:
        value = value.values()
    elif kind is not list and kind is not tuple:
        return []
    found: list[ir.Var] = []
    for one in value:
        if type(one) is ir.Var:
            found.append(one)
        elif type(one) is not ir.Loc:
            found += _variables(None, one)
    return found


_post_process = postproc.PostProcessor.run


def _post_process_kernel(processor: Any, *args: Any, **kwargs: Any) -> None:
    """A kernel's variables are numbers: where their life ends does not matter."""
    code = processor.func_ir
    if _symbol_of(code.func_id.func) not in KERNELS:
        _post_process(processor, *args, **kwargs)
        return
    code.blocks = transforms.canonicalize_cfg(code.blocks)
    code.variable_lifetime = postproc.VariableLifetime(code.blocks)
    code.generator_info = None


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


def _as_it_is(builder: Any, index: Any, size: Any) -> Any:
    """An index is never negative here, so none is wrapped around (6 % of the time of a game)."""
    del builder, size
    return index


_without_linear_algebra()
Lower.lower_inst = _lower_weighted
Record.__repr__ = _record_name
TargetConfig.__hash__ = _hash_options
TargetConfig.__eq__ = _same_options
BaseContext.resolve_function_type = _resolve_once
ir.Inst._rec_list_vars = _variables
postproc.PostProcessor.run = _post_process_kernel
slicing.fix_index = _as_it_is
cpu_target.target_context.codegen()._library_class = _Library
cpu_target.target_context.mangler = _mangle
