"""`bankcraps join` as people run it: through a pipe, with a passphrase, a second time, and wrongly."""

import asyncio
import fcntl
import json
import os
import signal
import struct
import subprocess
import sys
import termios
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from unittest.mock import patch

import click
import pytest
from tests.client.conftest import RUN, SLOW, open_table
from tests.kit.console import answer_of_main
from tests.kit.deadline import IN_TIME

from bankcraps.cli import files, joining
from bankcraps.client import House, HouseError
from bankcraps.errors import BankcrapsError
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import TableLine
from bankcraps.server.stores.store import open_store
from bankcraps.terminal.join.room_words import farewell


def run(tmp_path, *arguments, lines=""):
    """Run the command in this process; what it prints, and its complaint.

    A process for each takes half a second to start.
    """
    with _input(lines), patch.dict(os.environ, XDG_STATE_HOME=str(tmp_path)):
        _, said, complaint = answer_of_main(["join", *arguments])
    return said, complaint


@contextmanager
def _input(lines):
    """Put lines in place of the standard input of this process, from whose file a live table reads."""
    before = os.dup(0)
    with TemporaryFile() as given:
        given.write(lines.encode())
        given.seek(0)
        os.dup2(given.fileno(), 0)
        try:
            yield
        finally:
            os.dup2(before, 0)
            os.close(before)


async def test_lines_through_a_pipe_and_the_place_is_kept(serve, named, tmp_path):
    table = await open_table(serve.address, timing=SLOW)
    name, link = named(), f"{serve.address}/tables/{table}"
    lines = "# an evening\n\nsit\nbuy_in 100\npass 10\ncome 10\nwag 5\nchair dealer\nsit out\n"
    lines += "my_limits loss 0\nenter 6-7\n"
    asked = link, name, "--plain"
    said, complaint = await asyncio.to_thread(run, tmp_path, *asked, lines=lines)
    assert f"table {table}: New South Wales, limits 5:500, come-out\n" in said
    assert f"{name} puts $10 on the Win Line\n" in said
    assert "refused: the Come can be made only while the puck is on, and it is off [6.1.3]\n" in said
    assert "if you mean it, say: my_limits loss 0 yes\n" in said
    assert "refused: dice show 1 to 6, not 6-7; say, for example: enter 4-2\n" in said
    assert "'wag' is not a command" in said
    assert "the role of dealer" in said
    assert f"{name} sits out.\n" in said
    assert complaint == "bankcraps: 1 line could not be read\n"
    # The same line again goes on with the same session, and the wager is still there.
    said, complaint = await asyncio.to_thread(run, tmp_path, link, name, "--plain", lines="sit in\nundo\n")
    assert f"{name} plays again.\n" in said
    assert complaint == ""
    # From another home folder the name is taken: the first session has it.
    _, complaint = await asyncio.to_thread(run, tmp_path / "elsewhere", link, name, "--plain")
    assert complaint.startswith(
        f"bankcraps: a guest plays as {name} already: choose another name, such as {name}2. "
    )
    assert f"If {name} is yours, give it a passphrase where you played before" in complaint
    assert (tmp_path / "bankcraps" / "houses.json").stat().st_mode & 0o777 == 0o600


async def test_lines_and_what_happens_as_json(serve, named, tmp_path):
    table = await open_table(serve.address, timing=SLOW)
    name, link = named(), f"{serve.address}/tables/{table}"
    lines = "sit\nbuy_in 100\npass 10\ncome 10\nwag 5\nchair dealer\n"
    said, complaint = await asyncio.to_thread(run, tmp_path, link, name, "--json", lines=lines)
    assert complaint == "bankcraps: 1 line could not be read\n"
    objects = [json.loads(line) for line in said.splitlines()]
    assert objects[0]["table"] == objects[0]["view"]["id"] == table
    answers = {one["line"]: one["refusal"] for one in objects if one["line"]}
    assert list(answers) == [1, 2, 3, 4, 5, 6]
    assert answers[1] is answers[2] is answers[3] is None
    assert (answers[4]["clause"], answers[5]["code"], answers[5]["word"]) == ("6.1.3", "notation", "wag")
    assert answers[6]["code"] == "not_your_act"
    bets = [one for one in objects if one["line"] is None and (one["event"] or {}).get("type") == "bet"]
    assert [effect["type"] for effect in bets[0]["effects"]] == ["staked"]
    assert bets[0]["rail_cents"] == {name: 9000}
    assert bets[0]["layout_cents"] == {name: {"pass": 1000}}
    assert bets[0].keys() > {"line", "event", "refusal", "effects", "puck", "shooter", "seq", "phase", "room"}


