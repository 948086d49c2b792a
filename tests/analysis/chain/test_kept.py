"""Chains kept on disk, sound or damaged, and the arrays made of them."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from bankcraps import BankcrapsError, Cents, load_rulebook
from bankcraps.analysis.chain import exploration
from bankcraps.analysis.chain import explore as explored
from bankcraps.analysis.chain.arrays import MAX_UNITS, NEED_LEFT, in_units
from bankcraps.analysis.chain.model import ABSORBED, Chain
from bankcraps.analysis.chain.stopping import NEED_STOPPED
from bankcraps.analysis.chain.walk import Scope
from bankcraps.game.engine import Limits
from bankcraps.game.game import Game
from bankcraps.strategies.library import system
from bankcraps.support import kept_files

PASS = Scope(Game(load_rulebook("nsw")), system("pass"))


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "chains"))
    return tmp_path / "chains"


def test_what_is_read_is_what_was_explored_and_it_is_not_explored_again(kept, monkeypatch):
    molly = Scope(PASS.game, system("three_point_molly"))
    first = exploration.cached_chain(molly)
    assert len(list(kept.iterdir())) == 1
    assert first == explored(molly)
    monkeypatch.setattr(exploration, "explore", None)
    assert exploration.cached_chain(molly) == first


@pytest.mark.parametrize("other", ["classic", "classic:bar=2", "nsw"])
def test_another_house_is_another_chain(kept, other):
    for house in ("three_four_five", other):
        exploration.cached_chain(Scope(Game(load_rulebook(house)), system("dont_pass")))
    assert len(list(kept.iterdir())) == 2


@pytest.mark.parametrize("kept_at_all", [True, False])
@pytest.mark.parametrize(
    ("sign", "leaving"),
    [
        ({"limits": Limits(Cents(500), Cents(50_000), Cents(500))}, {}),
        ({"chip": Cents(50)}, {}),
        ({}, {"let_it_ride": True}),
    ],
)
def test_another_game_is_another_chain(kept, sign, leaving, kept_at_all, monkeypatch):
    if not kept_at_all:
        monkeypatch.setenv("BANKCRAPS_CACHE", "")
    dont = Scope(PASS.game, system("dont_pass"))
    other = replace(dont, game=PASS.game._replace(**sign), **leaving)
    exploration.cached_chain(dont)
    assert exploration.cached_chain(other) == explored(other)
    assert (len(list(kept.iterdir())) if kept_at_all else kept_files.cache_folder()) == (
        2 if kept_at_all else None
    )


def test_the_folder_is_made_with_those_above_it_and_one_that_cannot_be_is_no_error(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    for folder in (tmp_path / "new" / "and" / "below", tmp_path / "file" / "below"):
        monkeypatch.setenv("BANKCRAPS_CACHE", str(folder))
        assert exploration.cached_chain(PASS).states
    assert len(list((tmp_path / "new" / "and" / "below").iterdir())) == 1


HOUSE = """
id = "own"
title = "A house of your own"
extends = "three_four_five"

