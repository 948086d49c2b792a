"""The effects of every possible next throw on a player's wagers, and the acts possible on them.

The engine itself works out both. The same is explained to beginners for each wager in each situation.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.dice import OUTCOMES, TOTALS, Throw
from bankcraps.game.engine import Floor, Seat, Standing, State, open_table, player, refusal
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.refusals import listed
from bankcraps.game.engine.shooter.throwing import effects_on_wagers, line_result
from bankcraps.game.engine.wagering.bounds import multiples
from bankcraps.game.engine.wagering.calling import is_working
from bankcraps.game.engine.wagering.sign_bounds import exact_unit, sign_bounds
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.usage import MEANINGS
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms
from bankcraps.game.wagers import COMES, FLATS, LINE, WAGERS, Kind, Wager, find, on_the_line
from bankcraps.live.table.commands import Refused, waits
from bankcraps.support.structs import grouped

Result = Literal["wins", "loses", "back", "moves", "counts"]
"""The result for a wager: it wins, loses, comes back, moves to a number, or counts one of its numbers."""


_RESULTS: Final[dict[type[fx.Effect], Result]] = {
    fx.Vigorish: "wins",
    fx.Paid: "wins",
    fx.Lost: "loses",
    fx.Returned: "back",
    fx.Moved: "moves",
    fx.Counted: "counts",
}


class Chance(msgspec.Struct, frozen=True, rename={"net": "net_cents", "fee": "fee_cents"}):
    """The effect of some throws on a wager.

    Attributes:
        on: the total, or the faces where the ways of a total differ: "6", "3-3".
        result: the fate of the wager.
        net: the sum that the player wins or loses by it, in cents.
        fee: the commission that a winner then pays again, because it stays up.
    """

    on: str
    result: Result
    net: Cents
    fee: Cents = Cents(0)


class Refusals(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reasons for refusing a player's acts on a wager, but for the dice being out.

    Attributes:
        press: the reason that it may not grow, whatever the amount; None if it may.
        call: the reason that it may not be called off, or on if it is off; None if it may.
        down: the reason that it may not be taken down; None if it may.
    """

    press: Refused | None = None
    call: Refused | None = None
    down: Refused | None = None


class Outlook(msgspec.Struct, frozen=True, rename={"stake": "stake_cents"}):
    """The possible effects of the next throw on a wager, and what its player may not do with it.

    Attributes:
        wager, stake: the wager and its amount.
        chances: the results of each throw. Throws that do nothing to the wager are left out.
        points: the totals that leave a wager on the line there and become the point.
        off: whether the wager is off for the next throw, by the rules or because its player called it off.
        says: the results of the throws, in sentences for people.
        refused: the acts that the house would refuse; empty for chips that are only thought of.
    """

    wager: Wager
    stake: Cents
    chances: tuple[Chance, ...]
    points: tuple[int, ...]
    off: bool
    says: str
    refused: Refusals = Refusals()


def outlook(
    book: Rulebook, state: State, name: str, wished: Standing | None = None, *, fixed: str = ""
) -> tuple[Outlook, ...]:
    """Return what each throw would do to a player's wagers, in the order of the layout.

    Args:
        book: the house.
        state: the table.
        name: the player; somebody who is not at the table has no wagers.
        wished: chips that somebody thinks of. If given, the outlook is on these alone.
        fixed: the reason why all wagers stand, if the next throw is fixed already; else empty.
    """
    seat = state.seat(name) or Seat(name, 1, Cents(0))
    wagers = seat.wagers if wished is None else (wished,)
    alone = replace(state, seats=(replace(seat, wagers=wagers),))
    found: dict[Wager, dict[Throw, tuple[Result, int, int]]] = {one.wager: {} for one in wagers}
    for throw in OUTCOMES:
        for effect in effects_on_wagers(book, alone, throw):
            result = _RESULTS.get(type(effect))
            if result is None or not isinstance(effect, fx.OfAWager | fx.Moved | fx.Counted):
                continue
            won, again = fx.won(effect), isinstance(effect, fx.Vigorish) and effect.again
            _, net, fee = found[effect.wager].get(throw, (result, 0, 0))
            found[effect.wager][throw] = (result, net, fee - won) if again else (result, net + won, fee)
    outlooks = tuple(_outlook(book, state.puck, one, tuple(_chances(found[one.wager]))) for one in wagers)
    if wished is not None:
        return outlooks
    return tuple(replace(one, refused=_refusals(book, state, name, one, fixed=fixed)) for one in outlooks)


