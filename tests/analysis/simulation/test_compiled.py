"""Machine code: where it is kept, its vectors against NumPy, and the dice of a simulation."""

import ast
import errno
import fcntl
import itertools
import pickle
from importlib.resources import files
from pathlib import Path
from typing import Any
from unittest import mock

import numba
import numpy as np
import pytest
from llvmlite import binding
from numba.core import caching
from numba.core.registry import cpu_target
from tests.analysis.simulation.singly import one_by_one

from bankcraps.analysis.simulation import streams
from bankcraps.analysis.simulation.kernels import _vectors as vectors
from bankcraps.analysis.simulation.kernels import dice, fast, full
from bankcraps.analysis.simulation.kernels import dice as dealing
from bankcraps.support import compiled as numba_door
from bankcraps.support.compiled import (
    SOURCES,
    STAMP,
    compiled,
    features,
    inlined,
    inlined_once,
    told_of_compiling,
)


def test_a_lock_that_somebody_holds_for_ever_keeps_nobody_from_compiling(tmp_path, monkeypatch):
    monkeypatch.setattr(numba_door, "_MOST_WAIT_S", 0.1)
    monkeypatch.setattr(numba_door, "_waited", [0.0])
    lock = tmp_path / "kernel.lock"
    with numba_door._alone(lock), numba_door._alone(lock):  # noqa: SLF001
        assert lock.stat().st_mode & 0o077 == 0  # nobody else can open it


def triple(number):
    return 3 * number


