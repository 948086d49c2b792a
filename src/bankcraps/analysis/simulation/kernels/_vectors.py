"""Vectors of 64 bytes for compiled functions: values in one register of a processor that has such registers.

Numba makes vector code of a loop where it can. It cannot know that a table of 128 bytes fits into two
registers, and that one instruction then looks up 64 numbers at once (`vpermi2b` of AVX-512 VBMI). The
operations here say so, as instructions of LLVM. Every machine has all of them but `permute` and `gather`:
these need AVX-512.

Numba keeps compiled code by the name and the features of the processor, so code kept on one machine is never
run on another.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

import math
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, Final, TypeVar

from bankcraps.support.extras import missing

if _without := missing("numba"):
    raise _without

import numpy as np
from llvmlite import ir as llvm
from numba.core import cgutils as building
from numba.core import extending
from numba.core import types as numba_types
from numpy.typing import NDArray

from bankcraps.support.compiled import features

SIZE: Final = 64
"""Bytes in a vector."""

Untyped = Any
"""A value of Numba or llvmlite, which have no types."""

ir: Untyped = llvm
cgutils: Untyped = building
types: Untyped = numba_types
intrinsic: Untyped = extending.intrinsic
_models: Untyped = extending.models
_register_model: Untyped = extending.register_model


class Vector(types.Type):
    """The type of a vector of whole numbers, for Numba."""

    def __init__(self, bits: int, count: int) -> None:
        self.bits, self.count = bits, count
        super().__init__(name=f"Vector({bits}, {count})")

    def made(self) -> Untyped:
        """The same type for LLVM."""
        return ir.VectorType(ir.IntType(self.bits), self.count)


@_register_model(Vector)
class _VectorModel(_models.PrimitiveModel):
    """A vector is one value, and stays in a register."""

    def __init__(self, manager: object, vector: Vector) -> None:
        super().__init__(manager, vector, vector.made())


def register(bits: int) -> Vector:
    return Vector(bits, SIZE * 8 // bits)


BYTES: Final = register(8)
SHORTS: Final = register(16)
LONGS: Final = register(64)
INTS: Final = Vector(32, SIZE)
"""64 numbers of 32 bits, one for each byte of a vector: several registers, which LLVM makes of it."""


def everywhere(builder: Untyped, number: Untyped, vector: Vector) -> Untyped:
    """The low bits of a number in every place of a vector."""
    wide = vector.made()
    one = builder.trunc(number, wide.element) if vector.bits < number.type.width else number
    alone = builder.insert_element(ir.Constant(wide, None), one, ir.Constant(ir.IntType(32), 0))
    return picked(builder, alone, alone, [0] * wide.count)


def picked(builder: Untyped, first: Untyped, second: Untyped, places: list[int]) -> Untyped:
    """Elements of two vectors, by their places in both, one after the other."""
    order = ir.Constant(ir.VectorType(ir.IntType(32), len(places)), places)
    return builder.shuffle_vector(first, second, order)


def lowered(result: Untyped = None) -> Callable[[Callable[..., Untyped]], Untyped]:
    """An operation for compiled functions, of the function that writes it for LLVM.

    There, an array is a pointer to its first element: places are counted through all dimensions.

    Args:
        result: the type of its result, or a function that has it by the types of the operands; that of its
            first operand if not given.
    """

    def made(write: Callable[..., Untyped]) -> Untyped:
        @wraps(write)  # Numba counts the operands by the signature; there, a context stands for the builder
        def operation(_: object, *operands: Untyped) -> Untyped:
            def emit(context: Untyped, builder: Untyped, signature: Untyped, given: Untyped) -> Untyped:
                values = [
                    context.make_array(of)(context, builder, one).data if isinstance(of, types.Array) else one
                    for of, one in zip(signature.args, given, strict=True)
                ]
                return write(builder, *values) or context.get_dummy_value()

            found = result(*operands) if isinstance(result, FunctionType) else result or operands[0]
            return found(*operands), emit

        return intrinsic(operation)

    return made


Number = TypeVar("Number", bound=np.generic)

HAS_PERMUTE: Final = {"+avx512bw", "+avx512vbmi"} <= features()
"""Whether this processor has `permute` as one instruction."""

HAS_GATHER: Final = "+avx512f" in features()
"""Whether this processor has `gather`, sixteen numbers an instruction."""

PERMUTE: Final = "llvm.x86.avx512.vpermi2var.qi.512"
GATHER: Final = "llvm.x86.avx512.mask.gather.dpi.512"


def room(shape: tuple[int, ...], kind: type[Number]) -> NDArray[Number]:
    """An array of zeros that begins where a vector does: one across two lines of memory takes two reads."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    memory = np.zeros(size + SIZE, np.uint8)
    begins = -memory.ctypes.data % SIZE
    return memory[begins : begins + size].view(kind).reshape(shape)


