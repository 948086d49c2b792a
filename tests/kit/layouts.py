"""Tables crowded with wagers, put there in one go instead of by many bets and throws."""

from typing import Final

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from bankcraps import WAGERS, Cents, Rulebook, State, Wager, dollars
from bankcraps.game.engine import Limits, Seat, Standing, open_table
from bankcraps.game.rulebook.terms import HandTerms, OddsTerms
from bankcraps.game.wagers import FLATS, LINE, Kind, find
from tests.kit.houses import houses
from tests.kit.openings import Opening
from tests.kit.oracle import vig
from tests.kit.tape import Tape, tapes

_UNITS: Final = (1, 2, 3, 7, 10, 24, 61)


LAID: Final = ("chips", "a token", "chips and a token")
"""The kinds of stakes that may lie on a wager."""


def everything_on(book: Rulebook, puck: int, *, laid: str = "chips", chip: int = 100) -> State:
    """A table with a player who has every wager there is, odds to the limit, in chips, tokens or both."""
    offered = [wager for wager in WAGERS.values() if may_lie(book, wager, puck)]
    amounts = {wager: Cents(60 * chip * (1000 if wager.kind in FLATS else 1)) for wager in offered}
    standing = {
        wager: Standing(wager, amount, tokens=_tokens(laid, amount, chip))
        for wager, amount in amounts.items()
    }
    return crowded(book, puck, chip, standing)


def _tokens(laid: str, amount: Cents, chip: int) -> tuple[Cents, ...]:
    return {"chips": (), "a token": (amount,), "chips and a token": (Cents(chip),)}[laid]


def may_lie(book: Rulebook, wager: Wager, puck: int) -> bool:
    """Whether it may stand there at all; odds on the line have no number on a come-out."""
    return book.terms(wager) is not None and (puck > 0 or FLATS.get(wager.kind) not in LINE)


def crowded(book: Rulebook, puck: int, chip: int, standing: dict[Wager, Standing]) -> State:
    """A table with those wagers on it, each sound: in units, commission paid, odds behind their flat."""
    table = Limits(Cents(chip), dollars(1_000_000), Cents(chip))
    state = open_table(book, [("Ann", dollars(1_000_000))], table, Cents(chip), others=True)
    sound = [_sound(book, puck, chip, standing, placed) for placed in sorted(standing.values(), key=_order)]
    wagers = tuple(placed for placed in sound if placed is not None)
    at_risk = sum(placed.chips for placed in wagers)
    seat = Seat("Ann", 1, Cents(state.seats[0].rail - at_risk), wagers)
    begun = any(placed.progress for placed in wagers)
    turn = msgspec.structs.replace(state.turn, begun=begun, since_seven=begun)
    return msgspec.structs.replace(state, seats=(seat,), puck=puck, turn=turn)


def _order(standing: Standing) -> int:
    return standing.wager.order


def _sound(
    book: Rulebook, puck: int, chip: int, every: dict[Wager, Standing], placed: Standing
) -> Standing | None:
    wager, terms = placed.wager, book.wagers[placed.wager.kind]
    whole = chip * getattr(terms, "units", 1)
    amount = Cents(max(whole, placed.amount // whole * whole))
    if isinstance(terms, OddsTerms):
        flat = every.get(find(FLATS[wager.kind], wager.number))
        number = wager.number or puck
        most = flat.amount * terms.limit[number] if flat else 0
        most = most if terms.measure == "stake" else int(most / terms.pays[number].ratio)
        amount = Cents(min(amount, most // chip * chip))
    if not amount:
        return None
    rule = getattr(terms, "commission", None)
    paid = vig(terms, wager, amount, chip) if rule and rule.when == "placed" else 0
    call = placed.call if terms.calls else None
    tokens = ()
    if placed.tokens:
        alone = not placed.chips
        tokens = (amount if alone else Cents(whole),)
    return msgspec.structs.replace(placed, amount=amount, call=call, commission=Cents(paid), tokens=tokens)


def _counted(book: Rulebook, wager: Wager, tape: Tape) -> tuple[int, ...]:
    """A count that a wager on the hand may have so far without being decided."""
    terms = book.wagers[wager.kind]
    if not isinstance(terms, HandTerms):
        return ()
    if wager.kind is Kind.REPEATER:
        return (wager.number or 0,) * tape.below(terms.need[wager.number or 0])
    numbers = [number for number in terms.among for _ in range(1 + terms.repeats)]
    most = min(len(numbers), max(terms.pays) - (terms.paid == "at_once"))
    return tuple(sorted(tape.some(numbers, most))) if most and tape.once_in(2) else ()


@st.composite
def crowds(draw: DrawFn, books: SearchStrategy[Rulebook] | None = None) -> Opening:
    """A house, and a table of it with many wagers: large and small, off and on, tokens, odds to the limit."""
    book = draw(houses() if books is None else books)
    puck = draw(st.sampled_from([0, *book.come_out.points]))
    chip = draw(st.sampled_from([100, 1, 25, 500]))
    placed: dict[Wager, Standing] = {}
    for wager in WAGERS.values():
        if not may_lie(book, wager, puck):
            continue
        tape = Tape(draw(tapes()))
        if tape.once_in(2):
            amount = Cents(chip * tape.pick(_UNITS) * (1 + tape.below(3)))
            call = tape.pick((None, None, "off", "on"))
            laid = tape.pick(LAID) if book.betting.tokens and tape.once_in(2) else "chips"
            tokens, progress = _tokens(laid, amount, chip), _counted(book, wager, tape)
            placed[wager] = Standing(wager, amount, call, tokens=tokens, progress=progress)
    begun = crowded(book, puck, chip, placed)
    return Opening(
        book, ((begun.seats[0].name, begun.seats[0].rail),), begun.floor.limits, Cents(chip), begun
    )
