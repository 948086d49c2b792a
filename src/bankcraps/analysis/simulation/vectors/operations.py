"""Operations on vectors in registers: each a few instructions, or one."""

from collections.abc import Callable
from typing import Any, Final

from bankcraps.analysis.simulation.vectors._kinds import (
    BYTES,
    INTS,
    LONGS,
    SHORTS,
    SIZE,
    Untyped,
    Vector,
    everywhere,
    intrinsic,
    ir,
    picked,
    register,
    types,
)

__all__ = [
    "add",
    "add_where",
    "any_low_below",
    "at_most",
    "back",
    "below",
    "both",
    "chosen",
    "either",
    "even_bytes",
    "evens",
    "front",
    "high_bit",
    "high_shorts",
    "if_below",
    "if_zero",
    "low_bits",
    "low_minimum",
    "low_product",
    "lowest_bit",
    "maximum",
    "minimum",
    "mixed",
    "narrow",
    "no_bytes",
    "no_ints",
    "no_shorts",
    "odd_bytes",
    "odds",
    "one_less",
    "plus",
    "plus_where",
    "product",
    "quotient",
    "remainder",
    "shifted",
    "times",
    "where_below",
    "wide",
]


@intrinsic
def wide(_: object, vector: Untyped) -> Untyped:
    """Bytes without signs as numbers of 32 bits."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        return builder.zext(given[0], INTS.made())

    return INTS(vector), emit


@intrinsic
def if_zero(_: object, vector: Untyped, then: Untyped, otherwise: Untyped) -> Untyped:
    """`then` where a byte is 0, `otherwise` elsewhere."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        zero = builder.icmp_unsigned("==", given[0], ir.Constant(BYTES.made(), None))
        return builder.select(zero, given[1], given[2])

    return BYTES(vector, then, otherwise), emit


@intrinsic
def if_below(_: object, first: Untyped, second: Untyped, then: Untyped, otherwise: Untyped) -> Untyped:
    """`then` where a byte without a sign is below another, `otherwise` elsewhere."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        return builder.select(builder.icmp_unsigned("<", given[0], given[1]), given[2], given[3])

    return BYTES(first, second, then, otherwise), emit


@intrinsic
def where_below(_: object, first: Untyped, second: Untyped) -> Untyped:
    """A bit for each of 64 numbers of 32 bits with signs: whether it is below another."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        return builder.bitcast(builder.icmp_signed("<", *given), ir.IntType(SIZE))

    return types.uint64(first, second), emit


@intrinsic
def chosen(_: object, bits: Untyped, then: Untyped, otherwise: Untyped) -> Untyped:
    """64 numbers of 32 bits: of `then` where a bit is set, of `otherwise` elsewhere."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        where = builder.bitcast(given[0], ir.VectorType(ir.IntType(1), SIZE))
        return builder.select(where, given[1], given[2])

    return INTS(bits, then, otherwise), emit


@intrinsic
def plus_where(_: object, ints: Untyped, given: Untyped, least: Untyped, number: Untyped) -> Untyped:
    """64 numbers of 32 bits, a number added to each where that of another vector is `least` or more."""

    def emit(_: object, builder: Untyped, __: object, values: Untyped) -> Untyped:
        ints, given, least, number = values
        reached = builder.icmp_signed(">=", given, everywhere(builder, least, INTS))
        more = everywhere(builder, number, INTS)
        return builder.add(ints, builder.select(reached, more, ir.Constant(ints.type, None)))

    return INTS(ints, given, least, number), emit


@intrinsic
def add_where(_: object, ints: Untyped, more: Untyped, asked: Untyped) -> Untyped:
    """64 numbers of 32 bits, others added to them where a number of `asked` is not below 0."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        ints, more, asked = given
        where = builder.icmp_signed(">=", asked, ir.Constant(asked.type, None))
        return builder.add(ints, builder.select(where, more, ir.Constant(ints.type, None)))

    return INTS(ints, more, asked), emit


def _of_two(combine: Callable[[Untyped, Untyped, Untyped], Untyped]) -> Untyped:
    """An operation on two vectors of one type."""

    @intrinsic
    def operation(_: object, first: Untyped, second: Untyped) -> Untyped:
        def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
            return combine(builder, *given)

        return first(first, second), emit

    return operation


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


def _of_bytes(combine: Callable[[Untyped, Untyped, Untyped], Untyped], number: int) -> Untyped:
    """An operation on a vector of bytes and a number that is always the same."""

    @intrinsic
    def operation(_: object, vector: Untyped) -> Untyped:
        def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
            return combine(builder, given[0], ir.Constant(BYTES.made(), [number] * SIZE))

        return BYTES(vector), emit

    return operation


low_bits: Final = _of_bytes(lambda builder, vector, number: builder.and_(vector, number), 0x7F)
"""Bytes without their high bits."""
one_less: Final = _of_bytes(lambda builder, vector, number: builder.sub(vector, number), 1)
"""Bytes less one; from 0 it goes to 255."""


@intrinsic
def high_bit(_: object, vector: Untyped) -> Untyped:
    """The high bits of bytes, as 0 or 1: in numbers of 16 bits, as LLVM takes a longer way in bytes."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        shorts = builder.lshr(builder.bitcast(given[0], SHORTS.made()), _shorts(7))
        return builder.bitcast(builder.and_(shorts, _shorts(0x0101)), BYTES.made())

    return BYTES(vector), emit


@intrinsic
def even_bytes(_: object, vector: Untyped) -> Untyped:
    """The bytes at even places, with their signs, as numbers of 16 bits: a shift there and back."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        shorts = builder.bitcast(given[0], SHORTS.made())
        return builder.ashr(builder.shl(shorts, _shorts(8)), _shorts(8))

    return SHORTS(vector), emit