def _held(bits: int) -> Vector:
    """The vector of numbers of so many bits that is in memory at once."""
    return INTS if bits == INTS.bits else register(bits)


@lowered(lambda array, _: _held(array.dtype.bitwidth))
def load(builder: Untyped, data: Untyped, at: Untyped) -> Untyped:
    """A vector of an array, or 64 numbers of 32 bits, from an element on."""
    vector = _held(data.type.pointee.width).made()
    found = builder.load(builder.bitcast(builder.gep(data, [at]), vector.as_pointer()))
    found.align = 1
    return found


@lowered(types.void)
def store(builder: Untyped, data: Untyped, at: Untyped, vector: Untyped) -> None:
    """Write a vector into an array of its type, from an element on."""
    builder.store(vector, builder.bitcast(builder.gep(data, [at]), vector.type.as_pointer())).align = 1


def instruction(builder: Untyped, name: str, result: Untyped, *operands: Untyped) -> Untyped:
    """Call an instruction of the processor that LLVM has by this name."""
    kind = ir.FunctionType(result, [each.type for each in operands])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), operands)


@lowered(BYTES)
def permute(builder: Untyped, low: Untyped, index: Untyped, high: Untyped) -> Untyped:
    """Look up the low seven bits of each byte of `index` in a table of 128 bytes: `low`, then `high`."""
    return instruction(builder, PERMUTE, BYTES.made(), low, index, high)


@lowered(INTS)
def gather(builder: Untyped, data: Untyped, index: Untyped) -> Untyped:
    """64 numbers of an array of 32 bits, each by its index."""
    every = ir.Constant(ir.VectorType(ir.IntType(1), SIZE), [1] * SIZE)
    return _gathered(builder, data, index, every, ir.Constant(index.type, None))


@lowered(INTS)
def gather_where(
    builder: Untyped, data: Untyped, index: Untyped, asked: Untyped, otherwise: Untyped
) -> Untyped:
    """As `gather` where a number of `asked` is not below 0; `otherwise` elsewhere, and nothing is read."""
    where = builder.icmp_signed(">=", asked, ir.Constant(asked.type, None))
    return _gathered(builder, data, index, where, otherwise)


def _gathered(builder: Untyped, data: Untyped, index: Untyped, where: Untyped, otherwise: Untyped) -> Untyped:
    """Numbers of 32 bits by their index, sixteen an instruction."""
    part, size, every = register(32).made(), ir.Constant(ir.IntType(32), 4), list(range(SIZE))
    found: list[Untyped] = []
    for first in range(0, SIZE, part.count):
        places = every[first : first + part.count]
        kept, at, mask = (picked(builder, each, each, places) for each in (otherwise, index, where))
        found.append(instruction(builder, GATHER, part, kept, data, at, mask, size))
    a, b, c, d = found
    half = every[: 2 * part.count]
    return picked(builder, picked(builder, a, b, half), picked(builder, c, d, half), every)


@lowered(INTS)
def wide(builder: Untyped, vector: Untyped) -> Untyped:
    """Bytes without signs as numbers of 32 bits."""
    return builder.zext(vector, INTS.made())


@lowered(BYTES)
def if_zero(builder: Untyped, vector: Untyped, then: Untyped, otherwise: Untyped) -> Untyped:
    """`then` where a byte is 0, `otherwise` elsewhere."""
    zero = builder.icmp_unsigned("==", vector, ir.Constant(BYTES.made(), None))
    return builder.select(zero, then, otherwise)


@lowered(BYTES)
def if_below(builder: Untyped, first: Untyped, second: Untyped, then: Untyped, otherwise: Untyped) -> Untyped:
    """`then` where a byte without a sign is below another, `otherwise` elsewhere."""
    return builder.select(builder.icmp_unsigned("<", first, second), then, otherwise)


@lowered(types.uint64)
def where_below(builder: Untyped, first: Untyped, second: Untyped) -> Untyped:
    """A bit for each of 64 numbers of 32 bits with signs: whether it is below another."""
    return builder.bitcast(builder.icmp_signed("<", first, second), ir.IntType(SIZE))


