"""Records replay as they were written, those of the first edition of the engine too.

In each from before 29 November 2026 that edition did something otherwise: see `EDITION` in
`game.rulebook.schema`. The others correct a throw after somebody had passed or taken the dice.
"""

from pathlib import Path

import pytest

from bankcraps import Table, load_rulebook, read_record, replay
from bankcraps.game.records import book_of

RECORDS = sorted((Path(__file__).parent / "first_edition").iterdir())
CORRECTED = sorted((Path(__file__).parent / "corrections").iterdir())


@pytest.mark.parametrize("file", RECORDS + CORRECTED, ids=lambda file: file.stem)
def test_a_record_replays_as_it_was_written(run, file):
    code, said = run("replay", file)
    assert code == 0, said
    assert "every table as recorded" in said


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_engine_does_otherwise_now(file):
    """Under the book of today the same acts lead to another table."""
    record = read_record(file.read_text(encoding="utf-8"))
    now, before = load_rulebook(record.header.rules), book_of(record)
    assert (before.edition, now.edition) == (1, 2)
    table = Table(now, {name: cents // 100 for _, name, cents in record.header.seats})
    came = [table.do(entry.event) for entry in record.entries]
    then = [played.step for played in replay(record)]
    assert [one.state for one in came] != [one.state for one in then]
