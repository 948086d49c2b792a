"""A person's data: written out, and deleted where no log holds it, on SQLite and on PostgreSQL."""

import asyncio
import json
import sqlite3
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from tests.server.batches import Log, gift
from tests.server.live import AT_REST, a_table, open_house

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine.floor.players import bad_name
from bankcraps.game.records.codec import schema_parts
from bankcraps.live.log.entries import NAMES, Row
from bankcraps.live.proof.ledger import Move
from bankcraps.live.table.commands import Say, Sender
from bankcraps.live.table.personal_limits import PersonalLimits
from bankcraps.server.people.accounts import Accounts, Session, SignInError
from bankcraps.server.people.money import KEEPER, LimitKeeper, grant
from bankcraps.server.people.personal_data import forget, personal_data
from bankcraps.server.stores.exams import Made, StoredAnswer, StoredExam, StoredSitting
from bankcraps.server.stores.people import DELETED, Person
from bankcraps.server.stores.store import open_store

EVENING = Path(__file__).parents[2] / "kept" / "first_house" / "house.sql"
HASH = "$argon2id$Ann's own"
TEXTS = {
    *("about", "command", "commitment", "confirmed", "digest", "ended", "finding", "hash", "irregular"),
    "key",
    *("next", "options", "reason", "right_words", "ruled", "rules", "ruling", "secret", "seed", "system"),
    *("table", "text", "title", "wager", "why", "withheld", "words"),
}
TABLES_OF_PEOPLE = ("people", "sessions", "shared_profiles", "exams", "sittings", "exam_answers", "rosters")


def fill(store):
    """A house where Ann plays, teaches and learns, and so does Bob. Returns the log of its table."""
    store.people.add(Person("Ann", HASH, ("teacher",), '{"loss":1}'))
    store.people.add(Person("Bob", "his", ("teacher",)))
    for owner, student in (("Ann", "Bob"), ("Bob", "Ann")):
        store.people.share_profile(owner, f"link of {owner}")
        store.people.save_session(f"token of {owner}", owner, 99)
        store.exams.exams.add(StoredExam(f"by{owner}", owner, 1, "{}", "secret"))
        store.exams.add_sitting(StoredSitting(f"by{owner}", student, 1, 2))
        store.exams.add_answer(f"by{owner}", StoredAnswer(student, 1, 0, '{"pay":5}'))
        students = f'{{"name":"Monday","students":["Cid","{student.lower()}"]}}'
        store.exams.rosters.add(Made(f"of{owner}", owner, 1, students))
    gift(store, "wallet/Ann", 500)
    log, wallet, rail = Log.new(store), "wallet/Ann", "rail/t1/Ann"
    for name, move in (("Ann", Move(wallet, rail, 200)), ("Bob", Move(rail, wallet, 200))):
        store.logs.commit([log.batch(f"by {name}", moves=(move,), text=named("player", name))])
    return log


def named(field, name):
    """The beginning of a row that has a name in a field."""
    return f'{field}":"{name}","seq'


def rows_of(store, *names):
    return {name: sorted(store.database.run(f"SELECT * FROM {name}")) for name in names}  # noqa: S608 - names of ours


def test_what_leads_to_a_person_is_deleted_and_the_logs_stay(store):
    fill(store)
    logged = rows_of(store, "log", "commands", "moves", "balances", "tables")
    deleted = forget(store, "ann")
    assert (deleted.name, deleted.tables, deleted.wallet) == ("Ann", ("t1",), 500)
    counted = (deleted.sessions, deleted.exams, deleted.sittings, deleted.classes, deleted.left)
    assert counted == (1, 1, 1, 1, 1)
    assert rows_of(store, "log", "commands", "moves", "balances", "tables") == logged
    assert rows_of(store, *TABLES_OF_PEOPLE) == {
        "people": [("ann", "Ann", DELETED, "", ""), ("bob", "Bob", "his", "teacher", "")],
        "sessions": [("token of Bob", "Bob", 99)],
        "shared_profiles": [("bob", "link of Bob")],
        "exams": [("byBob", "Bob", 1, "secret", "{}")],
        "sittings": [],
        "exam_answers": [],
        "rosters": [("ofBob", "Bob", 1, '{"name":"Monday","students":["Cid"]}')],
    }


def test_somebody_with_chips_at_a_table_leaves_first(store):
    log = fill(store)
    store.logs.commit([log.batch(moves=(Move("wallet/Ann", "rail/t1/Ann", 300),))])
    store.logs.commit([log.batch(moves=(Move("rail/t1/Ann", "layout/t1/Ann", 100),))])
    before = rows_of(store, *TABLES_OF_PEOPLE)
    with pytest.raises(BankcrapsError, match=r"^Ann has \$3 at table t1: they leave the table first, or "):
        forget(store, "Ann")
    assert rows_of(store, *TABLES_OF_PEOPLE) == before