@lowered(INTS)
def chosen(builder: Untyped, bits: Untyped, then: Untyped, otherwise: Untyped) -> Untyped:
    """64 numbers of 32 bits: of `then` where a bit is set, of `otherwise` elsewhere."""
    where = builder.bitcast(bits, ir.VectorType(ir.IntType(1), SIZE))
    return builder.select(where, then, otherwise)


@lowered(INTS)
def plus_where(builder: Untyped, ints: Untyped, given: Untyped, least: Untyped, number: Untyped) -> Untyped:
    """64 numbers of 32 bits, a number added to each where that of another vector is `least` or more."""
    reached = builder.icmp_signed(">=", given, everywhere(builder, least, INTS))
    more = everywhere(builder, number, INTS)
    return builder.add(ints, builder.select(reached, more, ir.Constant(ints.type, None)))


@lowered(INTS)
def add_where(builder: Untyped, ints: Untyped, more: Untyped, asked: Untyped) -> Untyped:
    """64 numbers of 32 bits, others added to them where a number of `asked` is not below 0."""
    where = builder.icmp_signed(">=", asked, ir.Constant(asked.type, None))
    return builder.add(ints, builder.select(where, more, ir.Constant(ints.type, None)))


_of_two: Final = lowered()
"""An operation on two vectors of one type."""

add: Final = _of_two(lambda builder, first, second: builder.add(first, second))
"""The sums; what does not fit is cut off."""
below: Final = _of_two(
    lambda builder, first, second: builder.ashr(builder.sub(first, second), _shorts(SHORTS.bits - 1))
)
"""-1 where a number of 16 bits with a sign is below another, 0 elsewhere. Their difference must fit, too."""
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


@lowered()
def low_bits(builder: Untyped, vector: Untyped) -> Untyped:
    """Bytes without their high bits."""
    return builder.and_(vector, ir.Constant(vector.type, [0x7F] * SIZE))


@lowered()
def one_less(builder: Untyped, vector: Untyped) -> Untyped:
    """Bytes less one; from 0 it goes to 255."""
    return builder.sub(vector, ir.Constant(vector.type, [1] * SIZE))


@lowered(BYTES)
def high_bit(builder: Untyped, vector: Untyped) -> Untyped:
    """The high bits of bytes, as 0 or 1: in numbers of 16 bits, as LLVM takes a longer way in bytes."""
    shorts = builder.lshr(builder.bitcast(vector, SHORTS.made()), _shorts(7))
    return builder.bitcast(builder.and_(shorts, _shorts(0x0101)), BYTES.made())


@lowered(SHORTS)
def even_bytes(builder: Untyped, vector: Untyped) -> Untyped:
    """The bytes at even places, with their signs, as numbers of 16 bits: a shift there and back."""
    shorts = builder.bitcast(vector, SHORTS.made())
    return builder.ashr(builder.shl(shorts, _shorts(8)), _shorts(8))


@lowered(SHORTS)
def odd_bytes(builder: Untyped, vector: Untyped) -> Untyped:
    """The bytes at odd places, with their signs, as numbers of 16 bits."""
    return builder.ashr(builder.bitcast(vector, SHORTS.made()), _shorts(8))


@lowered(BYTES)
def mixed(builder: Untyped, even: Untyped, odd: Untyped) -> Untyped:
    """Bytes in turn: low ones of numbers of 16 bits, and high ones of others, whose low bytes are 0."""
    return builder.bitcast(builder.or_(builder.and_(even, _shorts(0xFF)), odd), BYTES.made())


def _shorts(number: int) -> Untyped:
    return ir.Constant(SHORTS.made(), [number] * SHORTS.count)


def _arranged(order: list[int]) -> Untyped:
    """Numbers of 16 bits of two vectors, in another order."""
    return lowered(SHORTS)(lambda builder, first, second: picked(builder, first, second, order))


evens: Final = _arranged(list(range(0, SIZE, 2)))
"""Of 64 numbers of 16 bits, in two vectors, those at even places."""
odds: Final = _arranged(list(range(1, SIZE, 2)))
"""Of 64 numbers of 16 bits, in two vectors, those at odd places."""
_IN_TURN: Final = [half * SHORTS.count + place for place in range(SHORTS.count) for half in (0, 1)]
front: Final = _arranged(_IN_TURN[: SHORTS.count])
"""The first half of 64 numbers of 16 bits, of those at even places and those at odd places."""
back: Final = _arranged(_IN_TURN[SHORTS.count :])
"""The last half of them."""


