"""Texts for people and programs: refusals in exact words, and the rows of an export."""

import io
import re
from datetime import UTC, datetime

import pytest
from pyarrow import parquet
from tests.live.evening import a_friday
from tests.live.room import Room

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import events as ev
from bankcraps.game.records.record import EFFECT_COLUMNS
from bankcraps.live.proof import exporting
from bankcraps.live.proof.exporting import Span, effect_rows, parquet_parts, span_of_player
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import inspection

TABLE = "k3x9"
WHOLE = Span(None, None)


@pytest.fixture(scope="module")
def evening():
    return a_friday(18)


@pytest.fixture
def room():
    found = Room("nsw")
    found.sits("Ann")
    return found


def test_a_reason_is_short_and_can_be_printed(room):
    for why in ("x" * 10_000, "a\nb"):
        refused = room.ask("Ann", cm.Act, event=ev.Leave(), why=why)
        assert refused.code == "bad_words"
        assert re.fullmatch(r"a reason has at most \d+ printable characters", refused.message)


def test_an_export_of_somebody_who_never_sat_there_says_so(evening):
    for asked in (
        lambda: span_of_player("Eve", iter(evening.rows), TABLE),
        lambda: list(effect_rows(TABLE, iter(evening.rows), WHOLE, "Eve")),
    ):
        with pytest.raises(BankcrapsError, match=f"Eve.*{TABLE}"):
            asked()


def test_every_effect_of_a_wager_names_it(evening):
    rows = list(effect_rows(TABLE, iter(evening.rows), WHOLE))
    assert all(set(row) == set(EFFECT_COLUMNS) for row in rows)
    staked = [row for row in rows if row["effect"] in ("staked", "paid", "lost")]
    assert {row["wager"] for row in staked} >= {"pass"}
    assert None not in {row["wager"] for row in staked}
    assert {row["wager"] for row in rows if row["effect"] in ("bought", "thrown", "seven_out")} == {None}
    assert {row["seat"] for row in rows if row["effect"] == "thrown"} == {""}


def test_a_parquet_file_is_written_a_group_at_a_time(evening, monkeypatch):
    """An export of a long night needs no more memory than one of a short night."""
    monkeypatch.setattr(exporting, "_GROUP", 50)
    rows = list(effect_rows(TABLE, iter(evening.rows), WHOLE))[:120]
    parts = list(parquet_parts(iter(rows)))
    file = parquet.ParquetFile(io.BytesIO(b"".join(parts)))
    sizes = [file.metadata.row_group(number).num_rows for number in range(file.metadata.num_row_groups)]
    assert sizes == [50, 50, 20]
    assert len(parts) == 4
    times = [row | {"at": datetime.fromtimestamp(row["at"] / 1000, UTC)} for row in rows]
    assert file.read().to_pylist() == times
    assert file.schema_arrow.metadata[b"house"] == b"three_four_five"


def test_an_inspector_sees_the_wallet_of_everybody_who_plays(room):
    found = inspection(room.table, cm.Sender("Ivy", frozenset({"inspector"})), {"Ann": 500}, 700)
    assert [(one.name, one.wallet_cents) for one in found.people] == [("Ann", 500)]
