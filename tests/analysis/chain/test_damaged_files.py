"""Thousands of damaged files of the cache: each is refused, or is a chain that solver and kernels survive.

A damage of bytes is found by the checksum. A damage of numbers with a right checksum, as an editor could make
it, is found by the checks of the chain, or changes nothing that a kernel trusts.
"""

import json
import os
import random
import subprocess
import sys

import msgspec
import pytest
from tests.kit.profiles import LONG

from bankcraps import BankcrapsError, load_rulebook
from bankcraps.analysis.chain import exploration, explore
from bankcraps.analysis.chain.arrays import in_units, problem_with
from bankcraps.analysis.chain.model import Chain
from bankcraps.analysis.chain.walk import Scope
from bankcraps.analysis.exact.quotient import quotient_of
from bankcraps.analysis.simulation.kernels.packing import pack
from bankcraps.strategies.library import system
from bankcraps.strategies.plan import Plan
from bankcraps.support import kept_files

KEY = "0123456789abcdef"
NUMBERS = (
    -1,
    0,
    1,
    2,
    13,
    21,
    36,
    1000,
    10**9,
    2**24,
    2**31,
    -(2**31),
    2**53,
    10**15,
    2**62,
    -(2**63),
    2**64 - 1,
)
PLAN = Plan(50_000, 60_000, count=20)
PASS = Scope(load_rulebook("nsw"), system("pass"))

DAMAGES_OF_NUMBERS = 4000 if LONG else 150
PLAYED = 30 if LONG else 8
"""The number of passing chains that are played, in a process of their own, which a kernel could crash."""


@pytest.fixture(scope="module")
def sound():
    """Small chains: wagers that stay after leaving, commission, and a stop of the system's own."""
    return [
        explore(Scope(load_rulebook(book), system(text)))
        for book, text in (
            ("nsw", "pass"),
            ("nsw", "when come_out: buy 4 20"),
            ("washington", "when come_out: dont_pass 10; stop after losing 10 or winning 10"),
        )
    ]


def bytes_damaged(data, dice):
    """The file with bytes changed, cut off, doubled or taken out."""
    at, many = dice.randrange(len(data)), dice.randint(1, 8)
    match dice.randrange(6):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[at + many :]
        case 2:
            return data[: at + many] + data[at:]
        case 3:
            return data[:at] + bytes(many) + data[at + many :]
        case 4:
            return data[:at] + dice.randbytes(many) + data[at + many :]
        case _:
            return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]


def numbers_of(value, path=()):
    """The path of every number and every list in plain data."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from numbers_of(each, (*path, key))
    elif isinstance(value, list):
        yield path
        for at, each in enumerate(value):
            yield from numbers_of(each, (*path, at))
    elif isinstance(value, bool | int):
        yield path


def number_damaged(packed, places, dice):
    """The file of a chain, its checksum right, with one number changed or one list shorter or longer."""
    plain = msgspec.msgpack.decode(packed)
    *path, last = dice.choice(places)
    inner = plain
    for key in path:
        inner = inner[key]
    value = inner[last]
    if isinstance(value, list):
        inner[last] = value[:-1] if dice.random() < 0.5 else value + value[-1:]
    elif isinstance(value, bool):
        inner[last] = not value
    else:
        inner[last] = dice.choice((*NUMBERS, value + 1, value - 1, -value, value ^ 1 << dice.randrange(16)))
    return exploration.encoded(KEY, plain)


def read(data):
    """The chain in a file, made ready for the kernels; None if it is refused."""
    try:
        chain = exploration.decoded(KEY, data)
    except BankcrapsError:
        return None
    try:
        units = in_units(chain, PLAN.bankroll)
        pack(units.arrays, units.plan(PLAN))
        quotient_of(units)
    except BankcrapsError:
        return None
    return chain


def test_every_damage_of_bytes_is_found(sound):
    dice = random.Random(1)
    files = [exploration.encoded(KEY, chain) for chain in sound]
    for _ in range(6000):
        whole = dice.choice(files)
        damaged = bytes_damaged(whole, dice)
        if damaged != whole:
            with pytest.raises(BankcrapsError):
                exploration.decoded(KEY, damaged)


@pytest.mark.some
def test_no_number_leads_a_kernel_astray(sound, tmp_path):
    dice = random.Random(2)
    files = [(msgspec.msgpack.encode(chain), list(numbers_of(msgspec.to_builtins(chain)))) for chain in sound]
    files = [(packed, [place for place in places if place]) for packed, places in files]
    passed = {}
    for number in range(DAMAGES_OF_NUMBERS):
        found = read(number_damaged(*files[number % len(files)], dice))
        if found is not None and found not in sound:
            passed[msgspec.msgpack.encode(found)] = found
    # The chains that pass differ only in values that are shown: names, marks, the point, action.
    assert 0 < len(passed) < 500
    assert not any(problem_with(chain) for chain in passed.values())
    kept = tmp_path / "chains.msgpack"
    kept.write_bytes(msgspec.msgpack.encode(dice.sample(list(passed.values()), PLAYED)))
    played = subprocess.run(
        [sys.executable, "-c", PLAY, str(kept)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"BANKCRAPS_CACHE": ""},
    )
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout) == PLAYED


PLAY = """
import sys
from pathlib import Path
import msgspec
from bankcraps.errors import BankcrapsError
from bankcraps.analysis.chain.arrays import in_units
from bankcraps.analysis.chain.model import Chain
from bankcraps.analysis.simulation.kernels.launch import play_fast, play_full
from bankcraps.analysis.simulation.kernels.packing import pack
from bankcraps.analysis.exact.sessions import solve
from bankcraps.strategies.plan import Plan

