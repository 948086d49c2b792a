"""The contract of every store, on SQLite and on PostgreSQL."""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from msgspec.structs import replace
from tests.kit.deadline import IN_TIME
from tests.kit.profiles import LONG
from tests.server.batches import UNTIL, Log, gift

from bankcraps.game.chips import Cents
from bankcraps.live.log.entries import chained, first_hash
from bankcraps.live.log.fairness import commitment_of
from bankcraps.live.proof.ledger import Move
from bankcraps.server.stores import logs, sqlite
from bankcraps.server.stores.database import (
    CommandKnownError,
    ConstraintError,
    FencedError,
    OverdrawnError,
    StoreError,
)
from bankcraps.server.stores.dice_key import SecretLostError
from bankcraps.server.stores.logs import Snapshot
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.sqlite import SqliteDatabase
from bankcraps.server.stores.store import open_store

REAL_SETTINGS = sqlite.SETTINGS  # before tests make it quick


def buy_in(amount, person="Ann", table="t1"):
    return Move(f"wallet/{person}", f"rail/{table}/{person}", amount)


def cash_out(amount, person="Ann", table="t1"):
    return Move(f"rail/{table}/{person}", f"wallet/{person}", amount)


def bet(amount, person="Ann", table="t1"):
    return Move(f"rail/{table}/{person}", f"layout/{table}/{person}", amount)


def at_once(*works):
    """Do several things in threads of their own."""
    with ThreadPoolExecutor(len(works)) as pool:
        for doing in [pool.submit(work) for work in works]:
            doing.result(IN_TIME)


# The disk.


def test_a_file_is_synced_before_a_commit_returns(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "SETTINGS", REAL_SETTINGS)
    store = open_store(str(tmp_path / "house.db"))
    with store.database.transaction():  # ask the connection that writes, and not one that reads
        assert store.database.run("PRAGMA journal_mode") == [("wal",)]
        assert store.database.run("PRAGMA synchronous") == [(2,)]  # FULL
    store.close()


def test_postgresql_is_told_to_sync_before_a_commit_returns(postgres_url):
    store = open_store(postgres_url)
    with store.database.transaction():
        assert store.database.run("SHOW synchronous_commit") == [("on",)]
    store.close()


# Logs.


def test_what_is_longer_than_a_page_is_read_whole(store):
    """There are more commands than the database sends at once, and their ids have another order."""
    gift(store, "wallet/Ann", 10_000)
    log = Log.new(store)
    ids = [(f"c{(at * 7919) % 2500}", f"P{at % 3}") for at in range(2500)]
    store.logs.commit([log.batch(key, person=person) for key, person in ids])
    store.logs.commit([log.batch(moves=[buy_in(1)] * 1500), log.batch(moves=[buy_in(2)] * 700)])
    with store.database.reading():
        found = store.logs.commands("t1")
        first = next(found)
        assert store.logs.known_command("t1", *first[1:]) == 1  # a question between two of them
        assert [first[0], *(seq for seq, _, _ in found)] == list(range(1, 2501))
        next(store.logs.commands("t1"))  # and one that nobody reads to its end
    assert [row.seq for row in store.logs.rows("t1")] == list(range(1, 2503))
    assert len(list(store.logs.rows("t1", after=400, limit=1500))) == 1500
    assert [move.amount for _, move in store.logs.moves("t1")] == [1] * 1500 + [2] * 700
    assert len(list(store.logs.moves("t1", after=2501))) == 700


def test_what_is_committed_is_read_again(store, database):
    log = Log.new(store)
    batches = [log.batch("c1", rows=3), log.batch(), log.batch("c2", secrets=[(7, "ab" * 32)])]
    assert store.logs.commit(batches) == [None, None, None]
    written = [row for batch in batches for row in batch.rows]
    other = open_store(database)
    assert list(other.logs.rows("t1")) == written
    assert list(other.logs.rows("t1", after=3)) == written[3:]
    assert list(other.logs.rows("t1", after=1, limit=2)) == written[1:3]
    assert other.logs.known_command("t1", "Ann", "c2") == 5
    assert other.logs.known_command("t1", "Bob", "c2") is None
    with other.database.reading():
        assert list(other.logs.commands("t1")) == [(3, "Ann", "c1"), (5, "Ann", "c2")]
        assert list(other.logs.commands("t2")) == []
    secret = b"\xab" * 32
    assert other.secrets.again("t1", 7, commitment_of(secret)) == secret
    with pytest.raises(SecretLostError, match="the database has nothing of it any more"):
        other.secrets.again("t1", 8, commitment_of(secret))
    [info] = other.tables.all()
    assert (info.seq, info.head, info.owner, info.address) == (5, log.head, "me", "http://me")
    other.close()


