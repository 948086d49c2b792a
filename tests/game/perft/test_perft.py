"""The shipped perft files: they replay, and the tree below each has the nodes and money it says."""

import itertools
import json
from pathlib import Path

import pytest
from tests.game.perft.positions import POSITIONS

from bankcraps import BOOKS, Throw, load_rulebook, read_record, replay, step
from bankcraps.game.engine import State
from bankcraps.game.engine.events import Rolled
from bankcraps.game.perft import perft
from bankcraps.game.records import book_of

HERE = Path(__file__).parent
DEPTH = 3
CASES = list(itertools.product(BOOKS, POSITIONS))


def final_state(text: str) -> tuple:
    record = read_record(text)
    book = book_of(record)
    *_, last = replay(record, book)
    return book, last.step.state


def counted(book, state: State) -> list[dict[str, object]]:
    return [{"depth": c.depth, "nodes": c.nodes, "net": c.net} for c in perft(book, state, DEPTH)]


@pytest.mark.parametrize(("name", "position"), CASES)
def test_position_is_as_written(name, position, golden):
    golden(f"{name}/{position}.craps", POSITIONS[position](load_rulebook(name)).record().text())


def test_counts_are_as_written(golden):
    counts = {
        f"{name}/{position}": counted(*final_state(POSITIONS[position](load_rulebook(name)).record().text()))
        for name, position in CASES
    }
    rows = ",\n".join(f'  "{key}": {json.dumps(value)}' for key, value in counts.items())
    golden("expected.json", f"{{\n{rows}\n}}\n")


@pytest.mark.parametrize("name", BOOKS)
def test_merged_tree_is_the_whole_tree(name):
    """Walking all 1,296 ordered pairs of throws one by one gives the same sums."""
    book, start = final_state((HERE / name / "line_and_come.craps").read_text(encoding="utf-8"))
    throws = [Throw(a, b) for a in range(1, 7) for b in range(1, 7)]
    net = dict.fromkeys(("Ann", "Bob"), 0)
    nodes = 0
    for pair in itertools.product(throws, repeat=2):
        state = start
        for throw in pair:
            state = step(book, state, Rolled(throw)).state
        nodes += 1
        for before, after in zip(start.seats, state.seats, strict=True):
            net[after.name] += after.rail + after.at_risk - before.rail - before.at_risk
    assert (nodes, net) == (perft(book, start, 2)[-1].nodes, perft(book, start, 2)[-1].net)


def test_one_throw_by_hand():
    """This one can be checked by hand: 10 on the field at double on 2 and 12 costs 2 in 36 throws."""
    from bankcraps import Table  # noqa: PLC0415

    table = Table("pennsylvania", {"Ann": 100})
    table.bet("Ann", "field", 10)
    (count,) = perft(table.rulebook, table.state, 1)
    wins = 10 * (2 + 3 + 4 + 3 + 2) + 20 * (1 + 1)  # 3, 4, 9, 10, 11 at even money; 2 and 12 double
    loses = 10 * (4 + 5 + 6 + 5)
    assert count.net == {"Ann": 100 * (wins - loses)}