def test_every_source_of_a_kernel_is_stamped():
    kernels = {f"analysis/simulation/kernels/{name}.py" for name in ("dice", "fast", "full")}
    kernels |= {"analysis/exact/forward.py"}
    sources = set(kernels)
    for source in sorted(kernels):
        for node in ast.walk(ast.parse(files("bankcraps").joinpath(source).read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bankcraps"):
                for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                    path = name.removeprefix("bankcraps").strip(".").replace(".", "/") + ".py"
                    if files("bankcraps").joinpath(path).is_file():
                        sources.add(path)
    # These are used beside compiled functions, not in them.
    beside = {"errors.py", "analysis/chain/model.py", "analysis/exact/budget.py"}
    assert sources - beside | {"support/compiled.py"} <= set(SOURCES)


@pytest.mark.parametrize("function", [dice.deal, fast.fast_kernel, full.full_kernel])
def test_kept_code_carries_the_stamp(function: Any):
    kept = function._cache._cache_file  # noqa: SLF001
    assert kept._source_stamp == STAMP  # noqa: SLF001
    assert kept._version.endswith(STAMP)  # noqa: SLF001


def test_code_is_kept_by_the_features_of_the_processor():
    """A folder of kept code that was copied to another machine holds nothing for it."""
    codegen = cpu_target.target_context.codegen()
    *_, told = codegen.magic_tuple()
    assert features() == set(told.split(","))
    deal: Any = dice.deal
    assert codegen.magic_tuple() in deal._cache._index_key((), codegen)  # noqa: SLF001


def test_a_numba_that_does_not_tell_has_no_features(monkeypatch):
    monkeypatch.setattr(type(cpu_target.target_context.codegen()), "magic_tuple", lambda _: ())
    assert features() == set()


def test_an_index_of_another_version_is_not_read():
    """It may name a class that is not there any more."""

    def nobody_elses(number):
        """Have an index of its own, which no other process reads while it is being written."""
        return 3 * number

    made: Any = compiled(nobody_elses)
    kept = made._cache._cache_file  # noqa: SLF001
    with Path(kept._index_path).open("wb") as file:  # noqa: SLF001
        pickle.dump(numba.__version__, file)
        file.write(b"cbankcraps.no_such_module\nGone\n.")
    assert made(7) == 21


def test_without_a_place_to_keep_it_code_is_compiled_all_the_same(monkeypatch):
    monkeypatch.setattr(caching.CompileResultCacheImpl, "_locator_classes", [])
    double = compiled(lambda number: 2 * number)
    assert double(21) == 42


def test_without_the_private_options_code_is_compiled_all_the_same(monkeypatch):
    options = type("Options", (), {})
    without = type("Dispatcher", (), {"targetdescr": type("Target", (), {"options": options})})
    asked = []

    def njit(function=None, **chosen):
        if function is not None:
            return without
        asked.append(chosen)
        return numba.njit(**chosen)

    monkeypatch.setattr(numba_door, "_njit", njit)
    assert [made(triple)(7) for made in (inlined, inlined_once, compiled)] == [21, 21, 21]
    assert [sorted(chosen) for chosen in asked] == [
        ["error_model", "nogil"],
        ["error_model", "nogil"],
        ["cache", "error_model", "nogil"],
    ]


def test_without_the_private_stamp_no_code_is_kept(monkeypatch):
    monkeypatch.delattr(caching.IndexDataCacheFile, "__init__")
    monkeypatch.setattr(caching.IndexDataCacheFile, "__init__", lambda *_args, **_chosen: None, raising=False)
    made: Any = compiled(triple)
    assert made(7) == 21
    assert isinstance(made._cache, caching.NullCache)  # noqa: SLF001


def test_one_process_at_a_time_compiles_a_function_and_keeps_it(monkeypatch):
    """If two processes added to an index at once, one could leave an index that names the other's code."""
    made: Any = compiled(triple)
    save, tried = caching.IndexDataCacheFile.save, []

    def another_process_waits(*given):
        (lock,) = Path(made._cache.cache_path).glob("*triple.lock")  # noqa: SLF001
        with lock.open("rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        tried.append(given)
        save(*given)

    monkeypatch.setattr(caching.IndexDataCacheFile, "save", another_process_waits)
    monkeypatch.setattr(caching.IndexDataCacheFile, "load", lambda *_: None)
    assert made(7) == 21
    assert len(tried) == 1


def test_a_full_disk_costs_no_answer(monkeypatch):
    """The code is used, and not kept."""
    made = compiled(triple)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(caching.IndexDataCacheFile, "save", full)
    monkeypatch.setattr(caching.IndexDataCacheFile, "load", lambda *_: None)
    assert made(7) == 21


def test_the_first_machine_code_that_is_made_is_told_and_no_further():
    told = []

    def four(number):
        return 4 * number

    fourfold = numba.njit(four)
    with told_of_compiling(lambda: told.append("made"), lambda: None):
        assert told == []
        assert (fourfold(2), fourfold(2.0)) == (8, 8.0)
    fourfold(2j)
    assert told == ["made"]


SEED = 3
CHANCE = np.random.default_rng(SEED)


def numbers(kind, *shape):
    """Numbers by chance over the whole range, with both ends, 0 and its neighbours."""
    ends = np.iinfo(kind)
    found = CHANCE.integers(ends.min, ends.max, shape, kind, endpoint=True)
    special = [ends.min, ends.min + 1, 0, 1, ends.max - 1, ends.max]
    found[..., CHANCE.permutation(shape[-1])[: len(special)]] = special
    return found


def made(function) -> Any:
    """The function, compiled anew: nothing of it is kept."""
    jit: Any = numba.njit
    return jit(error_model="numpy")(function)


def look_ups(tables, numbers, ints, bytes_out, out):
    low, index, high = vectors.load(tables, 0), vectors.load(tables, 64), vectors.load(tables, 128)
    vectors.store(bytes_out, 0, vectors.permute(low, index, high))
    places, asked, otherwise = vectors.load(ints, 0), vectors.load(ints, 64), vectors.load(ints, 128)
    vectors.store(out, 0, vectors.gather(numbers, places))
    vectors.store(out, 64, vectors.gather_where(numbers, places, asked, otherwise))


HAS_BOTH = vectors.HAS_PERMUTE and vectors.HAS_GATHER


@pytest.mark.parametrize("instruction", [one_by_one, *[vectors.instruction] * HAS_BOTH])
def test_many_are_looked_up_at_once(instruction):
    tables, ints, table = numbers(np.uint8, 3, 64), numbers(np.int32, 3, 64), numbers(np.int32, 1000)
    ints[0] = CHANCE.integers(0, 1000, 64, np.int32)
    ints[0, :2] = 0, 999
    bytes_out, out = np.zeros(64, np.uint8), np.zeros((2, 64), np.int32)
    with mock.patch.object(vectors, "instruction", instruction):
        made(look_ups)(tables, table, ints, bytes_out, out)
    (low, index, high), (places, asked, otherwise) = tables, ints
    assert bytes_out.tolist() == np.concatenate((low, high))[index & 0x7F].tolist()
    assert out[0].tolist() == table[places].tolist()
    assert out[1].tolist() == np.where(asked >= 0, table[places], otherwise).tolist()


PROCESSORS = {
    "SSE2": ("x86_64-unknown-linux-gnu", "x86-64", "xmm"),
    "AVX2": ("x86_64-unknown-linux-gnu", "haswell", "ymm"),
    "AVX-512": ("x86_64-unknown-linux-gnu", "skylake-avx512", "zmm"),
    "NEON": ("aarch64-unknown-linux-gnu", "cortex-a72", "umull"),
}


@pytest.fixture(scope="module")
def dice_in_llvm():
    """The dice as LLVM's own text, made anew: code that was kept has none."""
    jit: Any = numba.njit  # Numba's types know neither this option nor the function of a compiled one
    kept: Any = dealing.deal
    deal = jit(nogil=True, error_model="numpy", _nrt=False)(kept.py_func)
    deal(dealing.dice(1, 64))
    (text,) = deal.inspect_llvm().values()
    return text


@pytest.mark.parametrize("name", PROCESSORS)
def test_the_dice_compile_for_other_processors_into_vectors(name, dice_in_llvm):
    triple, processor, sign = PROCESSORS[name]
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(triple).create_target_machine(cpu=processor, opt=3)
    lines = [line for line in dice_in_llvm.splitlines() if not line.startswith(("target ", "attributes "))]
    module = binding.parse_assembly("\n".join(lines))
    module.triple, module.data_layout = triple, str(machine.target_data)
    module.verify()
    code = machine.emit_assembly(module)
    assert sum(sign in line for line in code.splitlines()) > 40
    assert "llvm." not in code  # a call of an instruction that the processor lacks


ALL = 0xFFFFFFFF
# The known answers for philox4x32-10 that Random123 is published with (kat_vectors).
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ALL, ALL, ALL, ALL), (ALL, ALL), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
# Under seed 1, session 0: a word that is rejected once, and one that is rejected twice, by block and place.
REJECTED_ONCE = (407, 1)
REJECTED_TWICE = (1_724_607, 3)


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_the_generator_gives_its_published_answers_compiled_or_not(counter, key, words):
    assert streams.philox(np.array([counter], np.uint64), key).tolist() == [list(words)]
    given = [np.uint64(word) for word in (*counter, *key)]
    assert dealing._philox(*given) == words  # noqa: SLF001 - a known answer is about the generator itself


def dealt(seed, session, block):
    dice = dealing.dice(seed, len(session))
    dice.session[:], dice.block[:] = session, block
    dealing.deal(dice)
    assert dice.block.tolist() == [number + 1 for number in block]
    return dice.thrown.T[: len(session)]


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**64 - 1])
def test_compiled_and_plain_dice_fall_alike(seed):
    session = [0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1] * 11
    block = [0] * 6 + [1, 407, 910, 2**20, 2**31, 2**32 - 2] + [12345] * 6 + list(range(48))
    found = dealt(seed, session, block)
    for throws, s, b in zip(found, session, block, strict=True):
        assert throws.tolist() == streams.throws(seed, s, 20 * b, 20).tolist()


