"""A house, a log, a record and systems written on 22 November 2026 open, replay, audit and verify.

`first_house` has an evening of `examples/house_evening.py` by the program of that day: the house's database
as SQL, with tables of the first version, and the exported log and record of its table. `systems.json` has
what six betting systems came to. Nothing writes these files again.
"""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from bankcraps.server.stores.database import MIGRATIONS
from bankcraps.server.stores.store import open_store

HERE = Path(__file__).parent / "first_house"
TABLE = "vg9h6twg"
HEAD = "0f0a51d22d6acca618145881899e5149ce6a3efb77e21f3fbe43042f68d84cd7"
SYSTEMS = json.loads((HERE / "systems.json").read_text(encoding="utf-8"))


@pytest.fixture
def house(tmp_path):
    """The database of that evening."""
    file = tmp_path / "house.db"
    with sqlite3.connect(file) as database:
        database.executescript((HERE / "house.sql").read_text(encoding="utf-8"))
    database.close()
    file.chmod(0o600)
    return file


def test_the_database_is_audited_as_it_is(run, house):
    before = house.read_bytes()
    code, said = run("audit", "--database", house)
    assert code == 0
    assert f"{TABLE}: 233 rows, 11 sealed throws checked, 0 withheld" in said
    assert "The logs are whole, and the books balance." in said
    assert house.read_bytes() == before


def test_the_database_is_brought_over_and_balances(run, house):
    store = open_store(str(house))
    assert store.database.run("SELECT version FROM bankcraps") == [(len(MIGRATIONS),)]
    assert len(list(store.logs.rows(TABLE))) == 233
    store.close()
    code, said = run("audit", "--database", house)
    assert (code, HEAD in said) == (0, True)


def test_a_database_that_was_brought_over_gives_the_same_log(run, house, tmp_path):
    open_store(str(house)).close()
    log = tmp_path / "night.jsonl"
    code, said = run("export", house, TABLE, "--jsonl", log)
    assert code == 0, said
    assert log.read_text(encoding="utf-8") == (HERE / "night.jsonl").read_text(encoding="utf-8")


def test_the_log_is_verified_and_audited(run, tmp_path):
    log = shutil.copy(HERE / "night.jsonl", tmp_path)
    code, said = run("verify", log)
    assert (code, f"verified: table {TABLE} up to row 233, head {HEAD}" in said) == (0, True)
    code, said = run("audit", "--log", log)
    assert (code, "the house won $195" in said) == (0, True)


def test_the_record_replays(run):
    code, said = run("replay", HERE / "night.craps")
    assert (code, "verified: 90 events, every table as recorded" in said) == (0, True)


@pytest.mark.parametrize("kept", SYSTEMS, ids=range(len(SYSTEMS)))
def test_a_saved_system_comes_to_the_same(run, kept):
    asked = ("--rules", kept["rules"], "--bankroll", 200, "--throws", 12, "--json")
    code, said = run("session", "--strategy", kept["strategy"], *asked)
    assert code == 0, said
    now, _ = json.JSONDecoder().raw_decode(said[said.index("{") :])  # a warning may follow
    for name in ("mean_cents", "sd_cents"):
        assert now[name] == pytest.approx(kept[name], rel=1e-9)
    assert now["ends"] == pytest.approx(kept["ends"], rel=1e-9, abs=1e-12)
