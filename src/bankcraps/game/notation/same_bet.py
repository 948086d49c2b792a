"""The meaning of "same bet": the wagers of a player's last round, and those of them to bet again now.

The terminal, live tables and programs all ask here.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from bankcraps.errors import NotationError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine import BetRange, Refusal, Seat, Standing, State, Step, bet_range, player, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.refusals import refuse
from bankcraps.game.engine.wagering.sign_bounds import limits_for
from bankcraps.game.engine.wagering.taking_down import may_come_down
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.phrases import SHARES, Change, Said
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import TERMS
from bankcraps.game.wagers import COMES, FLATS, LINE, Kind, Wager, find, flat_under

Log = Sequence[tuple[ev.Event, Step]]
"""Events of a table, and what came of each."""

_ONE_THROW: Final = frozenset(kind for kind in Kind if kind not in TERMS) | {Kind.HOP}
"""The wagers that every throw decides."""

_SMALLER: Final = ("over_odds_limit", "over_maximum", "not_payable", "off_unit", "bad_amount")
"""Refusals after which a smaller amount is bet. Somebody with too few chips bets nothing instead."""


class Stake(msgspec.Struct, frozen=True, omit_defaults=True, rename={"amount": "amount_cents"}):
    """A wager that stood at a throw.

    Attributes:
        wager: the wager; for a come wager on a number, the one in the box.
        amount: its chips in cents, without tokens.
        times: the number of come wagers that stood at the same time, in the box and on numbers.
    """

    wager: Wager
    amount: Cents
    times: int = 1


class PlayedRounds(msgspec.Struct, frozen=True, omit_defaults=True):
    """The latest rounds of a player, as far as "same bet" needs them.

    Attributes:
        player: the player's name.
        last: the wagers of the last round before this one.
        now: the wagers of this round. It began with a throw on the come-out.
        pointed: whether some of these stood at a throw after the come-out.
        single: the one-throw wagers that stood at the player's last throw with wagers.
    """

    player: str
    last: tuple[Stake, ...] = ()
    now: tuple[Stake, ...] = ()
    pointed: bool = False
    single: tuple[Stake, ...] = ()


class Past(msgspec.Struct, frozen=True):
    """The past of a table, as far as words refer to it.

    Attributes:
        log: the latest events and what came of each.
        rounds: the players' latest rounds; None to find them in the log.
    """

    log: Log = ()
    rounds: Sequence[PlayedRounds] | None = None

    @property
    def played(self) -> Sequence[PlayedRounds]:
        """The players' latest rounds."""
        return rounds_of(self.log) if self.rounds is None else self.rounds


class LeftOut(msgspec.Struct, frozen=True):
    """A wager that "same bet" left out, or the rest of one that it made smaller.

    Attributes:
        wager: the wager.
        amount: the sum that was not bet, in cents.
        refusal: the reason.
    """

    wager: Wager
    amount: Cents
    refusal: Refusal

    def words(self, book: Rulebook, you: str = "") -> str:
        """Say what was left out and why, in the house's names, to its player if `you` is their name."""
        names = HouseNames(book, you)
        stake = names.placed(self.wager, self.amount)
        return f"left out {stake}: {self.refusal.sentence.told(names)}"


