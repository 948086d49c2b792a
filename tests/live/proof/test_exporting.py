"""Exports of a house: records that replay, logs that strangers can check, tables for analysts."""

import hashlib
import io
import json
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice

import pytest
from click.testing import CliRunner
from pyarrow import parquet
from tests.live.evening import GRANT, Evening, a_friday

from bankcraps import replay
from bankcraps.cli.commands import dice_stream
from bankcraps.errors import RecordError
from bankcraps.game.dice import Throw
from bankcraps.game.records import EFFECT_COLUMNS, book_of, read_record
from bankcraps.live.log.entries import LogFile
from bankcraps.live.log.fairness import message_of, stream
from bankcraps.live.proof import exporting
from bankcraps.live.proof.exporting import Span, effect_rows, parquet_parts, record_lines, span_of_player
from bankcraps.live.table import commands as cm
from bankcraps.server.stores.store import open_store

TABLE = "k3x9"


@pytest.fixture(scope="module")
def evening():
    return a_friday(18, "nsw")


def time_of(evening, seq: int) -> int:
    return json.loads(evening.rows[seq - 1][1])["at"]


WHOLE = Span()


def record_of(evening, span=WHOLE):
    return read_record("".join(f"{line}\n" for line in record_lines(TABLE, iter(evening.rows), span)))


def verified(record) -> int:
    return len(list(replay(record, book_of(record))))


@pytest.mark.parametrize("first", [3, 40, 101, 102, 180])
def test_an_evening_from_the_middle_of_a_game(evening, first):
    last = len(evening.rows) - 20
    span = Span(time_of(evening, first), time_of(evening, last))
    record = record_of(evening, span)
    events = [
        seq for seq, body, _ in evening.rows if '"type":"acted"' in body and time_of(evening, seq) in span
    ]
    assert verified(record) == len(events)
    assert (record.header.table is None) == (first == 3)


def test_the_stay_of_a_player(evening):
    span = span_of_player("Cid", iter(evening.rows), TABLE)
    record = record_of(evening, span)
    assert str(record.entries[0].event.by) == "Cid"
    assert verified(record) > 20
    assert span.until is None


def test_the_header_of_such_a_record_is_checked(evening):
    text = "".join(
        f"{line}\n" for line in record_lines(TABLE, iter(evening.rows), Span(time_of(evening, 100)))
    )
    for old, new, said in (
        ('"rail_cents":', '"rail_cents":1', "hash"),
        ("limits 5:500", "limits 10:500", "not those of its table"),
        ('table {"seats"', 'table {"chairs"', "this is not a state"),
        ("\ntable ", "\nseat 1 Eve 500\ntable ", "not those of its table"),
    ):
        assert old in text
        with pytest.raises(RecordError, match=said):
            verified(read_record(text.replace(old, new, 1)))
    no_play = r"^line 8: (the rules refuse this \(not_now\)|after this event the replay has the hash)"
    for wager in ("fire", "two", "horn_high 12"):
        with pytest.raises(RecordError, match=no_play):
            verified(read_record(text.replace('"wager":"pass"', f'"wager":"{wager}"', 1)))


def test_every_export(evening, file, run, tmp_path):
    names = {kind: tmp_path / f"night.{kind}" for kind in ("craps", "jsonl", "parquet")}
    code, told = run(
        "export", file, TABLE, *(part for kind, path in names.items() for part in (f"--{kind}", path))
    )
    assert code == 0, told
    code, told = run("replay", names["craps"])
    assert (code, "verified: " in told) == (0, True)
    code, told = run("verify", names["jsonl"], "--summary")
    assert (code, f"verified: table {TABLE} up to row {len(evening.rows)}" in told.replace(",", "")) == (
        0,
        True,
    )
    code, told = run("audit", "--log", names["jsonl"])
    assert (code, "The log is whole." in told) == (0, True)
    assert parquet.read_table(names["parquet"]).num_rows > 100
    assert not list(tmp_path.glob("part-*"))


def test_a_file_where_audit_expects_a_table(file, run, tmp_path):
    log = tmp_path / "a.jsonl"
    run("export", file, TABLE, "--jsonl", log)
    assert f"a.jsonl is a file, not a table: bankcraps audit --log {log}" in run("audit", log)[1]
    assert f"is a file, not a table: bankcraps audit --database {file}" in run("audit", file)[1]