[wagers.field]
pays = { 2 = "TWO to 1", 3 = "1 to 1", 4 = "1 to 1", 10 = "1 to 1", 11 = "1 to 1", 12 = "2 to 1" }
from = { pays = "house rule" }
"""


def test_an_edited_house_never_meets_its_old_chain(tmp_path):
    """The id, the title and the system are the same: only one pay in the file has changed."""
    file, swings = tmp_path / "own.toml", []
    for pay in ("2", "3", "2"):
        file.write_text(HOUSE.replace("TWO", pay), encoding="utf-8")
        swings.append(exploration.cached_chain(Scope(Game(load_rulebook(file)), system("field"))).swing)
    assert swings == [2000, 3000, 2000]
    assert len(list((tmp_path / "chains").iterdir())) == 2


class OwnPass:
    """A system written in Python: its text does not say what it does."""

    name, text = "own", "my own system"

    def __init__(self, amount):
        self.amount = amount

    def start(self):
        return ()

    def layout(self, observation, memory):
        return system(f"when come_out: pass {self.amount}").layout(observation, memory)

    def remember(self, memory, effects):
        del effects
        return memory


def test_a_system_in_python_is_not_kept(kept):
    chains = [exploration.cached_chain(Scope(PASS.game, OwnPass(amount))) for amount in (10, 25)]
    assert [max(state.need for state in chain.states) for chain in chains] == [1000, 2500]
    assert not kept.exists()


@pytest.mark.some
def test_every_process_finds_the_same_files(kept):
    """Sets print in another order in each process, so a file's name must not depend on how they print."""
    program = (
        "import sys; from bankcraps import load_rulebook;"
        "from bankcraps.game.game import Game;"
        "from bankcraps.analysis.chain.exploration import Scope, cached_chain;"
        "from bankcraps.strategies.library import system;"
        "[cached_chain(Scope(Game(load_rulebook('nsw')), system(name))) for name in sys.argv[1:]]"
    )
    names = ("three_two_one", "hammerlock", "pass")
    for seed in "123":
        environment = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", program, *names], check=True, env=environment)
    assert len(list(kept.iterdir())) == len(names)


def flipped(kept, at):
    """Return the bytes of a file with one bit changed."""
    data = bytearray(kept.read_bytes())
    data[at] ^= 1
    return bytes(data)