played = 0
for chain in msgspec.msgpack.decode(Path(sys.argv[1]).read_bytes(), type=list[Chain]):
    for plan in (Plan(50_000, 60_000, count=20), Plan(50_000, 52_000)):
        try:
            solve(chain, plan)
        except BankcrapsError:
            pass
    units = in_units(chain, 50_000)
    packed = pack(units.arrays, units.plan(Plan(50_000, 60_000, count=20)))
    play_fast(packed, 1, 0, 100)
    play_full(packed, 1, 0, 100)
    played += 1
print(played)
"""


DAMAGES = {
    "a bit": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "cut short": lambda data: data[:100],
    "empty": lambda _: b"",
    "of another name": lambda _: exploration.encoded("another", explore(PASS)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_told_and_explored_again(monkeypatch, tmp_path, damage):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path))
    book, one = load_rulebook("nsw"), system("pass")
    whole = exploration.cached_chain(Scope(book, one))
    (path,) = tmp_path.iterdir()
    kept = path.read_bytes()
    path.write_bytes(DAMAGES[damage](kept))
    with pytest.warns(exploration.CacheWarning, match="is damaged: its checksum.*explored again"):
        assert exploration.cached_chain(Scope(book, one)) == whole
    assert path.read_bytes() == kept
    assert exploration.cached_chain(Scope(book, one)) == whole  # without a word


def test_a_chain_whose_numbers_were_edited_is_explored_again(monkeypatch, tmp_path):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path))
    book, one = load_rulebook("nsw"), system("pass")
    whole = exploration.cached_chain(Scope(book, one))
    (path,) = tmp_path.iterdir()
    states = (msgspec.structs.replace(whole.states[0], post=10**9), *whole.states[1:])
    path.write_bytes(exploration.encoded(path.stem, msgspec.structs.replace(whole, states=states)))
    with pytest.warns(exploration.CacheWarning, match="points to nothing"):
        assert exploration.cached_chain(Scope(book, one)) == whole


def test_a_device_in_the_cache_is_not_read(monkeypatch, tmp_path):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path))
    book, one = load_rulebook("nsw"), system("pass")
    whole = exploration.cached_chain(Scope(book, one))
    (path,) = tmp_path.iterdir()
    path.unlink()
    path.symlink_to("/dev/zero")
    assert exploration.cached_chain(Scope(book, one)) == whole


def test_the_folder_does_not_grow_without_bound(monkeypatch, tmp_path):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path))
    book = load_rulebook("nsw")
    sizes = []
    for name in ("pass", "dont_pass", "field"):
        exploration.cached_chain(Scope(book, system(name)))
        for file in tmp_path.iterdir():
            sizes.append(file.stat().st_size)
            if file.stat().st_mtime > 1000:
                os.utime(file, (len(sizes), len(sizes)))
    killed = tmp_path / f"part-{'0' * 16}"
    for other in (killed, tmp_path / "part-one.txt", tmp_path / "gold.chain"):
        other.write_bytes(b"x")
        os.utime(other, (1, 1))
    first = min(tmp_path.glob(f"{'?' * 32}.chain"), key=lambda file: file.stat().st_mtime)
    monkeypatch.setattr(kept_files, "MAX_FOLDER", 3 * max(sizes))
    monkeypatch.setattr(kept_files, "_AN_HOUR", 1.0)
    exploration.cached_chain(Scope(book, system("place_6_8")))
    left = list(tmp_path.iterdir())
    assert first not in left
    assert sum(file.stat().st_size for file in left) <= 3 * max(sizes)
    assert not killed.exists()
    assert {tmp_path / "part-one.txt", tmp_path / "gold.chain"} <= set(left)  # which somebody keeps there


def test_every_chain_explored_is_sound(sound):
    assert [problem_with(chain) for chain in sound] == ["", "", ""]


def test_a_chain_made_by_hand_is_refused_before_a_kernel_sees_it():
    whole = explore(Scope(load_rulebook("nsw"), system("pass")))
    row = whole.transitions[0]
    for wrong in (row[:5], (row[0]._replace(to=10**12), *row[1:]), (row[0]._replace(label=77), *row[1:])):
        chain = Chain.of(
            (whole.house, whole.system, whole.limits, whole.chip),
            whole.states,
            (wrong, *whole.transitions[1:]),
            whole.labels,
            whole.refusals,
        )
        with pytest.raises(BankcrapsError, match="point outside"):
            in_units(chain, 10_000)
