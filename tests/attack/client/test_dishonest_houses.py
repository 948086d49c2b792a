"""Dishonest houses: other seals, seeds left out, answers without end."""

import asyncio
from contextlib import asynccontextmanager
from http import HTTPStatus
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table, open_house
from websockets.asyncio.server import serve
from websockets.datastructures import Headers
from websockets.http11 import Response

from bankcraps import client
from bankcraps.cli import plain_join
from bankcraps.client import House, giving_seeds
from bankcraps.client.live import book_of, read_message
from bankcraps.client.own_seeds import OwnSeeds
from bankcraps.client.playing import is_due
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import DICE
from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import Seed, commitment_of, sealed_throw
from bankcraps.live.table.commands import GiveSeed, Refused
from bankcraps.live.wire.messages import Answer, FairnessView, Item
from bankcraps.terminal.join.room_words import sealed as told_of_seals
from bankcraps.terminal.join.watch import Watch

# A house changes the seal of a throw after it heard the seeds, or leaves out what would prove the throw.

SECRET, OTHER = bytes(32), bytes([1] * 32)
ANN, BOB = Seed("Ann", "a1"), Seed("Bob", "b1")


def rolled(secret, number=7, seeds=(ANN,)):
    return en.Acted(ev.Rolled(throw=sealed_throw(secret, "k3x9", number, seeds), by=DICE), "hash")


def shown(secret, number=7, withheld=""):
    return en.SecretShown(number, secret.hex(), withheld)


def sealed(secret, number=7):
    return en.CommitmentShown(number, commitment_of(secret))


LOCKED = en.SeedsLocked(7, (ANN,))
HONEST = [LOCKED, rolled(SECRET), shown(SECRET), sealed(OTHER, 8)]


def view(number=7, secret=SECRET, **more):
    fairness = FairnessView(number, commitment_of(secret) if secret else "", **more)
    return SimpleNamespace(id="k3x9", fairness=fairness, seats=[SimpleNamespace(name="Ann")])


@pytest.mark.parametrize(("news", "wrong"), [
    (HONEST, ""),
    ([LOCKED, shown(SECRET, withheld="nobody may throw"), sealed(OTHER, 8)], ""),
    ([sealed(OTHER), LOCKED, rolled(OTHER), shown(OTHER)], "the commitment to throw 7 was changed"),
    ([rolled(SECRET, seeds=(BOB,)), shown(SECRET)], "throw 7 counted, and its seeds were never locked"),
    ([LOCKED, en.SeedsLocked(7, (BOB,)), rolled(SECRET, seeds=(BOB,)), shown(SECRET)],
        "the seeds of throw 7 were changed when they were locked"),
    ([LOCKED, rolled(SECRET), sealed(OTHER, 8)], "the secret of throw 7 was not shown"),
    ([LOCKED, rolled(OTHER), rolled(SECRET), shown(SECRET)], "the secret of throw 7 was not shown"),
    ([LOCKED, rolled(SECRET), shown(OTHER)], "the secret of throw 7 is not the one that was sealed"),
    ([LOCKED, en.SecretShown(7, "?")], "the secret of throw 7 is not the one that was sealed"),
    ([en.SecretShown(7, "?"), en.CommitmentShown(8, ""), en.SecretShown(8, "?")],
        "the secret of throw 8 is not the one that was sealed"),
])  # fmt: skip
def test_every_throw_is_proved(news, wrong):
    check = OwnSeeds()
    check.welcome(view(), 4, "Cid")
    check.hear([Item(at, entry) for at, entry in enumerate(news, 5)], view(), "Cid")
    assert check.unproved.startswith(wrong)
    assert bool(check.unproved) == bool(wrong)


def test_a_lost_connection_does_not_hide_another_seal():
    check = OwnSeeds()
    check.welcome(view(), 4, "Cid")
    check.welcome(view(), 4, "Cid")
    assert check.unproved == ""
    check.welcome(view(secret=OTHER), 4, "Cid")
    assert check.unproved == "the commitment to throw 7 was changed after it was shown"


@pytest.mark.parametrize(("secret", "due"), [(SECRET, True), (b"", False)])
def test_no_seed_is_given_before_the_throw_is_sealed(secret, due):
    """A house that knows the seed first could choose a secret for it."""
    you = SimpleNamespace(may=("give_seed",), seed="")
    assert is_due(SimpleNamespace(view=view(secret=secret), you=you)) == due