def test_a_new_log_begins_with_its_first_rows(store):
    row = Log.new(store, "other").batch().rows
    lease = store.tables.create("t1", "me", "http://me", UNTIL, row)
    assert (lease.seq, lease.head, lease.epoch) == (1, row[0].hash, 1)
    assert list(store.logs.rows("t1")) == list(row)
    assert store.logs.commit([Log(lease).batch()]) == [None]


def test_a_batch_that_does_not_follow_is_refused(store):
    log = Log.new(store)
    skipped, late = log.batch(), log.batch()
    assert isinstance(store.logs.commit([late])[0], FencedError)
    assert list(store.logs.rows("t1")) == []
    assert store.logs.commit([skipped, late]) == [None, None]
    assert isinstance(store.logs.commit([late])[0], FencedError)


def test_a_batch_of_an_unknown_table_is_refused(store):
    log = Log.new(store)
    lost = Log(store.tables.create("t2", "me", "", UNTIL))
    lost.lease = replace(lost.lease, table="t3", head=first_hash("t3"))
    assert [type(one) for one in store.logs.commit([log.batch(), lost.batch()])] == [type(None), FencedError]


# Commands.


def test_a_command_is_known_the_second_time_for_its_person_and_table(store):
    log, other = Log.new(store), Log.new(store, "t2")
    store.logs.commit([log.batch("c1"), log.batch("c2", rows=2)])
    [error] = store.logs.commit([log.batch("c2")])
    assert (type(error), error.seq) == (CommandKnownError, 3)
    assert len(list(store.logs.rows("t1"))) == 3
    log.seq, log.head = 3, list(store.logs.rows("t1"))[-1].hash
    assert store.logs.commit([log.batch("c2", person="Bob"), other.batch("c2")]) == [None, None]


def test_a_mistake_at_one_table_holds_nobody_else_up(store):
    one, two, three = Log.new(store, "t1"), Log.new(store, "t2"), Log.new(store, "t3")
    good = [one.batch("c1"), two.batch("c1"), three.batch("c1")]
    store.logs.commit(good)
    group = [one.batch("c2"), two.batch("c1"), three.batch("c2"), two.batch("c3"), one.batch("c3")]
    results = store.logs.commit(group)
    none = type(None)
    assert [type(one) for one in results] == [none, CommandKnownError, none, FencedError, none]
    assert [info.seq for info in store.tables.all()] == [3, 1, 2]


# Books.


def test_money_is_spent_in_a_group_only_after_it_came(store):
    """Otherwise somebody could buy in with nothing, win, and cash out before the disk has said no."""
    gift(store, "wallet/Ann", 100)
    log = Log.new(store)
    group = [log.batch("c1", moves=[buy_in(101)]), log.batch(moves=[cash_out(101)])]
    assert [type(one) for one in store.logs.commit(group)] == [OverdrawnError, FencedError]
    assert store.money.balance("wallet/Ann") == 100
    log.back(group[0])
    group = [log.batch(moves=[move]) for move in (buy_in(100), cash_out(80), buy_in(60))]
    assert store.logs.commit(group) == [None] * 3
    assert store.money.balances() == {"issue": -100, "rail/t1/Ann": 80, "wallet/Ann": 20}


def test_a_store_remembers_only_so_many_accounts(store, monkeypatch):
    monkeypatch.setattr("bankcraps.server.stores.logs._MOST_ACCOUNTS", 3)
    for number in range(9):
        gift(store, f"wallet/P{number}", 100)
    for number in range(9):
        gift(store, f"wallet/P{number}", 1)
        assert store.money.balance(f"wallet/P{number}") == 101
    assert len(store.money._accounts) < 6  # noqa: SLF001 - what it remembers is what grew


