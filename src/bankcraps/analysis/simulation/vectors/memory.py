"""Vectors and memory: load, store, and look up many numbers at once."""

import math
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.simulation.vectors._kinds import (
    BYTES,
    INTS,
    SIZE,
    Untyped,
    cgutils,
    in_memory,
    intrinsic,
    ir,
    picked,
    register,
    types,
)
from bankcraps.support.compiled import features

__all__ = ["HAS_GATHER", "HAS_PERMUTE", "gather", "gather_where", "load", "permute", "room", "store"]

Number = TypeVar("Number", bound=np.generic)

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


@intrinsic
def load(_: object, array: Untyped, _at: Untyped) -> Untyped:
    """A vector of an array, or 64 numbers of 32 bits, from an element on, counted through all dimensions."""
    vector = INTS if array.dtype.bitwidth == INTS.bits else register(array.dtype.bitwidth)

    def emit(context: Untyped, builder: Untyped, signature: Untyped, given: Untyped) -> Untyped:
        array, at = given
        found = builder.load(in_memory(context, builder, signature.args[0], array, at, vector.made()))
        found.align = 1
        return found

    return vector(array, types.intp), emit


@intrinsic
def store(_: object, array: Untyped, _at: Untyped, vector: Untyped) -> Untyped:
    """Write a vector into an array of its type, from an element on, counted as in `load`."""

    def emit(context: Untyped, builder: Untyped, signature: Untyped, given: Untyped) -> Untyped:
        array, at, vector = given
        place: Untyped = in_memory(context, builder, signature.args[0], array, at, vector.type)
        builder.store(vector, place).align = 1
        return context.get_dummy_value()

    return types.void(array, types.intp, vector), emit


@intrinsic
def permute(_: object, low: Untyped, index: Untyped, high: Untyped) -> Untyped:
    """Look up the low seven bits of each byte of `index` in a table of 128 bytes: `low`, then `high`."""

    def emit(_: object, builder: Untyped, __: object, given: Untyped) -> Untyped:
        if not HAS_PERMUTE:
            return _permuted_singly(builder, *given)
        kind = ir.FunctionType(BYTES.made(), [BYTES.made()] * 3)
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, _PERMUTE), given)

    return BYTES(low, index, high), emit


def _permuted_singly(builder: Untyped, low: Untyped, index: Untyped, high: Untyped) -> Untyped:
    """The same for any processor, a byte at a time. It is slow, so only tests use it."""
    table = cgutils.alloca_once(builder, ir.ArrayType(BYTES.made(), 2))
    number = ir.IntType(32)
    for half, vector in enumerate((low, high)):
        builder.store(vector, builder.gep(table, [number(0), number(half)]))
    bytes_of_table = builder.bitcast(table, ir.IntType(8).as_pointer())
    places = builder.and_(index, ir.Constant(index.type, [0x7F] * SIZE))
    found = ir.Constant(BYTES.made(), None)
    for lane in map(number, range(SIZE)):
        place = builder.zext(builder.extract_element(places, lane), number)
        found = builder.insert_element(found, builder.load(builder.gep(bytes_of_table, [place])), lane)
    return found


@intrinsic
def gather(_: object, array: Untyped, index: Untyped) -> Untyped:
    """64 numbers of an array of 32 bits, each by its index, counted as in `load`."""

    def emit(context: Untyped, builder: Untyped, signature: Untyped, given: Untyped) -> Untyped:
        array, index = given
        data = context.make_array(signature.args[0])(context, builder, array).data
        every = ir.Constant(ir.VectorType(ir.IntType(1), SIZE), [1] * SIZE)
        return _gathered(builder, data, index, every, ir.Constant(index.type, None))

    return INTS(array, index), emit


@intrinsic
def gather_where(_: object, array: Untyped, index: Untyped, asked: Untyped, otherwise: Untyped) -> Untyped:
    """As `gather` where a number of `asked` is not below 0; `otherwise` elsewhere, and nothing is read."""

    def emit(context: Untyped, builder: Untyped, signature: Untyped, given: Untyped) -> Untyped:
        array, index, asked, otherwise = given
        data = context.make_array(signature.args[0])(context, builder, array).data
        where = builder.icmp_signed(">=", asked, ir.Constant(asked.type, None))
        return _gathered(builder, data, index, where, otherwise)

    return INTS(array, index, asked, otherwise), emit


def _gathered(builder: Untyped, data: Untyped, index: Untyped, where: Untyped, otherwise: Untyped) -> Untyped:
    """Numbers of 32 bits by their index, sixteen an instruction."""
    if not HAS_GATHER:
        return _gathered_singly(builder, data, index, where, otherwise)
    part, number = register(32).made(), ir.IntType(32)
    some = ir.VectorType(ir.IntType(1), part.count)
    kind = ir.FunctionType(part, [part, data.type, part, some, number])
    load = cgutils.get_or_insert_function(builder.module, kind, _GATHER)
    size, every = ir.Constant(number, 4), list(range(SIZE))
    found: list[Untyped] = []
    for first in range(0, SIZE, part.count):
        places = every[first : first + part.count]
        kept, at, mask = (picked(builder, each, each, places) for each in (otherwise, index, where))
        found.append(builder.call(load, [kept, data, at, mask, size]))
    a, b, c, d = found
    half = every[: 2 * part.count]
    return picked(builder, picked(builder, a, b, half), picked(builder, c, d, half), every)


def _gathered_singly(
    builder: Untyped, data: Untyped, index: Untyped, where: Untyped, otherwise: Untyped
) -> Untyped:
    """The same for any processor, a number at a time. It is slow, so only tests use it.

    Where nothing is to be read, the first number is, and then not taken.
    """
    places = builder.select(where, index, ir.Constant(index.type, None))
    found = otherwise
    for lane in map(ir.IntType(32), range(SIZE)):
        read = builder.load(builder.gep(data, [builder.extract_element(places, lane)]))
        found = builder.insert_element(found, read, lane)
    return builder.select(where, found, otherwise)