# A house leaves a player's seed out, or locks another one. Its log says what it likes; the client knows.

GIVES, TAKEN, REFUSED = ("1", "a1"), Answer("1", 3), Answer("1", refused=Refused(code="no", message="late"))
GIVES_ANOTHER, TAKEN_TOO = ("2", "a2"), Answer("2", 4)
ANEW = "the house sealed throw 7 anew after you gave your seed for it"
WITHOUT = "the house took your seed for throw 7, and locked the throw without it"


def locks(*seeds):
    return en.SeedsLocked(7, seeds)


def heard(steps):
    """Play what a client does and hears: a seed given for throw 7, an answer, the whole table, or news."""
    seeds = OwnSeeds()
    for row, step in enumerate(steps, 5):
        match step:
            case (number, seed):
                seeds.ask(GiveSeed(id=number, seed=seed), view())
            case Answer():
                seeds.answered(step, "Ann")
            case SimpleNamespace():
                seeds.welcome(step, row, "Ann")
            case _:
                seeds.hear([step if isinstance(step, Item) else Item(row, step)], view(), "Ann")
    return seeds.wrong, seeds.missing


@pytest.mark.parametrize(("steps", "wrong", "missing"), [
    ([GIVES, TAKEN, *HONEST], "", 0),
    ([GIVES, TAKEN, view(locked=True, seeds=(ANN,)), rolled(SECRET), shown(SECRET)], "", 0),
    ([GIVES, TAKEN, view(8, OTHER), en.SeedsLocked(8, (BOB,)), shown(OTHER, 8)], "", 1),
    ([GIVES, TAKEN, shown(SECRET, withheld="nobody may throw"), sealed(OTHER, 8)], "", 0),
    # The seed counts for the seal that it was given for.
    ([GIVES, TAKEN, sealed(OTHER)], ANEW, 0),
    ([GIVES, TAKEN, view(secret=OTHER)], ANEW, 0),
    ([GIVES, TAKEN, LOCKED, rolled(OTHER), shown(OTHER)], ANEW, 0),
    # It is left out, or another one is locked.
    ([GIVES, TAKEN, rolled(SECRET), shown(SECRET)],
        "the house took your seed for throw 7, and never locked it", 0),
    ([GIVES, TAKEN, view(locked=True, seeds=(BOB,))], WITHOUT, 0),
    ([GIVES, TAKEN, locks(BOB)], WITHOUT, 1),
    ([GIVES, TAKEN, locks(Seed("Ann", "a2"), BOB)], WITHOUT, 0),
    # The answer comes after the lock, or refuses the seed.
    ([GIVES, locks(ANN, BOB), TAKEN], "", 0),
    ([GIVES, locks(BOB), TAKEN], WITHOUT, 1),
    ([GIVES, Item(2, locks(BOB)), TAKEN], "", 1),
    ([GIVES, locks(BOB), REFUSED], "", 1),
    ([locks(BOB)], "", 1),
    # A later seed takes the place of an earlier one.
    ([GIVES, GIVES_ANOTHER, locks(Seed("Ann", "a2")), TAKEN, TAKEN_TOO], "", 0),
    ([GIVES, TAKEN, GIVES_ANOTHER, TAKEN_TOO, locks(ANN)], WITHOUT, 0),
])  # fmt: skip
def test_a_seed_is_wrong_only_if_it_was_taken_before_the_lock(steps, wrong, missing):
    assert heard(steps) == (wrong, missing)


class Said:
    """A writer that waits for the message about the connection."""

    def __init__(self):
        self.heard = asyncio.get_running_loop().create_future()

    def connection(self, says):
        self.heard.set_result(says)

    def table(self):
        pass

    def happened(self, news):
        pass


async def test_a_house_that_locks_another_seed_is_found_out(tmp_path, monkeypatch):
    """The house writes the other seed into its log, too, so that `verify` finds nothing wrong."""

    def other_seed(player, seed, following):
        return en.SeedGiven(player, seed[::-1], following)

    crooked = SimpleNamespace(**vars(en) | {"SeedGiven": other_seed})
    monkeypatch.setattr("bankcraps.live.round.decide.en", crooked)
    async with asyncio.timeout(IN_TIME), open_house(tmp_path) as house, client.House(house.address) as ann:
        await ann.sign_in("Ann")
        async with ann.table(house.table) as live, giving_seeds(live):
            said = Said()
            listening = asyncio.create_task(plain_join._listen(live.heard(), Watch(live), said))  # noqa: SLF001
            for line in ("sit", "buy in 100", "pass 10"):
                assert (await live.say(line)).refused is None
            await live.until(lambda seen: "Ann" in seen.fairness.seeded)
            await live.say("throw")
            assert await said.heard == "do not trust these dice: " + live.own_seeds.wrong
            listening.cancel()
    assert "locked the throw without it" in live.own_seeds.wrong


