"""Opening a table: its limits, its smallest chip, and players with their buy-ins."""

from collections.abc import Sequence

from bankcraps.errors import BankcrapsError, quoted, require_text, require_type
from bankcraps.game.chips import Cents, money
from bankcraps.game.engine.actor import player
from bankcraps.game.engine.events import BuyIn, Sit
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.shooter.turns import full_set
from bankcraps.game.engine.state import DiceSet, Floor, State
from bankcraps.game.engine.step import step
from bankcraps.game.rulebook.schema import Rulebook

DEFAULT_LIMITS = Limits(Cents(100), Cents(1_000_000), Cents(100))
"""From 1 to 10,000 dollars, in steps of one dollar. No book prints its limits."""

DEFAULT_CHIP = Cents(100)


def open_table(
    book: Rulebook,
    seats: Sequence[tuple[str, Cents]] = (),
    limits: Limits = DEFAULT_LIMITS,
    chip: Cents = DEFAULT_CHIP,
    *,
    others: bool = False,
) -> State:
    """Open a table. The players stand clockwise from the boxperson's left, in the order given.

    Args:
        book: the house's rules.
        seats: names with each player's buy-in, in cents.
        limits: the table's limits.
        chip: the smallest chip the table can pay in, in cents.
        others: whether other people play here too, and throw when none of the `seats` can. Without them a
            throw needs a shooter with a wager on the line, or wagers that the stickperson throws for.

    Raises:
        BankcrapsError: if the limits, the chip or a seat is not possible.
    """
    require_type(book, Rulebook, "a rulebook is what load_rulebook returns")
    require_type(limits, Limits, "limits must be `Limits`, or text such as '5:500'")
    require_type(chip, int, "the smallest chip must be in whole cents")
    if chip <= 0:
        message = f"the smallest chip must be worth more than $0, not {money(chip)}"
        raise BankcrapsError(message)
    problem = limits.problem(chip)
    if problem:
        raise BankcrapsError(problem)
    state = State((), Floor(limits, chip, others=others), DiceSet(bowl=full_set(book)))
    try:
        players = [(name, amount) for name, amount in seats]
    except (TypeError, ValueError):
        raise BankcrapsError(f"seats are pairs of a name and a sum in cents, not {quoted(seats)}") from None
    for name, amount in players:
        require_text(name, "the name of a player")
        state = seat_player(book, state, name, amount)
    return state


def seat_player(book: Rulebook, state: State, name: str, amount: Cents, place: int | None = None) -> State:
    """Return the table with a player who has bought in, at a place or at the first one that is free.

    Raises:
        BankcrapsError: if the house refuses it.
    """
    for event in (Sit(place, by=player(name)), BuyIn(amount, by=player(name))):
        result = step(book, state, event)
        if result.refusal is not None:
            raise BankcrapsError(result.refusal.message)
        state = result.state
    return state
