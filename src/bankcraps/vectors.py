"""Vectors of 64 bytes for compiled functions: values in one register of a processor that has such registers.

Numba makes vector code of a loop where it can. It cannot know that a table of 128 bytes fits into two
registers, and that one instruction then looks up 64 numbers at once (`vpermi2b` of AVX-512 VBMI). The
operations here say so, as instructions of LLVM. Every machine has all of them but `permute`.

Numba keeps compiled code by the name and the features of the processor, so code kept on one machine is never
run on another.
"""

import math
from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from bankcraps.compiled import features

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from llvmlite import ir  # isort: skip
from numba.core import cgutils, types  # isort: skip
from numba.core.extending import intrinsic, models, register_model  # isort: skip

__all__ = [
    "HAS_PERMUTE",
    "SIZE",
    "add",
    "any_low_below",
    "either",
    "high_shorts",
    "if_equal",
    "if_high",
    "load",
    "low_minimum",
    "low_product",
    "lower",
    "maximum",
    "minimum",
    "narrow",
    "no_bytes",
    "no_shorts",
    "permute",
    "quotient",
    "remainder",
    "room",
    "store",
    "upper",
]

Number = TypeVar("Number", bound=np.generic)

SIZE: Final = 64
"""Bytes in a vector."""

HAS_PERMUTE: Final = {"+avx512bw", "+avx512vbmi"} <= features()
"""Whether this processor has `permute` as one instruction."""

_PERMUTE: Final = "llvm.x86.avx512.vpermi2var.qi.512"


def room(shape: tuple[int, ...], kind: type[Number]) -> NDArray[Number]:
    """An array of zeros that begins where a vector does: one across two lines of memory takes two reads."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    memory = np.zeros(size + SIZE, np.uint8)
    begins = -memory.ctypes.data % SIZE
    return memory[begins : begins + size].view(kind).reshape(shape)


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
_LONGS: Final = _Vector(64)


def _in_memory(
    context: Untyped, builder: Untyped, of: Untyped, array: Untyped, at: Untyped, vector: Untyped
) -> Untyped:
    """A pointer to the vector that begins with this element of an array, counted through all dimensions."""
    data = context.make_array(of)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), vector.as_pointer())


def _everywhere(builder: Untyped, number: Untyped, vector: _Vector) -> Untyped:
    """The low bits of a number in every place of a vector."""
    wide = vector.made()
    one = builder.trunc(number, wide.element) if vector.bits < number.type.width else number
    alone = builder.insert_element(_ir.Constant(wide, None), one, _ir.Constant(_ir.IntType(32), 0))
    return _picked(builder, alone, alone, [0] * wide.count)


def _picked(builder: Untyped, first: Untyped, second: Untyped, places: list[int]) -> Untyped:
    """Elements of two vectors, by their places in both, one after the other."""
    order = _ir.Constant(_ir.VectorType(_ir.IntType(32), len(places)), places)
    return builder.shuffle_vector(first, second, order)


@_intrinsic
def load(_: object, array: Untyped, _at: Untyped) -> Untyped:
    """A vector of an array from an element on, counted through all dimensions; nothing is checked."""
    vector = _Vector(array.dtype.bitwidth)

    def emit(context: Untyped, builder: Untyped, signature: Untyped, given: Untyped) -> Untyped:
        array, at = given
        found = builder.load(_in_memory(context, builder, signature.args[0], array, at, vector.made()))
        found.align = 1
        return found

    return vector(array, _types.intp), emit


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
    """Look up the low seven bits of each byte of `index` in a table of 128 bytes: `low`, then `high`."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        kind = _ir.FunctionType(_BYTES.made(), [_BYTES.made()] * 3)
        return builder.call(_cgutils.get_or_insert_function(builder.module, kind, _PERMUTE), given)

    return _BYTES(low, index, high), emit


@_intrinsic
def if_equal(_: object, vector: Untyped, _number: Untyped, then: Untyped) -> Untyped:
    """`then` where a vector of bytes holds this number, 0 elsewhere."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        equal = builder.icmp_unsigned("==", given[0], _everywhere(builder, given[1], _BYTES))
        return builder.select(equal, given[2], _ir.Constant(_BYTES.made(), None))

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
            return builder.sext(_picked(builder, given[0], given[0], places), _SHORTS.made())

        return _SHORTS(vector), emit

    return operation


lower: Final = _half(0)
"""The first 32 bytes, with their signs, as numbers of 16 bits."""
upper: Final = _half(SIZE // 2)
"""The last 32 bytes, with their signs, as numbers of 16 bits."""


def _with_number(vector: _Vector, combine: Callable[[Any, Any, Any], Any]) -> Untyped:
    """An operation on a vector and a number, the same for every element."""

    @_intrinsic
    def operation(_: object, _vector: Untyped, number: Untyped) -> Untyped:
        def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
            return combine(builder, given[0], _everywhere(builder, given[1], vector))

        return vector(vector, number), emit

    return operation


def _low(builder: Untyped, longs: Untyped) -> Untyped:
    return builder.and_(longs, _ir.Constant(longs.type, [0xFFFFFFFF] * longs.type.count))


quotient: Final = _with_number(_SHORTS, lambda builder, shorts, number: builder.udiv(shorts, number))
"""Numbers of 16 bits without signs, divided by one. If the compiler knows that one, it multiplies."""
remainder: Final = _with_number(_SHORTS, lambda builder, shorts, number: builder.urem(shorts, number))
"""What that division leaves."""
low_product: Final = _with_number(
    _LONGS, lambda builder, longs, number: builder.mul(_low(builder, longs), _low(builder, number))
)
"""The low 32 bits of each of eight numbers of 64, times those of a number: all 64 bits of the product."""


@_intrinsic
def high_shorts(_: object, first: Untyped, second: Untyped, third: Untyped, fourth: Untyped) -> Untyped:
    """The low 16 bits of the high halves of 32 numbers of 64 bits, in their order."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        a, b, c, d = (builder.bitcast(longs, _SHORTS.made()) for longs in given)
        places = list(range(2, SIZE, 4))
        front, back = _picked(builder, a, b, places), _picked(builder, c, d, places)
        return _picked(builder, front, back, list(range(SIZE // 2)))

    return _SHORTS(first, second, third, fourth), emit


@_intrinsic
def narrow(_: object, first: Untyped, second: Untyped) -> Untyped:
    """The low bytes of 64 numbers of 16 bits, in their order."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        front, back = (builder.bitcast(shorts, _BYTES.made()) for shorts in given)
        return _picked(builder, front, back, list(range(0, 2 * SIZE, 2)))

    return _BYTES(first, second), emit


@_intrinsic
def any_low_below(_: object, vector: Untyped, number: Untyped) -> Untyped:
    """Whether the low 32 bits of any of eight numbers of 64 are below this number."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        below = builder.icmp_unsigned("<", _low(builder, given[0]), _everywhere(builder, given[1], _LONGS))
        found = builder.bitcast(below, _ir.IntType(8))
        return builder.icmp_unsigned("!=", found, _ir.Constant(found.type, 0))

    return _types.boolean(vector, number), emit


def _least(builder: Untyped, first: Untyped, second: Untyped) -> Untyped:
    halves = _Vector(32).made()
    both = [builder.bitcast(longs, halves) for longs in (first, second)]
    return builder.bitcast(builder.select(builder.icmp_unsigned("<", *both), *both), first.type)


low_minimum: Final = _of_two(_least)
"""The smaller of each two numbers of 32 bits without signs, of two vectors of numbers of 64 bits."""


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
