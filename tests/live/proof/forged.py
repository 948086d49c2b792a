"""Logs of a short night, and what a house might make of its last throw. Their hashes are chained anew."""

import hashlib
import re
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from tests.live.evening import Evening, withhold

from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.game.engine.actor import crew
from bankcraps.game.records.codec import encode
from bankcraps.game.wagers import wager
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import Row, StoredRow, chained, decode_row, first_hash, log_lines
from bankcraps.live.log.fairness import Seed, commitment_of, sealed_throw
from bankcraps.live.table import commands as cm

__all__ = ["FORGED", "HONEST", "lines_of", "night", "part"]

TABLE = "k3x9"
CHOSEN = hashlib.sha256(b"a secret that suits the house").digest()
"""Another secret than the one that was sealed."""

Rows = list[Row]


def night() -> Rows:
    """A night of three throws, of which the second is withheld, with two players who give seeds."""
    evening = Evening("three_four_five", TABLE)
    for name in ("Ann", "Bob"):
        evening.say(name, "sit")
        evening.say(name, "buy in 100")
    for number in (1, 2, 3):
        evening.say("Ann", "pass 10")
        for name in ("Ann", "Bob"):
            assert evening.ask(name, cm.GiveSeed, f"{name.lower()}{number}") is None
        if number == 2:
            withhold(evening)
        else:
            assert evening.throw() is None
    return [decode_row(body) for _, body, _ in evening.rows]


def lines_of(made: Rows | list[str]) -> list[str]:
    """The lines of a log with these rows, numbered and chained anew. What is lines already stays as it is."""
    rows = [replace(row, seq=seq).body() for seq, row in enumerate(made, 1) if isinstance(row, Row)]
    return chained_lines(rows) if rows else [str(line) for line in made]


def chained_lines(bodies: list[bytes], begins: str = "", after: int = 0) -> list[str]:
    begins = head = begins or first_hash(TABLE)
    stored: list[StoredRow] = []
    for seq, body in enumerate(bodies, after + 1):
        head = chained(head, body)
        stored.append(StoredRow(seq, body.decode(), head))
    return [line.decode().rstrip("\n") for line in log_lines(TABLE, (after, begins), stored)]


def part(rows: Rows, after: int = 10) -> list[str]:
    """The lines of a part of a log, which begins behind a row that nobody sees."""
    numbered = [replace(row, seq=seq).body() for seq, row in enumerate(rows, after + 1)]
    return chained_lines(numbered, "ab" * 32, after)


def bodies(rows: Rows) -> list[bytes]:
    return [row.body() for row in rows]


def last(rows: Rows, kind: type[en.LogEntry] | type[ev.Event]) -> int:
    """The place of the last entry or event of a kind."""
    return max(
        at
        for at, row in enumerate(rows)
        if isinstance(row.entry.event if isinstance(row.entry, en.Acted) else row.entry, kind)
    )


def put(
    rows: Rows, kind: type[en.LogEntry] | type[ev.Event], *entries: en.LogEntry, keep: bool = False
) -> Rows:
    """Put entries in place of the last one of a kind, or behind it."""
    at = last(rows, kind)
    return [*rows[: at + keep], *(replace(rows[at], entry=entry) for entry in entries), *rows[at + 1 :]]


def behind(kind: type[en.LogEntry] | type[ev.Event], entry: en.LogEntry) -> Callable[[Rows], Rows]:
    """Put an entry behind the last one of a kind."""
    return lambda rows: put(rows, kind, entry, keep=True)


def entry(rows: Rows, kind: type[en.LogEntry] | type[ev.Event]) -> en.AnyEntry:
    return rows[last(rows, kind)].entry


def rolled(rows: Rows, throw: Throw) -> en.Acted:
    """The entry of the last throw, with other faces."""
    acted = entry(rows, ev.Rolled)
    assert isinstance(acted, en.Acted)
    return replace(acted, event=replace(acted.event, throw=throw))


def with_throw(rows: Rows, throw: Throw) -> Rows:
    return put(rows, ev.Rolled, rolled(rows, throw))


