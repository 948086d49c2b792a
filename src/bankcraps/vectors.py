"""Vectors of 64 bytes for compiled functions: values in one register of a processor that has such registers.

Numba makes vector code of a loop where it can. It cannot know that a table of 128 bytes fits into two
registers, and that one instruction then looks up 64 numbers at once (`vpermi2b` of AVX-512 VBMI). The
operations here say so, as instructions of LLVM. All but `permute` are some that every machine has.

Numba keeps compiled code by the name and the features of the processor, so code kept on one machine is never
run on another.
"""

from collections.abc import Callable
from typing import Any, Final

from bankcraps.compiled import features

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from llvmlite import ir  # isort: skip
from numba.core import cgutils, types  # isort: skip
from numba.core.extending import intrinsic, models, register_model  # isort: skip

__all__ = [
    "HAS_PERMUTE",
    "SIZE",
    "add",
    "either",
    "if_equal",
    "if_high",
    "load",
    "lower",
    "maximum",
    "minimum",
    "no_bytes",
    "no_shorts",
    "permute",
    "store",
    "upper",
]

SIZE: Final = 64
"""Bytes in a vector."""

HAS_PERMUTE: Final = {"+avx512bw", "+avx512vbmi"} <= features()
"""Whether this processor has `permute` as one instruction."""

_PERMUTE: Final = "llvm.x86.avx512.vpermi2var.qi.512"

Untyped = Any
"""A value of Numba or llvmlite, which have no types."""

_ir: Any = ir
_cgutils: Any = cgutils
_types: Any = types
_intrinsic: Any = intrinsic
_models: Any = models


class _Vector(_types.Type):
    """The type of a vector of whole numbers, for Numba."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        super().__init__(name=f"Vector({bits})")

    def made(self) -> Untyped:
        """The same type for LLVM."""
        return _ir.VectorType(_ir.IntType(self.bits), SIZE * 8 // self.bits)


@register_model(_Vector)
class _VectorModel(_models.PrimitiveModel):
    """A vector is one value, and stays in a register."""

    def __init__(self, manager: object, vector: _Vector) -> None:
        super().__init__(manager, vector, vector.made())


_BYTES: Final = _Vector(8)
_SHORTS: Final = _Vector(16)


def _in_memory(
    context: Untyped, builder: Untyped, of: Untyped, array: Untyped, at: Untyped, vector: Untyped
) -> Untyped:
    """A pointer to the vector that begins with this element of an array, counted through all dimensions."""
    data = context.make_array(of)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), vector.as_pointer())


@_intrinsic
def load(_: object, array: Untyped, _at: Untyped) -> Untyped:
    """64 bytes of a uint8 array from an element on, counted through all dimensions; nothing is checked."""

    def emit(context: Untyped, builder: Untyped, signature: Untyped, given: Untyped) -> Untyped:
        array, at = given
        found = builder.load(_in_memory(context, builder, signature.args[0], array, at, _BYTES.made()))
        found.align = 1
        return found

    return _BYTES(array, _types.intp), emit


@_intrinsic
def store(_: object, array: Untyped, _at: Untyped, vector: Untyped) -> Untyped:
    """Write a vector into an array of its type, from an element on, counted as in `load`."""

    def emit(context: Untyped, builder: Untyped, signature: Untyped, given: Untyped) -> Untyped:
        array, at, vector = given
        place: Untyped = _in_memory(context, builder, signature.args[0], array, at, vector.type)
        builder.store(vector, place).align = 1
        return context.get_dummy_value()

    return _types.void(array, _types.intp, vector), emit


@_intrinsic
def permute(_: object, low: Untyped, index: Untyped, high: Untyped) -> Untyped:
    """For each byte of `index` its low seven bits' element of a table: `low`, then `high`."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        kind = _ir.FunctionType(_BYTES.made(), [_BYTES.made()] * 3)
        return builder.call(_cgutils.get_or_insert_function(builder.module, kind, _PERMUTE), given)

    return _BYTES(low, index, high), emit


@_intrinsic
def if_equal(_: object, vector: Untyped, _number: Untyped, then: Untyped) -> Untyped:
    """`then` where a vector of bytes holds this number, 0 elsewhere."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        wide, one, first = _BYTES.made(), _ir.IntType(8), _ir.Constant(_ir.IntType(32), 0)
        alone = builder.insert_element(_ir.Constant(wide, None), builder.trunc(given[1], one), first)
        order = _ir.Constant(_ir.VectorType(_ir.IntType(32), SIZE), None)
        equal = builder.icmp_unsigned("==", given[0], builder.shuffle_vector(alone, alone, order))
        return builder.select(equal, given[2], _ir.Constant(wide, None))

    return _BYTES(vector, _types.intp, then), emit


@_intrinsic
def if_high(_: object, vector: Untyped, then: Untyped, otherwise: Untyped) -> Untyped:
    """`then` where the high bit of a byte is set, `otherwise` elsewhere."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        high = builder.icmp_signed("<", given[0], _ir.Constant(_BYTES.made(), None))
        return builder.select(high, given[1], given[2])

    return _BYTES(vector, then, otherwise), emit


def _of_two(combine: Callable[[Untyped, Untyped, Untyped], Untyped]) -> Untyped:
    """An operation on two vectors of one type."""

    @_intrinsic
    def operation(_: object, first: Untyped, second: Untyped) -> Untyped:
        def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
            return combine(builder, *given)

        return first(first, second), emit

    return operation


add: Final = _of_two(lambda builder, first, second: builder.add(first, second))
"""The sums; what does not fit is cut off."""
either: Final = _of_two(lambda builder, first, second: builder.or_(first, second))
"""The bits that are set in either."""
minimum: Final = _of_two(
    lambda builder, first, second: builder.select(builder.icmp_signed("<", first, second), first, second)
)
"""The smaller of each two numbers with signs."""
maximum: Final = _of_two(
    lambda builder, first, second: builder.select(builder.icmp_signed(">", first, second), first, second)
)
"""The larger of each two numbers with signs."""


def _half(begins: int) -> Untyped:
    """Half of a vector of bytes with signs, as numbers of 16 bits."""

    @_intrinsic
    def operation(_: object, vector: Untyped) -> Untyped:
        def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
            places = list(range(begins, begins + SIZE // 2))
            order = _ir.Constant(_ir.VectorType(_ir.IntType(32), SIZE // 2), places)
            return builder.sext(builder.shuffle_vector(given[0], given[0], order), _SHORTS.made())

        return _SHORTS(vector), emit

    return operation


lower: Final = _half(0)
"""The first 32 bytes, with their signs, as numbers of 16 bits."""
upper: Final = _half(SIZE // 2)
"""The last 32 bytes, with their signs, as numbers of 16 bits."""


def _zeros(vector: _Vector) -> Untyped:
    @_intrinsic
    def operation(_: object) -> Untyped:
        def emit(*_: object) -> Untyped:
            return _ir.Constant(vector.made(), None)

        return vector(), emit

    return operation


no_bytes: Final = _zeros(_BYTES)
"""A vector of 64 bytes, all 0."""
no_shorts: Final = _zeros(_SHORTS)
"""A vector of 32 numbers of 16 bits, all 0."""