CHECKSUM = "is damaged: its checksum.*explored again"
DAMAGES = {
    "a bit at the beginning": (lambda kept: flipped(kept, 0), CHECKSUM),
    "a bit of the checksum": (lambda kept: flipped(kept, 20), CHECKSUM),
    "a bit behind it": (lambda kept: flipped(kept, 60), CHECKSUM),
    "a bit at the end": (lambda kept: flipped(kept, -1), CHECKSUM),
    "longer": (lambda kept: kept.read_bytes() + b"\0", CHECKSUM),
    "cut short": (lambda kept: kept.read_bytes()[:100], CHECKSUM),
    "empty": (lambda _: b"", CHECKSUM),
    "of another name": (lambda _: exploration.encoded("another", explored(PASS)), CHECKSUM),
    "another thing": (lambda kept: kept_files.sealed(kept.stem, b"\x01"), "holds no chain"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_told_and_explored_again(kept, damage):
    whole = exploration.cached_chain(PASS)
    (path,) = kept.iterdir()
    before, (damaged, said) = path.read_bytes(), DAMAGES[damage]
    path.write_bytes(damaged(path))
    with pytest.warns(kept_files.CacheWarning, match=said):
        assert exploration.cached_chain(PASS) == whole
    assert path.read_bytes() == before
    assert exploration.cached_chain(PASS) == whole  # without a word


def test_a_device_in_the_cache_is_not_read(kept):
    whole = exploration.cached_chain(PASS)
    (path,) = kept.iterdir()
    path.unlink()
    path.symlink_to("/dev/zero")
    assert exploration.cached_chain(PASS) == whole


def test_the_folder_does_not_grow_without_bound(monkeypatch, kept):
    sizes, tmp_path = [], kept
    for name in ("pass", "dont_pass", "field"):
        exploration.cached_chain(Scope(PASS.game, system(name)))
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
    exploration.cached_chain(Scope(PASS.game, system("place_6_8")))
    left = list(tmp_path.iterdir())
    assert first not in left
    assert sum(file.stat().st_size for file in left) <= 3 * max(sizes)
    assert not killed.exists()
    assert {tmp_path / "part-one.txt", tmp_path / "gold.chain"} <= set(left)  # which somebody keeps there


def test_a_chain_whose_throws_point_outside_is_refused_before_a_kernel_sees_it():
    whole = explored(PASS)
    row, second, *others = whole.transitions
    wrong = [(one, second) for one in (row[:5], (row[0]._replace(to=10**12), *row[1:]))]
    wrong += [((row[0]._replace(label=77), *row[1:]), second), ((*row, second[0]), second[1:])]
    for rows in wrong:
        chain = Chain.of(
            PASS.game, whole.system, whole.states, (*rows, *others), whole.labels, whole.refusals
        )
        with pytest.raises(BankcrapsError, match=r"the chain's .* point outside"):
            in_units(chain, 10_000)


OUTSIDE = "the chain's arrays point outside themselves"
MIXED = "the chain mixes states of players who have left with states of players who play"


@pytest.fixture(scope="module")
def arrays():
    """Don't pass leaves states in which the player waits, whose need is `NEED_LEFT`."""
    return in_units(explored(Scope(PASS.game, system("dont_pass"), let_it_ride=True)), 10_000).arrays


def damaged(arrays, name, at, value):
    array = getattr(arrays, name).copy()
    array[at] = value
    return replace(arrays, **{name: array})


@pytest.mark.parametrize(
    ("name", "at", "value", "said"),
    [
        ("post", 0, -2, OUTSIDE),
        ("post", 0, 10**6, OUTSIDE),
        ("next", (0, 0), -1, OUTSIDE),
        ("next", (0, 0), 10**6, OUTSIDE),
        ("leave", 0, -1, OUTSIDE),
        ("leave", 0, 10**6, OUTSIDE),
        ("decisions", (0, 0), 2, "a throw decides one round on the line at most, and ends one hand"),
        ("shooters", (0, 0), 2, "a throw decides one round on the line at most, and ends one hand"),
        ("delta", (0, 0), 2**25, "a throw changes what is owned by 33,554,432 units of money or more"),
        ("delta", (0, 0), -(2**25), "a throw changes what is owned by 33,554,432 units of money or more"),
        ("fee", 0, -(2**25), "a throw changes what is owned by 33,554,432 units of money or more"),
        ("fee", 0, 2**25, "a throw changes what is owned by 33,554,432 units of money or more"),
        ("need", 0, MAX_UNITS + 1, f"a state needs {MAX_UNITS:,} units of money or more"),
        ("post", 0, ABSORBED, "the chain has a state where the system plays on and nothing is thrown"),
        ("need", 0, NEED_LEFT, MIXED),
        ("leave", 0, 0, "the chain has a state where a player who leaves is never settled"),
    ],
)
def test_arrays_that_would_lead_a_kernel_astray_are_refused(arrays, name, at, value, said):
    with pytest.raises(BankcrapsError) as raised:
        damaged(arrays, name, at, value)
    assert str(raised.value) == said


def test_a_change_of_one_unit_less_is_none(arrays):
    assert damaged(arrays, "delta", (0, 0), 2**25 - 1).delta[0, 0] == 2**25 - 1
    assert damaged(arrays, "delta", (0, 0), 1 - 2**25).delta[0, 0] == 1 - 2**25


def test_a_player_who_leaves_or_waits_comes_to_no_state_of_play(arrays):
    stopped = damaged(damaged(arrays, "need", 0, NEED_STOPPED), "post", 0, ABSORBED)
    waits = arrays.post[(arrays.need == NEED_LEFT) & (arrays.post != ABSORBED)]
    for one, name, at in ((stopped, "leave", 0), (arrays, "next", (waits[0], 0))):
        with pytest.raises(BankcrapsError, match=MIXED):
            damaged(one, name, at, 0)


class Never(OwnPass):
    """A system that stops before its first wager."""

    def layout(self, observation, memory):
        del observation, memory


def test_a_chain_without_throws_has_arrays_without_rows():
    arrays = in_units(explored(Scope(PASS.game, Never(10))), 10_000).arrays
    assert arrays.delta.shape == arrays.next.shape == (0, 36)
    assert np.array_equal(arrays.post, [ABSORBED, ABSORBED])