def seeds(rows: Rows) -> tuple[Seed, ...]:
    return entry(rows, en.SeedsLocked).seeds


def thrown(rows: Rows) -> Throw:
    return entry(rows, ev.Rolled).event.throw


def secret(rows: Rows) -> bytes:
    return bytes.fromhex(entry(rows, en.SecretShown).secret)


def another(throw: Throw) -> Throw:
    return Throw(throw.a % 6 + 1, throw.b)


def other_faces(rows: Rows) -> Rows:
    return with_throw(rows, another(thrown(rows)))


def by_another_secret(rows: Rows, number: int = 3) -> Rows:
    """The same log, in which the last throw comes from another secret."""
    rows = with_throw(rows, sealed_throw(CHOSEN, TABLE, number, seeds(rows)))
    return put(rows, en.SecretShown, en.SecretShown(number, CHOSEN.hex()))


def by_other_seeds(rows: Rows, *given: Seed) -> Rows:
    """The same log, in which the last throw comes from other seeds, which are locked."""
    rows = put(rows, en.SeedsLocked, en.SeedsLocked(3, given))
    return with_throw(rows, sealed_throw(secret(rows), TABLE, 3, given))


def committed(rows: Rows) -> int:
    """The place of the commitment of the last throw that was shown."""
    return max(
        at
        for at, row in enumerate(rows[: last(rows, en.SecretShown)])
        if isinstance(row.entry, en.CommitmentShown)
    )


OTHER_SEAL = en.CommitmentShown(3, commitment_of(CHOSEN))
CORRECTED = en.Acted(ev.Correct(throw=Throw(6, 5), by=crew("boxperson")), "0" * 16)
THROWN = en.Acted(ev.ThrowDice(by=player("Ann")), "0" * 16)
BET = en.Acted(ev.Bet(wager("field"), 500, by=player("Ann")), "0" * 16)


def sealed_twice(rows: Rows) -> Rows:
    at = committed(rows) + 1
    return by_another_secret([*rows[:at], replace(rows[at - 1], entry=OTHER_SEAL), *rows[at:]])


def thrown_early(rows: Rows) -> Rows:
    at = committed(rows)
    return [*rows[:at], replace(rows[at], entry=THROWN), *rows[at:]]


def locked_twice(rows: Rows) -> Rows:
    given = (Seed("Ann", "suits"),)
    behind = put(rows, en.SeedsLocked, en.SeedsLocked(3, given), keep=True)
    return with_throw(behind, sealed_throw(secret(rows), TABLE, 3, given))


def of_another_table(rows: Rows) -> Rows:
    """The house plays the last throw at many tables, and takes the one that suits it."""
    at = committed(rows)
    rows = with_throw(rows, sealed_throw(secret(rows), "another", 3, seeds(rows)))
    return [*rows[:at], *(replace(row, table="another") for row in rows[at:])]


def of_another_number(rows: Rows) -> Rows:
    """The house takes the number that suits it when it knows the seeds."""
    rows = with_throw(rows, sealed_throw(secret(rows), TABLE, 77, seeds(rows)))
    return put(rows, en.SecretShown, en.SecretShown(77, secret(rows).hex()))


def numbers_left_out(rows: Rows) -> Rows:
    """Throw 3 did not suit the house: it is called throw 4, and there is none of number 3."""
    rows = by_another_secret(rows, 4)
    rows = put(rows, en.SeedsLocked, en.SeedsLocked(4, seeds(rows)))
    at = committed(rows)
    sealed = replace(rows[at], entry=en.CommitmentShown(4, commitment_of(CHOSEN)))
    return [*rows[:at], sealed, *rows[at + 1 :]]


def reported(rows: Rows) -> Rows:
    acted = entry(rows, ev.Rolled)
    return put(rows, ev.Rolled, replace(acted, event=replace(acted.event, by=crew("boxperson"))))


def opened_again(rows: Rows) -> Rows:
    """The table is said to have real dice now, which nobody seals."""
    opened = rows[0].entry
    at = committed(rows)
    real = replace(rows[at], entry=replace(opened, settings=replace(opened.settings, dice="entered")))
    after = [row for row in rows[at:] if not isinstance(row.entry, SEALS)]
    return with_throw([*rows[:at], real, *after], Throw(6, 5))