async def test_words_that_the_house_need_not_be_asked(serve, named, tmp_path):
    table = await open_table(serve.address, timing=SLOW)
    name, link = named(), f"{serve.address}/tables/{table}"
    lines = "who\npass 10\nsit\nbuy_in 5000\nbuy_in 100\npass_dice\npass 10\nwho\nfair\nhelp\nhelp chair\n"
    lines += "help pass\nstatus\nquit\nwag 5\n"
    said, complaint = await asyncio.to_thread(run, tmp_path, link, name, "--plain", lines=lines)
    assert complaint == ""
    assert "; say sit, and then buy_in 100\n" in said
    assert "refused: you have only $1000 in the wallet\n" in said
    assert f"{name} has $90 in the rail and $10 on the layout." in said
    assert "nobody plays\n" in said
    assert f"{name} at place 1 has $90 in the rail, and $10 on the Win Line\n" in said
    assert "Throw 1 is sealed with " in said


async def test_a_house_that_sends_one_away_for_good_is_a_failure(serve, named, tmp_path):
    """The command reports the lines that it could not send."""
    table, name = await open_table(serve.address, timing=SLOW), named()
    link = f"{serve.address}/tables/{table}"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", RUN, "join", link, name, "--plain"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
    )
    async with asyncio.timeout(IN_TIME):
        process.stdin.write(b"sit\n")
        while b"place 1" not in (line := await process.stdout.readline()):
            assert line, await process.stderr.read()
        store = open_store(str(serve.folder / "house.db"))
        store.people.end_sessions(name)
        store.close()
        _, complaint = await process.communicate()
    assert process.returncode == 1
    assert complaint == b"bankcraps: the table is left: your session has ended: sign in again\n"


async def test_a_house_that_does_not_come_back_keeps_the_place(own_serve, named):
    table = await open_table(own_serve.address, timing=SLOW)
    async with asyncio.timeout(IN_TIME), House(own_serve.address) as house:
        await house.sign_in(named())
        async with house.table(table, patience_s=0.3) as live:
            await live.say("sit")
            own_serve.stop(signal.SIGKILL)
            async for _ in live.heard():
                pass
            assert farewell(live) == (
                "The house does not answer. Your place and your wagers are kept for 180 seconds, and your "
                "chips with them. Type the same command again to go on."
            )


def test_ctrl_c_ends_the_choice_of_a_table(monkeypatch):
    async def choose():
        return joining.choose([TableLine("a"), TableLine("b")], plain=False)

    monkeypatch.setattr(joining, "_can_ask", lambda: True)
    monkeypatch.setattr(
        "click.termui.visible_prompt_func", lambda _: [signal.raise_signal(signal.SIGINT), "1"][1]
    )
    with pytest.raises(click.Abort):
        asyncio.run(choose())


