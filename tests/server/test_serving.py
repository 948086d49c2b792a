"""Opening and closing a house: `bankcraps serve` and `bankcraps admin`, as processes of their own."""

import asyncio
import os
import re
import signal
import socket
from fnmatch import fnmatch
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from tests.kit.deadline import IN_TIME
from tests.server.commands import run
from tests.server.live import a_table, open_house
from tests.server.serve_process import ServeProcess

from bankcraps.cli.commands.serve import command, place_of
from bankcraps.client import House
from bankcraps.errors import BankcrapsError
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import read_table, settings_of
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.store import open_store


def fails(*words):
    done = run(*words)
    assert done.returncode != 0
    return done.stderr


class Serve(ServeProcess):
    """A house in a process of its own, with a database in a folder."""

    def __init__(self, folder, *more):
        self.database = str(folder / "house.db")
        super().__init__("--port", "0", "--database", self.database, *more)
        self.until_open()

    def closes(self, how):
        os.kill(self.pid, how)
        out, err = self.wait()
        assert self.returncode == 0, err
        assert not err
        assert "The house is closed." in out


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_a_house_goes_on_where_it_was(tmp_path, how):
    served = Serve(tmp_path, "--rules", "nsw")
    assert served.said.count("with the passphrase") == 1
    assert f"All that happens is kept in {served.database}\n" in served.said
    async with House(served.address) as house:
        await house.sign_in("Ann", "correct horse")
        (line,) = await house.tables()
        async with house.table(line.table) as table:
            for said in ("sit", "buy in 100", "10 pass"):
                assert (await table.say(said)).refused is None
    await asyncio.to_thread(served.closes, how)
    again = Serve(tmp_path)
    assert "passphrase" not in again.said
    async with House(again.address) as house:
        await house.sign_in("Ann", "correct horse")
        async with house.table(line.table) as table:
            assert [seat.name for seat in table.view.seats] == ["Ann"]
            assert table.you.wallet_cents == 90_000
    await asyncio.to_thread(again.closes, how)


async def test_a_house_that_closes_finishes_the_throw(tmp_path):
    timing = Timing(betting_ms=3_600_000, warning_ms=0, throwing_ms=300, paying_ms=3_600_000)
    async with open_house(tmp_path, a_table("classic", timing=timing)) as house, house.playing("Ann") as ann:
        await ann.done("5 pass")
        boss = await house.sign_in("House", house.passphrase)
        async with house.at(cookie=boss) as crew:
            for role in ("stickperson", "boxperson", "dealer"):
                await crew.ask("take_chair", role=role)
            out = await crew.ask("act", event={"type": "no_more_bets"})
            assert "refused" not in out, out
            house.stop.set()
            await ann.ended()
    assert "closing" in ann.heard[-1]["reason"]
    effects = [
        effect for one in ann.heard for item in one.get("items", []) for effect in item.get("effects", [])
    ]
    assert "thrown" in [effect["type"] for effect in effects]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--host", "192.0.2.77", "--database", "x.db"), "bankcraps: cannot listen at 192.0.2.77:0"),
        (("--database", "nothing.db"), "another program uses it"),
        (("--database", "nowhere/x.db"), "cannot be opened"),
        (("--database", "postgresql://127.0.0.1:9/none"), "answer"),
        (("--database", "letter.txt"), "is not a database"),
    ],
)
def test_a_house_that_cannot_be_opened(words, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.txt").write_text("Dear house, " * 100)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1]) if "nothing.db" in words else "0"
        said = fails("serve", "--port", port, *words)
    assert said.startswith("bankcraps: ")
    assert says in said
    assert (tmp_path / "letter.txt").read_text().startswith("Dear house")


def test_a_database_in_memory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match=r"^:memory: would be a database without a file, .* name one"):
        open_store(":memory:")
    with pytest.raises(StoreError, match="there is no database"):
        open_store("typo.db", only_read=True)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "there is no house ''"),
        ("atlantis", "there is no house 'atlantis'"),
        ("classic fast", "'fast' is not a setting of a table"),
        ("classic pace=fast", "pace is one of clock, shooter, boxperson, not 'fast'"),
        ("classic guests=some", "guests is one of yes, no, not 'some'"),
        ("classic dice=loaded", "dice is one of sealed, entered, not 'loaded'"),
        ("classic moon=full", "classic: this book has no option 'moon'"),
        ("clasic", "there is no house 'clasic'; .*; did you mean classic"),
        (
            "x.toml",
            "live tables only deal the houses nsw, .*, not 'x.toml'; .* `bankcraps play --rules FILE`",
        ),
    ],
)
def test_a_table_there_cannot_be(words, says):
    with pytest.raises(BankcrapsError, match=f"^{says}"):
        settings_of(read_table(words))


