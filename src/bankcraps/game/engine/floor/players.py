"""Players join the table, buy chips, change them, and leave."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bankcraps.game.chips import LARGEST, Cents, is_sum, limits_of_sums
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import ROLES
from bankcraps.game.engine.refusals import Refusal, Sentence, refuse
from bankcraps.game.engine.shooter.turns import end_hand, open_betting, without_player
from bankcraps.game.engine.state import Done, Seat, Standing, State
from bankcraps.game.engine.wagering.betting import chip_bound, over_most
from bankcraps.game.engine.wagering.taking_down import clear, may_come_down
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import FLATS

LONGEST_NAME: Final = 32
"""The most characters of a name."""

NAME_RULE: Final = f"a name is one word of at most {LONGEST_NAME} letters, such as Ann"

_BETWEEN: Final = re.compile(r"[_ \u00a0\u3000]+")
"""Spaces and underlines, read by one part of a pattern: two parts would try every division between them."""
_NAME: Final = re.compile(rf"[^\W\d_][\w'-]{{0,{LONGEST_NAME - 1}}}")


def is_word(name: str) -> bool:
    """Whether a name is one word that a record can write. The crew may be called as their role is."""
    return _NAME.fullmatch(name) is not None


def written_name(typed: str) -> str:
    """Return a name as a record writes it, from what a person typed: an underline stands for spaces.

    >>> written_name(" Big  Al "), written_name("Big_Al"), written_name("Ann")
    ('Big_Al', 'Big_Al', 'Ann')
    """
    return _BETWEEN.sub(lambda found: found[0] if not found[0].strip("_") else "_", typed.strip())


def near_name(text: str) -> str:
    """Return the good name that is nearest to a text; empty if there is none.

    >>> near_name("Big Al"), near_name("7 Ann!"), near_name("7"), near_name("dealer")
    ('Big_Al', 'Ann', '', '')
    """
    joined = "_".join(re.findall(r"[\w'-]+", text))
    name = re.sub(r"^[\W\d_]+", "", joined)[:LONGEST_NAME].rstrip("_'-")
    return name if is_word(name) and name.casefold() not in ROLES else ""


def bad_name(name: str, *, crew: bool = False) -> Refusal | None:
    """Refuse what cannot be the name of a player; or, if it is of the crew, of anybody."""
    if is_word(name) and (crew or name not in ROLES):
        return None
    if name in ROLES:
        says = "{name!r} is a role of the crew and nobody's name: choose another, such as Ann"
        return refuse("bad_name", says, name=name)
    near = near_name(name)
    says = f"{NAME_RULE}, not {{name!r}}" + (": {near} would do" if near else "")
    return refuse("bad_name", says, name=name[:40], near=near)


STAYS: Final = "convention"
"""The source for holding a player with a contract wager: the documents hold the wager, not its player."""


def not_seated(state: State, name: str) -> Refusal | None:
    """Refuse an act on somebody who is not at the table."""
    return None if state.seat(name) else refuse("not_seated", "{name:is} not at this table", name=name)


def judge_sit(book: Rulebook, state: State, event: ev.Sit) -> Refusal | None:
    """Refuse a bad name, a name or place already taken, and anyone at a closed or full table."""
    name, places = event.by.person, book.table.places
    refused = bad_name(name)
    if refused:
        return refused
    if state.seat(name):
        return refuse("already_seated", "{name:is} already at the table", name=name)
    if state.floor.closed:
        return refuse("table_closed", "the table is closed", book.floor, "closing_notice")
    taken = {seat.place for seat in state.seats}
    if len(taken) == places:
        return refuse("no_place", "all {places} places are taken", book.table, "places_a_side", places=places)
    if event.place is None or (1 <= event.place <= places and event.place not in taken):
        return None
    free = tuple(place for place in range(1, places + 1) if place not in taken)
    says = "place {place} is not free (free: {free})"
    return refuse("no_place", says, book.table, "places_a_side", place=event.place, free=free)


def sit(book: Rulebook, state: State, event: ev.Sit) -> Done:
    """Take the place. If this fills the table, idle rounds are counted from the next round on."""
    taken = {seat.place for seat in state.seats}
    free = (place for place in range(1, book.table.places + 1) if place not in taken)
    place = event.place or next(free)
    newcomer = Seat(event.by.person, place, Cents(0))
    seats = tuple(sorted((*state.seats, newcomer), key=lambda seat: seat.place))
    if len(seats) == book.table.places and state.puck:
        seats = tuple(replace(seat, idle=-1) for seat in seats)
    return replace(state, seats=seats), [fx.Seated(event.by.person, place)]


def judge_leave(book: Rulebook, state: State, event: ev.Leave) -> Refusal | None:
    """Refuse while the player has a wager that may not come down, or has thrown and the dice do not rest."""
    seat = state.seated(event.by.person)
    if state.thrown and state.turn.held and state.turn.start == seat.place:
        return refuse("dice", "{name:cannot} leave yet: the dice are in the air", name=seat.name)
    held = [
        (why, standing)
        for standing in seat.wagers
        if (why := may_come_down(book, state, standing.wager, with_flat=standing.wager.kind in FLATS))
    ]
    if not held:
        return None
    first = next((why for why, _ in held if why.code != "contract"), None)
    why = first.sentence if first else _contracts([standing for _, standing in held])
    says = Sentence("{name:cannot} leave yet: {why}", name=seat.name, why=why)
    return replace(first or held[0][0], sentence=says, clause=STAYS)


def _contracts(held: Sequence[Standing]) -> Sentence:
    """Name the contract wagers that keep a player at the table, and a way out."""
    several = len(held) > 1
    return Sentence(
        "{held:placed} {are}, and nobody may take {them} down. Wait for the throw that decides {them}; every "
        "other wager may come down now, and the chips in the rail may be cashed out",
        held=tuple((standing.wager, standing.amount) for standing in held),
        are="are contract wagers" if several else "is a contract wager",
        them="them" if several else "it",
    )


def leave(book: Rulebook, state: State, event: ev.Leave) -> Done:
    """Take down the player's wagers, cash the player out, and pass the dice on."""
    seat = state.seated(event.by.person)
    state, effects = clear(book, state, seat, seat.wagers, "taken down")
    return remove_player(book, state, event.by.person, effects)