@pytest.mark.parametrize("act", [forget, lambda store, name: list(personal_data(store, name))])
def test_only_a_person_has_data(store, act):
    store.people.add(Person("Molly", "bot"))
    store.people.add(Person("Old", DELETED))
    for name, why in (
        ("Zoe", "nobody has an account of the name 'Zoe'"),
        ("molly", "Molly is a bot of the house"),
        ("Old", "the account of Old was deleted before"),
    ):
        with pytest.raises(BankcrapsError, match=why):
            act(store, name)


async def test_nobody_signs_in_with_the_name_of_a_deleted_account(store):
    accounts = Accounts(store)
    token, ann = await accounts.sign_in("Ann", "correct horse")
    forget(store, "Ann")
    assert await accounts.of_token(token) is None
    late, _ = await accounts.begin_session(ann)  # who signs in at that moment
    assert await accounts.of_token(late) is None
    for passphrase in ("", "correct horse", DELETED):
        with pytest.raises(SignInError, match="the account of Ann was deleted: choose another name"):
            await accounts.sign_in("ANN", passphrase)
    for again in (accounts.grant("Ann", "dealer"), accounts.set_passphrase("Ann", "correct horse")):
        with pytest.raises(SignInError, match="nobody gets this name again"):
            await again
    with pytest.raises(SignInError, match="is a person's name"):
        await accounts.bot("Ann")


def test_a_person_gets_all_that_the_house_keeps_of_them_and_no_key(store):
    fill(store)
    parts = list(personal_data(store, "Ann"))
    assert [part["kind"] for part in parts] == [
        *("account", "balance", "balance", "exam_made", "sitting", "answer", "class_made"),
        *("student_of", "move", "row", "move", "move"),
    ]
    assert (parts[0]["name"], parts[0]["roles"], parts[0]["limits"]) == ("Ann", ("teacher",), {"loss": 1})
    assert [part["table"] for part in parts if part["kind"] == "move"] == ["gifts", "t1", "t1"]
    said = str(parts)
    assert "Bob" not in said.replace("byBob", "").replace("ofBob", "").replace("bob", "")
    assert not any(secret in said for secret in (HASH, "token of", "secret"))


def rows_with(store, name):
    return [msgspec.json.decode(part["row"]) for part in personal_data(store, name) if part["kind"] == "row"]


@pytest.mark.parametrize("name", ["pass", "issue", "t1"])
def test_a_name_that_is_also_a_word_takes_nothing_that_is_not_theirs(store, name):
    """A person is called as a wager, as an account of the books, or as a table."""
    store.people.add(Person(name, HASH))
    log = fill(store)
    for field in ("wager", "why", "system", "title", "player"):
        store.logs.commit([log.batch(text=named(field, name))])
    there_and_back = Move("bank/t1", "rail/t1/Ann", 100), Move("rail/t1/Ann", "bank/t1", 100)
    store.logs.commit([log.batch(moves=there_and_back)])
    assert [row["player"] for row in rows_with(store, name)] == [name]
    assert [part["kind"] for part in personal_data(store, name)] == ["account", "row"]


def test_gifts_concern_those_who_get_them_and_those_who_have_a_bot_come(store):
    """A person may be called as earlier programs called the keeper, who gave money by `bankcraps admin`."""
    for name in ("Ann", "admin"):
        store.people.add(Person(name, HASH))
    store.people.add(Person("Molly", "bot"))
    gifts = [(1, "Ann", KEEPER), (2, "Ann", "admin"), (3, "Ann", ""), (4, "Molly", "admin")]
    for amount, person, by in (*gifts, (5, "admin", "admin"), (6, "Molly", "Ann")):
        grant(store, person, amount, by)
    for name, amounts in (("Ann", [1, 2, 3, 6]), ("admin", [4, 5])):
        assert [row["entry"]["amount_cents"] for row in rows_with(store, name)] == amounts


def test_nobody_has_the_name_under_which_the_keeper_gives_money():
    assert bad_name(KEEPER, crew=True) is not None


def test_damaged_data_is_said_in_a_sentence(store):
    log = fill(store)
    for damage, name, why in (
        ("UPDATE people SET limits = '{' WHERE name = 'Ann'", "Ann", "the limits of Ann cannot be read: "),
        ("UPDATE rosters SET body = '[]' WHERE id = 'ofAnn'", "Bob", "the class ofAnn cannot be read: "),
    ):
        with store.database.transaction():
            store.database.run(damage)
        with pytest.raises(BankcrapsError, match=why):
            list(personal_data(store, name))
    with pytest.raises(BankcrapsError, match="the class ofAnn cannot be read: "):
        forget(store, "Bob")
    assert store.people.get("Bob").passphrase == "his"
    store.people.add(Person("Cid", HASH))
    with store.database.transaction():
        store.database.run('UPDATE rosters SET body = \'{"name":"Monday"}\'')
        store.database.run(
            "UPDATE log SET body = '{\"player\":\"Cid\"' WHERE table_id = 't1' AND seq = ?", log.seq
        )
    with pytest.raises(BankcrapsError, match=rf"^the row {log.seq} of table t1 cannot be read: "):
        list(personal_data(store, "Cid"))