def _refusals(book: Rulebook, state: State, name: str, one: Outlook, *, fixed: str) -> Refusals:
    """Return the refusals once the dice rest and, if the throw is fixed, until then.

    A refused amount does not refuse the act.
    """
    resting, by = replace(state, out=False, thrown=False, by_stick=False), player(name)
    wager = one.wager

    def why(event: ev.Event) -> Refused | None:
        refused = refusal(book, resting, event)
        if refused is not None and refused.offered is None:
            return Refused.of(refused, book, resting, event, you=name)
        return Refused("bets_closed", fixed) if fixed and waits(state, event) else None

    return Refusals(
        press=why(ev.Bet(wager=wager, amount=one.stake, press=True, by=by)),
        call=why(ev.Call(wager=wager, call="on" if one.off else "off", by=by)),
        down=why(ev.TakeDown(wager=wager, by=by)),
    )


def _outlook(book: Rulebook, puck: int, standing: Standing, chances: tuple[Chance, ...]) -> Outlook:
    wager = standing.wager
    sets_point = wager.kind in LINE and not puck
    points = tuple(
        total for total in TOTALS if sets_point and isinstance(line_result(book, 0, total), fx.PointSet)
    )
    off = not is_working(standing, off_by_default=book.wagers[wager.kind].off_by_default(puck))
    found = Outlook(wager, standing.amount, chances, points, off, says="")
    return replace(found, says=" ".join(_sentences(HouseNames(book), puck, standing, found)))


def _chances(by_throw: dict[Throw, tuple[Result, int, int]]) -> Iterator[Chance]:
    """Group throws by total where every way to throw it has the same effect."""
    ordered = sorted(OUTCOMES, key=lambda throw: throw.total)
    for total, ways in groupby(ordered, key=lambda throw: throw.total):
        throws = list(ways)
        results = [by_throw.get(throw) for throw in throws]
        if len(set(results)) == 1 and results[0]:
            yield _chance(str(total), results[0])
            continue
        for throw, change in zip(throws, results, strict=True):
            if change:
                yield _chance(str(throw), change)


def _chance(on: str, change: tuple[Result, int, int]) -> Chance:
    result, net, fee = change
    return Chance(on, result, Cents(net), Cents(fee))


_LONG: Final = 6
"""More throws than this with one effect are called "any other throw"."""


def _sentences(names: HouseNames, puck: int, standing: Standing, found: Outlook) -> Iterator[str]:
    """Say which throws win or lose a wager, and that the others do nothing."""
    wager = standing.wager
    if found.off:
        when = "" if puck else " on the come-out"
        name = names.of(wager)
        yield f"{name[:1].upper()}{name[1:]} {names.verb(wager, 'is')} off{when}."
    on = grouped((_does(chance, standing.chips, names), chance.on) for chance in found.chances)
    idle = _does_nothing(found.chances)
    most = max(on, key=lambda does: len(on[does]), default=None)
    rest = most if most and not idle and len(on[most]) > _LONG else None
    parts = [f"{does[1]} {listed(throws, 'or')}" for does, throws in sorted(on.items()) if does != rest]
    if rest:
        parts.append(f"{rest[1]} any other throw")
    if parts:
        yield f"{names.money(found.stake)} here {listed(parts)}."
    if found.points:
        yield f"{listed(found.points, 'or')} becomes the point, and the wager stays."
    elif idle:
        yield "Any other throw does nothing to it." if parts else "The next throw does nothing to it."


def _does(chance: Chance, chips: int, names: HouseNames) -> tuple[int, str]:
    """Return the words for a throw's effect on a wager, and their place in a sentence."""
    net, sum_ = chance.net, names.money(Cents(abs(chance.net)))
    if chance.result == "wins" and net <= 0:
        return (2, f"gets back {sum_} less than it cost on" if net else "breaks even on")
    if chance.result == "wins" and chance.fee:
        return (0, f"wins {sum_} and pays {names.money(chance.fee)} commission again on")
    if chance.result == "wins":
        return (0, f"wins {sum_} on")
    if chance.result == "loses":
        return (4, "loses on" if -net == chips else f"loses {sum_} on")
    return {
        "back": (1, "comes back on"),
        "moves": (1, "goes to its number on"),
        "counts": (1, "counts"),
    }[chance.result]


def _does_nothing(chances: tuple[Chance, ...]) -> bool:
    """Whether some throw does nothing."""
    touched = {chance.on for chance in chances}
    return any(str(throw) not in touched and str(throw.total) not in touched for throw in OUTCOMES)


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