def test_an_amount_no_balance_can_hold_is_refused(store):
    with pytest.raises(StoreError):
        gift(store, "wallet/Ann", 2**63 - 1)
    assert store.money.balances() == {}
    gift(store, "wallet/Ann", 5)


def test_a_batch_that_fills_an_account_which_its_throw_can_change_is_refused_alone(store, monkeypatch):
    monkeypatch.setattr(logs, "MOST", 100)
    here, there = Log.new(store), Log.new(store, "t2")
    filled = here.batch("c1", moves=[Move("bank/t1", "rail/t1/Ann", 101)])
    filled = replace(filled, bounded=False, exposed=("rail/t1/Bob", "rail/t1/Ann"))
    refused, written = store.logs.commit([filled, there.batch("c1")])
    assert str(refused).startswith("no dice go out: rail/t1/Ann is beyond ")
    assert written is None
    fits = replace(there.batch("c2"), bounded=False, exposed=("rail/t2/Ann",))
    assert store.logs.commit([fits]) == [None]


def test_a_text_that_cannot_be_stored_stops_its_own_table_only(store):
    one, two = Log.new(store), Log.new(store, "t2")
    results = store.logs.commit([one.batch("c1", person="\ud800"), two.batch("c1")])
    assert [type(one) for one in results] == [ConstraintError, type(None)]


def test_a_log_without_an_owner_is_appended_to_by_all_at_once(store, database):
    other = open_store(database)

    def give(to):
        for _ in range(20):
            gift(to, "wallet/Ann", 1)

    at_once(partial(give, store), partial(give, other))
    assert store.money.balance("wallet/Ann") == 40
    assert [row.seq for row in store.logs.rows("gifts")] == list(range(1, 41))
    other.close()


def test_what_fails_halfway_leaves_nothing(store):
    log = Log.new(store)

    def insert():
        store.database.run("INSERT INTO sessions (token, person, expires) VALUES ('t', 'Ann', 9)")
        raise KeyError

    with pytest.raises(KeyError), store.database.transaction():
        insert()
    assert store.people.session("t", 0) is None
    assert store.logs.commit([log.batch()]) == [None]


# Leases.


def test_a_table_has_one_owner_at_a_time(store):
    log = Log.new(store)
    with pytest.raises(StoreError, match="there is a table t1 already"):
        Log.new(store)
    assert store.tables.take_lease("t1", "you", "http://you", UNTIL - 1000, UNTIL) is None
    taken = store.tables.take_lease("t1", "you", "http://you", UNTIL, UNTIL + 1000)
    assert (taken.epoch, taken.seq, taken.head) == (2, 0, first_hash("t1"))
    assert isinstance(store.logs.commit([log.batch()])[0], FencedError)
    assert store.logs.commit([Log(taken).batch()]) == [None]
    assert store.tables.renew_leases("me", UNTIL) == {}
    assert store.tables.renew_leases("you", UNTIL + 2000) == {"t1": 2}
    store.tables.release_lease(log.lease)  # not the owner's
    [info] = store.tables.all()
    assert (info.owner, info.address, info.expires) == ("you", "http://you", UNTIL + 2000)
    store.tables.release_lease(taken)
    again = store.tables.take_lease("t1", "me", "", 0, 10)  # at once
    assert again.epoch == 3
    with pytest.raises(FencedError, match="table t1"):  # only the owner closes it, and only once
        store.tables.close(taken)
    assert store.tables.all()[0].closed == 0
    store.tables.close(again)
    with pytest.raises(FencedError):
        store.tables.close(again)
    assert isinstance(store.logs.commit([Log(again).batch("c1")])[0], FencedError)
    assert store.tables.all()[0].closed == 1
    assert store.tables.take_lease("t1", "you", "", UNTIL + 1, UNTIL + 2) is None
    hour = 3_600_000  # a lease of a clock that was set back does not last for hours
    store.tables.create("t2", "me", "", 2 * hour)
    assert store.tables.take_lease("t2", "you", "", hour, hour + 5000) is not None
    assert store.tables.take_lease("t2", "me", "", hour, hour + 5000) is None
    assert store.database.now() > 1_700_000_000_000