def test_export_from_an_exported_log(file, run, tmp_path):
    """A stranger with the log alone has everything."""
    run("export", file, TABLE, "--jsonl", tmp_path / "a.jsonl", "--craps", tmp_path / "a.craps")
    file.unlink()
    log = tmp_path / "a.jsonl"
    code, told = run("export", log, TABLE, "--jsonl", tmp_path / "b.jsonl", "--craps", tmp_path / "b.craps")
    assert code == 0, told
    for kind in ("jsonl", "craps"):
        assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()


def test_who_won_from_the_log_alone(file, run, tmp_path):
    run("export", file, TABLE, "--jsonl", tmp_path / "log")
    told = run("audit", "--log", tmp_path / "log")[1]
    with closing(open_store(str(file), only_read=True)) as opened:
        store = opened.money.balances()
    for name in ("Ann", "Bob", "Cid"):
        owns = sum(cents for account, cents in store.items() if account.endswith(f"/{name}")) - GRANT
        dollars = f"${abs(owns) // 100:d}" + (f".{abs(owns) % 100:02d}" if owns % 100 else "")
        assert f"  {name} {'won' if owns >= 0 else 'lost'} {dollars}\n" in told


def test_effects_of_a_player(evening, file, run, tmp_path):
    run("export", file, TABLE, "--player", "Ann", "--parquet", tmp_path / "ann")
    rows = parquet.read_table(tmp_path / "ann").to_pylist()
    assert {row["seat"] for row in rows} == {"Ann"}
    rail = next(seat.rail for seat in evening.table.state.seats if seat.name == "Ann")
    assert sum(row["rail_cents"] for row in rows) == rail
    assert all(
        row["wallet_cents"] + row["rail_cents"] + row["layout_cents"] + row["bank_cents"] == 0 for row in rows
    )
    assert {"bought", "staked", "paid", "lost"} <= {row["effect"] for row in rows}
    assert rows[0]["told"]
    hand = 1
    for row in effect_rows(TABLE, iter(evening.rows), WHOLE):
        if row["effect"] in ("thrown", "seven_out"):
            assert row["hand"] == hand
            hand += row["effect"] == "seven_out"
    assert hand > 1
    assert json.loads(rows[0]["data"])["seat"] == "Ann"


def test_a_part_of_a_night_as_a_log(evening, file, run, tmp_path):
    since, until = (datetime.fromtimestamp(time_of(evening, seq) / 1000, UTC) for seq in (100, 200))
    log = tmp_path / "part"
    run("export", file, TABLE, "--from", since.isoformat(), "--to", until.isoformat(), "--jsonl", log)
    with log.open("rb") as opened:
        part = LogFile(opened)
        rows = list(part.rows())
    assert (part.header.after, part.header.hash) == (rows[0][0] - 1, evening.rows[rows[0][0] - 2][2])
    assert rows == evening.rows[rows[0][0] - 1 : rows[-1][0]]
    code, told = run("verify", log)
    assert (code, "sealed throws counted" in told) == (0, True)
    assert "only its dice and its chain can be checked" in run("audit", "--log", log)[1]
    assert "hands can only be counted from the opening on" in run("verify", log, "--hand", 1)[1]
    assert "does not begin with the opening" in run("export", log, TABLE, "--craps", tmp_path / "r")[1]


