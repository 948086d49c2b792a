"""Limits on the requests of one person or one address: allowances that come again with time, and slots."""

import pytest

from bankcraps.errors import BankcrapsError
from bankcraps.server.people.accounts import SignInError
from bankcraps.server.web.edge import rates as module
from bankcraps.server.web.edge.rates import Quota, QuotaLimits, Rate, RateLimit, Slots, TooManyError


class Clock:
    """Seconds that pass when the test says so."""

    now = 5000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


TAKEN = [
    # the rate; who takes how many, and how many seconds pass; how long each has to wait
    (Rate(3, 0.5), "a a a a +1 a +1 a a b", [0, 0, 0, 2, 1, 0, 2, 0]),
    (Rate(2, 1), "a +100 a a a", [0, 0, 0, 1]),
    (Rate(4, 2), "a*3 a*3 a", [0, 1, 0]),
]


@pytest.mark.parametrize(("rate", "asked", "waits"), TAKEN)
def test_so_many_at_once_and_so_many_a_second_after_that(clock, rate, asked, waits):
    limit, found = RateLimit("requests", rate, clock), []
    for one in asked.split():
        if one.startswith("+"):
            clock.now += int(one)
        else:
            key, _, many = one.partition("*")
            found.append(limit.take(key, int(many or 1)))
    assert found == waits


@pytest.mark.parametrize(("each", "wait", "says"), [(0.5, 2, "wait 2 s"), (100, 0.01, "wait 1 s")])
def test_the_sentence_never_asks_to_wait_for_nothing(clock, each, wait, says):
    limit = RateLimit("requests", Rate(1, each), clock)
    limit.need("a")
    with pytest.raises(TooManyError, match=rf"^too many requests: {says} and try again$") as found:
        limit.need("a")
    assert found.value.wait_s == wait


def test_only_the_error_that_uses_it_up_costs_an_allowance(clock):
    limit = RateLimit("tries", Rate(1, 0.5), clock)
    with limit.spared("a", SignInError):
        pass
    with pytest.raises(KeyError), limit.spared("a", SignInError):
        raise KeyError
    with pytest.raises(SignInError), limit.spared("a", SignInError):
        raise SignInError("wrong")
    with pytest.raises(TooManyError), limit.spared("a", SignInError):
        pass
    assert limit.take("a") == 2
    full = RateLimit("tries", Rate(2, 1), clock)
    with full.spared("a", SignInError):
        clock.now += 10
    assert [full.take("a") for _ in range(3)] == [0, 0, 1]  # what is given back overfills nothing


@pytest.fixture
def forgetful(clock, monkeypatch):
    """A limit that remembers twenty keys."""
    monkeypatch.setattr(module, "_KEPT", 20)
    return RateLimit("tries", Rate(5, 0.001), clock)


def buckets(limit):
    return set(vars(limit)["_buckets"])


@pytest.mark.parametrize("first", [True, False])
def test_many_new_names_give_nobody_a_full_bucket_again(forgetful, first):
    """Nobody can make the limit forget a used-up bucket by asking under other names, earlier or later."""
    if first:
        forgetful.need("guesser", 5)
    for number in range(18):
        forgetful.need(f"early {number}")
    if not first:
        forgetful.need("guesser", 5)
    for number in range(100):
        forgetful.need(f"name {number}")
    assert forgetful.take("guesser") > 0
    assert len(buckets(forgetful)) <= 20


def test_a_full_bucket_is_forgotten_before_any_other(forgetful, clock):
    forgetful.need("old")
    clock.now += 10_000
    for number in range(19):
        forgetful.need(f"name {number}", 2)
    forgetful.need("new", 2)
    assert "old" not in buckets(forgetful)
    assert {"new", "name 17"} <= buckets(forgetful)


def test_a_tenth_is_forgotten_at_a_time_and_none_before_there_are_too_many(forgetful):
    for number in range(20):
        forgetful.need(f"name {number}")
    forgetful.need("name 3")
    assert len(buckets(forgetful)) == 20
    forgetful.need("new")
    assert len(buckets(forgetful)) == 19


def test_slots_are_held_for_each_key_and_given_back():
    slots = Slots("connections from your address", 2)
    says = "too many connections from your address at once: "
    with slots.hold("a"):
        with slots.hold("a"), slots.hold("b"), pytest.raises(TooManyError, match=says), slots.hold("a"):
            pass
        with slots.hold("a"):
            pass
    with pytest.raises(KeyError), slots.hold("a"):
        raise KeyError
    assert not vars(slots)["_held"]


def test_an_address_and_all_together_have_slots_of_their_own():
    quota = Quota(QuotaLimits(exports=1, exports_of_all=2, work=1, work_of_all=2))
    for hold, what in ((quota.export, "exports"), (quota.work, "requests that take work")):
        with hold("a"):
            with pytest.raises(TooManyError, match=f"too many {what} from your address"), hold("a"):
                pass
            with hold("b"), pytest.raises(TooManyError, match=f"too many {what} at once"), hold("c"):
                pass


def test_tables_and_bots_are_counted_for_the_person_and_the_address():
    rates = {name: Rate(many, 0.001) for name, many in (("opened", 2), ("opened_from", 3), ("bots", 4))}
    quota = Quota(QuotaLimits(**rates, bots_from=Rate(6, 0.001)))
    quota.open_table("Ann", "here", 1)
    quota.open_table("Ann", "here", 1)
    with pytest.raises(TooManyError, match="too many new tables: "):
        quota.open_table("Ann", "there", 0)
    quota.open_table("Bob", "here", 0)
    with pytest.raises(TooManyError, match="too many new tables from your address"):
        quota.open_table("Cyd", "here", 0)
    quota.seat_bots("Ann", "here", 2)
    with pytest.raises(TooManyError, match="too many bots: "):
        quota.seat_bots("Ann", "there")
    quota.seat_bots("Bob", "here", 2)
    with pytest.raises(TooManyError, match="too many bots from your address"):
        quota.seat_bots("Cyd", "here")


def test_who_is_refused_because_of_others_at_the_address_has_lost_no_allowance():
    """All allowances of a table and its bots are taken, or none of them."""
    quota = Quota(QuotaLimits(opened=Rate(2, 0.001), opened_from=Rate(1, 0.001), bots_from=Rate(2, 0.001)))
    quota.open_table("Bob", "here", 1)
    for _ in range(3):
        with pytest.raises(TooManyError, match="too many new tables from your address"):
            quota.open_table("Ann", "here", 1)
        with pytest.raises(TooManyError, match="too many bots from your address"):
            quota.open_table("Cyd", "there", 3)
        with pytest.raises(TooManyError, match="too many bots from your address"):
            quota.seat_bots("Ann", "here", 2)
    assert [buckets(limit) for limit in (quota.opened, quota.bots)] == [{"Bob"}, {"Bob"}]
    assert [buckets(limit) for limit in (quota.opened_from, quota.bots_from)] == [{"here"}, {"here"}]


def wrong(quota, address, name):
    """Try a wrong passphrase, and say whether it was tried at all."""
    try:
        with quota.trying(address, name):
            raise SignInError("wrong")
    except TooManyError:
        return False
    except BankcrapsError:
        return True


def test_wrong_passphrases_are_counted_for_the_address_and_for_the_name_there():
    quota = Quota(QuotaLimits(wrong=Rate(3, 0.001), wrong_name=Rate(2, 0.001)))
    assert [wrong(quota, "here", name) for name in ("Ann", "ANN", "ann")] == [True, True, False]
    assert wrong(quota, "here", "Bob")
    assert not wrong(quota, "here", "Cyd")
    assert wrong(quota, "there", "Ann")
