"""How a kernel is put in LLVM's words: numba's way, but for what is frequent in kernels and simple.

Kernels have no exceptions, closures or counted references: they call each other as functions in C do, items of the fields
of records and whole numbers are lowered at once, and branches are weighed as recorded (branches.py). That halves the code
that LLVM is given and the time to make it. Of numba some functions are replaced by quicker ones that do the same.
"""

# Numba's internals have no type stubs.
# pyright: reportAttributeAccessIssue=false, reportUntypedBaseClass=false, reportReturnType=false
# pyright: reportPrivateUsage=false, reportIndexIssue=false, reportOptionalMemberAccess=false
# ruff: noqa: SLF001
from __future__ import annotations

import functools
import importlib
import operator
import sys
from collections.abc import Callable
from typing import Any

from llvmlite import ir as llvm_ir
from numba import config, types
from numba.core import callconv, cgutils, cpu, funcdesc, ir, postproc, transforms
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.targetconfig import TargetConfig
from numba.core.typed_passes import NativeLowering
from numba.core.types import Record
from numba.core.typing.context import BaseContext
from numba.cpython import slicing
from numba.extending import intrinsic

from vs_sim.branches import Edges, edges_of, weights
from vs_sim.jit import KERNELS, TROUBLE

# --- instructions ----------------------------------------------------------------------------------------------------------


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


