"""No table comes to a state in which nobody can go on.

Random walks do every act, by every role, also in the air and at closed tables. From every state everybody
can leave, and an open table can throw again, with ordinary acts alone: throws, bets, taking down, leaving,
and what the crew does with the dice. Nothing is declared void or invalid, because that would end any table.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from tests.kit.acts import act
from tests.kit.houses import own_house
from tests.kit.pairs import meeting
from tests.kit.profiles import LONG, seed
from tests.kit.sessions import Moment
from tests.kit.tape import LENGTH, Tape

from bankcraps import BOOKS, Cents, Limits, Rulebook, State, Throw, load_rulebook, refusal, step
from bankcraps.game.engine import DICE, crew, open_table, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import ACTS, who_may
from bankcraps.game.engine.floor.disputes import decider
from bankcraps.game.engine.state import Seat
from bankcraps.game.engine.step import bet_range
from bankcraps.game.engine.wagering.ranges import BetRange
from bankcraps.game.wagers import Kind, find

CHIP = Cents(100)
OWN = sorted(Path("examples/houses").glob("*.toml"))
NEWCOMER = "Newcomer"
MOST_THROWS = 600
"""Far more throws than any wager lasts that nobody calls off."""

NEXT = ev.Rolled(Throw(4, 2), by=DICE)
BETS = (find(Kind.PASS), find(Kind.DONT_PASS), find(Kind.PLACE, 6), find(Kind.FIELD))


def no_stickperson_throws(base: str) -> Rulebook:
    return own_house(base, {"dice": {"stick_throws": False}})


HOUSES = {
    **{name: lambda name=name: load_rulebook(name) for name in BOOKS},
    **{path.stem: lambda path=path: load_rulebook(path) for path in OWN},
    "nobody throws for pennsylvania": lambda: no_stickperson_throws("pennsylvania"),
}


def rare(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """An act that the other walks seldom do: silence, calls and wagers in the air, closing after notice."""
    stands = [(seat.name, standing) for seat in state.seats for standing in seat.wagers]
    waits = [(who, one) for who, one in stands if one.asked or one.rejectable]
    if waits and tape.once_in(2):
        return tape.pick((ev.Confirm, ev.Reject))(waits[0][0], waits[0][1].wager, by=crew("boxperson"))
    name, wager = tape.pick([(who, one.wager) for who, one in stands]) if stands else ("Ann", BETS[0])
    if state.out and stands and tape.once_in(2):
        return ev.Call(wager, "on", by=player(name))
    number = tape.pick([case.number for case in state.floor.disputes] or (1,))
    now = state.floor.clock or 0
    handler, checker = crew(book.table.filled(book.dice.handled_by)[0]), crew(who_may(book, ev.Inspect)[0])
    in_charge = crew(tape.pick(who_may(book, ev.Close)))
    due = max((sign.due for sign in state.floor.signs), default=now)
    over = Cents(state.floor.limits.maximum + CHIP)
    late = tuple(book.table.filled(book.betting.late_confirmed_by)) if state.out else ()
    by = player(name)
    return tape.pick(
        (
            ev.NoAnswer(by=handler),
            ev.NoAnswer(by=handler),
            ev.Confirm(name, wager, by=crew("dealer")),
            ev.Reject(name, wager, by=crew("boxperson")),
            ev.Bet(wager, over, unrejected=True, confirmed=late, by=by),
            ev.PostSign(at=now, by=in_charge),
            ev.Close(at=max(due, now), by=in_charge) if tape.once_in(3) else ev.NewSet(by=handler),
            ev.DieLost(tape.pick(state.dice.away or (1,)), by=checker),
            ev.Dispute("that was a four", by=by),
            ev.Decide(number, "it stands", by=crew(decider(book, state, number))),
            ev.AskReview(number, by=by),
            ev.Call(wager, tape.pick(("off", "off", "on")), by=by),
        )
    )


def walk(book: Rulebook, chance: Random, length: int) -> Iterator[Moment]:
    """Acts of random people and crews, one after another."""
    people = ("Ann", "Bob", "Zoë")[: 1 + chance.randrange(3)]
    limits = Limits(CHIP, Cents(50_000), CHIP)
    state = open_table(book, [(name, Cents(100_000)) for name in people], limits, CHIP)
    for _ in range(length):
        tape = Tape(chance.randbytes(LENGTH))
        event = chance.choice((act, meeting, meeting, rare))(tape, book, state)
        if event.at is None and state.floor.clock is not None:
            event = replace(event, at=state.floor.clock)
        came = step(book, state, event)
        state = came.state
        yield Moment(state, event, came)


class Going:
    """A table that goes on with ordinary acts until everybody has left."""

    def __init__(self, book: Rulebook, state: State, chance: Random) -> None:
        self.book, self.state, self.chance = book, state, chance
        self.said: list[str] = []

    def report(self, before: State) -> str:
        """Say where it stopped: the table before, the last acts, the table now, and why nobody can throw."""
        no = refusal(self.book, self.state, replace(NEXT, at=self.state.floor.clock))
        return "\n".join(map(str, (before, *self.said[-6:], self.state, no and no.message)))

    def does(self, event: ev.Event) -> bool:
        came = step(self.book, self.state, replace(event, at=self.state.floor.clock))
        if came:
            self.said.append(repr(event))
            self.state = came.state
        return bool(came)

    def rolls(self) -> bool:
        return self.does(
            ev.Rolled(Throw(1 + self.chance.randrange(6), 1 + self.chance.randrange(6)), by=DICE)
        )

    def crew_goes_on(self) -> bool:
        """Whether the crew alone does what the next throw waits for."""
        dice = self.state.dice
        checker, handler = (crew(who_may(self.book, act)[0]) for act in (ev.DieLost, ev.NoAnswer))
        if self.does(ev.NoAnswer(by=handler)):
            return True
        if any(self.does(ev.DieLost(die, by=checker)) for die in dice.away):
            return True
        few = len(dice.chosen) + len(dice.bowl) < 2
        return few and self.does(ev.NewSet(by=handler))

    def somebody_plays(self) -> bool:
        """Whether somebody takes the dice, or sits down, buys in and bets."""
        names = [seat.name for seat in self.state.seats]
        return any(self.does(ev.Accept(by=player(name))) for name in names) or self.somebody_bets()

    def somebody_bets(self) -> bool:
        """Whether a player or a newcomer bets."""
        if self.state.seat(NEWCOMER) is None:
            self.does(ev.Sit(by=player(NEWCOMER)))
        for name in [seat.name for seat in self.state.seats]:
            self.does(ev.BuyIn(Cents(1_000_000), by=player(name)))
            for wager in BETS:
                bet = ev.Bet(wager, CHIP, by=player(name))
                found = bet_range(self.book, self.state, bet)
                if isinstance(found, BetRange) and self.does(replace(bet, amount=found.least)):
                    return True
        return False

    def throws_next(self, *, anybody: bool) -> bool:
        """Whether a throw becomes possible within a few acts, and is made."""
        for _ in range(12):
            if refusal(self.book, self.state, replace(NEXT, at=self.state.floor.clock)) is None:
                return self.rolls()
            if not self.crew_goes_on() and not (anybody and self.somebody_plays()):
                return False
        return False

    def everybody_leaves(self) -> bool:
        """Whether all can leave: at once, or once the dice have decided what holds them."""
        for throws in range(MOST_THROWS):
            if throws >= 50:  # wagers on a hand wait for a shooter, and end with a hand that is over
                handler = crew(who_may(self.book, ev.Offer)[0])
                any(self.does(ev.Offer(seat.name, by=handler)) for seat in self.state.seats)
                self.somebody_bets()
            people = [seat for seat in self.state.seats if seat.name != NEWCOMER]
            while any(self.leaves(seat, takes_down=not throws) for seat in people):
                people = [seat for seat in self.state.seats if seat.name != NEWCOMER]
            if not {seat.name for seat in self.state.seats} - {NEWCOMER}:
                return True
            if not self.throws_next(anybody=True):
                return False
        return False

    def leaves(self, seat: Seat, *, takes_down: bool) -> bool:
        """Whether a player leaves now. If not, they may take down what comes down."""
        by = player(seat.name)
        if self.does(ev.Leave(by=by)):
            return True
        for standing in seat.wagers if takes_down else ():
            self.does(ev.TakeDown(standing.wager, by=by))
        return False


def holds(book: Rulebook, state: State, chance: Random) -> None:
    """Hold a table to both parts of the law."""
    leaving = Going(book, state, chance)
    assert leaving.everybody_leaves(), leaving.report(state)
    if not state.floor.closed:
        throwing = Going(book, state, chance)
        assert throwing.throws_next(anybody=True), throwing.report(state)
    silent = Going(book, state, chance)
    no = refusal(book, state, replace(NEXT, at=state.floor.clock))
    if no is not None and no.code in ("dice", "not_shooter") and any(seat.wagers for seat in state.seats):
        # what waits for a player who says nothing, and wagers wait for it
        silent.throws_next(anybody=False)
        left = refusal(book, silent.state, replace(NEXT, at=state.floor.clock))
        waits = left is not None and left.code in ("dice", "not_shooter")
        assert not (waits and book.dice.stick_throws), silent.report(state)


@pytest.mark.parametrize("house", HOUSES)
def test_everybody_can_leave_and_the_next_throw_can_come(house):
    """Sessions of up to 60 acts; the law is held at their ends and at some tables on the way."""
    book = HOUSES[house]()
    for number in range(1200 if LONG else 6):
        chance = Random(f"{seed()} {house} {number}")
        moments = list(walk(book, chance, 20 + chance.randrange(40)))
        for moment in (*moments[14::15], moments[-1]):
            holds(book, moment.after, chance)


def test_every_act_is_in_the_walks():
    """The walks do every act of the engine, but what needs a full table or five acts of one dispute."""
    book, missing = load_rulebook("nsw"), set(ACTS) - {ev.Vacate, ev.Investigate}
    for number in range(250):
        missing -= {type(one.event) for one in walk(book, Random(f"acts {number}"), 60) if one.came}
        if not missing:
            break
    assert not missing
