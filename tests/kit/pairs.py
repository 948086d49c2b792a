"""Tables at which one act meets another: corrections, undo, voids, orders, closing, leaving between throws.

The sessions of `tests.kit.sessions` do everything that can be said, so two rare acts seldom meet there. Here
rare acts are frequent, and their needs are met: there are chips and wagers, and a throw comes soon.
`around_throws` puts them at every moment of a throw: before it, in the air, and before its correction.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from msgspec.structs import replace

from bankcraps import BOOKS, Cents, Limits, Rulebook, State, Throw, load_rulebook, step
from bankcraps.game.engine import DICE, Actor, crew, player, thrower
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import who_may
from bankcraps.game.engine.shooter.dice_set import in_play
from bankcraps.game.engine.shooter.turns import holder, next_to_offer, offered_to
from bankcraps.game.wagers import Kind, find
from tests.kit.acts import act, bets, change, undo
from tests.kit.houses import full_table, shipped
from tests.kit.openings import NAMES, Opening
from tests.kit.sessions import Moment, Session
from tests.kit.tape import LENGTH, Tape

Act = Callable[[Tape, Rulebook, State], ev.Event]

CHIP: Final = Cents(100)
LONGEST: Final = 40
_SIGNS: Final = (Limits(CHIP, Cents(100_000), CHIP), Limits(Cents(500), Cents(50_000), Cents(500)))
_HIGHER: Final = Limits(Cents(1000), Cents(100_000), Cents(500))
_FACES: Final = ((4, 3), (6, 4), (5, 4), (2, 2), (3, 3), (5, 1), (1, 1), (6, 5), (4, 1), (6, 6), (5, 3))
_NUMBERS: Final = (4, 6, 8, 10)
_LONG_LIVED: Final = (Kind.PLACE, Kind.BUY, Kind.LAY, Kind.HARD)


def _throw(tape: Tape) -> Throw:
    return Throw(*tape.pick(_FACES))


def _roll(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The dice rest, whoever throws them."""
    del book, state
    return ev.Rolled(_throw(tape), by=DICE)