def two_seeds_in_one(rows: Rows) -> Rows:
    """Bob gives no seed, and Ann's reads as both: the house may say later that Bob gave one."""
    rows = [row for row in rows if row.entry != en.SeedGiven("Bob", "bob3")]
    both = Seed("Ann", "ann3\nBob bob3")
    rows = put(rows, en.SeedGiven, en.SeedGiven(both.player, both.seed))
    return put(rows, en.SeedsLocked, en.SeedsLocked(3, (both,)))


def unseen(rows: Rows, given: Seed) -> Rows:
    """Somebody gives a seed that nobody can read, and the lock has it."""
    rows = put(rows, en.SeedGiven, en.SeedGiven(given.player, given.seed), keep=True)
    return by_other_seeds(rows, *seeds(rows), given)


LATE: dict[str, ev.Event] = {
    "a wager that the crew confirmed": replace(BET.event, confirmed=("dealer", "boxperson")),
    "a wager taken down": ev.TakeDown(wager("pass"), by=player("Ann")),
    "a wager called off": ev.Call(wager("pass"), "off", by=player("Ann")),
    "an act on a wager undone": ev.Undo(by=player("Ann")),
    "a wager declared void": ev.VoidWager("Ann", wager("pass"), "error", by=crew("boxperson")),
    "a wager rejected": ev.Reject("Ann", wager("pass"), by=crew("dealer")),
    "a wager allowed": ev.Confirm("Ann", wager("pass"), by=crew("dealer")),
}
"""Acts on wagers by somebody who knows the throw."""


def after_lock(rows: Rows, event: ev.Event, *, ends: bool = False) -> Rows:
    """Put an act behind the last lock, in the middle of the log or at its end."""
    at = last(rows, en.SeedsLocked) + 1
    late = replace(rows[at - 1], entry=en.Acted(event, "0" * 16))
    return [*rows[:at], late, *(() if ends else rows[at:])]


def act_of_no_type(rows: Rows) -> list[str]:
    """A program that knows the acts on wagers does not know this one."""
    at = last(rows, en.SeedsLocked) + 1
    void = after_lock(rows, LATE["a wager declared void"])
    return changed(void, at, b'"type":"void"', b'"type":"void_wager"')


def key_twice(rows: Rows) -> list[str]:
    """A program that takes the first of two values reads the throw that was sealed."""
    at, other = last(rows, ev.Rolled), another(thrown(rows))
    throw = b'"throw":{"a":%d,"b":%d}'
    honest = throw % (thrown(rows).a, thrown(rows).b)
    return changed(rows, at, honest, throw % (other.a, other.b) + b"," + honest)


def act_in_another_row(rows: Rows) -> list[str]:
    """A program that looks for acts reads a wager where another reads the lock."""
    at = last(rows, en.SeedsLocked)
    found = bodies(rows)[at]
    return changed(rows, at, found, found[:-2] + b',"event":' + encode(BET.event) + b"}}")


SEALS = en.CommitmentShown | en.SeedGiven | en.SeedsLocked | en.SecretShown


def without_seals(rows: Rows, before: int = 0) -> Rows:
    """Leave out the seals, and choose the faces, of the throws that come before a place, or of all."""
    before = before or len(rows)
    made = [row for row in rows[:before] if not isinstance(row.entry, SEALS)]
    # The second throw was called off. The house says that it counted.
    counted = [
        replace(row, by="Ann", entry=rolled(rows, Throw(6, 6)))
        if isinstance(row.entry, en.Acted) and isinstance(row.entry.event, ev.Rolled | ev.NoRoll)
        else row
        for row in made
    ]
    return [*counted, *rows[before:]]


def granted_first(rows: Rows) -> Rows:
    """Money of the house in place of the opening."""
    return [replace(rows[0], entry=en.Granted("Ann", 500)), *rows[1:]]


