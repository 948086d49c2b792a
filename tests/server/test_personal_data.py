"""A person's data: written out, and deleted where no log holds it, on SQLite and on PostgreSQL."""

import json
import sqlite3
from pathlib import Path

import pytest
from tests.server.batches import Log, gift

from bankcraps.errors import BankcrapsError
from bankcraps.live.proof.ledger import Move
from bankcraps.server.accounts import Accounts, SignInError
from bankcraps.server.stores.exam_protocol import StoredAnswer, StoredExam, StoredRoster, StoredSitting
from bankcraps.server.stores.opening import open_store
from bankcraps.server.stores.person import DELETED, Person
from bankcraps.server.stores.personal_data import forget, personal_data

EVENING = Path(__file__).parents[1] / "kept" / "first_house" / "house.sql"
HASH = "$argon2id$Ann's own"
TABLES_OF_PEOPLE = ("people", "sessions", "shared_profiles", "exams", "sittings", "exam_answers", "rosters")


def fill(store):
    """A house where Ann plays, teaches and learns, and so does Bob. Returns the log of its table."""
    store.add_person(Person("Ann", HASH, ("teacher",), '{"loss":1}'))
    store.add_person(Person("Bob", "his", ("teacher",)))
    for owner, student in (("Ann", "Bob"), ("Bob", "Ann")):
        store.share_profile(owner, f"link of {owner}")
        store.save_session(f"token of {owner}", owner, 99)
        store.add_exam(StoredExam(f"by{owner}", owner, 1, "secret", "{}"))
        store.add_sitting(StoredSitting(f"by{owner}", student, 1, 2))
        store.add_answer(f"by{owner}", StoredAnswer(student, 1, 0, '{"pay":5}'))
        students = f'{{"name":"Monday","students":["Cid","{student.lower()}"]}}'
        store.add_roster(StoredRoster(f"of{owner}", owner, 1, students))
    gift(store, "wallet/Ann", 500)
    log = Log.new(store)
    store.commit([log.batch("c1", moves=(Move("wallet/Ann", "rail/t1/Ann", 200),), text="Ann")])
    store.commit([log.batch("c2", moves=(Move("rail/t1/Ann", "wallet/Ann", 200),), text="Bob")])
    return log


def rows_of(store, *names):
    return {name: sorted(store.run(f"SELECT * FROM {name}")) for name in names}  # noqa: S608 - names of ours


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
    store.commit([log.batch(moves=(Move("wallet/Ann", "rail/t1/Ann", 300),))])
    store.commit([log.batch(moves=(Move("rail/t1/Ann", "layout/t1/Ann", 100),))])
    before = rows_of(store, *TABLES_OF_PEOPLE)
    with pytest.raises(BankcrapsError, match=r"^Ann has \$3 at table t1: they leave the table first, or "):
        forget(store, "Ann")
    assert rows_of(store, *TABLES_OF_PEOPLE) == before


@pytest.mark.parametrize("act", [forget, lambda store, name: list(personal_data(store, name))])
def test_only_a_person_has_data(store, act):
    store.add_person(Person("Molly", "bot"))
    store.add_person(Person("Old", DELETED))
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
    assert run(*admin, "export", "Ann", written) == (
        1,
        f"bankcraps: {written} exists already; --overwrite replaces it\n",
    )
    code, said = run(*admin, "forget", "Ann")
    assert (code, "Delete the account of Ann?" in said) == (1, True)  # nobody is there to say yes
    code, said = run(*admin, "forget", "Ann", "--yes")
    assert (code, "The account of Ann is deleted" in said) == (0, True)
    assert hashed.encode() not in house.read_bytes()
    code, said = run("audit", "--database", house)
    assert (code, "The logs are whole, and the books balance." in said) == (0, True)
    code, said = run(*admin, "people")
    assert [line.split()[2] for line in said.splitlines() if line.startswith("Ann ")] == ["deleted"]
