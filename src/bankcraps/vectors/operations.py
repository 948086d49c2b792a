"""What is done with vectors in registers: each a few instructions, or one."""

from collections.abc import Callable
from typing import Any, Final

from bankcraps.vectors._kinds import (
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
    "any_low_below",
    "at_most",
    "both",
    "either",
    "high_bit",
    "high_shorts",
    "if_below",
    "if_reached",
    "if_zero",
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
    "plus",
    "plus_where",
    "quotient",
    "remainder",
    "shifted",
    "times",
    "upper",
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
def if_reached(
    _: object, left: Untyped, right: Untyped, least: Untyped, other: Untyped, then: Untyped
) -> Untyped:
    """`then` where one of 64 numbers of 16 bits, in two vectors, is its least or more; 0 elsewhere."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        left, right, least, other, then = given
        halves = builder.icmp_signed(">=", left, least), builder.icmp_signed(">=", right, other)
        reached = picked(builder, *halves, list(range(SIZE)))
        return builder.select(reached, then, ir.Constant(BYTES.made(), None))

    return BYTES(left, right, least, other, then), emit


@intrinsic
def plus_where(_: object, ints: Untyped, given: Untyped, least: Untyped, number: Untyped) -> Untyped:
    """64 numbers of 32 bits, a number added to each where that of another vector is `least` or more."""

    def emit(_: object, builder: Untyped, __: object, values: Untyped) -> Untyped:
        ints, given, least, number = values
        reached = builder.icmp_signed(">=", given, everywhere(builder, least, INTS))
        more = everywhere(builder, number, INTS)
        return builder.add(ints, builder.select(reached, more, ir.Constant(ints.type, None)))

    return INTS(ints, given, least, number), emit


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
high_bit: Final = _of_bytes(lambda builder, vector, number: builder.lshr(vector, number), 7)
"""The high bits of bytes, as 0 or 1."""


def _half(begins: int) -> Untyped:
    """Half of a vector of bytes with signs, as numbers of 16 bits."""

    @intrinsic
    def operation(_: object, vector: Untyped) -> Untyped:
        def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
            places = list(range(begins, begins + SIZE // 2))
            return builder.sext(picked(builder, given[0], given[0], places), SHORTS.made())

        return SHORTS(vector), emit

    return operation


lower: Final = _half(0)
"""The first 32 bytes, with their signs, as numbers of 16 bits."""
upper: Final = _half(SIZE // 2)
"""The last 32 bytes, with their signs, as numbers of 16 bits."""


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
quotient: Final = _with_number(SHORTS, lambda builder, shorts, number: builder.udiv(shorts, number))
"""Numbers of 16 bits without signs, divided by one. If the compiler knows that one, it multiplies."""
remainder: Final = _with_number(SHORTS, lambda builder, shorts, number: builder.urem(shorts, number))
"""What that division leaves."""
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