@intrinsic
def odd_bytes(_: object, vector: Untyped) -> Untyped:
    """The bytes at odd places, with their signs, as numbers of 16 bits."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        return builder.ashr(builder.bitcast(given[0], SHORTS.made()), _shorts(8))

    return SHORTS(vector), emit


@intrinsic
def mixed(_: object, even: Untyped, odd: Untyped) -> Untyped:
    """Bytes in turn: low ones of numbers of 16 bits, and high ones of others, whose low bytes are 0."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        low = builder.and_(given[0], _shorts(0xFF))
        return builder.bitcast(builder.or_(low, given[1]), BYTES.made())

    return BYTES(even, odd), emit


def _shorts(number: int) -> Untyped:
    return ir.Constant(SHORTS.made(), [number] * SHORTS.count)


def _arranged(order: list[int]) -> Untyped:
    """Numbers of 16 bits of two vectors, in another order."""

    @intrinsic
    def operation(_: object, first: Untyped, second: Untyped) -> Untyped:
        def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
            return picked(builder, given[0], given[1], order)

        return SHORTS(first, second), emit

    return operation


evens: Final = _arranged(list(range(0, SIZE, 2)))
"""Of 64 numbers of 16 bits, in two vectors, those at even places."""
odds: Final = _arranged(list(range(1, SIZE, 2)))
"""Of 64 numbers of 16 bits, in two vectors, those at odd places."""
_IN_TURN: Final = [half * SHORTS.count + place for place in range(SHORTS.count) for half in (0, 1)]
front: Final = _arranged(_IN_TURN[: SHORTS.count])
"""The first half of 64 numbers of 16 bits, of those at even places and those at odd places."""
back: Final = _arranged(_IN_TURN[SHORTS.count :])
"""The last half of them."""


def _with_number(vector: Vector, combine: Callable[[Any, Any, Any], Any]) -> Untyped:
    """An operation on a vector and a number, the same for every element."""

    @intrinsic
    def operation(_: object, _vector: Untyped, number: Untyped) -> Untyped:
        def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
            return combine(builder, given[0], everywhere(builder, given[1], vector))

        return vector(vector, number), emit

    return operation


def _low(builder: Untyped, longs: Untyped) -> Untyped:
    return builder.and_(longs, ir.Constant(longs.type, [0xFFFFFFFF] * longs.type.count))


both: Final = _with_number(INTS, lambda builder, ints, number: builder.and_(ints, number))
"""The bits of 64 numbers of 32 bits that are set in a number, too."""
plus: Final = _with_number(INTS, lambda builder, ints, number: builder.add(ints, number))
"""64 numbers of 32 bits, a number added to each."""
times: Final = _with_number(INTS, lambda builder, ints, number: builder.mul(ints, number))
"""64 numbers of 32 bits, each times a number; what does not fit is cut off."""
at_most: Final = _with_number(
    INTS,
    lambda builder, ints, number: builder.select(builder.icmp_signed("<", ints, number), ints, number),
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


@intrinsic
def high_shorts(_: object, first: Untyped, second: Untyped, third: Untyped, fourth: Untyped) -> Untyped:
    """The low 16 bits of the high halves of 32 numbers of 64 bits, in their order."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        a, b, c, d = (builder.bitcast(longs, SHORTS.made()) for longs in given)
        places = list(range(2, SIZE, 4))
        front, back = picked(builder, a, b, places), picked(builder, c, d, places)
        return picked(builder, front, back, list(range(SIZE // 2)))

    return SHORTS(first, second, third, fourth), emit


@intrinsic
def narrow(_: object, first: Untyped, second: Untyped) -> Untyped:
    """The low bytes of 64 numbers of 16 bits, in their order."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        front, back = (builder.bitcast(shorts, BYTES.made()) for shorts in given)
        return picked(builder, front, back, list(range(0, 2 * SIZE, 2)))

    return BYTES(first, second), emit


@intrinsic
def any_low_below(_: object, vector: Untyped, number: Untyped) -> Untyped:
    """Whether the low 32 bits of any of eight numbers of 64 are below this number."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        below = builder.icmp_unsigned("<", _low(builder, given[0]), everywhere(builder, given[1], LONGS))
        found = builder.bitcast(below, ir.IntType(8))
        return builder.icmp_unsigned("!=", found, ir.Constant(found.type, 0))

    return types.boolean(vector, number), emit


def _least(builder: Untyped, first: Untyped, second: Untyped) -> Untyped:
    halves = register(32).made()
    both = [builder.bitcast(longs, halves) for longs in (first, second)]
    return builder.bitcast(builder.select(builder.icmp_unsigned("<", *both), *both), first.type)


low_minimum: Final = _of_two(_least)
"""The smaller of each two numbers of 32 bits without signs, of two vectors of numbers of 64 bits."""


@intrinsic
def lowest_bit(_: object, bits: Untyped) -> Untyped:
    """The place of the lowest bit that is set in a number; there must be one."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        return builder.cttz(given[0], ir.Constant(ir.IntType(1), 1))

    return types.intp(bits), emit


def _zeros(vector: Vector) -> Untyped:
    @intrinsic
    def operation(_: object) -> Untyped:
        def emit(*_: object) -> Untyped:
            return ir.Constant(vector.made(), None)

        return vector(), emit

    return operation


no_bytes: Final = _zeros(BYTES)
"""A vector of 64 bytes, all 0."""
no_ints: Final = _zeros(INTS)
"""64 numbers of 32 bits, all 0."""
no_shorts: Final = _zeros(SHORTS)
"""A vector of 32 numbers of 16 bits, all 0."""
