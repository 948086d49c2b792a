"""The view of a table, and the message about what changed in it."""

from typing import get_type_hints

from msgspec import UnsetType

from bankcraps.live.wire.table_view import TableChanges, TableView

STAYS = {"id", "settings", "origin", "advice", "advice_source", "opener"}
"""The fields that are the same for as long as a table is open."""


def test_every_field_of_a_view_that_can_change_is_told_when_it_does():
    shown, told = get_type_hints(TableView), get_type_hints(TableChanges)
    assert shown.keys() >= STAYS
    changing = {name: hint | UnsetType for name, hint in shown.items() if name not in STAYS}
    assert told == changing | {"gone": tuple[str, ...] | UnsetType}
