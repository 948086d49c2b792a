"""Everything that a house keeps of one person: to write it out, and to delete what is not in the logs.

A person's name stays in the logs and in the books. The hashes of a log cover it, and the name of a player
stands beside their seed in what decides a sealed throw: nobody could check a log with another name in it. So
the account, and all that leads from the name to a person, is deleted, and nobody can take the name again.
"""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, money
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.log.entries import StoredRow, decode_row, names
from bankcraps.live.proof.ledger import layout, rail, taken, wallet
from bankcraps.server.exams.examinations import NewRoster
from bankcraps.server.people.money import HOUSE_LOG, gift_names
from bankcraps.server.stores.database import read_text
from bankcraps.server.stores.people import DELETED, Person
from bankcraps.server.stores.store import Store

_SUPERVISOR: Final = "supervisor"

_roster: Final = decoder(NewRoster)
_json: Final = msgspec.json.Decoder().decode


class Deleted(msgspec.Struct, frozen=True):
    """The deleted data of a person, and the data that stay.

    Attributes:
        name: the person's name.
        sessions, sittings: the number of sign-ins and of sittings of exams that were deleted.
        exams, classes: the number of exams and of classes of this person that were deleted.
        left: the classes of others that the person was taken out of.
        tables: the tables where the person played or did anything else, whose logs keep the name.
        wallet: the play money that the books keep under the name, in cents.
    """

    name: str
    sessions: int
    exams: int
    sittings: int
    classes: int
    left: int
    tables: tuple[str, ...]
    wallet: Cents


def forget(store: Store, name: str) -> Deleted:
    """Delete the account of a person, with everything that no log holds, in one transaction.

    Raises:
        BankcrapsError: if nobody has that name, it is a bot's, the account was deleted before, the person is
            the only supervisor, or has chips at a table.
    """
    with store.database.transaction():
        person = _person(store, name)
        _check_other_supervisor(store, person)
        # The change that changes nothing locks the account, so nobody buys chips with it meanwhile.
        store.database.run("UPDATE balances SET amount = amount WHERE account = ?", wallet(person.name))
        _check_no_chips(store, person.name)
        own = "exam_id IN (SELECT id FROM exams WHERE owner = ?)"
        for part in ("exam_answers", "sittings"):
            store.database.run(f"DELETE FROM {part} WHERE {own}", person.name)  # noqa: S608 - the words are ours
        deleted = Deleted(
            name=person.name,
            exams=_delete(store, "exams", "owner", person.name),
            sessions=_delete(store, "sessions", "person", person.name),
            sittings=_delete(store, "sittings", "person", person.name),
            classes=_delete(store, "rosters", "owner", person.name),
            left=_leave_classes(store, person.name),
            tables=_tables_of(store, person.name),
            wallet=Cents(store.money.balance(wallet(person.name))),
        )
        _delete(store, "exam_answers", "person", person.name)
        store.people.unshare_profile(person.name)
        store.people.change(person.name, lambda one: Person(one.name, DELETED))
    return deleted


def _person(store: Store, name: str) -> Person:
    person = store.people.get(name)
    if person is None:
        raise BankcrapsError(
            f"nobody has an account of the name {name!r}: `bankcraps admin people` lists all"
        )
    if person.deleted:
        raise BankcrapsError(f"the account of {person.name} was deleted before")
    if person.bot:
        raise BankcrapsError(f"{person.name} is a bot of the house, and no person")
    return person


def _check_other_supervisor(store: Store, person: Person) -> None:
    """Refuse to delete the only supervisor: a house without one says so, and is not made so by accident."""
    # The change that changes nothing locks all: of two who are deleted at once, the second is refused.
    found = store.database.run(
        "UPDATE people SET name = name WHERE roles LIKE ? RETURNING name, roles", f"%{_SUPERVISOR}%"
    )
    if [name for name, roles in found if _SUPERVISOR in roles.split()] == [person.name]:
        raise BankcrapsError(
            f"{person.name} is the only supervisor: make somebody else one first, "
            f"`bankcraps admin grant NAME {_SUPERVISOR}`; or, for a house without one, "
            f"`bankcraps admin revoke {person.name} {_SUPERVISOR}`"
        )


def _check_no_chips(store: Store, name: str) -> None:
    """Refuse to delete somebody who has chips at an open table: the account in the books must stay theirs."""
    for table in store.money.tables_of(name):
        info = store.tables.get(table)
        accounts = (kind(table, name, own=own) for kind in (rail, layout) for own in (False, True))
        if info and not info.closed and (amount := sum(map(store.money.balance, accounts))):
            raise BankcrapsError(
                f"{name} has {money(Cents(amount))} at table {table}: they leave the table first, or "
                f"`bankcraps admin close {table}` gives everybody there their chips back"
            )