async def test_an_account_is_asked_for_its_passphrase(serve, named, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(joining, "_can_ask", lambda: True)
    asked, typed = [], iter(["short", "correct horse", "correct house", *["correct horse"] * 9])
    monkeypatch.setattr("click.termui.hidden_prompt_func", lambda text: asked.append(text) or next(typed))
    async with asyncio.timeout(IN_TIME), House(serve.address) as house:
        await joining.sign_in(house, name := named(), asks=True)  # a new account
        new, again = f"New passphrase for {name} (at least 8 characters): ", "The same once more: "
        assert asked == [new, new, again, new, again]
        asked.clear()
        async with House(serve.address) as again:
            await joining.sign_in(again, name, asks=False)
            assert again.name == name
        assert asked == [f"Passphrase of {name}: "]
        async with House(serve.address, session=files.saved_session(serve.address, name)) as again:
            await joining.sign_in(again, name, asks=False)
            assert again.name == name
        assert len(asked) == 1  # the session was remembered
        files.save_session(serve.address, name, "forged")
        async with House(serve.address, session="forged") as again:
            await joining.sign_in(again, name, asks=False)
            assert again.name == name
        assert len(asked) == 2
        monkeypatch.setattr(click, "prompt", lambda *_, **__: "wrong wrong")
        files.forget_session(serve.address, name)
        async with House(serve.address) as again:
            with pytest.raises(HouseError, match="the passphrase do not fit"):
                await joining.sign_in(again, name, asks=False)


async def test_a_guest_gets_an_account(serve, named, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    async with asyncio.timeout(IN_TIME), House(serve.address) as house:
        await joining.sign_in(house, name := named(), asks=False)
        with pytest.raises(BankcrapsError, match="at a terminal only"):
            await joining.sign_in(house, name, asks=True)
        monkeypatch.setattr(joining, "_can_ask", lambda: True)
        monkeypatch.setattr("click.termui.hidden_prompt_func", lambda _: "correct horse")
        async with House(serve.address, session=files.saved_session(serve.address, name)) as again:
            await joining.sign_in(again, name, asks=True)
        async with House(serve.address) as elsewhere:
            await elsewhere.sign_in(name, "correct horse")
            assert elsewhere.name == name


def test_the_table_is_chosen(monkeypatch):
    one, two = (
        TableLine("a", title="Friday", players=2, places=20),
        TableLine("b", rules="nsw", limits="5:500"),
    )
    assert joining.choose([one], plain=True) == "a"
    with pytest.raises(BankcrapsError, match="no open table; its keeper opens some: bankcraps serve"):
        joining.choose([], plain=True)
    with pytest.raises(BankcrapsError, match=r"no open table 'c'; the open ones are a \(Friday\), b \(nsw\)"):
        joining.choose([one, two], "c", plain=False)
    assert joining.choose([one, two], "b", plain=True) == "b"
    with pytest.raises(BankcrapsError, match=r"a \(Friday\), b \(nsw\). Name one with --table"):
        joining.choose([one, two], plain=True)
    monkeypatch.setattr(joining, "_can_ask", lambda: True)
    typed, said = iter(["abc", "3", "2"]), []
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: next(typed))
    monkeypatch.setattr(click.termui, "echo", lambda text="", **_: said.append(text))
    assert joining.choose([one, two], plain=False) == "b"
    assert "Error: 'abc' is no table here: type a number from 1 to 2" in said
    assert "Error: '3' is no table here: type a number from 1 to 2" in said
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: "b")
    assert joining.choose([one, two], plain=False) == "b"


def test_the_lobby_says_how_each_table_is_run(monkeypatch, capsys):
    monkeypatch.setattr(joining, "_can_ask", lambda: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: "1")
    how = {"rules": "nsw", "limits": "5:500", "places": 20}
    friday = TableLine("a", title="Friday", dice="entered", pace="boxperson", players=2, **how)
    plain = TableLine("b", title="nsw 5:500", dice="sealed", pace="clock", **how)
    pays = "people pay and wrong pays are refused"
    school = TableLine("d", title="School", dice="sealed", pace="shooter", dealt="strict", **how)
    joining.choose([plain, TableLine("c", address="http://elsewhere"), school, friday], plain=False)
    assert capsys.readouterr().out.splitlines()[:4] == [
        "1. a  Friday: nsw 5:500, real dice, the boxperson ends the betting, 2 of 20 players",
        "2. b  nsw 5:500, sealed dice, the clock ends the betting, 0 of 20 players",
        "3. c  at http://elsewhere",
        f"4. d  School: nsw 5:500, sealed dice, the shooter ends the betting, {pays}, 0 of 20 players",
    ]


