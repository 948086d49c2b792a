"""The vectors of compiled code on other processors.

The code is compiled for each of them, and its machine code is read.
What the code does is the same everywhere: it is one program in terms of LLVM, and the tests of the dice and
of the kernels run it here, by single records, too. `permute` and `gather` are for AVX-512 alone, and are
asked for only where the processor has them.
"""

from typing import Any

import numba
import pytest
from llvmlite import binding

from bankcraps.analysis.simulation.kernels import dice as dealing

PROCESSORS = {
    "SSE2": ("x86_64-unknown-linux-gnu", "x86-64", "xmm"),
    "AVX2": ("x86_64-unknown-linux-gnu", "haswell", "ymm"),
    "AVX-512": ("x86_64-unknown-linux-gnu", "skylake-avx512", "zmm"),
    "NEON": ("aarch64-unknown-linux-gnu", "cortex-a72", "umull"),
}


@pytest.fixture(scope="module")
def dealt():
    """The dice as LLVM's own text, made anew: code that was kept has none."""
    jit: Any = numba.njit  # Numba's types know neither this option nor the function of a compiled one
    kept: Any = dealing.deal
    deal = jit(nogil=True, error_model="numpy", _nrt=False)(kept.py_func)
    deal(dealing.dice(1, 64))
    (text,) = deal.inspect_llvm().values()
    return text


@pytest.mark.parametrize("name", PROCESSORS)
def test_the_dice_compile_for_other_processors_into_vectors(name, dealt):
    triple, processor, sign = PROCESSORS[name]
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(triple).create_target_machine(cpu=processor, opt=3)
    lines = [line for line in dealt.splitlines() if not line.startswith(("target ", "attributes "))]
    module = binding.parse_assembly("\n".join(lines))
    module.triple, module.data_layout = triple, str(machine.target_data)
    module.verify()
    code = machine.emit_assembly(module)
    assert sum(sign in line for line in code.splitlines()) > 40
    assert "llvm." not in code  # a call of an instruction that the processor lacks