def test_processes_say_where_they_serve(store):
    assert store.tables.servers(0) == {}
    store.tables.renew_leases("me", UNTIL, "http://me")
    store.tables.renew_leases("you", UNTIL + 1000, "http://you")
    store.tables.renew_leases("you", UNTIL + 2000, "http://you")
    store.tables.renew_leases("nobody", UNTIL + 5000)
    assert store.tables.servers(UNTIL - 1) == {"me": "http://me", "you": "http://you"}
    assert store.tables.servers(UNTIL) == {"you": "http://you"}
    store.tables.withdraw("you")
    assert store.tables.servers(0) == {"me": "http://me"}


def test_taking_ones_own_lease_again_fences_what_is_still_being_written(store):
    old = Log.new(store)
    new = Log(store.tables.take_lease("t1", "me", "http://me", 0, 10))
    assert isinstance(store.logs.commit([old.batch()])[0], FencedError)
    assert store.logs.commit([new.batch()]) == [None]


def test_only_one_of_many_takes_a_lease(store, database):
    Log.new(store)
    stores = [open_store(database) for _ in range(4)]
    taken = []

    def take(number, one):
        taken.append(one.tables.take_lease("t1", f"p{number}", "", UNTIL + 1, UNTIL + 1000))

    at_once(*(partial(take, *pair) for pair in enumerate(stores)))
    assert len([lease for lease in taken if lease is not None]) == 1
    for one in stores:
        one.close()


def test_those_who_race_for_a_table_write_one_log(store, database):
    """Each takes the lease from the others again and again, and writes until another has it."""
    Log.new(store)
    stores, turns, written = [open_store(database) for _ in range(4)], 60 if LONG else 20, []

    def race(number, one):
        for turn in range(turns):
            log = Log(one.tables.take_lease("t1", f"p{number}", "", UNTIL, UNTIL))
            for group in range(3):
                asked = [log.batch(f"{number}-{turn}-{group}-{each}") for each in range(2)]
                came = one.logs.commit(asked)
                assert {type(error) for error in came} <= {type(None), FencedError}
                pairs = zip(asked, came, strict=True)
                written.extend(batch.rows[0].hash for batch, error in pairs if error is None)

    at_once(*(partial(race, *pair) for pair in enumerate(stores)))
    rows, head = list(store.logs.rows("t1")), first_hash("t1")
    for row in rows:
        head = chained(head, row.body.encode())
        assert row.hash == head
    assert sorted(written) == sorted(row.hash for row in rows)
    [info] = store.tables.all()
    assert (info.seq, info.head, info.epoch) == (len(rows), head, 1 + 4 * turns)
    assert len(rows) > 2 * turns
    for one in stores:
        one.close()


# Snapshots, people, sessions.


def test_the_latest_snapshot_is_kept(store):
    assert store.logs.snapshot("t1") is None
    store.logs.save_snapshot("t1", Snapshot(5, "{}", "h5"))
    store.logs.save_snapshot("t1", Snapshot(9, "[]", "h9"))
    assert store.logs.snapshot("t1") == Snapshot(9, "[]", "h9")


def test_of_two_who_look_alike_and_come_at_once_one_gets_an_account(store, database):
    """The second, at another process, does not see the first, who is not written yet."""
    other, added = open_store(database), []
    second = threading.Thread(target=lambda: added.append(other.people.add(Person("Annl"))))
    with store.database.transaction():
        assert store.people.add(Person("Ann1"))
        second.start()
        while second.is_alive() and not waits(store):
            pass
    second.join(IN_TIME)
    assert added == [False]
    assert [person.name for person in store.people.all()] == ["Ann1"]
    other.close()


def waits(store):
    """Whether somebody waits for a lock of a transaction. In SQLite every writer does."""
    if isinstance(store.database, SqliteDatabase):
        return True
    return bool(store.database.run("SELECT 1 FROM pg_locks WHERE NOT granted"))


