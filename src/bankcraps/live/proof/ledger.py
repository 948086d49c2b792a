"""The books of the house: every effect that moves chips, as a move from one account to another.

Every move takes from one account what it gives to another, so all balances together are always zero:

    issue            the play money that the house has made; it only goes down
    wallet/NAME      what a person has away from the tables
    rail/TABLE/NAME  a player's chips in the rail
    layout/TABLE/NAME  a player's chips on the layout
    bank/TABLE       what the house has won at a table, or lost if it is negative

A table with chips of its own has these in place of wallet, rail and layout. So no money goes from there to a
wallet, and none of its chips count as a person's money:

    bank/TABLE/NAME        what a player has taken from the table; below zero for what they have brought
    own_rail/TABLE/NAME    a player's chips in the rail
    own_layout/TABLE/NAME  a player's chips on the layout
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.engine.effects import Effect, Place, transfers
from bankcraps.live.log.entries import ReturnedChips

ISSUE = "issue"

MOST: Final = Cents(2 * 10**18)
"""The most that a person's act may bring an account to, above zero or below, in cents.

No dice go out either while an account that the throw can change (`at_risk`) has more. The throw changes each
by less than 5 * 10**17 (`bankcraps.game.chips.LARGEST` says why), and then the rail may go to the wallet. So
no account comes to more than `2 * MOST` and that, and the column of a database holds 4.6 * 10**18.
"""

_OWN: Final = "own_"


class Move(msgspec.Struct, frozen=True, rename={"amount": "amount_cents"}):
    """Chips that went from one account to another. The amount is in cents and above zero."""

    source: str
    target: str
    amount: int


def wallet(person: str) -> str:
    """Return the account of a person's money away from the tables."""
    return f"wallet/{person}"


def rail(table: str, person: str, *, own: bool = False) -> str:
    """Return the account of a player's chips in the rail; `own` for a table with chips of its own."""
    return f"{_OWN * own}rail/{table}/{person}"


def is_rail(account: str) -> bool:
    """Whether an account is a player's rail, at a table whose chips are money of the house."""
    return account.startswith("rail/")


def layout(table: str, person: str, *, own: bool = False) -> str:
    """Return the account of a player's chips on the layout; `own` for a table with chips of its own."""
    return f"{_OWN * own}layout/{table}/{person}"


def bank(table: str) -> str:
    """Return the account of the house's win at a table."""
    return f"bank/{table}"


def taken(table: str, person: str) -> str:
    """Return the account of what a player has taken from a table with chips of its own."""
    return f"{bank(table)}/{person}"


def is_at_table(account: str) -> bool:
    """Whether an account has a player's chips at a table, in the rail or on the layout."""
    return account.removeprefix(_OWN).startswith(("rail/", "layout/"))


def _account(place: Place, table: str, person: str, *, own: bool) -> str:
    match place:
        case "cash":
            return taken(table, person) if own else wallet(person)
        case "rail":
            return rail(table, person, own=own)
        case "layout":
            return layout(table, person, own=own)
        case "bank":
            return bank(table)


def at_risk(table: str, people: Iterable[str], *, own: bool = False) -> tuple[str, ...]:
    """Return the accounts that a throw can change at a table where these people play."""
    places: tuple[Place, ...] = "cash", "rail", "layout"
    return bank(table), *(_account(place, table, person, own=own) for person in people for place in places)


def may_overdraw(account: str) -> bool:
    """Whether an account may be below zero: the issue and the banks of tables."""
    return account == ISSUE or account.startswith("bank/")


def changes(moved: Iterable[Move]) -> dict[str, int]:
    """Return by how many cents each account changes. The changes add up to zero."""
    total: dict[str, int] = {}
    for move in moved:
        total[move.source] = total.get(move.source, 0) - move.amount
        total[move.target] = total.get(move.target, 0) + move.amount
    return {account: change for account, change in total.items() if change}


def moves(table: str, effects: Iterable[Effect], *, own: bool = False) -> list[Move]:
    """Return the moves of chips that effects tell of, in their order.

    Args:
        table: the id of the table.
        effects: the effects.
        own: whether the table has chips of its own.
    """
    return [
        Move(
            _account(one.source, table, one.seat, own=own),
            _account(one.target, table, one.seat, own=own),
            one.amount,
        )
        for effect in effects
        for one in transfers(effect)
        if one.amount  # tokens are not chips
    ]


def chips_returned(table: str, chips: Iterable[ReturnedChips]) -> tuple[Move, ...]:
    """Return the moves that pay players their chips of a table that ended."""
    return tuple(
        Move(account, wallet(one.player), amount)
        for one in chips
        for account, amount in ((rail(table, one.player), one.rail), (layout(table, one.player), one.layout))
        if amount
    )
