"""Vectors of 64 bytes for compiled functions: values in one register of a processor that has such registers.

Numba makes vector code of a loop where it can. It cannot know that a table of 128 bytes fits into two
registers, and that one instruction then looks up 64 numbers at once (`vpermi2b` of AVX-512 VBMI). The
operations here say so, as instructions of LLVM. Every machine has all of them, but `permute` and `gather` are
slow without AVX-512: only tests then use them.

Numba keeps compiled code by the name and the features of the processor, so code kept on one machine is never
run on another.
"""

from bankcraps.support.extras import missing

if _without := missing("numba"):
    raise _without

from bankcraps.analysis.simulation.vectors._kinds import SIZE
from bankcraps.analysis.simulation.vectors.memory import (
    HAS_GATHER,
    HAS_PERMUTE,
    gather,
    gather_where,
    load,
    permute,
    room,
    store,
)
from bankcraps.analysis.simulation.vectors.operations import (
    add,
    add_where,
    any_low_below,
    at_most,
    back,
    below,
    both,
    chosen,
    either,
    even_bytes,
    evens,
    front,
    high_bit,
    high_shorts,
    if_below,
    if_zero,
    low_bits,
    low_minimum,
    low_product,
    lowest_bit,
    maximum,
    minimum,
    mixed,
    narrow,
    no_bytes,
    no_ints,
    no_shorts,
    odd_bytes,
    odds,
    one_less,
    plus,
    plus_where,
    product,
    quotient,
    remainder,
    shifted,
    times,
    where_below,
    wide,
)

__all__ = [
    "HAS_GATHER",
    "HAS_PERMUTE",
    "SIZE",
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
    "gather",
    "gather_where",
    "high_bit",
    "high_shorts",
    "if_below",
    "if_zero",
    "load",
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
    "permute",
    "plus",
    "plus_where",
    "product",
    "quotient",
    "remainder",
    "room",
    "shifted",
    "store",
    "times",
    "where_below",
    "wide",
]