BUSY: dict[str, ev.Event] = {
    "the shooter passes the dice": ev.PassDice(by=player("Ann")),
    "the dice are ordered passed": ev.OrderPass("delay", by=crew("boxperson")),
    "the dice are declined": ev.Decline(by=player("Bob")),
    "the dice are offered": ev.Offer("Bob", by=crew("stickperson")),
    "other dice are chosen": ev.Choose((1, 2), by=player("Ann")),
    "the shooter throws again": ev.ThrowDice(by=player("Ann")),
    "no roll": ev.NoRoll("not_together", by=crew("stickperson")),
    "the round is declared invalid": ev.Invalidate("fire", by=crew("boxperson")),
}
"""Acts that no house can write between a lock and its throw: the shooter keeps the dice until then."""


def busy_night() -> Rows:
    """A night with acts of all kinds that a house can write while a throw is locked."""
    evening = Evening("nsw", TABLE)
    for name in ("Ann", "Bob", "Cid"):
        assert evening.say(name, "sit") is None
        assert evening.say(name, "buy in 100") is None
    assert evening.say("Ann", "pass 10") is None
    chairs = ("boxperson", "dealer", "stickperson")
    for role in chairs:
        assert evening.ask(role.title(), cm.TakeChair, role, roles=chairs) is None

    def act(event: ev.Event, role: str) -> None:
        assert evening.ask(role.title(), cm.Act, event, roles=chairs) is None

    act(ev.Offer("Ann"), "stickperson")
    act(ev.NoMoreBets(), "stickperson")
    act(ev.NoAnswer(), "stickperson")
    for name, line in (("Bob", "cash out 20"), ("Dan", "sit"), ("Dan", "buy in 50"), ("Cid", "leave")):
        assert evening.say(name, line) is None
    assert evening.ask("Bob", cm.Act, ev.Dispute("slow")) is None
    act(ev.NoRoll(evening.book.no_roll.leaves[0], (1, 2)), "stickperson")
    evening.wait(200)
    return [decode_row(body) for _, body, _ in evening.rows]


def changed(rows: Rows, at: int, old: bytes, new: bytes) -> list[str]:
    """Put other bytes into a row."""
    made = bodies([replace(row, seq=seq) for seq, row in enumerate(rows, 1)])
    assert old in made[at], made[at]
    made[at] = made[at].replace(old, new, 1)
    return chained_lines(made)


def odd_act(rows: Rows, odd: bytes) -> list[str]:
    """Put an act into the log after the last lock, in words that a program may read as it likes."""
    late = after_lock(rows, LATE["a wager taken down"])
    at = last(rows, en.SeedsLocked) + 1
    found = bodies(late)[at]
    return changed(late, at, found[found.index(b'"event":') : found.index(b',"hash"')], odd)


TAKEN = b'{"type":"take_down","wager":"pass","by":{"person":"Ann"}}'

ODD_ACTS: dict[str, bytes] = {
    "without a wager, of no known type": b'"event":{"type":"void_all","player":"Ann","by":{"person":"Ann"}}',
    "in a list": b'"event":[' + TAKEN + b"]",
    "in a list with another name": b'"events":[' + TAKEN + b"]",
    "that is a word": b'"event":"take_down"',
    "with a list as its type": b'"event":{"type":["take_down"],"by":{"person":"Ann"}}',
    "that is nothing": b'"event":null',
}


def odd_number(rows: Rows, kind: type[en.LogEntry] | type[ev.Event], key: bytes, odd: bytes) -> list[str]:
    """Write a number of the last entry of a kind in another way."""
    at = last(rows, kind)
    found = re.search(rb'"%b":(\d+)' % key, bodies(rows)[at])
    assert found is not None
    return changed(rows, at, found[0], b'"%b":%b' % (key, odd.replace(b"N", found[1])))