def _tables_of(store: Store, name: str) -> tuple[str, ...]:
    """Return the tables where a person had chips, or sent a command that the table carried out."""
    asked = store.database.run(
        "SELECT t.id FROM tables t WHERE EXISTS "
        "(SELECT 1 FROM commands c WHERE c.table_id = t.id AND c.person = ?)",
        name,
    )
    return tuple(sorted({*store.money.tables_of(name), *(table for (table,) in asked)}))


def _delete(store: Store, table: str, column: str, name: str) -> int:
    """Delete the rows of a person, and return how many there were."""
    return len(store.database.run(f"DELETE FROM {table} WHERE {column} = ? RETURNING 1", name))  # noqa: S608 - names of ours


def _leave_classes(store: Store, name: str) -> int:
    """Take a person out of the classes of all teachers, and return how many there were."""
    left = 0
    for roster, body in _classes_with(store, name):
        students = tuple(one for one in body.students if one.casefold() != name.casefold())
        store.exams.rosters.change(roster, encode(replace(body, students=students)).decode())
        left += 1
    return left


def _classes_with(store: Store, name: str) -> Iterator[tuple[str, NewRoster]]:
    """Yield the classes with a student, each with its id."""
    for roster, text in store.database.run("SELECT id, body FROM rosters ORDER BY id"):
        body = read_text(_roster, text, f"the class {roster}")
        if name.casefold() in map(str.casefold, body.students):
            yield roster, body


def personal_data(store: Store, name: str) -> Iterator[dict[str, object]]:
    """Yield everything that a house keeps of a person, as it is at one moment. Each part names its kind.

    Raises:
        BankcrapsError: if nobody has that name, it is a bot's, or the account was deleted.
    """
    with store.database.reading():
        person = _person(store, name)
        yield _account(store, person)
        for account, cents in sorted(store.money.balances_of(person.name).items()):
            yield {"kind": "balance", "account": account, "amount_cents": cents}
        yield from _of_exams(store, person.name)
        for info in store.tables.all():
            yield from _of_table(store, info.table, person.name)


def _account(store: Store, person: Person) -> dict[str, object]:
    ends = store.database.run("SELECT expires FROM sessions WHERE person = ? ORDER BY expires", person.name)
    return {
        "kind": "account",
        "name": person.name,
        "has_passphrase": bool(person.passphrase),
        "roles": person.roles,
        "limits": read_text(_json, person.limits, f"the limits of {person.name}") if person.limits else None,
        "shared_under": store.people.shared_key(person.name),
        "sessions_until_ms": [until for (until,) in ends],
    }


def _of_exams(store: Store, name: str) -> Iterator[dict[str, object]]:
    for exam in store.exams.exams.of(name):
        terms = msgspec.Raw(exam.body.encode())
        yield {"kind": "exam_made", "exam": exam.id, "at": exam.made, "terms": terms}
    for sitting in store.exams.sittings_of(name, since=-1):
        yield {"kind": "sitting", "exam": sitting.exam, "attempt": sitting.attempt, "at": sitting.began}
        for answer in store.exams.answers(sitting.exam, name, sitting.attempt):
            said = msgspec.Raw(answer.body.encode())
            yield {"kind": "answer", "exam": sitting.exam, "attempt": sitting.attempt, "said": said}
    for made in store.exams.rosters.of(name):
        has = msgspec.Raw(made.body.encode())
        yield {"kind": "class_made", "class": made.id, "at": made.made, "has": has}
    for roster, body in _classes_with(store, name):
        yield {"kind": "student_of", "class": roster, "name": body.name}


def _named(store: Store, table: str, row: StoredRow) -> frozenset[str]:
    """Return the people whom a row of a log concerns."""
    what = f"the row {row.seq} of table {table}"
    if table == HOUSE_LOG:
        return gift_names(read_text(decode_row, row.body, what), lambda name: _is_bot(store, name))
    return names(read_text(_json, row.body, what))


def _is_bot(store: Store, name: str) -> bool:
    person = store.people.get(name)
    return person is not None and person.bot


def _of_table(store: Store, table: str, name: str) -> Iterator[dict[str, object]]:
    """Yield the rows of a log that name a person, and the moves of their chips."""
    written = encode(name).decode()
    for row in store.logs.rows(table):
        # Most rows do not have the text at all. Where it stands may also be a reason or a wager.
        if written in row.body and name in _named(store, table, row):
            yield {"kind": "row", "hash": row.hash, "row": msgspec.Raw(row.body.encode())}
    at_table = {account(table, name, own=own) for account in (rail, layout) for own in (False, True)}
    own = {wallet(name), taken(table, name), *at_table}
    for seq, move in store.logs.moves(table):
        if move.source in own or move.target in own:
            yield {"kind": "move", "table": table, "seq": seq, "move": move}