def _int_typing(_context: Any, value: Any) -> Any:
    """A whole number, a literal or a bool → int64."""
    kind = types.unliteral(value)
    if not isinstance(kind, types.Integer | types.Boolean) or kind == types.uint64:
        return None

    def code(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return context.cast(builder, values[0], kind, types.int64)

    return types.int64(kind), code


def _extreme(order: str) -> Any:
    """The greater or lesser of two whole numbers, of their type or else int64."""

    def typing(_context: Any, one: Any, other: Any) -> Any:
        kind = types.unliteral(one) if types.unliteral(one) == types.unliteral(other) else types.int64
        if not all(isinstance(types.unliteral(each), types.Integer) for each in (one, other, kind)):
            return None

        def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            compare = builder.icmp_signed if kind.signed else builder.icmp_unsigned
            return builder.select(compare(order, values[0], values[1]), values[0], values[1])

        return kind(kind, kind), code

    return intrinsic(typing)


# Numba compiles a function of its own for each of these wherever they are used.
BUILTINS = {int: intrinsic(_int_typing), min: _extreme("<"), max: _extreme(">")}

# By the name of a jit.Machine.
INSTRUCTIONS = {
    "trailing zeros": _scan(
        lambda builder, mask: builder.cttz(mask, llvm_ir.Constant(llvm_ir.IntType(1), 1))
    ),
    "ones": _scan(lambda builder, mask: builder.ctpop(mask)),
    "copy": intrinsic(_copy_typing),
}


# --- how one kernel calls another ------------------------------------------------------------------------------------------


class _Calls(callconv.BaseCallConv):
    """A kernel returns its value, or nothing, as a function in C does; that something went wrong is noted in TROUBLE.

    Numba's own way is to pass the places where a value and an exception go as the first two arguments and to return a
    status: two registers fewer for what a kernel is told, a store and a load for each call, and twice the code to optimise.
    """

    def _make_call_helper(self, builder: Any) -> None:
        del builder

    def get_function_type(self, restype: Any, argtypes: Any) -> Any:
        takes = list(self._get_arg_packer(argtypes).argument_types)
        if restype == types.none:
            return llvm_ir.FunctionType(llvm_ir.VoidType(), takes)
        return llvm_ir.FunctionType(self.context.data_model_manager[restype].get_return_type(), takes)

    def decorate_function(self, fn: Any, args: Any, fe_argtypes: Any, noalias: bool = False) -> None:  # noqa: FBT001, FBT002
        self._get_arg_packer(fe_argtypes).assign_names(fn.args, [f"arg.{name}" for name in args])
        for argument in fn.args:
            if noalias and isinstance(argument.type, llvm_ir.PointerType):
                argument.add_attribute("captures(none)")
                argument.add_attribute("noalias")

    def get_arguments(self, func: Any) -> Any:
        return func.args

    def return_value(self, builder: Any, retval: Any) -> None:
        if isinstance(builder.function.function_type.return_type, llvm_ir.VoidType):
            builder.ret_void()
        else:
            builder.ret(retval)

    def return_nothing(self, builder: Any) -> None:
        """Return at once, because something went wrong."""
        kind = builder.function.function_type.return_type
        self.return_value(builder, None if isinstance(kind, llvm_ir.VoidType) else kind(None))

    def return_user_exc(self, builder: Any, *_: Any, **__: Any) -> None:
        builder.store(_word(1), _trouble(builder.module))
        self.return_nothing(builder)

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        """Never reached: see call_function."""
        del status
        self.return_nothing(builder)

    def raise_error(self, builder: Any, pyapi: Any, status: Any) -> None:
        """Nothing: nobody calls by numba's wrappers for Python."""

    def call_function(
        self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None
    ) -> tuple[callconv.Status, Any]:
        """As numba calls functions of its own in kernels: with a status that all is well."""
        del attrs
        yes, no = llvm_ir.IntType(1)(1), llvm_ir.IntType(1)(0)
        fine = callconv.Status(callconv.RETCODE_OK, yes, no, no, no, no, no, None)
        return fine, self.call(builder, callee, resty, argtys, args)

    def call(self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any) -> Any:
        """What a function gives."""
        found = builder.call(callee, list(self._get_arg_packer(argtys).as_arguments(builder, args)))
        if config.BOUNDSCHECK:
            noted = builder.load(_trouble(builder.module))
            with cgutils.if_unlikely(builder, builder.icmp_signed("!=", noted, _word(0))):
                self.return_nothing(builder)
        if resty == types.none:
            return cgutils.get_null_value(self.context.get_value_type(resty))
        return self.context.get_returned_value(builder, resty, found)


_word = llvm_ir.IntType(32)


def _trouble(module: Any) -> Any:
    """Where it is noted that an index or a division went wrong: one place for all units of an entry."""
    if TROUBLE not in module.globals:
        place = llvm_ir.GlobalVariable(module, _word, TROUBLE)
        place.initializer = _word(0)
        place.linkage = "linkonce_odr"
    return module.globals[TROUBLE]


def call_of(described: funcdesc.FunctionDescriptor) -> Callable[..., Any]:
    """How a call of a kernel is lowered."""

    def call(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        callee = context.declare_function(builder.module, described)
        return context.call_conv.call(builder, callee, described.restype, described.argtypes, args)

    call.signature = described.argtypes  # type: ignore[attr-defined]
    call.libs = ()  # type: ignore[attr-defined]
    return call


# --- what a kernel consists of ---------------------------------------------------------------------------------------------


def _symbol_of(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


@functools.cache
def recorded_edges(symbol: str) -> Edges | None:
    """Which way a kernel went in recorded games; None for what is no kernel."""
    one = KERNELS.get(symbol)
    return None if one is None else edges_of(symbol, one.py_func)


def _first_line(block: Any) -> int:
    return next(instruction.loc.line for instruction in block.body)


def _fields(lower: Any) -> dict[str, ir.Expr]:
    """The variables that stand for an array field of a record and of which only items are read or written, by name."""
    found: dict[str, ir.Expr] = {}
    others: set[str] = set()
    for block in lower.func_ir.blocks.values():
        for one in block.body:
            value = one.value if isinstance(one, ir.Assign) else None
            if isinstance(value, ir.Expr) and value.op == "getattr":
                record = lower.typeof(value.value.name)
                if isinstance(record, Record) and isinstance(record.typeof(value.attr), types.NestedArray):
                    found[one.target.name] = value
                    continue
            item: Any = None
            if isinstance(value, ir.Expr) and value.op == "getitem":
                item = value.value, value.index
            elif isinstance(one, ir.SetItem):
                item = one.target, one.index
            array = lower.typeof(item[0].name) if item else None
            whole = isinstance(array, types.Array) and _dimensions(lower.typeof(item[1].name)) == array.ndim
            others.update(each.name for each in one.list_vars() if not whole or each.name != item[0].name)
    return {name: how for name, how in found.items() if name not in others}


def _dimensions(index: Any) -> int:
    """How many whole numbers an index is; 0 if it is none."""
    parts = index.types if isinstance(index, types.BaseTuple) else (index,)
    return len(parts) if all(isinstance(types.unliteral(part), types.Integer) for part in parts) else 0


def _place(lower: Any, field: ir.Expr, index: ir.Var) -> tuple[Any, Any]:
    """Where an item of an array field of a record lies, and its type."""
    builder, context = lower.builder, lower.context
    record = lower.typeof(field.value.name)
    array = record.typeof(field.attr)
    kind = lower.typeof(index.name)
    value = lower.loadvar(index.name)
    if isinstance(kind, types.BaseTuple):
        parts = [(builder.extract_value(value, k), part) for k, part in enumerate(kind.types)]
    else:
        parts = [(value, kind)]
    shape = context.get_data_type(array.dtype)
    for size in reversed(array.shape):
        shape = llvm_ir.ArrayType(shape, size)
    start = cgutils.get_record_member(
        builder, lower.loadvar(field.value.name), record.offset(field.attr), shape
    )
    at = [context.cast(builder, part, of, types.intp) for part, of in parts]
    return builder.gep(start, [cgutils.intp_t(0), *at], inbounds=True), array.dtype


# By operator: the LLVM instruction on whole numbers with a sign, or how it compares them.
ARITHMETIC = {
    operator.add: "add",
    operator.sub: "sub",
    operator.mul: "mul",
    operator.and_: "and_",
    operator.or_: "or_",
    operator.xor: "xor",
    operator.lshift: "shl",
    operator.rshift: "ashr",
}
COMPARISONS = {
    operator.eq: "==",
    operator.ne: "!=",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}


def _whole_numbers(lower: Any, value: ir.Expr) -> tuple[Any, Any] | None:
    """An operation on two int64, and its type; None if it is another one."""
    how = lower.fndesc.calltypes[value]
    operation = value.fn if value.op == "binop" else value.immutable_fn
    if tuple(map(types.unliteral, how.args)) != (types.int64, types.int64):
        return None
    if operation not in ARITHMETIC and operation not in COMPARISONS:
        return None
    one, other = (
        lower.context.cast(lower.builder, lower.loadvar(side.name), lower.typeof(side.name), types.int64)
        for side in (value.lhs, value.rhs)
    )
    if operation in COMPARISONS:
        return lower.builder.icmp_signed(COMPARISONS[operation], one, other), types.boolean
    return getattr(lower.builder, ARITHMETIC[operation])(one, other), types.int64


class _Lower(Lower):
    """Numba's lowering, but for items of the fields of records, operations on whole numbers, and branches."""

    fields: Any = None  # _fields

    def lower_inst(self, inst: Any) -> None:
        if self.fields is None:
            self.fields = {} if config.BOUNDSCHECK else _fields(self)
        value = inst.value if isinstance(inst, ir.Assign) else None
        if isinstance(value, ir.Expr) and self._assign(inst.target, value):
            return
        if isinstance(inst, ir.SetItem) and inst.target.name in self.fields:
            place, kind = _place(self, self.fields[inst.target.name], inst.index)
            given = self.loadvar(inst.value.name)
            self.builder.store(
                self.context.cast(self.builder, given, self.typeof(inst.value.name), kind), place
            )
            return
        super().lower_inst(inst)
        if isinstance(inst, ir.Branch):
            self._weigh(inst)

    def _assign(self, target: ir.Var, value: ir.Expr) -> bool:
        """Lower an assignment if it is a simple one; whether it was."""
        if value.op == "getattr":
            return target.name in self.fields  # nothing to do until an item of it is asked for
        found = None
        if value.op == "getitem" and value.value.name in self.fields:
            place, kind = _place(self, self.fields[value.value.name], value.index)
            found = self.builder.load(place), kind
        elif value.op in {"binop", "inplace_binop"}:
            found = _whole_numbers(self, value)
        if found is not None:
            self.storevar(self.context.cast(self.builder, *found, self.typeof(target.name)), target.name)
        return found is not None

    def _weigh(self, branch: ir.Branch) -> None:
        """Tell the optimiser which way a kernel's branch mostly goes."""
        function = self.func_ir.func_id.func
        edges = recorded_edges(_symbol_of(function))
        if not edges:
            return
        first = function.__code__.co_firstlineno
        ends = [_first_line(self.blocks[end]) - first for end in (branch.truebr, branch.falsebr)]
        found = weights(edges, branch.loc.line - first, ends[0], ends[1])
        if found is not None:
            self.builder.block.terminator.set_weights(found)


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """The pass of it."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        """What lowers a function."""
        return _Lower


# --- numba, quicker --------------------------------------------------------------------------------------------------------


def mangle(name: str, argument_types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """A kernel's symbol is its name: it must be the same in every process."""
    if name in KERNELS or name.removeprefix(".NumbaEnv.") in KERNELS:
        return name
    return funcdesc.default_mangler(name, argument_types, abi_tags=abi_tags, uid=uid)


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
Record.__repr__ = _record_name
TargetConfig.__hash__ = _hash_options
TargetConfig.__eq__ = _same_options
BaseContext.resolve_function_type = _resolve_once
ir.Inst._rec_list_vars = _variables
postproc.PostProcessor.run = _post_process_kernel
slicing.fix_index = _as_it_is
cpu.CPUContext.call_conv = property(_Calls)
cpu_target.target_context.mangler = mangle
