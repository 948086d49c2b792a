"""Texts for people and programs: refusals in exact words, and the rows of an export."""

import io
import re
from datetime import UTC, datetime

import pytest
from pyarrow import parquet
from tests.live.evening import a_friday
from tests.live.people.test_talk import say
from tests.live.room import Room

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import events as ev
from bankcraps.game.records.record import EFFECT_COLUMNS
from bankcraps.live.people.talk import Talking
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


@pytest.mark.parametrize(
    ("words", "phrase", "says"),
    [
        ("", "", "say a set phrase or words of your own, and not both"),
        ("hello", "hello", "say a set phrase or words of your own, and not both"),
        ("x" * 81, "", "say at most 80 characters"),
        (
            "a\nb",
            "",
            "some of these characters cannot be seen or change how a line reads: write plain words",
        ),
        ("WWW.elsewhere.example", "", "no links around the table, please"),
    ],
)
def test_why_words_are_refused(room, words, phrase, says):
    refused = say(Talking(), room.table, "Ann", words, phrase=phrase)
    assert (refused.code, refused.message) == ("bad_words", says)


def test_eighty_characters_are_taken(room):
    assert say(Talking(), room.table, "Ann", " " + "x" * 80 + " ").spoken[0].line.words == "x" * 80


def test_why_somebody_may_not_speak(room):
    assert say(Talking(), room.table, "Eve", "hello").message == (
        "only players and crew may speak: sit down first"
    )
    assert say(Talking(muted=("Ann",)), room.table, "Ann", "hello").message == (
        "you may not speak here for now; you play as before"
    )


def test_why_somebody_without_a_name_may_do_nothing(room):
    refused = room.say("", "sit")
    assert (refused.code, refused.message) == ("not_signed_in", "only people with a name can do that")


def test_why_a_player_may_not_say_what_the_dice_show(room):
    refused = room.say("Ann", "roll 4-2")
    assert (refused.code, refused.message) == ("not_your_act", "the dice decide the throw: say `throw`")


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