DAMAGE = {  # beside that of `forged.FORGED`, which all programs refuse
    "cut short": (lambda lines: lines[:-1], "cut short"),
    "rows gone at the end": (lambda lines: [*lines[:-9], lines[-1]], "its last line says row"),
    "cut within a line": (
        lambda lines: [*lines[:5], lines[5][:-9]],
        "neither a row with its hash nor the end",
    ),
    "no log": (lambda lines: lines[1:], "is not a database"),
    "another end": (
        lambda lines: [*lines[:-1], lines[-1].replace(b'"head":"', b'"head":"0')],
        "not its last hash",
    ),
    "no text": (lambda lines: [*lines[:5], lines[5].replace(b"entry", b"entr\xff"), *lines[6:]], "not UTF-8"),
    "another version": (
        lambda lines: [lines[0].replace(b'_log":1', b'_log":2'), *lines[1:]],
        "logs of version 1",
    ),
    "a line without end": (lambda lines: [*lines[:5], b"x" * (1 << 21)], "too long"),
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("command", [["verify"], ["audit", "--log"]])
def test_a_damaged_log_file(damage, command, file, run, tmp_path):
    change, said = DAMAGE[damage]
    log = tmp_path / "log"
    run("export", file, TABLE, "--jsonl", log)
    log.write_bytes(b"".join(change(log.read_bytes().splitlines(keepends=True))))
    code, told = run(*command, log)
    assert (code, said in told) == (1, True), told


def test_verify_shows_each_throw(file, run):
    code, told = run("verify", file, TABLE, "--throw", 3)
    assert code == 0
    assert told.startswith("throw 3: ")
    assert told.count("commitment ") == told.count("seeds  ") == told.count("secret  ") == 1
    assert "Ann ann2, Bob bob2" in told
    assert 'calls of "no roll": 1 (1 ' in told
    assert "sealed throws withheld: 1 (1 " in told


def test_verify_a_hand(file, run):
    code, told = run("verify", file, TABLE, "--hand", 2, "--json")
    *throws, end = [json.loads(line) for line in told.splitlines()]
    assert code == 0
    assert end["verified"]
    assert {throw["hand"] for throw in throws} == {2}
    for which, said in (("--throw", "no throw 999"), ("--hand", "no throw in hand 999")):
        code, told = run("verify", file, TABLE, which, 999)
        assert (code, f"bankcraps: the log has {said}\n" in told) == (1, True)
    numbers = [throw["throw"]["number"] for throw in throws]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "say what to write"),
        (["--player", "Ann", "--jsonl", "x"], "cannot leave players out"),
        (["--from", "yesterday", "--craps", "x"], "--from takes a time such as"),
        (["--player", "Eve", "--craps", "x"], "Eve never sat at table"),
        (["--from", "2030-01-01", "--craps", "x"], "nothing happened at table k3x9 in that time"),
        (["--craps", "/nowhere/x"], "cannot be written: No such file or directory"),
        (["--parquet", "/nowhere/x"], "cannot be written: No such file or directory"),
        (["--craps", "/dev/null", "--overwrite"], "a device"),
        (["--craps", "x\0"], "cannot be written"),
        (["--craps", "taken"], "taken exists already; --overwrite replaces it"),
    ],
)
def test_bad_exports(arguments, said, file, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("old")
    code, told = run("export", file, TABLE, *arguments)
    assert code != 0
    assert said in told
    assert (tmp_path / "taken").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir() if "house.db" not in path.name) == ["taken"]


def raw(*arguments) -> bytes:
    return CliRunner().invoke(dice_stream.command, arguments).stdout_bytes


def test_the_raw_stream():
    program = "from bankcraps.cli.main import main; main()"
    asked = ["dice-stream", "--bytes", "1000", "--seed", "a"]
    again = subprocess.check_output([sys.executable, "-c", program, *asked], timeout=300)
    assert len(again) == 1000
    assert raw("--bytes", "40", "--seed", "a") == again[:40]
    assert raw("--bytes", "40", "--seed", "b") != again[:40]
    assert raw("--bytes", "40") != raw("--bytes", "40")
    first = bytes(islice(stream(hashlib.sha256(b"a\n1").digest(), message_of("stream", 1, ())), 32))
    assert again[:32] == first


def test_verify_counts_the_corrections_of_real_dice(run, tmp_path):
    evening, crew = Evening("nsw", dice="entered"), ("boxperson", "stickperson", "games_supervisor")
    for role in crew:
        assert evening.ask("Box", cm.TakeChair, role, roles=crew) is None
    for line in ("sit", "buy in 500", "pass 10"):
        assert evening.say("Ann", line) is None
    assert evening.say("Box", "no more bets", *crew) is None
    for look in ("first", "second"):
        assert evening.ask("Box", cm.EnterThrow, Throw(4, 1), look, roles=crew) is None
    assert evening.say("Box", "correct 4-2", *crew) is None
    evening.save(tmp_path / "house.db")
    code, told = run("verify", tmp_path / "house.db", TABLE, "--summary")
    assert code == 0, told
    assert "throws of real dice, which nobody can prove: 1\n" in told
    assert "corrected after they counted: 1\n" in told


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
    written = file.read().to_pylist()
    assert {row["at"].tzname() for row in written} == {"UTC"}
    assert [row | {"at": round(row["at"].timestamp() * 1000)} for row in written] == rows
    assert file.schema_arrow.metadata[b"house"] == b"nsw"
