"""The clock of a house is set wrong, by mistake or by somebody who answers for the time of its network."""

import pytest

from bankcraps.server.people.accounts import Accounts
from bankcraps.server.stores.store import open_store

DAY_S = 24 * 3600
NOW_S = 20_000 * DAY_S


class Times:
    """The clock of a machine, which can be set, and the seconds that pass."""

    def __init__(self):
        self.set_by_s, self.passed_s = 0, 0

    def clock(self):
        return (NOW_S + self.passed_s + self.set_by_s) * 1000

    def steady(self):
        return self.passed_s


@pytest.fixture
def times():
    return Times()


@pytest.fixture
def begin(tmp_path, times):
    """Begin a process of the house."""
    store = open_store(str(tmp_path / "house.db"))
    yield lambda: Accounts(store, clock=times.clock, steady=times.steady)
    store.close()


async def test_a_clock_that_is_set_forward_signs_nobody_out(begin, times):
    accounts = begin()
    token, _ = await accounts.sign_in("Ann", "")
    times.set_by_s = 3650 * DAY_S
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


async def test_a_clock_that_is_set_back_signs_nobody_out(begin, times):
    accounts = begin()
    token, _ = await accounts.sign_in("Ann", "")
    times.set_by_s = -3650 * DAY_S
    assert (await accounts.of_token(token)).person.name == "Ann"