async def test_throws_without_a_seed_of_ones_own_are_told(tmp_path):
    async with asyncio.timeout(IN_TIME), open_house(tmp_path) as house, client.House(house.address) as ann:
        await ann.sign_in("Ann")
        async with ann.table(house.table) as live:
            for line in ("sit", "buy in 100", "pass 10", "throw"):
                assert (await live.say(line)).refused is None
            await live.until(lambda seen: seen.fairness.counted == 1)
            told = told_of_seals(live)
    assert told[-1] == "Throws since you came without a seed of yours, which prove nothing to you: 1."
    assert live.own_seeds.wrong == ""


# Dishonest houses: their answers nest without end, control the terminal, and name files.

DEEP = '{"x":' * 20_000


@asynccontextmanager
async def a_stranger(answer, message="", status=HTTPStatus.OK):
    """Something at an address, which answers every request and says one message on every socket."""

    def answers(connection, request):
        del connection
        if "socket" in request.path:
            return None
        headers = Headers({"Content-Length": str(len(answer)), "Content-Type": "application/json"})
        return Response(status.value, status.phrase, headers, answer.encode())

    async def says(socket):
        await socket.send(message)
        await socket.wait_closed()

    async with asyncio.timeout(IN_TIME), serve(says, "127.0.0.1", 0, process_request=answers) as server:
        port = server.sockets[0].getsockname()[1]
        async with House(f"http://127.0.0.1:{port}") as house:
            yield house


@pytest.mark.parametrize(
    ("status", "before"), [(HTTPStatus.OK, '[{"table":"k3x9","x":'), (HTTPStatus.BAD_REQUEST, '{"error":')]
)
async def test_an_answer_without_end(status, before):
    async with a_stranger(before + DEEP, status=status) as house:
        with pytest.raises(BankcrapsError, match=r"(no|a) house of Bankcraps"):
            await house.tables()


async def test_a_message_without_end():
    async with a_stranger("[]", message='{"type":"welcome","x":' + DEEP) as house:
        with pytest.raises(BankcrapsError, match="this program cannot read what the house says"):
            async with house.table("k3x9"):
                pass


@pytest.mark.parametrize("status", [HTTPStatus.OK, HTTPStatus.BAD_REQUEST])
async def test_an_answer_that_is_longer_than_any_of_a_house(status):
    async with a_stranger(f'{{"error":"{"x" * (1 << 24)}"}}', status=status) as house:
        with pytest.raises(
            BankcrapsError, match=r"answers with more than 16 MB: is it a house of Bankcraps\?"
        ):
            await house.tables()


async def test_an_answer_does_not_speak_to_the_terminal():
    async with a_stranger('[{"table":"k3x9","title":"\\u001b[2Jfine","limits":"\\\\u001b"}]') as house:
        (line,) = await house.tables()
    assert (line.title, line.limits) == ("?[2Jfine", "\\u001b")
    async with a_stranger('{"error":"\\u001b[2Jno"}', status=HTTPStatus.FORBIDDEN) as house:
        with pytest.raises(BankcrapsError, match=r"^\\x1b\[2Jno$"):
            await house.who()


@pytest.mark.parametrize(
    "char", ["\\u0000", "\\u001B", "\\u007f", "\\u009b", "\\b", "\\f", "\\r", "\x7f", "\x9b"]
)
def test_a_message_does_not_speak_to_the_terminal(char):
    assert read_message(f'{{"type":"bye","reason":"a{char}b"}}').reason == "a?b"


def test_lines_may_end():
    assert read_message('{"type":"bye","reason":"a\\n\\tb\\\\rå"}').reason == "a\n\tb\\rå"


def test_no_file_is_read_because_a_house_names_it(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text("private")
    with pytest.raises(BankcrapsError, match="which this program does not have"):
        book_of(replace(a_table(), rules=str(file)))