def test_a_table_in_words():
    asked = read_table("classic limits=10:1000 pace=shooter dice=entered title=Friday guests=no bar=2")
    made = settings_of(asked)
    assert (made.pace, made.dice, made.title, made.guests) == ("shooter", "entered", "Friday", False)
    assert dict(made.options)["bar"] == "2"
    late = replace(read_table("nsw"), timing=Timing(betting_ms=5000, warning_ms=5000))
    with pytest.raises(BankcrapsError, match="the warning has to be shorter than the betting"):
        settings_of(late)


def test_where_a_house_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    database = next(option.default for option in command.params if option.name == "database")
    assert place_of(database) == str(tmp_path / database)
    assert place_of("postgres://ann:secret@db/house?password=secret") == "postgres://db/house"
    ignored = (Path(__file__).parents[2] / ".gitignore").read_text().splitlines()
    for end in ("", "-wal", "-shm"):
        assert any(fnmatch(f"{database}{end}", line) for line in ignored)


def test_looking_after_people(tmp_path):
    served = Serve(tmp_path, "--open-table", "nsw title=Friday")
    with httpx.Client(base_url=served.address, timeout=IN_TIME) as guest:
        guest.post("/api/session", json={"name": "Ann"})
    at = ("admin", "--database", served.database)
    assert "has a new passphrase" in run(*at, "passphrase", "Bob", given="correct horse\n").stdout
    assert "at most" not in run(*at, "grant", "Bob", "dealer").stderr
    assert run(*at, "grant", "Bob", "boxperson").stdout == "Bob has the roles boxperson, dealer.\n"
    assert run(*at, "revoke", "Bob", "dealer").stdout == "Bob has the roles boxperson.\n"
    assert run(*at, "revoke", "Bob").stdout == "Bob has no roles.\n"
    assert run(*at, "money", "bob", "50").stdout == "Bob has 50 away from the tables.\n"
    assert "make it one: bankcraps admin passphrase Ann" in run(*at, "grant", "Ann", "dealer").stderr
    assert "no role 'king'" in run(*at, "grant", "Bob", "king").stderr
    assert "8 to 200" in run(*at, "passphrase", "Bob", given="short\n").stderr
    assert "more than 0" in run(*at, "money", "Bob", "0").stderr
    assert "nobody has an account" in run(*at, "money", "Zoe", "5").stderr
    assert re.search(r"Bob +50  account", run(*at, "people").stdout)
    lines = run(*at, "tables").stdout.splitlines()
    assert len(lines) == 6
    table = lines[0].split()[0]
    assert run(*at, "close", table).stdout == f"Table {table} has closed.\n"
    assert "has closed" in run(*at, "close", table).stderr
    served.closes(signal.SIGTERM)
    assert len(run(*at, "tables").stdout.splitlines()) == 5
    *others, last = [line.split()[0] for line in run(*at, "tables").stdout.splitlines()]
    for table in others:
        assert run(*at, "close", table).stdout == f"Table {table} has closed.\n"
    assert "No table is open now: bankcraps serve opens new ones" in run(*at, "close", last).stdout
    assert "there is no database" in run("admin", "--database", str(tmp_path / "no.db"), "people").stderr


def test_a_table_that_is_open_is_not_opened_again(tmp_path):
    friday = ("--rules", "nsw", "--open-table", "nsw title=Friday", "--bot", "Molly 500 three_point_molly")
    links = []
    for more in ((), (), ("--open-table", "nsw title=Sunday")):
        served = Serve(tmp_path, *friday, *more)
        links += re.findall(r"^The table (\w+) is http://\S+(/tables/\w+)$", served.said, re.MULTILINE)
        served.closes(signal.SIGTERM)
    (_, first), (_, second), (_, third), (title, last) = links
    assert first == second == third != last
    assert title == "Sunday"
    assert len(run("admin", "--database", served.database, "tables").stdout.splitlines()) == 3
    run("admin", "--database", served.database, "close", first.removeprefix("/tables/"))
    served = Serve(tmp_path, *friday)
    assert "Friday" in served.said
    assert first not in served.said
    served.closes(signal.SIGTERM)


def test_the_address_for_phones_is_a_code(tmp_path):
    served = Serve(tmp_path, "--lan", "--rules", "classic")
    assert "█" in served.said
    assert not served.address.startswith("http://0.0.0.0")
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:\d+", served.address)
    served.closes(signal.SIGTERM)


async def test_the_lab_alone_is_a_page_without_tables():
    served = ServeProcess("--no-browser", command="lab")
    served.until_open()
    address = served.address.removesuffix("/lab")
    async with httpx.AsyncClient(base_url=address) as http:
        assert (await http.get("/")).headers["location"] == "/lab"
        assert (await http.get("/api/tables")).json() == []
        asked = await http.get("/api/lab/hand/command?rules=nsw")
    assert asked.json()["command"] == "bankcraps hand --rules nsw --json"
    os.kill(served.pid, signal.SIGINT)
    out, err = served.wait()
    assert (served.returncode, out, err) == (0, "The lab is closed.\n", "")