def remove_player(book: Rulebook, state: State, name: str, effects: list[fx.Effect]) -> Done:
    """Return the table without a player who has no wagers: cash them out and pass their dice on."""
    seat = state.seated(name)
    if seat.rail:
        effects.append(fx.CashedOut(name, seat.rail))
        state = state.with_seat(replace(seat, rail=Cents(0)), seat.rail)
    if state.turn.held and state.turn.start == seat.place:
        state, passed = end_hand(book, state, "left")
        state, opened = open_betting(state)
        effects += [*passed, *opened]
    turn = without_player(state, seat.place)
    seats = tuple(other for other in state.seats if other.name != name)
    effects.append(fx.Left(name, seat.tokens))
    return replace(state, seats=seats, turn=turn), effects


def judge_buy_in(book: Rulebook, state: State, event: ev.BuyIn) -> Refusal | None:
    """Refuse at a closed table, an amount that chips cannot make up, and too much for one player."""
    if state.floor.closed:
        return refuse(
            "table_closed", "the table is closed and sells no more chips", book.floor, "closing_notice"
        )
    refused = bad_chip_amount(state, event.amount, "bought")
    return refused or over_most(state.seated(event.by.person), event.amount)


def bad_chip_amount(state: State, amount: int, done: str) -> Refusal | None:
    """Refuse nothing, parts of a cent, and sums that the chips of the table do not make up."""
    if not is_sum(amount):
        says = "an amount {done} must be {sums}, not {offered:$}"
        return refuse("bad_amount", says, offered=amount, done=done, sums=limits_of_sums(amount))
    return chip_bound(state.floor.chip).refusal(amount)


def buy_in(book: Rulebook, state: State, event: ev.BuyIn) -> Done:
    seat = state.seated(event.by.person)
    after = replace(seat, rail=Cents(seat.rail + event.amount))
    return state.with_seat(after, -event.amount), [fx.Bought(event.by.person, event.amount)]


def judge_cash_out(book: Rulebook, state: State, event: ev.CashOut) -> Refusal | None:
    """Refuse more than is in the rail, and an amount that chips cannot make up."""
    seat = state.seated(event.by.person)
    amount = seat.rail if event.amount is None else event.amount
    if seat.rail > LARGEST and event.amount is None:
        return chip_bound(state.floor.chip).refusal(amount)  # all of it, however much was won
    if not seat.rail or (is_sum(amount) and amount > seat.rail):
        says = "{name:has} only {limit:$} in the rail"
        return refuse("not_enough_chips", says, limit=seat.rail, offered=amount, name=seat.name)
    return bad_chip_amount(state, amount, "cashed")


def cash_out(book: Rulebook, state: State, event: ev.CashOut) -> Done:
    seat = state.seated(event.by.person)
    amount = seat.rail if event.amount is None else event.amount
    after = replace(seat, rail=Cents(seat.rail - amount))
    return state.with_seat(after, amount), [fx.CashedOut(event.by.person, amount)]


def judge_colour_up(book: Rulebook, state: State, event: ev.ColourUp) -> Refusal | None:
    """Refuse if the player is not at the table, or the rail is empty."""
    refused = not_seated(state, event.player)
    if refused:
        return refused
    seat = state.seated(event.player)
    if seat.rail:
        return None
    return refuse("not_enough_chips", "{name:has} no chips to colour up", limit=0, name=seat.name)


def colour_up(book: Rulebook, state: State, event: ev.ColourUp) -> Done:
    """Change the rail into the fewest chips. Its value does not change."""
    left = int(state.seated(event.player).rail)
    chips: list[fx.Chips] = []
    for value in reversed(book.table.chips(state.floor.chip)):
        count, left = divmod(left, value)
        if count:
            chips.append(fx.Chips(Cents(value), count))
    return state, [fx.Coloured(event.player, tuple(chips))]
