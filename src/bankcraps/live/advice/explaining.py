"""Explains wagers to beginners: the effect of each throw, in each situation."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import Floor, Seat, Standing, State, open_table
from bankcraps.game.engine.wagering.bounds import multiples
from bankcraps.game.engine.wagering.sign_bounds import exact_unit, sign_bounds
from bankcraps.game.notation.usage import MEANINGS
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms
from bankcraps.game.wagers import COMES, FLATS, LINE, WAGERS, Kind, Wager, find, on_the_line
from bankcraps.live.advice.outlook import Outlook, outlook

_DOLLAR: Final = 100
_LEAST: Final = 5
"""The least stake of an example, in dollars."""

_LINE_STAKE: Final = 10
_COMMISSION_STAKE: Final = 20
"""A stake in dollars whose commission of five percent is whole dollars."""

_WITH_ODDS: Final = frozenset({*LINE, *COMES, *FLATS})
_ANYBODY: Final = Seat("", 0, Cents(0))
"""A player without limits of their own."""

_POINT, _OTHER_POINT = 6, 8
"""The point of an example, and the point for a wager on the first of them."""


class Picture(msgspec.Struct, frozen=True):
    """A situation, and what each throw does in it.

    Attributes:
        when: the situation in words.
        point: the point, or 0 on a come-out.
        outlook: the results of the throws.
    """

    when: str
    point: int
    outlook: Outlook


class Example(msgspec.Struct, frozen=True):
    """A wager of a kind in its situations, in the order in which they come.

    Attributes:
        on: its number or combination; for a wager on the line, the point; empty for the only example.
        pictures: the situations.
    """

    on: str
    pictures: tuple[Picture, ...]


class Explained(msgspec.Struct, frozen=True):
    """A kind of wager explained.

    Attributes:
        kind, name: its canonical name, and what the house prints.
        means: when it wins, or what it is.
        by: in what the examples differ: the "point", the "number" or the "combination"; empty for one alone.
        examples: an example for each of these.
    """

    kind: str
    name: str
    means: str
    by: str
    examples: tuple[Example, ...]


def explained(book: Rulebook, kind: Kind, floor: Floor | None = None) -> Explained:
    """Explain a kind of wager that a house offers.

    Args:
        book: the house.
        kind: the kind of wager.
        floor: the table's floor, of which only the limits and the chip count; None for those of a new table.
    """
    state = open_table(book) if floor is None else open_table(book, (), floor.limits, floor.chip)
    return Explained(
        kind=kind.value,
        name=book.wagers[kind].name,
        means=MEANINGS[kind.value],
        by=_differ_by(kind),
        examples=tuple(_examples(book, state, kind)),
    )


def _differ_by(kind: Kind) -> str:
    if on_the_line(kind):
        return "point"
    numbered = any(wager.kind is kind and wager.number for wager in WAGERS.values())
    return "number" if numbered else "combination" if kind is Kind.HOP else ""


def _examples(book: Rulebook, state: State, kind: Kind) -> Iterator[Example]:
    if on_the_line(kind):
        come_out = (_picture(book, state, find(kind), 0, "on the come-out"),) if kind in LINE else ()
        for point in book.come_out.points:
            puck_on = _picture(book, state, find(kind), point, f"while the point is {point}")
            yield Example(str(point), (*come_out, puck_on))
        return
    for wager in WAGERS.values():
        in_its_box = wager.kind in COMES and wager.number is None  # its picture is shown with each number
        if wager.kind is kind and book.terms(wager) is not None and not in_its_box:
            on = str(wager.number or wager.dice or "")
            yield Example(on, tuple(_situations(book, state, wager)))


def _situations(book: Rulebook, state: State, wager: Wager) -> Iterator[Picture]:
    """Yield the effects of throws on a come-out and while the puck is on, or one picture if they agree."""
    point = _OTHER_POINT if wager.number == _POINT else _POINT
    if wager.kind in COMES:
        yield _picture(book, state, find(wager.kind), point, "on the first throw after the bet")
    puck_on = _picture(book, state, wager, point, f"while the point is {point}")
    come_out = _picture(book, state, wager, 0, "on the come-out")
    moved = f", once it has gone to {wager.number}" if wager.kind in COMES else ""
    if puck_on.outlook == come_out.outlook:
        yield replace(puck_on, when=f"on any throw{moved}", point=0)
        return
    yield replace(puck_on, when=f"while the point is {point}{moved}")
    yield replace(come_out, when=f"on the come-out{moved}")


def _picture(book: Rulebook, state: State, wager: Wager, point: int, when: str) -> Picture:
    state = replace(state, puck=point)
    (found,) = outlook(book, state, "", Standing(wager, _stake(book, state, wager)))
    return Picture(when, point, found)


def _stake(book: Rulebook, state: State, wager: Wager) -> Cents:
    """Return a stake that the table takes, if possible one on which every pay is whole dollars.

    A sign with a high minimum may leave no stake on a wager with a low cap. The example has a usual one then.
    """
    terms = book.wagers[wager.kind]
    if isinstance(terms, NumberTerms) and terms.commission:
        least = _COMMISSION_STAKE * _DOLLAR
    else:
        least = (_LINE_STAKE if wager.kind in _WITH_ODDS else _LEAST) * _DOLLAR
    table = sign_bounds(book, state, _ANYBODY, wager).takes & multiples(state.floor.chip)
    on_every_point = multiples(exact_unit(book, wager, 0, _DOLLAR))
    sums = (table & on_every_point, table)
    found = (one for some in sums for one in (some.at_least(least), some.at_most(least)) if one)
    return next(found, Cents(least))
