"""Look-ups of many numbers at once for processors that lack the instructions: one number after another.

So the walks that need AVX-512 are tested on every processor. They are slow.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from bankcraps.analysis.simulation.kernels import _vectors as vectors
from bankcraps.analysis.simulation.kernels import fast
from bankcraps.analysis.simulation.kernels._vectors import BYTES, GATHER, PERMUTE, SIZE, cgutils, ir

NUMBER = ir.IntType(32)


@contextmanager
def every_walk() -> Generator[None]:
    """The fast kernel walks in registers and by gathered records, whatever the processor has."""
    has = {PERMUTE: fast.HAS_PERMUTE, GATHER: fast.HAS_GATHER}
    known = vectors.instruction

    def instruction(builder: Any, name: str, *others: Any) -> Any:
        return (known if has[name] else one_by_one)(builder, name, *others)

    with (
        mock.patch.multiple(fast, HAS_PERMUTE=True, HAS_GATHER=True),
        mock.patch.object(vectors, "instruction", instruction),
    ):
        yield


def one_by_one(builder: Any, name: str, result: Any, *operands: Any) -> Any:
    """A look-up as a function that is written once: its hundreds of lines at each place compile slowly."""
    write = {PERMUTE: permuted, GATHER: gathered}[name]
    kind = ir.FunctionType(result, [each.type for each in operands])
    function = cgutils.get_or_insert_function(builder.module, kind, f"{write.__name__}_one_by_one")
    if function.is_declaration:
        function.linkage = "linkonce_odr"
        function.attributes.add("noinline")
        inside = ir.IRBuilder(function.append_basic_block())
        inside.ret(write(inside, *function.args))
    return builder.call(function, operands)


def permuted(builder: Any, low: Any, index: Any, high: Any) -> Any:
    """Bytes of two vectors, by the low seven bits of each byte of an index."""
    table = cgutils.alloca_once(builder, ir.ArrayType(BYTES.made(), 2))
    for half, vector in enumerate((low, high)):
        builder.store(vector, builder.gep(table, [NUMBER(0), NUMBER(half)]))
    bytes_of_table = builder.bitcast(table, ir.IntType(8).as_pointer())
    places = builder.and_(index, ir.Constant(index.type, [0x7F] * SIZE))
    found = ir.Constant(BYTES.made(), None)
    for lane in map(NUMBER, range(SIZE)):
        place = builder.zext(builder.extract_element(places, lane), NUMBER)
        found = builder.insert_element(found, builder.load(builder.gep(bytes_of_table, [place])), lane)
    return found


def gathered(builder: Any, otherwise: Any, data: Any, index: Any, where: Any, _: Any) -> Any:
    """Numbers of an array by their index. Where nothing is to be read, the first one is, and not taken."""
    places = builder.select(where, index, ir.Constant(index.type, None))
    found = otherwise
    for lane in map(NUMBER, range(index.type.count)):
        read = builder.load(builder.gep(data, [builder.extract_element(places, lane)]))
        found = builder.insert_element(found, read, lane)
    return builder.select(where, found, otherwise)
