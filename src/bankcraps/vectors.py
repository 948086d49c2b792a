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
    "HAS_GATHER",
    "HAS_PERMUTE",
    "SIZE",
    "add",
    "any_low_below",
    "both",
    "either",
    "gather",
    "high_bit",
    "high_shorts",
    "if_zero",
    "load",
    "low_bits",
    "low_minimum",
    "low_product",
    "lower",
    "lowest_bit",
    "maximum",
    "minimum",
    "narrow",
    "no_bytes",
    "no_ints",
    "no_shorts",
    "one_less",
    "permute",
    "quotient",
    "remainder",
    "room",
    "shifted",
    "store",
    "upper",
    "wide",
]

Number = TypeVar("Number", bound=np.generic)

SIZE: Final = 64
"""Bytes in a vector."""

HAS_PERMUTE: Final = {"+avx512bw", "+avx512vbmi"} <= features()
"""Whether this processor has `permute` as one instruction."""

HAS_GATHER: Final = "+avx512f" in features()
"""Whether this processor has `gather`, sixteen numbers an instruction."""

_PERMUTE: Final = "llvm.x86.avx512.vpermi2var.qi.512"
_GATHER: Final = "llvm.x86.avx512.mask.gather.dpi.512"


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

    def __init__(self, bits: int, count: int) -> None:
        self.bits, self.count = bits, count
        super().__init__(name=f"Vector({bits}, {count})")

    def made(self) -> Untyped:
        """The same type for LLVM."""
        return _ir.VectorType(_ir.IntType(self.bits), self.count)


@register_model(_Vector)
class _VectorModel(_models.PrimitiveModel):
    """A vector is one value, and stays in a register."""

    def __init__(self, manager: object, vector: _Vector) -> None:
        super().__init__(manager, vector, vector.made())


def _register(bits: int) -> _Vector:
    return _Vector(bits, SIZE * 8 // bits)


_BYTES: Final = _register(8)
_SHORTS: Final = _register(16)
_LONGS: Final = _register(64)
_INTS: Final = _Vector(32, SIZE)
"""64 numbers of 32 bits, one for each byte of a vector: several registers, which LLVM makes of it."""


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
    """A vector of an array, or 64 numbers of 32 bits, from an element on, counted through all dimensions."""
    vector = _INTS if array.dtype.bitwidth == _INTS.bits else _register(array.dtype.bitwidth)

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
def gather(_: object, array: Untyped, index: Untyped) -> Untyped:
    """64 numbers of an array of 32 bits, each by its index, counted as in `load`."""

    def emit(context: Untyped, builder: Untyped, signature: Untyped, given: Untyped) -> Untyped:
        data = context.make_array(signature.args[0])(context, builder, given[0]).data
        part, number = _register(32).made(), _ir.IntType(32)
        every = _ir.Constant(_ir.VectorType(_ir.IntType(1), part.count), [1] * part.count)
        kind = _ir.FunctionType(part, [part, data.type, part, every.type, number])
        load = _cgutils.get_or_insert_function(builder.module, kind, _GATHER)
        nothing, size, found = _ir.Constant(part, None), _ir.Constant(number, 4), []
        for first in range(0, SIZE, part.count):
            index = _picked(builder, given[1], given[1], list(range(first, first + part.count)))
            found.append(builder.call(load, [nothing, data, index, every, size]))
        front, back = (
            _picked(builder, first, second, list(range(2 * part.count)))
            for first, second in (found[:2], found[2:])
        )
        return _picked(builder, front, back, list(range(SIZE)))

    return _INTS(array, index), emit


@_intrinsic
def wide(_: object, vector: Untyped) -> Untyped:
    """Bytes without signs as numbers of 32 bits."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        return builder.zext(given[0], _INTS.made())

    return _INTS(vector), emit


@_intrinsic
def if_zero(_: object, vector: Untyped, then: Untyped, otherwise: Untyped) -> Untyped:
    """`then` where a byte is 0, `otherwise` elsewhere."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        zero = builder.icmp_unsigned("==", given[0], _ir.Constant(_BYTES.made(), None))
        return builder.select(zero, given[1], given[2])

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


def _of_bytes(combine: Callable[[Untyped, Untyped, Untyped], Untyped], number: int) -> Untyped:
    """An operation on a vector of bytes and a number that is always the same."""

    @_intrinsic
    def operation(_: object, vector: Untyped) -> Untyped:
        def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
            return combine(builder, given[0], _ir.Constant(_BYTES.made(), [number] * SIZE))

        return _BYTES(vector), emit

    return operation


low_bits: Final = _of_bytes(lambda builder, vector, number: builder.and_(vector, number), 0x7F)
"""Bytes without their high bits."""
one_less: Final = _of_bytes(lambda builder, vector, number: builder.sub(vector, number), 1)
"""Bytes less one; from 0 it goes to 255."""
high_bit: Final = _of_bytes(lambda builder, vector, number: builder.lshr(vector, number), 7)
"""The high bits of bytes, as 0 or 1."""


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


both: Final = _with_number(_INTS, lambda builder, ints, number: builder.and_(ints, number))
"""The bits of 64 numbers of 32 bits that are set in a number, too."""
shifted: Final = _with_number(_INTS, lambda builder, ints, number: builder.ashr(ints, number))
"""64 numbers of 32 bits with signs, shifted to the right."""
quotient: Final = _with_number(_SHORTS, lambda builder, shorts, number: builder.udiv(shorts, number))
"""Numbers of 16 bits without signs, divided by one. If the compiler knows that one, it multiplies."""
remainder: Final = _with_number(_SHORTS, lambda builder, shorts, number: builder.urem(shorts, number))
"""The remainder of that division."""
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
    halves = _register(32).made()
    both = [builder.bitcast(longs, halves) for longs in (first, second)]
    return builder.bitcast(builder.select(builder.icmp_unsigned("<", *both), *both), first.type)


low_minimum: Final = _of_two(_least)
"""The smaller of each two numbers of 32 bits without signs, of two vectors of numbers of 64 bits."""


@_intrinsic
def lowest_bit(_: object, bits: Untyped) -> Untyped:
    """The place of the lowest bit that is set in a number; there must be one."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        return builder.cttz(given[0], _ir.Constant(_ir.IntType(1), 1))

    return _types.intp(bits), emit


def _zeros(vector: _Vector) -> Untyped:
    @_intrinsic
    def operation(_: object) -> Untyped:
        def emit(*_: object) -> Untyped:
            return _ir.Constant(vector.made(), None)

        return vector(), emit

    return operation


no_bytes: Final = _zeros(_BYTES)
"""A vector of 64 bytes, all 0."""
no_ints: Final = _zeros(_INTS)
"""64 numbers of 32 bits, all 0."""
no_shorts: Final = _zeros(_SHORTS)
"""A vector of 32 numbers of 16 bits, all 0."""