def test_saved_sessions_survive_a_damaged_file(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert files.saved_session("http://a", "Ann") == ""
    files.save_session("http://a", "Ann", "token")
    assert files.saved_session("http://a", "ann") == "token"
    (tmp_path / "bankcraps" / "houses.json").write_text("{")
    assert files.saved_session("http://a", "Ann") == ""
    files.save_session("http://a", "Ann", "again")
    assert files.saved_session("http://a", "Ann") == "again"
    monkeypatch.setenv("XDG_STATE_HOME", str(Path(os.devnull) / "nowhere"))
    files.save_session("http://a", "Ann", "again")


@pytest.mark.some
async def test_a_system_plays_from_a_terminal_and_says_why(serve, named, tmp_path):
    timing = Timing(betting_ms=100, warning_ms=0, throwing_ms=200, paying_ms=10, answer_ms=300)
    table, name = await open_table(serve.address, timing=timing), named("Molly")
    arguments = (f"{serve.address}/tables/{table}", name, "--plain", "--bankroll", "200", "--strategy")
    text = "when come_out: pass 10; when point: odds 7; stop after 3 throws"
    said, complaint = await asyncio.to_thread(run, tmp_path, *arguments, text)
    assert complaint == ""
    assert f"{name} buys $200 in chips\n" in said
    assert f"{name} puts $10 on the Win Line\n{name} says why: when come_out: pass 10\n" in said
    assert said.endswith(f"{name} plays no more: stop after 3 throws\n")
    assert f"{name} leaves the table\n" in said


class Terminal:
    """A terminal in which somebody joins a table. Whether its screen is there is known."""

    def __init__(self, *words, state):
        self._keys, inner = os.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        hangs_up = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL); {RUN}"  # also under `nohup`
        env = {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": str(state)}
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), inner)
        command = [sys.executable, "-c", hangs_up, "join", *words]
        self.process = subprocess.Popen(command, **streams, env=env, start_new_session=True)
        os.close(inner)
        self.ready = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        with suppress(OSError):  # how a terminal ends that nobody writes to any more
            while read := os.read(self._keys, 65_536):
                if b"Type" in read or b"type" in read:  # it says how to begin
                    self.ready.set()

    async def types(self, line):
        assert await asyncio.to_thread(self.ready.wait, IN_TIME)
        os.write(self._keys, f"{line}\r".encode())


@pytest.mark.some
async def test_a_terminal_that_is_closed_and_another_one_later(serve, named, tmp_path):
    """The same line leads back to the same place. Keys come as a real terminal sends them."""
    table, name = await open_table(serve.address, timing=SLOW), named()
    asked = f"{serve.address}/tables/{table}", name
    async with asyncio.timeout(IN_TIME), House(serve.address) as house, house.table(table) as live:
        first = Terminal(*asked, state=tmp_path)
        await first.types("sit")
        await live.until(lambda view: view.seats)
        first.process.send_signal(signal.SIGHUP)
        first.process.wait(IN_TIME)
        again = Terminal(*asked, state=tmp_path)
        await again.types("buy_in 200")
        await live.until(lambda view: view.seats[0].rail == 20_000)
        await again.types("quit")
        assert await asyncio.to_thread(again.process.wait, IN_TIME) == 0


async def test_a_house_that_speaks_no_tls(serve, tmp_path):
    there = serve.address.removeprefix("http://")
    _, complaint = await asyncio.to_thread(run, tmp_path, f"https://{there}", "--plain")
    assert complaint.endswith(f"what answers there speaks no TLS. Is its address {serve.address}?\n")


async def test_a_house_that_wants_tls(tmp_path):
    async def alert(_, writer):
        writer.write(b"\x15\x03\x03\x00\x02\x02\x46")  # the alert of TLS for an unreadable message
        writer.close()

    async def explain(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        page = b"<h1>400</h1>The plain HTTP request was sent to HTTPS port"
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: %d\r\n\r\n%s" % (len(page), page))
        writer.close()

    for answer in (alert, explain):
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            there = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
            _, complaint = await asyncio.to_thread(run, tmp_path, f"http://{there}", "--plain")
        assert complaint.endswith(f" Is its address https://{there}?\n")