def _number(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A wager on a number, which lies for many throws: in chips, or with a token in it."""
    if not state.seats:
        return ev.Sit(by=player(NAMES[0]))
    seat, kind = tape.pick(state.seats), tape.pick([kind for kind in _LONG_LIVED if kind in book.wagers])
    spot, amount = find(kind, tape.pick(_NUMBERS)), Cents(CHIP * tape.pick((20, 12, 30, 40, 5)))
    if tape.once_in(20):
        spot = find(Kind.COME, tape.pick(_NUMBERS))  # nobody bets there: it goes by itself
    tokens = seat.tokens[:1] if seat.tokens and tape.once_in(2) else ()
    late = tuple(book.betting.late_confirmed_by) if state.out else ()
    by = player(seat.name)
    return ev.Bet(spot, Cents(amount + sum(tokens)), tokens=tokens, confirmed=late, by=by)


def _crew(book: Rulebook, kind: type[ev.Event]) -> Actor:
    """Somebody who may do that in this house."""
    return crew((who_may(book, kind) or book.table.crew)[0])


def _correct(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    del state
    return ev.Correct(throw=_throw(tape), by=_crew(book, ev.Correct))


def _void(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    stands = [(seat, standing.wager) for seat in state.seats for standing in seat.wagers]
    if not stands:
        return bets(tape, book, state)
    seat, wager = tape.pick(stands)
    reason = tape.pick(list(book.floor.void_for) or ["whim"])
    return ev.VoidWager(seat.name, wager, reason, by=_crew(book, ev.VoidWager))


def _award(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A ruling pays somebody, or takes back what lies in their rail, now and then all of it."""
    if not state.seats:
        return ev.Sit(by=player(NAMES[0]))
    seat = tape.pick(state.seats)
    amount = CHIP * tape.pick((1, 5, 100, -1, -5, -100))
    if tape.once_in(6) and seat.rail:
        amount = -seat.rail
    by = crew(tape.pick([*who_may(book, ev.Award), "dealer"]))
    return ev.Award(seat.name, Cents(amount), "the six was paid short", by=by)


def _invalidate(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    last = state.last.before.seats if state.last else ()
    names = [seat.name for seat in (*state.seats, *last)]
    guilty = (tape.pick(names),) if names and tape.once_in(2) else ()
    reason = tape.pick(book.floor.forfeit_for) if guilty else tape.pick(list(book.floor.invalidate_for))
    return ev.Invalidate(reason, guilty, tape.pick(("", "throw", "round")), by=_crew(book, ev.Invalidate))


def _dice(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The dice go round: passed, ordered away, offered, taken, declined, chosen."""
    due = thrower(book, state)
    shooter = player(holder(state) or (due.person if due else "") or tape.pick(NAMES))
    asked = offered_to(state)
    following = asked or (next_to_offer(book, state) if tape.once_in(2) else None)
    to = following.name if following else tape.pick([seat.name for seat in state.seats] or NAMES)
    if asked is not None and tape.once_in(3):
        return ev.NoAnswer(by=_crew(book, ev.NoAnswer))
    match tape.below(8):
        case 0 | 1:
            return ev.PassDice(by=shooter)
        case 2:
            reason = tape.pick(list(book.dice.pass_ordered_for) or ["whim"])
            return ev.OrderPass(reason, by=_crew(book, ev.OrderPass))
        case 3:
            return ev.Offer(to, by=_crew(book, ev.Offer))
        case 4 | 5:
            return ev.Accept(by=player(to))
        case 6:
            return ev.Decline(by=player(to))
        case _:
            return ev.Choose((1, 2), by=due or shooter)


def _betting_closes(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The betting closes, the dice fly, and perhaps the throw is called no roll, announced or not."""
    if not state.thrown and not tape.once_in(3):
        throws = ev.ThrowDice(by=thrower(book, state) or player(tape.pick(NAMES)))
        return throws if state.out or tape.once_in(2) else ev.NoMoreBets(by=_crew(book, ev.NoMoreBets))
    gone = tape.some(in_play(state.dice), 2) if in_play(state.dice) and tape.once_in(2) else ()
    reasons = book.no_roll.leaves if gone else [*book.no_roll.must, *book.no_roll.may]
    return ev.NoRoll(tape.pick(list(reasons)), gone, by=_crew(book, ev.NoRoll))


def _dice_away(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A die that left the table is replaced, waited for, found or given up; or there is none."""
    dice, by = state.dice, player(holder(state) or tape.pick(NAMES))
    if not dice.away and not dice.short:
        return _betting_closes(tape, book, state)
    die = tape.pick(dice.away or (1,))
    match tape.below(6):
        case 0:
            return ev.SameDice(by=by)
        case 1:
            return ev.Inspect(die, not tape.once_in(2), by=_crew(book, ev.Inspect))
        case 2:
            return ev.DieLost(die, by=_crew(book, ev.DieLost))
        case 3:
            return ev.NewSet(by=_crew(book, ev.NewSet))
        case _:
            return ev.Choose(dice.bowl[: max(1, 2 - len(dice.chosen))], by=by)


def _people(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """People come and go, buy and cash chips, are excluded, and are asked for their places."""
    name = tape.pick(NAMES)
    by = player(name)
    idle = [seat.name for seat in state.seats if 0 < book.floor.idle_rounds <= seat.idle]
    if idle and tape.once_in(2):
        return ev.Vacate(tape.pick(idle), by=_crew(book, ev.Vacate))
    match tape.below(8):
        case 0 | 1:
            return ev.Leave(by=by)
        case 2:
            return ev.Exclude(name, tape.pick(list(book.floor.exclude_for)), by=_crew(book, ev.Exclude))
        case 3:
            return ev.CashOut(by=by)
        case 4:
            return ev.IssueToken(name, Cents(CHIP * tape.pick((10, 25, 5))), by=_crew(book, ev.IssueToken))
        case _ if state.seat(name):
            return ev.BuyIn(Cents(50_000), by=by)
        case _:
            return ev.Sit(by=by)


def _sign(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """Another sign, or the table closes; both after their notice."""
    now = state.floor.clock or 0
    closing = next((sign for sign in state.floor.signs if sign.about == "closing"), None)
    match tape.below(5):
        case 0 if closing is not None:
            return ev.Close(at=max(now, closing.due), by=_crew(book, ev.Close))
        case 0 | 1:
            limits = tape.pick((None, _HIGHER))
            at = None if tape.once_in(3) else now + tape.pick((0, 60_000))
            return ev.PostSign(limits, at=at, by=_crew(book, ev.PostSign))
        case 2:
            limits = tape.pick((_HIGHER, Limits(CHIP, Cents(CHIP * tape.pick((50, 500))), CHIP)))
            return ev.SetLimits(limits, by=_crew(book, ev.SetLimits))
        case 3:
            return ev.OwnLimits(tape.pick(NAMES), tape.pick(_SIGNS), by=_crew(book, ev.OwnLimits))
        case _:
            return act(tape, book, state)


_ACTS: Final[tuple[tuple[int, Act], ...]] = (
    (8, _roll), (6, bets), (4, _number), (4, change), (3, undo), (3, _correct), (2, _void), (2, _award),
    (1, _invalidate), (4, _dice), (2, _betting_closes), (1, _dice_away), (2, _people), (1, _sign),
)  # fmt: skip
_WEIGHTED: Final = [do for weight, do in _ACTS for _ in range(weight)]


def meeting(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """Something that somebody does at that table now."""
    return tape.pick(_WEIGHTED)(tape, book, state)


@st.composite
def meetings(
    draw: DrawFn, books: SearchStrategy[Rulebook] | None = None, *, longest: int = LONGEST
) -> Session:
    """A random session of that sort: at one of the five houses, with some of its options.

    Now and then it is at a small table that is full, where somebody who does not bet gives up the place.
    """
    full = books is None and draw(st.integers(0, 9)) == 0
    book = full_table() if full else draw(shipped() if books is None else books)
    sign = draw(st.sampled_from(_SIGNS))
    people = book.table.places if full else draw(st.integers(1, 3))
    seats = tuple((name, Cents(100_000)) for name in NAMES[:people])
    opening = Opening(book, seats, sign, CHIP)
    state, moments = opening.state, list[Moment]()
    chance = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(LONGEST // 2, longest))):
        event = meeting(Tape(chance.randbytes(LENGTH)), book, state)
        if event.at is None and state.floor.clock is not None:
            event = replace(event, at=state.floor.clock)
        came = step(book, state, event)
        moments.append(Moment(state, event, came))
        state = came.state
    return Session(opening, tuple(moments))


ENDS: Final = (ev.Rolled, ev.NoRoll, ev.Invalidate)
"""The acts that bring dice in the air to rest."""


def around_throws(seed: int, throws: int = 8) -> Session:
    """A random session of one of the five houses, by a seed: acts, a throw, acts in the air, acts after it.

    Most throws are announced. Some are no roll, and half of the others are corrected, or have no result.
    """
    chance = Random(seed)
    book = load_rulebook(BOOKS[seed % len(BOOKS)])
    rails = (chance.choice((100_000, 100_000, 5_000)) for _ in range(chance.randint(1, 3)))
    seats = tuple((name, Cents(rail)) for name, rail in zip(NAMES, rails, strict=False))
    opening = Opening(book, seats, chance.choice(_SIGNS), CHIP)
    walk = _Walk(opening, chance)
    for _ in range(throws):
        walk.acts(chance.randint(1, 4), (ev.ThrowDice, ev.Rolled))
        if chance.random() < 0.7:
            walk.throw()
        walk.do(_roll if chance.random() < 0.8 else _no_roll)
        walk.acts(chance.randint(0, 4), (ev.Rolled, ev.ThrowDice, ev.NoRoll))
        if chance.random() < 0.7:
            walk.do(_correct if chance.random() < 0.7 else _invalidate)
    return Session(opening, tuple(walk.moments))


def _no_roll(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    del state
    return ev.NoRoll(tape.pick([*book.no_roll.may, *book.no_roll.must]), by=_crew(book, ev.NoRoll))


class _Walk:
    """A session as it comes about."""

    def __init__(self, opening: Opening, chance: Random) -> None:
        self.book, self.state, self.chance = opening.book, opening.state, chance
        self.moments: list[Moment] = []

    def do(self, kind: Act, without: tuple[type[ev.Event], ...] = ()) -> bool:
        """Something of a sort, unless it is one of the acts left out. Return whether it happened."""
        event = kind(Tape(self.chance.randbytes(LENGTH)), self.book, self.state)
        if isinstance(event, without):
            return False
        if event.at is None and self.state.floor.clock is not None:
            event = replace(event, at=self.state.floor.clock)
        came = step(self.book, self.state, event)
        self.moments.append(Moment(self.state, event, came))
        self.state = came.state
        return bool(came)

    def acts(self, count: int, without: tuple[type[ev.Event], ...]) -> None:
        """So many acts of any sort, if they can be found."""
        happened = 0
        for _ in range(3 * count):
            if happened < count:
                happened += self.do(act if self.chance.random() < 0.35 else meeting, without)

    def throw(self) -> None:
        """A throw that is announced, and some acts while the dice are in the air."""
        if self.chance.random() < 0.3:
            self.do(lambda _, book, __: ev.NoMoreBets(by=_crew(book, ev.NoMoreBets)))
        due = thrower(self.book, self.state)
        if due is not None and self.do(lambda *_: ev.ThrowDice(by=due)):
            self.acts(self.chance.randint(0, 3), ENDS if self.chance.random() < 0.9 else ())