ODD_NUMBERS: dict[str, tuple[type[en.LogEntry] | type[ev.Event], bytes, bytes]] = {
    "the number of a throw as a fraction": (en.SeedsLocked, b"number", b"N.0"),
    "the number of a throw with an exponent": (en.SeedsLocked, b"number", b"Ne0"),
    "no number of a throw": (en.SeedsLocked, b"number", b"null"),
    "a truth as the number of a throw": (en.SecretShown, b"number", b"true"),
    "the number of a row as a fraction": (ev.Rolled, b"seq", b"N.0"),
    "a face as a fraction": (ev.Rolled, b"a", b"N.0"),
    "a time that runs back": (en.SecretShown, b"at", b"1"),
    "a time as a text": (en.SecretShown, b"at", b'"N"'),
    "a time of thousands of digits": (en.SecretShown, b"at", b"9" * 5_001),
}


HONEST: dict[str, Callable[[Rows], Rows | list[str]]] = {
    "a whole night": list,
    "the last throw is locked, and not shown yet": lambda rows: rows[: last(rows, en.SeedsLocked) + 1],
    "the last throw is cut off; only a published head can show it": lambda rows: rows[: committed(rows)],
    "a night with acts while a throw is locked": lambda _: busy_night(),
    "the last throw is lost": lambda rows: [
        *rows[: last(rows, en.SeedsLocked) + 1],
        replace(rows[-1], by="", command="", entry=en.SecretLost(3)),
    ],
}
"""Logs that no checker can refuse. The last two tell less than happened, and nothing in them is wrong."""

