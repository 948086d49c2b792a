"""The kinds of vectors, as types of Numba and LLVM, and what makes them in LLVM's terms."""

from typing import Any, Final

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from llvmlite import ir as llvm
from numba.core import cgutils as building
from numba.core import extending
from numba.core import types as numba_types

__all__ = [
    "BYTES",
    "INTS",
    "LONGS",
    "SHORTS",
    "SIZE",
    "Untyped",
    "Vector",
    "cgutils",
    "everywhere",
    "in_memory",
    "intrinsic",
    "ir",
    "picked",
    "register",
    "types",
]

SIZE: Final = 64
"""Bytes in a vector."""

Untyped = Any
"""A value of Numba or llvmlite, which have no types."""

ir: Any = llvm
cgutils: Any = building
types: Any = numba_types
intrinsic: Any = extending.intrinsic
_models: Any = extending.models
_register_model: Any = extending.register_model


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


def in_memory(
    context: Untyped, builder: Untyped, of: Untyped, array: Untyped, at: Untyped, vector: Untyped
) -> Untyped:
    """A pointer to the vector that begins with this element of an array, counted through all dimensions."""
    data = context.make_array(of)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), vector.as_pointer())


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