def test_names_that_differ_only_in_case_are_one_and_a_change_that_fails_changes_nothing(store):
    assert store.people.add(Person("Ann", "hash", ("boxperson", "supervisor"), '{"loss":1}'))
    assert store.people.get("ANN") == Person("Ann", "hash", ("boxperson", "supervisor"), '{"loss":1}')
    assert not store.people.add(Person("ann"))

    def fail(_):
        raise OverdrawnError("x", Cents(0))

    with pytest.raises(OverdrawnError):
        store.people.change("Ann", fail)
    assert store.people.get("Ann").roles == ("boxperson", "supervisor")
    assert store.people.change("ann", lambda _: Person("ann")) == Person("Ann")
    store.people.add(Person("Bob"))
    assert store.people.all() == [Person("Ann"), Person("Bob")]
    assert store.people.change("Cid", lambda cid: cid) is None
    assert store.people.get("Cid") is None


def test_a_session_ends_with_its_time_or_with_all_others(store):
    store.people.save_session("a", "Ann", 100)
    store.people.save_session("b", "Ann", 200)
    store.people.save_session("c", "Bob", 200)
    assert store.people.session("a", 99) == "Ann"
    assert store.people.session("a", 100) is None
    store.people.end_sessions("Ann")
    assert store.people.session("b", 1) is None
    assert store.people.session("c", 1) == "Bob"


def test_what_is_read_in_one_go_is_of_one_moment(store, database):
    log = Log.new(store)
    reader = open_store(database, only_read=True)
    with reader.database.reading():
        assert list(reader.logs.rows("t1")) == []
        store.logs.commit([log.batch()])
        assert list(reader.logs.rows("t1")) == []
        assert reader.tables.all()[0].seq == 0
    assert len(list(reader.logs.rows("t1"))) == 1
    reader.close()


def test_changes_of_a_person_at_the_same_moment_are_all_kept(store, database):
    """Two processes grant roles and set limits, again and again: no change may undo another."""
    store.people.add(Person("Ann"))
    stores, rounds = [store, *(open_store(database) for _ in range(2))], 25

    def changed(one, ann):
        if one.startswith("0"):
            return replace(ann, limits=f"{ann.limits}{one} ")
        return replace(ann, roles=(*ann.roles, one))

    def work(mine, number):
        for count in range(rounds):
            mine.people.change("Ann", partial(changed, f"{number}-{count}"))

    at_once(*(partial(work, one, number) for number, one in enumerate(stores)))
    ann = store.people.get("ANN")
    assert set(ann.roles) == {f"{number}-{count}" for number in (1, 2) for count in range(rounds)}
    assert ann.limits.split() == [f"0-{count}" for count in range(rounds)]
    for one in stores[1:]:
        one.close()


def test_what_a_wallet_must_keep_is_kept_even_if_two_tables_sell_at_once(store):
    gift(store, "wallet/Ann", 100)
    here, there = Log.new(store), Log.new(store, "t2")
    first = replace(here.batch("c1", moves=[buy_in(30)]), keep=50)
    second = replace(there.batch("c2", moves=[buy_in(30, table="t2")]), keep=50)
    written, refused = store.logs.commit([first, second])
    assert (written, type(refused)) == (None, OverdrawnError)
    there.back(second)
    out = replace(here.batch("c3", moves=[cash_out(10)]), keep=95)  # it adds to the wallet, and takes nothing
    assert store.logs.commit([out]) == [None]
    assert store.money.balance("wallet/Ann") == 80


def test_what_somebody_must_keep_off_the_layouts_is_kept_whatever_else_is_in_the_transaction(store):
    """Another bet, a win at another table, or a later bet of the person with less to keep."""
    for account, amount in (("wallet/Ann", 10), ("rail/t1/Ann", 50), ("rail/t2/Ann", 50)):
        gift(store, account, amount)
    here, there = Log.new(store), Log.new(store, "t2")
    first = replace(here.batch("c1", moves=[bet(30)]), keep=70)
    second = replace(there.batch("c2", moves=[bet(30, table="t2")]), keep=70)
    written, refused = store.logs.commit([first, second])
    assert written is None
    assert (type(refused), refused.account, refused.balance) == (OverdrawnError, "rail/t2/Ann", 80)
    there.back(second)
    last = replace(there.batch("c3", moves=[bet(10, table="t2")]), keep=70)
    down = replace(here.batch("c4", moves=[Move("layout/t1/Ann", "rail/t1/Ann", 5)]), keep=90)
    assert store.logs.commit([last]) == store.logs.commit([down]) == [None]
    assert store.money.balances_of("Ann") == {
        "wallet/Ann": 10, "rail/t1/Ann": 25, "layout/t1/Ann": 25, "rail/t2/Ann": 40, "layout/t2/Ann": 10,
    }  # fmt: skip
    beyond = replace(here.batch("c5", moves=[bet(20)]), keep=60)
    wins = there.batch("c6", moves=[Move("bank/t2", "rail/t2/Ann", 20)])
    later = replace(there.batch("c7", moves=[bet(1, table="t2")]), keep=1)
    refused, *written = store.logs.commit([beyond, wins, later])
    assert (type(refused), refused.account, refused.balance) == (OverdrawnError, "rail/t1/Ann", 75)
    assert written == [None, None]


