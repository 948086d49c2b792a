"""How an evening went: what each player has, against what they bought."""

from bankcraps.chips import Cents, printed
from bankcraps.engine import effects as fx
from bankcraps.table import Table

__all__ = ["goodbye", "results"]


def results(table: Table) -> dict[str, Cents]:
    """What each player is up, or below zero down, in cents: chips and cash against all that was bought.

    Wagers still on the layout count as what was staked. Those who have left are in it too.

    >>> table = Table("three_four_five", {"Ann": 500})
    >>> _ = table.bet("Ann", "field", 10), table.throw(6, 6)
    >>> results(table)
    {'Ann': 2000}
    """
    found = {name: Cents(-rail) for _, name, rail in table.header().seats}
    for _, came in table.log:
        for effect in came.effects:
            if isinstance(effect, fx.Bought | fx.CashedOut):
                sign = -1 if isinstance(effect, fx.Bought) else 1
                found[effect.seat] = Cents(found.get(effect.seat, 0) + sign * effect.amount)
    for seat in table.state.seats:
        found[seat.name] = Cents(found.get(seat.name, 0) + seat.rail + seat.at_risk)
    return found


def goodbye(table: Table) -> str:
    """The evening in a line.

    >>> table = Table("three_four_five", {"Ann": 500, "Bob": 300})
    >>> _ = table.bet("Ann", "field", 10), table.bet("Bob", "any_seven", 5), table.throw(6, 6)
    >>> goodbye(table)
    'Goodbye. Ann is up 20, Bob is down 5.'
    """
    said = ", ".join(f"{name} {_stands(result)}" for name, result in results(table).items())
    return f"Goodbye. {said}." if said else "Goodbye."


def _stands(result: Cents) -> str:
    if not result:
        return "is even"
    return f"is {'up' if result > 0 else 'down'} {printed(abs(result))}"