def _with_number(vector: Vector, combine: Callable[..., Untyped]) -> Untyped:
    """An operation on a vector and a number, the same for every element."""
    return lowered(vector)(
        lambda builder, given, number: combine(builder, given, everywhere(builder, number, vector))
    )


def _low(builder: Untyped, longs: Untyped) -> Untyped:
    return builder.and_(longs, ir.Constant(longs.type, [0xFFFFFFFF] * longs.type.count))


both: Final = _with_number(INTS, lambda builder, ints, number: builder.and_(ints, number))
"""The bits of 64 numbers of 32 bits that are set in a number, too."""
plus: Final = _with_number(INTS, lambda builder, ints, number: builder.add(ints, number))
"""64 numbers of 32 bits, a number added to each."""
times: Final = _with_number(INTS, lambda builder, ints, number: builder.mul(ints, number))
"""64 numbers of 32 bits, each times a number; what does not fit is cut off."""
at_most: Final = _with_number(
    INTS, lambda builder, ints, number: builder.select(builder.icmp_signed("<", ints, number), ints, number)
)
"""64 numbers of 32 bits with signs, none above a number."""
shifted: Final = _with_number(INTS, lambda builder, ints, number: builder.ashr(ints, number))
"""64 numbers of 32 bits with signs, shifted to the right."""
product: Final = _with_number(SHORTS, lambda builder, shorts, number: builder.mul(shorts, number))
"""Numbers of 16 bits, each times a number; what does not fit is cut off."""
quotient: Final = _with_number(SHORTS, lambda builder, shorts, number: builder.udiv(shorts, number))
"""Numbers of 16 bits without signs, divided by one. If the compiler knows that one, it multiplies."""
remainder: Final = _with_number(SHORTS, lambda builder, shorts, number: builder.urem(shorts, number))
"""The remainders of that division."""
low_product: Final = _with_number(
    LONGS, lambda builder, longs, number: builder.mul(_low(builder, longs), _low(builder, number))
)
"""The low 32 bits of each of eight numbers of 64, times those of a number: all 64 bits of the product."""


@lowered(SHORTS)
def high_shorts(builder: Untyped, a: Untyped, b: Untyped, c: Untyped, d: Untyped) -> Untyped:
    """The low 16 bits of the high halves of 32 numbers of 64 bits, in their order."""
    a, b, c, d = (builder.bitcast(longs, SHORTS.made()) for longs in (a, b, c, d))
    places = list(range(2, SIZE, 4))
    front, back = picked(builder, a, b, places), picked(builder, c, d, places)
    return picked(builder, front, back, list(range(SIZE // 2)))


@lowered(BYTES)
def narrow(builder: Untyped, first: Untyped, second: Untyped) -> Untyped:
    """The low bytes of 64 numbers of 16 bits, in their order."""
    front, back = (builder.bitcast(shorts, BYTES.made()) for shorts in (first, second))
    return picked(builder, front, back, list(range(0, 2 * SIZE, 2)))


@lowered(types.boolean)
def any_low_below(builder: Untyped, vector: Untyped, number: Untyped) -> Untyped:
    """Whether the low 32 bits of any of eight numbers of 64 are below this number."""
    below = builder.icmp_unsigned("<", _low(builder, vector), everywhere(builder, number, LONGS))
    found = builder.bitcast(below, ir.IntType(8))
    return builder.icmp_unsigned("!=", found, ir.Constant(found.type, 0))


@_of_two
def low_minimum(builder: Untyped, first: Untyped, second: Untyped) -> Untyped:
    """The smaller of each two numbers of 32 bits without signs, of two vectors of numbers of 64 bits."""
    halves = register(32).made()
    both = [builder.bitcast(longs, halves) for longs in (first, second)]
    return builder.bitcast(builder.select(builder.icmp_unsigned("<", *both), *both), first.type)


@lowered(types.intp)
def lowest_bit(builder: Untyped, bits: Untyped) -> Untyped:
    """The place of the lowest bit that is set in a number; there must be one."""
    return builder.cttz(bits, ir.Constant(ir.IntType(1), 1))


def _zeros(vector: Vector) -> Untyped:
    return lowered(vector)(lambda _: ir.Constant(vector.made(), None))


no_bytes: Final = _zeros(BYTES)
"""A vector of 64 bytes, all 0."""
no_ints: Final = _zeros(INTS)
"""64 numbers of 32 bits, all 0."""
no_shorts: Final = _zeros(SHORTS)
"""A vector of 32 numbers of 16 bits, all 0."""