def test_a_limit_may_be_of_the_person_whose_bet_another_confirms(store):
    gift(store, "rail/t1/Ann", 50)
    here = Log.new(store)
    late = replace(here.batch("c1", moves=[bet(30)]), person="Sid", bettor="Ann", keep=21)
    [refused] = store.logs.commit([late])
    assert (type(refused), refused.account) == (OverdrawnError, "rail/t1/Ann")
    here.back(late)
    assert store.logs.commit([replace(late, keep=20)]) == [None]


def test_two_processes_do_not_both_take_the_last_bet_that_a_limit_leaves(store, database):
    """Neither table touches an account of the other, so they would not wait for each other by themselves."""
    other, both = open_store(database), threading.Barrier(2)
    taken: list[bool] = []

    def take(one, batch):
        both.wait(IN_TIME)
        (error,) = one.logs.commit([batch])
        taken.append(error is None)
        assert error is None or isinstance(error, OverdrawnError)

    for number in range(5):
        takes = []
        for one, table in ((store, f"a{number}"), (other, f"b{number}")):
            gift(store, f"rail/{table}/Ann", 30)
            batch = Log.new(one, table).batch("c", moves=[bet(30, table=table)])
            takes.append(partial(take, one, replace(batch, keep=30 * (number + 1))))
        at_once(*takes)
    assert taken.count(True) == taken.count(False) == 5
    other.close()


@pytest.mark.parametrize("table", ["\x00", "k3\x009", "\ud800", "x" * 10_000, ""])
def test_an_id_that_no_table_can_have_is_no_table(store, table):
    assert store.tables.get(table) is None
    assert store.exams.exams.get(table) is None
    assert store.exams.rosters.get(table) is None
    assert store.exams.sittings("exam", table) == []
    assert store.tables.take_lease(table, "me", "", 1, 2) is None


def test_open_tables_are_found_by_the_length_of_their_ids(store):
    for table in ("t1", "t2", "t333"):
        lease = store.tables.create(table, "me", "", 1)
        if table == "t2":
            store.tables.close(lease)
    assert [info.table for info in store.tables.open()] == ["t1", "t333"]
    assert [info.table for info in store.tables.open(2)] == ["t1"]
    assert store.tables.get("t2").closed == 1


def test_a_profile_is_shared_under_one_key_until_it_is_taken_back(store):
    store.people.add(Person("Ann"))
    assert (store.people.shared_key("Ann"), store.people.sharer("k1")) == ("", None)
    assert store.people.share_profile("Ann", "k1") == "k1"
    assert store.people.share_profile("ann", "k2") == "k1"
    assert store.people.shared_key("ANN") == "k1"
    assert [store.people.sharer(key) for key in ("k1", "k2")] == ["Ann", None]
    assert store.people.sharer("k1\0") is None
    store.people.unshare_profile("Ann")
    assert (store.people.shared_key("Ann"), store.people.sharer("k1")) == ("", None)


def test_the_tables_of_a_person_are_those_where_they_ever_had_chips(store):
    gift(store, "wallet/Ann", 10_000)
    for table in ("t1", "t2", "t3"):
        log = Log.new(store, table)
        if table != "t3":
            store.logs.commit([log.batch("c1", moves=[buy_in(1_000, table=table)])])
            store.logs.commit([log.batch("c2", moves=[cash_out(1_000, table=table)])])
    assert store.money.tables_of("Ann") == ["t1", "t2"]
    assert store.money.tables_of("An") == []
