"""Play money that the house gives: many processes write one log, in the order of time."""

from bankcraps.live.log.rows import decode_row
from bankcraps.server.people.grants import HOUSE_LOG, grant


def test_a_clock_that_is_behind_makes_no_row_earlier_than_the_one_above(store):
    for now in (1000, 900, 1100):
        grant(store, lambda now=now: now, "Ann", 500)
    assert [decode_row(row.body).at for row in store.logs.rows(HOUSE_LOG)] == [1000, 1000, 1100]
