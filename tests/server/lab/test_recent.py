"""A process of the lab keeps chains for the next question: within its room, and without changing a bit."""

import pytest

from bankcraps import exact
from bankcraps.analysis.exact import solution
from bankcraps.analysis.lab_options import SessionOptions
from bankcraps.game.records.codec import encode
from bankcraps.server.jobs import worker
from bankcraps.support import kept_files
from bankcraps.support.kept_files import RECENT, Recent

ROOM = 2**26


@pytest.fixture
def kept(monkeypatch, tmp_path):
    """A process that keeps chains, with a cache folder of its own."""
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path))
    RECENT.make_room(ROOM)
    yield RECENT
    RECENT.make_room(0)


def test_those_used_least_go_and_the_room_is_never_exceeded():
    recent = Recent()
    recent.keep("before", 1, 1)
    assert (recent.find("before"), recent.bytes) == (None, 0)
    recent.make_room(10)
    for key in "abc":
        recent.keep(key, key.upper(), 3)
    assert recent.find("a") == "A"
    recent.keep("d", "D", 4)
    assert ([recent.find(key) for key in "abcd"], recent.bytes) == (["A", None, "C", "D"], 10)
    recent.keep("a", "again", 1)
    recent.keep("large", "too large", 11)
    assert (recent.find("a"), recent.find("large"), recent.bytes) == ("again", None, 8)
    recent.make_room(4)
    assert ([recent.find(key) for key in "acd"], recent.bytes) == (["again", None, None], 1)
    assert recent.forget()
    assert not recent.forget()
    assert recent.bytes == 0


LENGTHS: list[SessionOptions] = [{"throws": 20}, {"shooters": 3}, {"throws": 30}, {"decisions": 6}]

ASKED = [
    (system, bankroll, length)
    for length in LENGTHS
    for bankroll in (60, 65, 30)
    for system in ("pass", "dont_come")
]


def answers():
    found = (exact.session("nsw", *asked, extremes=False, **length) for *asked, length in ASKED)
    return [encode(one.to_dict(distribution=True)) for one in found]


def test_every_figure_has_the_same_bits_whatever_was_asked_before(kept, monkeypatch):
    kept.make_room(0)
    alone = answers()
    kept.make_room(ROOM)
    answers()
    reads, lumped = [], []
    monkeypatch.setattr(kept_files, "read", lambda *asked: reads.append(asked))
    monkeypatch.setattr(solution, "full_grid", lumped.append)
    assert answers() == alone
    assert (reads, lumped) == ([], [])
    assert 0 < kept.bytes <= ROOM


def test_a_question_without_memory_gets_that_of_what_is_kept(kept, monkeypatch):
    made = []

    def make(asked, _):
        made.append(asked)
        if kept.bytes:
            raise MemoryError
        return b"answer"

    monkeypatch.setattr(worker, "_made", make)
    kept.keep("chain", "chain", 5)
    assert worker._made_in_memory("asked", None) == b"answer"  # noqa: SLF001 - the process of the lab
    assert (len(made), kept.bytes) == (2, 0)
    kept.keep("chain", "chain", 5)
    monkeypatch.setattr(kept, "forget", lambda: False)
    with pytest.raises(MemoryError):
        worker._made_in_memory("asked", None)  # noqa: SLF001 - as above