FORGED: dict[str, Callable[[Rows], Rows | list[str]]] = {
    # Chosen throws.
    "other faces": other_faces,
    "another secret": by_another_secret,
    "a second commitment before the lock": sealed_twice,
    "a second commitment after the lock": lambda rows: by_another_secret(
        put(rows, en.SeedsLocked, OTHER_SEAL, keep=True)
    ),
    "a second lock": locked_twice,
    "no lock": lambda rows: put(rows, en.SeedsLocked),
    "a seed locked that nobody gave": lambda rows: by_other_seeds(rows, *seeds(rows), Seed("Eve", "suits")),
    "another seed locked than was given": lambda rows: by_other_seeds(
        rows, Seed("Ann", "suits"), Seed("Bob", "bob3")
    ),
    "a seed left out of the lock": lambda rows: by_other_seeds(rows, Seed("Ann", "ann3")),
    "a seed locked twice": lambda rows: by_other_seeds(rows, *seeds(rows), seeds(rows)[-1]),
    "a seed after the lock": behind(en.SeedsLocked, en.SeedGiven("Ann", "late")),
    "a seed before the commitment": behind(en.SecretShown, en.SeedGiven("Ann", "early")),
    "a seed that reads as two": two_seeds_in_one,
    "a seed that cannot be seen": lambda rows: unseen(rows, Seed("Cid", "\u200b")),
    "a seed of a name that cannot be read": lambda rows: unseen(rows, Seed("Cid\x1cDan", "ours")),
    "a throw before the commitment, and again": thrown_early,
    "a throw of another table": of_another_table,
    "another number for a throw": of_another_number,
    "a number of a throw left out": numbers_left_out,
    "a lock of another throw": lambda rows: put(rows, en.SeedsLocked, en.SeedsLocked(77, seeds(rows))),
    "a wager between a throw and its secret": behind(ev.Rolled, BET),
    "a throw that counts twice": lambda rows: put(
        rows, ev.Rolled, rolled(rows, another(thrown(rows))), entry(rows, ev.Rolled)
    ),
    "a throw that was never sealed": lambda rows: put(
        rows, en.SecretShown, rolled(rows, Throw(6, 5)), keep=True
    ),
    "a throw that counted and was never shown": lambda rows: put(other_faces(rows), en.SecretShown),
    "a throw that counted, said to be withheld": lambda rows: put(
        other_faces(rows), en.SecretShown, en.SecretShown(3, secret(rows).hex(), "irregular_throw")
    ),
    "a throw that counted, said to be lost": lambda rows: put(
        other_faces(rows), en.SecretShown, en.SecretLost(3)
    ),
    "a secret shown twice": lambda rows: put(rows, en.SecretShown, entry(rows, en.SecretShown), keep=True),
    "a throw that somebody reports": reported,
    "a throw that somebody corrects": behind(en.SecretShown, CORRECTED),
    "a wager when the throw was fixed": behind(en.SeedsLocked, BET),
    **{f"{what} when the throw was fixed": partial(after_lock, event=event) for what, event in LATE.items()},
    **{
        f"{what} after the last lock of the log": partial(after_lock, event=event, ends=True)
        for what, event in LATE.items()
    },
    "an act of no known type when the throw was fixed": act_of_no_type,
    "the table opened again, with real dice": opened_again,
    **{
        f"{what} when the throw was fixed, and it counts": partial(after_lock, event=event)
        for what, event in BUSY.items()
    },
    "money of the house in place of the opening": granted_first,
    "two chosen throws behind money of the house": lambda rows: granted_first(
        without_seals(rows, committed(rows))
    ),
    "no seals behind money of the house": lambda rows: granted_first(without_seals(rows)),
    "money of the house in the middle": behind(en.SeedsLocked, en.Granted("Ann", 500)),
    "a part of a log, with two throws before its first commitment": lambda rows: part(
        without_seals(rows, committed(rows))[1:]
    ),
    "a part of a log without seals": lambda rows: part(without_seals(rows)[1:]),
    "a throw of real dice entered when the throw was fixed": behind(
        en.SeedsLocked, en.ThrowEntered("Ann", Throw(6, 6))
    ),
    "a late wager asked for when the throw was fixed": behind(en.SeedsLocked, en.LateBetAsked(BET.event)),
    # Rows that are not what they seem.
    "a key twice": key_twice,
    "an act in another row": act_in_another_row,
    **{f"an act {what}": partial(odd_act, odd=odd) for what, odd in ODD_ACTS.items()},
    **{
        what: partial(odd_number, kind=kind, key=key, odd=odd)
        for what, (kind, key, odd) in ODD_NUMBERS.items()
    },
    "an entry of no known type": lambda rows: changed(
        put(rows, en.SeedsLocked, en.LateBetDropped("Ann"), keep=True),
        last(rows, en.SeedsLocked) + 1,
        b'"type":"late_bet_dropped"',
        b'"type":"wager_moved"',
    ),
    "a locked throw said to be withheld without its secret": lambda rows: changed(
        put(rows[: last(rows, en.SeedsLocked) + 1], en.SeedsLocked, en.LateBetDropped("Ann"), keep=True),
        last(rows, en.SeedsLocked) + 1,
        b'"type":"late_bet_dropped"',
        b'"type":"withheld","number":3',
    ),
    "an act said to be the loss of a secret": lambda rows: changed(
        put(rows[: committed(rows) + 1], en.CommitmentShown, BET, keep=True),
        committed(rows) + 1,
        b'"type":"bet"',
        b'"type":"secret_lost"',
    ),
    "a list as the reason to withhold a throw": lambda rows: changed(
        rows, last(rows, en.SecretShown), b'"secret":', b'"withheld":[],"secret":'
    ),
    "a row left out": lambda rows: chained_lines(bodies([*rows[:-9], *rows[-8:]])),
    "two rows swapped": lambda rows: chained_lines(bodies([*rows[:-9], rows[-8], rows[-9], *rows[-7:]])),
    "a log without its opening": lambda rows: rows[1:],
    "a row changed, with its old hash": lambda rows: [
        line.replace("ann3", "sly3", 1) for line in lines_of(rows)
    ],
    "the chain begins with another hash": lambda rows: chained_lines(bodies(rows), "0" * 64),
    "a key twice in the first line": lambda rows: [
        lines_of(rows)[0].replace('"table":', '"table":"another","table":'),
        *lines_of(rows)[1:],
    ],
    # A tail cut off.
    "the end cut off": lambda rows: lines_of(rows)[:-5],
    "rows cut off before the end": lambda rows: [*lines_of(rows)[:-5], lines_of(rows)[-1]],
    "cut off before the secret of a throw that counted": lambda rows: rows[: last(rows, en.SecretShown)],
    "rows after the end": lambda rows: [*lines_of(rows), lines_of(rows)[-2]],
}
"""Logs that every checker must refuse, by the trick of the house."""
