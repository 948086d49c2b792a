"""Names that look alike, guesses, crowds, half-made accounts, and wrong clocks."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import open_house, soon

from bankcraps.live.proof.ledger import ISSUE, wallet
from bankcraps.server.people import accounts as module
from bankcraps.server.people.accounts import Accounts, CrowdError, SignInError
from bankcraps.server.people.money import HOUSE_LOG, grant
from bankcraps.server.stores import database as database_module
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.schema import MIGRATIONS
from bankcraps.server.stores.store import open_store
from bankcraps.server.web.edge import rates
from bankcraps.server.web.edge.rates import Quota, QuotaLimits, Rate, TooManyError

# Names that look alike, guesses of passphrases from everywhere, and crowds that sign up.

MAX = "\u041c\u0430\u0445"
"""Max, in Cyrillic letters."""

ALIKE = [
    ("Max", MAX), ("Ann1", "Annl"), ("Ivo", "lvo"), ("Bob0", "BobO"), ("Ann", "\u1d00nn"),
    ("Max", "\u1d0dax"), ("Kit", "\u1d0bit"),
]  # fmt: skip


@pytest.fixture
def accounts(store):
    return Accounts(store)


@pytest.mark.parametrize("names", ALIKE)
@pytest.mark.parametrize("turned", [False, True])
async def test_a_name_that_looks_like_another_is_refused(accounts, names, turned):
    first, second = reversed(names) if turned else names
    await accounts.sign_in(first, "")
    with pytest.raises(SignInError, match=f"{second} looks like {first}, who is somebody else"):
        await accounts.sign_in(second, "")
    with pytest.raises(SignInError, match="looks like"):
        await accounts.bot(second)
    with pytest.raises(SignInError, match="looks like"):
        await accounts.set_passphrase(second, "correct horse")


@pytest.mark.parametrize("name", ["dealer", "dea1er", "DEALER", "Ann\u0662"])
async def test_a_name_is_no_role_and_has_no_digits_of_other_scripts(accounts, name):
    with pytest.raises(SignInError, match=r"choose another name|digits from 0 to 9"):
        await accounts.sign_in(name, "")


async def test_names_that_only_sound_alike_are_everybodys(accounts):
    for name in ("Max", "Maks", "M\u00e1x", "\u041c\u0430\u043a\u0441", "Guest1", "Guest2", "Guest10"):
        await accounts.sign_in(name, "")


def test_people_from_before_are_looked_at_when_the_database_is_brought_up_to_date(tmp_path, monkeypatch):
    database = str(tmp_path / "old.db")
    with monkeypatch.context() as before:
        before.setattr(database_module, "MIGRATIONS", MIGRATIONS[:1])
        old = open_store(database)
        with old.database.transaction():
            for name in ("Max", MAX, "Bob"):
                old.database.run("INSERT INTO people VALUES (?, ?, '', '', '')", name.casefold(), name)
        old.close()
    store = open_store(database)
    assert [person.name for person in store.people.all()] == ["Bob", "Max", MAX]
    assert store.people.looks_like("BobO") is None
    assert store.people.looks_like("B0b") == "Bob"
    assert not store.people.add(Person("B0b"))
    store.close()


def fails(quota, address, name, error=SignInError):
    """Try a name, and say whether it was tried at all."""
    try:
        with quota.trying(address, name):
            raise error("it is somebody's")
    except TooManyError:
        return False
    except (SignInError, CrowdError):
        return True


def test_guesses_for_a_name_are_bounded_over_all_addresses_and_leave_its_owner_alone():
    quota = Quota(QuotaLimits(wrong_name_elsewhere=Rate(10, 0.001)))
    with quota.trying("home", "Ann"):
        pass  # she has signed in from there
    tried = [fails(quota, f"10.0.0.{number}", "ANN") for number in range(30)]
    assert tried.count(True) == 10
    with quota.trying("home", "Ann"):
        pass
    assert fails(quota, "10.0.0.1", "Bob")


@pytest.mark.parametrize("way", ["account", "guest", "guest by the house"])
async def test_somebody_new_is_not_locked_out_where_they_signed_up(tmp_path, way):
    """Strangers have used up all guesses for the name, and its owner comes from where they signed up."""
    limits = QuotaLimits(wrong_name_elsewhere=Rate(1, 0.000_001))
    async with open_house(tmp_path, limits=limits, proxies=("127.0.0.1",)) as opened:

        async def ask(address, *cookie, path="", **asked):
            headers = {"x-forwarded-for": address}
            return await opened.get(
                f"/api/session{path}", *cookie, method="POST", json=asked, headers=headers
            )

        if way == "guest by the house":
            signed_up = await ask("10.0.0.1", path="/guest")
        else:
            signed_up = await ask(
                "10.0.0.1", name="Ann", passphrase="correct horse" if way == "account" else ""
            )
        name, cookie = signed_up.json()["name"], signed_up.headers["set-cookie"].partition(";")[0]
        guessed = [await ask(f"10.0.1.{one}", name=name, passphrase="a guess of it") for one in range(3)]
        assert [one.status_code for one in guessed] == [403, 429, 429]
        cookies = () if way == "account" else (cookie,)  # a guest makes the name an account
        again = await ask("10.0.0.1", *cookies, name=name, passphrase="correct horse")
        assert again.status_code == 200
        elsewhere = await ask("10.0.0.2", name=name, passphrase="correct horse")
        assert elsewhere.status_code == 429


def test_an_address_is_known_for_a_name_alone_and_newcomers_elsewhere_do_not_make_it_unknown(monkeypatch):
    monkeypatch.setattr(rates, "_KEPT", 20)
    quota = Quota(QuotaLimits(wrong_name_elsewhere=Rate(1, 0.000_001)))
    quota.know("home", "Ann")
    quota.know("10.0.0.1", "Eve")
    assert [fails(quota, "10.0.0.1", "EVE") for _ in range(2)] == [True, True]
    for number in range(100):
        quota.know("10.0.0.1", f"Guest{number}")
    assert [fails(quota, "10.0.0.1", "Ann") for _ in range(2)] == [True, False]
    with quota.trying("home", "Ann"):
        pass


async def test_to_test_a_name_costs_as_much_as_a_wrong_passphrase(tmp_path):
    """Accounts, guests and bots alike: the third try in vain of an address is not answered."""
    limits = QuotaLimits(wrong=Rate(2, 0.001))
    for name, passphrase in (("House", "a wrong one"), ("Gus", "")):
        async with open_house(tmp_path, limits=limits) as opened:
            if name == "Gus":
                await Accounts(open_store(str(tmp_path / "house.db"))).sign_in("Gus", "")
            asked = {"name": name, "passphrase": passphrase}
            said = [await opened.get("/api/session", method="POST", json=asked) for _ in range(3)]
        assert [one.status_code for one in said] == [403, 403, 429]


class SlowHashes:
    """Hashes of passphrases, which have `begun` and wait until the test lets them go on."""

    def __init__(self):
        self.goes_on, self.begun, self._real = threading.Event(), [], module._HASHER  # noqa: SLF001
        self.verify = self._real.verify

    def hash(self, passphrase):
        self.begun.append(passphrase)
        assert self.goes_on.wait(IN_TIME)
        return self._real.hash(passphrase)


@pytest.fixture
def slow(monkeypatch):
    hashes = SlowHashes()
    monkeypatch.setattr(module, "_HASHER", hashes)
    yield hashes
    hashes.goes_on.set()


def sign_up(accounts, people):
    """The tasks of this many people who sign up at once. They reach the accounts in any order."""
    return [asyncio.create_task(accounts.sign_in(f"New{one}", "correct horse")) for one in range(people)]


async def test_a_crowd_that_signs_up_keeps_nobody_from_signing_in(accounts, slow):
    """Passphrases of newcomers take long; somebody with an account comes in meanwhile."""
    slow.goes_on.set()
    await accounts.add("Ann", "correct horse")
    slow.goes_on.clear()
    slow.begun.clear()
    crowd = sign_up(accounts, 100)
    await soon(lambda: len(slow.begun) == 2)
    async with asyncio.timeout(IN_TIME):
        _, person = await accounts.sign_in("Ann", "correct horse")
        assert person.name == "Ann"
        slow.goes_on.set()
        await asyncio.gather(*crowd)


async def test_no_more_people_wait_to_sign_up_than_there_is_room_for(accounts, monkeypatch, slow):
    """One is served and two wait, so two of five are refused: those that came last."""
    monkeypatch.setattr(accounts, "_arriving", module.Lane(1, 2))
    crowd = sign_up(accounts, 5)
    await soon(lambda: sum(one.done() for one in crowd) == 2)
    slow.goes_on.set()
    said = await asyncio.gather(*crowd, return_exceptions=True)
    assert sum(isinstance(one, CrowdError) for one in said) == 2
    assert sum(isinstance(one, tuple) for one in said) == 3


# Somebody new is written whole, with the gift and the session, or not at all, whenever a house is killed.

GIFT = 100_000


@pytest.fixture
def granting(store):
    return Accounts(store, lambda name: grant(store, name, GIFT))


@pytest.mark.parametrize(("part", "fails"), [("logs", "_append"), ("people", "save_session")])
@pytest.mark.parametrize("passphrase", ["", "correct horse"])
async def test_where_one_part_fails_nothing_is_written(store, granting, monkeypatch, part, fails, passphrase):
    def failing(*_):
        raise StoreError("the disk of the database failed")

    with monkeypatch.context() as bad_luck:
        bad_luck.setattr(getattr(store, part), fails, failing)
        with pytest.raises(StoreError, match="failed"):
            await granting.sign_in("Ann", passphrase)
    assert store.people.get("Ann") is None
    assert store.people.looks_like("4nn") is None
    assert store.money.balances() == {}
    assert list(store.logs.rows(HOUSE_LOG)) == []
    token, person = await granting.sign_in("Ann", passphrase)  # the name is free, and the gift comes once
    assert (await granting.of_token(token)).person == person
    assert store.money.balances() == {wallet("Ann"): GIFT, ISSUE: -GIFT}


async def test_of_two_who_take_a_name_at_once_one_gets_one_gift(store, granting):
    said = await asyncio.gather(*(granting.sign_in("Ann", "") for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(one, tuple) for one in said) == 1
    assert store.money.balance(wallet("Ann")) == GIFT


# The clock of a house is set wrong, by mistake or by somebody who answers for the time of its network.

DAY_S = 24 * 3600
NOW_S = 20_000 * DAY_S


@pytest.fixture
def times():
    """The seconds by which the clock of a machine is set, and those that have passed."""
    return SimpleNamespace(set_by_s=0, passed_s=0)


@pytest.fixture
def begin(store, times):
    """Begin a process of the house."""
    store.clock = lambda: (NOW_S + times.passed_s + times.set_by_s) * 1000
    return lambda: Accounts(store, steady=lambda: times.passed_s)


async def test_a_clock_that_is_set_back_or_forward_signs_nobody_out(begin, times):
    accounts = begin()
    token, _ = await accounts.sign_in("Ann", "")
    for days in (-3650, 3650):
        times.set_by_s = days * DAY_S
        await accounts.forget_expired()
        assert (await accounts.of_token(token)).person.name == "Ann"
    times.passed_s = 31 * DAY_S  # it is over when so many days have passed, whatever the clock says
    assert await accounts.of_token(token) is None


@pytest.mark.parametrize("days", [31, 365])
async def test_after_a_start_with_a_clock_that_is_ahead_sessions_hold_again_when_it_is_right(
    begin, times, days
):
    token, _ = await begin().sign_in("Ann", "")
    times.set_by_s = days * DAY_S
    accounts = begin()
    await accounts.forget_expired()
    assert await accounts.of_token(token) is None  # nothing says that these days have not passed
    times.set_by_s = 0
    assert (await accounts.of_token(token)).person.name == "Ann"
    assert (await begin().of_token(token)).person.name == "Ann"