class SameBets(msgspec.Struct, frozen=True):
    """The meaning of "same bet" at a table now.

    Attributes:
        bets: the bets, without actor and time.
        left_out: the wagers that cannot be bet now.
    """

    bets: tuple[ev.Bet, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


# The chips that a player's rounds had at risk.


def rounds_of(log: Log) -> tuple[PlayedRounds, ...]:
    """Return the rounds of all players after the events of a table."""
    rounds: tuple[PlayedRounds, ...] = ()
    for (_, before), (event, came) in pairwise(log):
        rounds = rounds_after(rounds, before.state, event, came)
    return rounds


def rounds_after(
    rounds: tuple[PlayedRounds, ...], before: State, event: ev.Event, came: Step
) -> tuple[PlayedRounds, ...]:
    """Return the rounds of all players after an event.

    Args:
        rounds: their rounds so far.
        before: the table before the event.
        event: the event.
        came: its step.
    """
    if len(came.state.seats) < len(before.seats):
        rounds = tuple(one for one in rounds if came.state.seat(one.player))
    if isinstance(event, ev.TakeDown):
        return tuple(
            _without(one, before, came.state) if one.player == event.by.person else one for one in rounds
        )
    if isinstance(event, ev.Rolled) and any(isinstance(effect, fx.Thrown) for effect in came.effects):
        known = {one.player: one for one in rounds}
        return tuple(
            _thrown(known.get(seat.name) or PlayedRounds(seat.name), seat, before) for seat in before.seats
        )
    return rounds


def _without(one: PlayedRounds, before: State, after: State) -> PlayedRounds:
    """Forget the wagers that a player took down."""
    down = {standing.wager for standing in before.seated(one.player).wagers}
    down -= {standing.wager for standing in after.seated(one.player).wagers}
    last, now, single = (
        tuple(stake for stake in stakes if stake.wager not in down)
        for stakes in (one.last, one.now, one.single)
    )
    return replace(one, last=last, now=now, single=single)


def _thrown(one: PlayedRounds, seat: Seat, table: State) -> PlayedRounds:
    """Add what a player had at risk at a throw."""
    if not table.puck:
        one = PlayedRounds(one.player, _of_the_last_round(one), single=one.single)
    risked = _stakes(seat)
    if not risked:
        return one
    single = tuple(stake for stake in risked if stake.wager.kind in _ONE_THROW)
    lasting = tuple(stake for stake in risked if stake.wager.kind not in _ONE_THROW)
    added = lasting if table.puck else risked
    pointed = one.pointed or bool(table.puck and lasting)
    return replace(one, now=_with_new(one.now, added), pointed=pointed, single=single)


def _stakes(seat: Seat) -> tuple[Stake, ...]:
    """Return what a player has at risk in chips. All come wagers of a kind are one stake."""
    found = dict[Wager, Stake]()
    for standing in seat.wagers:
        if not standing.chips:
            continue
        kind = standing.wager.kind
        wager = find(kind) if kind in COMES else standing.wager
        known = found.get(wager)
        found[wager] = replace(known, times=known.times + 1) if known else Stake(wager, standing.chips)
    return tuple(found.values())


def _with_new(stakes: Iterable[Stake], risked: Iterable[Stake]) -> tuple[Stake, ...]:
    """Add stakes. A wager that was there before keeps its first amount."""
    found = {stake.wager: stake for stake in stakes}
    for stake in risked:
        known = found.get(stake.wager, stake)
        found[stake.wager] = replace(known, times=max(known.times, stake.times))
    return tuple(found.values())


def _of_the_last_round(one: PlayedRounds) -> tuple[Stake, ...]:
    """Return the wagers of the round that is over.

    A round that the come-out decided says nothing about wagers that go with a point: they are still those of
    the round before it.
    """
    return one.now if one.pointed else _over(one.last, one.now)


def _over(last: Sequence[Stake], now: Sequence[Stake]) -> tuple[Stake, ...]:
    """Return the wagers of this round, and those of the last one that it does not replace."""
    here = {stake.wager for stake in now}
    line = any(stake.wager.kind in LINE for stake in now)
    kept = (
        stake
        for stake in last
        if stake.wager not in here
        and stake.wager.kind not in _ONE_THROW
        and not (line and stake.wager.kind in LINE)
    )
    # This round may have only begun, so there are as many come wagers as in the one that had more.
    times = {stake.wager: stake.times for stake in last}
    return (*kept, *(replace(stake, times=max(stake.times, times.get(stake.wager, 1))) for stake in now))


# The wagers that can be bet again.


def same_bets(book: Rulebook, state: State, seat: Seat, rounds: Sequence[PlayedRounds]) -> SameBets | None:
    """Return what "same bet" means for a player now; None if they have not had a wager at a throw.

    A wager that still stands is not bet again. The answer is empty if nothing is missing.
    Once the betting is closed, all that is missing is in `bets`, so that the table refuses it.
    """
    one = next((one for one in rounds if one.player == seat.name), None)
    wanted = _wanted(one, state) if one else ()
    if not wanted:
        return None
    bets, left_out = list[ev.Bet](), list[LeftOut]()
    for stake in wanted:
        if not _missing(stake, seat):
            continue
        bet = ev.Bet(stake.wager, stake.amount, by=player(seat.name))
        if state.out:
            bets.append(bet)
            continue
        made, why, state = _as_far_as_possible(book, state, bet)
        bets += [made] if made else []
        if why is not None:
            rest = Cents(stake.amount - (made.amount if made else 0))
            left_out.append(LeftOut(stake.wager, rest, why))
    return SameBets(tuple(ev.Bet(bet.wager, bet.amount) for bet in bets), tuple(left_out))


def _wanted(one: PlayedRounds, state: State) -> tuple[Stake, ...]:
    """Return the wagers to repeat, the flat wagers before their odds."""
    if state.puck:
        stakes = [stake for stake in _over(one.last, one.now) if stake.wager.kind not in _ONE_THROW]
    else:
        stakes = [*_of_the_last_round(one)]
    stakes = [*_with_new(stakes, one.single)]
    flats = {stake.wager for stake in stakes}
    # Odds behind a line that the player no longer bets are left out.
    meant = (one for one in stakes if FLATS.get(one.wager.kind) not in LINE or flat_under(one.wager) in flats)
    return tuple(sorted(meant, key=lambda stake: stake.wager.order))


def _missing(stake: Stake, seat: Seat) -> bool:
    """Whether a wager no longer stands. A come wager that went to its number still does."""
    kind = stake.wager.kind
    if seat.on(stake.wager) is not None:
        return False
    return kind not in COMES or sum(standing.wager.kind is kind for standing in seat.wagers) < stake.times


def _as_far_as_possible(
    book: Rulebook, state: State, bet: ev.Bet
) -> tuple[ev.Bet | None, Refusal | None, State]:
    """Return the bet that the table takes, why it is not the whole one, and the table after it."""
    if state.puck and bet.wager.kind in LINE:
        return None, refuse("not_now", "{wager:bet} is repeated on the come-out", wager=bet.wager), state
    came = step(book, state, bet)
    if came.refusal is None:
        return bet, None, came.state
    smaller = _smaller(book, state, bet) if came.refusal.code in _SMALLER else None
    less = step(book, state, smaller) if smaller else came
    return (None, came.refusal, state) if less.refusal else (smaller, came.refusal, less.state)


def _smaller(book: Rulebook, state: State, bet: ev.Bet) -> ev.Bet | None:
    """Return the largest smaller bet that the table takes, or None."""
    found = bet_range(book, state, bet)
    most = found.amounts.at_most(bet.amount) if isinstance(found, BetRange) else 0
    return replace(bet, amount=Cents(most)) if most else None


# Changes to wagers that stand: presses, reductions, take-downs, calls, and bets with what a wager won.

_PLACED: Final = (Kind.PLACE, Kind.BUY, Kind.LAY, Kind.PLACE_TO_LOSE)
"""The wagers that a bare number means first: `press my 8` presses place 8, not hard 8."""

_FROM_LAYOUT: Final = ("down", "take", "regress", "on", "off")
"""Changes that a bare number may mean of a come bet and its odds, too."""

_BY_A_SUM: Final = ("add", "take", "raise", "regress")
"""Changes by or to an amount. They must name which of several odds they mean."""

_FEW: Final = 3

_VERBS: Final = {
    "double": "press",
    "add": "press",
    "raise": "press",
    "units": "press",
    "half": "half press",
    "take": "take from",
}
"""The words that ask for a change, where they are not its name."""


def changes(
    said: Said, words: Change, book: Rulebook, state: State, seat: Seat, log: Log = ()
) -> list[ev.Event]:
    """Return the change of each standing wager that is meant."""
    request = _ChangeRequest(said, words, book, state, seat, log)
    return [request.parlay()] if words.act == "parlay" else [request.changed(one) for one in request.meant()]


def may_be_meant(act: str, book: Rulebook, state: State, standing: Standing) -> bool:
    """Whether a wager can be meant by a word for several."""
    terms = book.terms(standing.wager)
    if act in ("on", "off"):
        return terms is not None and terms.calls
    return may_come_down(book, state, standing.wager) is None


def which_odds(said: Said, odds: Sequence[Wager]) -> NotationError:
    """Make the error that asks which odds are meant."""
    named = " or ".join(f"odds {wager.name.replace('_odds', '')}" for wager in odds)
    return said.unclear(f"say which odds: {named}")


class _ChangeRequest(NamedTuple):
    """A change that a player asks for at a table."""

    said: Said
    words: Change
    book: Rulebook
    state: State
    seat: Seat
    log: Log

    def meant(self) -> list[Standing]:
        """Return the standing wagers that the words mean."""
        words = self.words
        if words.it:
            return [self.it()]
        if words.numbers:
            return [self.on_number(number) for number in words.numbers]
        meant = [standing for standing in self.seat.wagers if standing.wager in words.wagers]
        meant = self.those_that_may(meant)
        if not meant:
            names, first = HouseNames(self.book), words.wagers[0]
            kind = names.marked(first) if len(words.wagers) == 1 else names.kind(first.kind)
            raise self.said.lacks(self.seat.name, "{name:has} no {kind} on the layout", kind=kind)
        if words.act in _BY_A_SUM and len(meant) > 1 and all(one.wager.kind in FLATS for one in meant):
            raise which_odds(self.said, [one.wager for one in meant])
        return meant

    def those_that_may(self, found: list[Standing]) -> list[Standing]:
        """Return the wagers that may be changed so, or all if none may."""
        act = self.words.act
        return [one for one in found if may_be_meant(act, self.book, self.state, one)] or found

    def it(self) -> Standing:
        """Return the wager that the last throw paid and that still stands, or else the only one."""
        paid = {one.wager for one in self.last_effects() if isinstance(one, fx.Paid)}
        found = [one for one in self.seat.wagers if one.wager in paid] or list(self.seat.wagers)
        if not found:
            raise self.said.lacks(self.seat.name, "{name:has} no wager on the layout")
        if self.words.act in _FROM_LAYOUT:
            found = self.those_that_may(found)
        if len(found) > 1:
            raise self.which([one.wager for one in found])
        return found[0]

    def which(self, wagers: Sequence[Wager]) -> NotationError:
        """Make the error that asks which of several wagers is meant."""
        act = self.words.act
        ways = [f"{_VERBS.get(act, act)} {wager.name}" for wager in wagers]
        few = len(ways) <= _FEW
        return self.said.unclear(
            f"say which: {' or '.join(ways)}" if few else f"say which, as in: {ways[-1]}"
        )

    def last_effects(self) -> list[fx.Paid | fx.Lost]:
        """Return what the last throw, as it was corrected, paid and took of the player's wagers."""
        thrown = (came for event, came in reversed(self.log) if isinstance(event, ev.Rolled | ev.Correct))
        effects = next((came.effects for came in thrown), ())
        decided = (one for one in effects if isinstance(one, fx.Paid | fx.Lost))
        return [one for one in decided if one.seat == self.seat.name]

    def on_number(self, number: int) -> Standing:
        """Return the one wager on a number that the words can mean."""
        here = [standing for standing in self.seat.wagers if standing.wager.number == number]
        if not here:
            raise self.said.lacks(self.seat.name, "{name:has} nothing on the {number}", number=number)
        may = self.those_that_may(here)
        first = [standing for standing in may if standing.wager.kind in _PLACED]
        if first and self.words.act in _FROM_LAYOUT:
            first += [standing for standing in may if standing.wager.kind in (*FLATS, *COMES)]
        found = first or may
        if len(found) > 1:
            raise self.said.unclear(f"say which: {' or '.join(standing.wager.name for standing in found)}")
        return found[0]

    def changed(self, standing: Standing) -> ev.Event:
        """Return the change of one wager."""
        wager, amount, words = standing.wager, standing.amount, self.words
        match words.act:
            case "take":
                return ev.TakeDown(wager, words.amount)
            case "regress":
                if not 0 < words.amount < amount:
                    raise self.said.unclear(f"{self.lies(standing)}: regress it to less than that")
                return ev.TakeDown(wager, Cents(amount - words.amount))
            case "down":
                return ev.TakeDown(wager)
            case "on" | "off":
                return ev.Call(wager, words.act)
            case "half":
                return self.as_much_as_taken(ev.Bet(wager, Cents(amount // 2), press=True))
            case _:
                return ev.Bet(wager, self.more(standing), press=True)

    def more(self, standing: Standing) -> Cents:
        """Return the sum that a press adds."""
        match self.words.act:
            case "raise":
                if self.words.amount <= standing.amount:
                    raise self.said.unclear(f"{self.lies(standing)}: press it to more than that")
                return Cents(self.words.amount - standing.amount)
            case "units":
                return Cents(self.words.units * self.unit(standing))
            case "double":
                return standing.amount
            case _:
                return self.words.amount

    def lies(self, standing: Standing) -> str:
        """Say what lies on a wager."""
        placed = HouseNames(self.book).placed(standing.wager, standing.amount, standing.tokens)
        return f"{placed} lie there"

    def unit(self, standing: Standing) -> Cents:
        """Return the unit of a press: $6 on place 6 and 8, $5 on other places, or the table's unit."""
        wager = standing.wager
        if wager in SHARES["across"]:
            return Cents(SHARES["across"][wager] * 100)
        if wager.kind in FLATS or wager.kind in (Kind.BUY, Kind.LAY):
            much = printed(standing.amount)
            raise self.said.unclear(f"say by how much, as in: press {wager.name} by {much}")
        return limits_for(self.state, self.seat).step(self.state.floor.chip)

    def parlay(self) -> ev.Event:
        """Return the bet that adds what a wager won at the last throw, or bets it again with that."""
        words, won = self.words, dict[Wager, int]()
        for effect in self.last_effects():
            came = effect.won + (0 if effect.up else effect.amount) if isinstance(effect, fx.Paid) else 0
            won[effect.wager] = won.get(effect.wager, 0) + came
        found = [
            wager
            for wager, came in won.items()
            if came and (words.it or wager in words.wagers or wager.number in words.numbers)
        ]
        if not found:
            says = "the last throw paid {name} nothing there: say parlay once it has won"
            raise self.said.lacks(self.seat.name, says)
        if len(found) > 1:
            raise self.which(found)
        stands = self.seat.on(found[0]) is not None
        return self.as_much_as_taken(ev.Bet(found[0], Cents(won[found[0]]), press=stands))

    def as_much_as_taken(self, bet: ev.Bet) -> ev.Bet:
        """Return as much of a bet as the house takes, or all of it if it takes none."""
        found = bet_range(self.book, self.state, replace(bet, by=player(self.seat.name)))
        most = found.amounts.at_most(bet.amount) if isinstance(found, BetRange) else None
        return replace(bet, amount=Cents(most or bet.amount))