def test_the_only_supervisor_is_not_deleted_by_accident(store):
    for name in ("Ann", "Bob"):
        store.people.add(Person(name, HASH, ("dealer", "supervisor")))
    store.people.add(Person("Cid", HASH, ("games_supervisor",)))  # another role, which has not its rights
    forget(store, "Ann")
    with pytest.raises(BankcrapsError, match=r"^Bob is the only supervisor: make somebody else one first, "):
        forget(store, "Bob")
    assert store.people.get("Bob").roles == ("dealer", "supervisor")
    store.people.change("Bob", lambda one: replace(one, roles=("dealer",)))
    forget(store, "Bob")  # a house may have none, if somebody means it
    assert store.people.get("Bob").deleted


def test_the_tables_of_somebody_who_only_dealt_are_said_too(store):
    log = fill(store)
    store.people.add(Person("Dora", HASH, ("dealer",)))
    store.logs.commit([log.batch("c3", person="Dora")])
    assert forget(store, "Dora").tables == ("t1",)


async def test_a_deleted_account_gets_nothing_back_from_who_was_connected(store):
    """A connection or a request that began before no longer counts."""
    accounts, keeper = Accounts(store), LimitKeeper(store)
    _, ann = await accounts.sign_in("Ann", "")
    guest = Session(ann, "key")
    kept = accounts._hash  # noqa: SLF001

    async def meanwhile(passphrase):
        forget(store, "Ann")
        return await kept(passphrase)

    accounts._hash = meanwhile  # noqa: SLF001
    with pytest.raises(SignInError, match="the account of Ann was deleted"):
        await accounts.sign_in("Ann", "correct horse", guest)
    for act in (
        keeper.sender(Sender("Ann"), Say(id="c1", line="hello")),
        keeper.change("Ann", PersonalLimits(loss=Cents(100))),
    ):
        with pytest.raises(BankcrapsError, match="the account of Ann was deleted"):
            await act
    assert rows_of(store, "people") == {"people": [("ann", "Ann", DELETED, "", "")]}


def test_every_text_of_a_row_is_known_as_a_name_or_as_none():
    """A field that comes to the log later is looked at here: is it a name?"""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for part in schema_parts((Row,))[1].values():
        for field, of in part.get("properties", {}).items():
            if "const" not in of and "enum" not in of and '"string"' in json.dumps(of):
                found[field in NAMES].add(field)
    assert found[True] == NAMES
    assert found[False] == TEXTS


async def test_somebody_deleted_at_an_open_table_goes_and_the_books_balance(tmp_path, run):
    """Their connection ends, and the empty place is free when they have been away for a moment."""
    timing = replace(AT_REST, away_ms=1)
    async with open_house(tmp_path, a_table(timing=timing)) as house, house.playing("Bob") as bob:
        async with house.at("Ann") as ann:
            await ann.done("sit")
            database = tmp_path / "house.db"
            words = ("admin", "--database", database, "forget", "Ann", "--yes")
            code, said = await asyncio.to_thread(run, *words)
            assert (code, "The account of Ann is deleted, with 1 sign-in." in said) == (0, True), said
            assert f"The name stays in the log of table {house.table}." in said
            await ann.until("bye")
        while '"type": "left"' not in json.dumps(await bob.until("happened")):
            pass
    assert run("audit", "--database", database)[0] == 0


def test_an_evening_is_audited_after_a_player_was_deleted(tmp_path, run):
    house, written = tmp_path / "house.db", tmp_path / "ann.jsonl"
    with sqlite3.connect(house) as old:
        old.executescript(EVENING.read_text(encoding="utf-8"))
    old.close()
    open_store(str(house)).close()
    (hashed,) = sqlite3.connect(house).execute("SELECT passphrase FROM people WHERE name = 'Ann'").fetchone()
    admin = ("admin", "--database", house)
    code, said = run(*admin, "export", "Ann", written)
    lines = [json.loads(line) for line in written.read_text(encoding="utf-8").splitlines()]
    assert (code, f"{len(lines):,} lines" in said) == (0, True)
    acts = [one["row"]["entry"]["event"]["type"] for one in lines if "event" in str(one.get("row", ""))]
    assert {"sit", "buy_in", "bet", "leave"} <= set(acts)
    code, said = run(*admin, "forget", "Ann")
    assert (code, "Delete the account of Ann?" in said) == (1, True)  # nobody is there to say yes
    code, said = run(*admin, "forget", "Ann", "--yes")
    assert (code, "The account of Ann is deleted" in said) == (0, True)
    assert hashed.encode() not in house.read_bytes()
    code, said = run("audit", "--database", house)
    assert (code, "The logs are whole, and the books balance." in said) == (0, True)
    code, said = run(*admin, "people")
    assert [line.split()[2] for line in said.splitlines() if line.startswith("Ann ")] == ["deleted"]