@pytest.mark.parametrize(("block", "place", "times"), [(*REJECTED_ONCE, 1), (*REJECTED_TWICE, 2)])
def test_a_rejected_word_is_replaced_and_no_other_throw_moves(block, place, times):
    key = streams.key_of(1)
    drawn = [streams.philox(np.array([[0, 0, block, n]], np.uint64), key)[0] for n in range(times + 1)]
    left = [int(words[place]) * 36**5 % 2**32 for words in drawn]
    assert [rest < 2**32 % 36**5 for rest in left] == [True] * times + [False]
    assert streams.REJECT == 2**32 % 36**5

    def first_five(word):
        throws = []
        for _ in range(5):
            throws.append(word * 36 >> 32)
            word = word * 36 & ALL
        return throws

    words = [int(word) for word in drawn[0]]
    words[place] = int(drawn[times][place])
    expected = list(itertools.chain.from_iterable(map(first_five, words)))
    assert streams.throws(1, 0, 20 * block, 20).tolist() == expected
    for before in (1, 70):  # in the first vector of lanes, and in the second
        found = dealt(1, [7] * before + [0, 9], [3] * before + [block, 5])
        assert found[before].tolist() == expected


def test_any_part_of_a_session_is_the_same_part():
    whole = streams.throws(5, 3, 0, 500)
    for start, count in [(0, 1), (19, 2), (20, 20), (7, 300), (499, 1), (250, 0)]:
        assert streams.throws(5, 3, start, count).tolist() == whole[start : start + count].tolist()
    assert list(itertools.islice(streams.thrown(5, 3), 500)) == whole.tolist()


def test_sessions_and_seeds_differ():
    seen = {streams.throws(seed, session, 0, 20).tobytes() for seed in range(20) for session in range(20)}
    assert len(seen) == 400
