"""Effects of throws and bets on single wagers, from the engine, and the bets that bind a player.

The wagers of a player are settled one by one, so the result of a throw is the sum of what it does to each.
The tests play whole layouts through the engine and compare.

A wager that may come down and be put up again for nothing binds nobody: it is chosen anew before each throw,
and no position holds it. A position holds the puck and the wagers that bind. Bets that bind lead from one
position to another, without a throw.

A wager whose commission is paid with the bet binds: to put it up again costs commission. A position holds
what the next commission depends on, too (`Standing.commission`, `Standing.withdrawn`).
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import LARGEST, Cents, printed
from bankcraps.game.dice import OUTCOMES, Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import player
from bankcraps.game.engine.refusals import Refusal
from bankcraps.game.engine.state import OnOff, Standing, State
from bankcraps.game.engine.step import alike, step
from bankcraps.game.engine.wagering.bounds import Sums
from bankcraps.game.engine.wagering.calling import working
from bankcraps.game.engine.wagering.commission import prepays
from bankcraps.game.engine.wagering.ranges import range_of
from bankcraps.game.engine.wagering.taking_down import lasting, refunds
from bankcraps.game.game import Game, open_for_one
from bankcraps.game.wagers import FLATS, Wager, flat_under, odds_behind
from bankcraps.strategies.plan import LengthUnit, uses_up
from bankcraps.strategies.policy import Layout, bets

Standings = tuple[Standing, ...]
"""Wagers on the layout."""

_NAME: Final = "Player"


class Result(NamedTuple):
    """The result of a throw for one wager, or of a bet for all of them.

    Attributes:
        change: the change of what is owned, in cents.
        left: the wagers of it that stand afterwards, without calls: before each throw players may call anew.
            Of its commission, only what may come back is kept.
    """

    change: int
    left: Standings


class Bets:
    """A table with one player, whose every bet and throw is asked of the engine once."""

    def __init__(self, game: Game) -> None:
        """Open the table."""
        self.book, self.limits, self.chip = game
        self.unit: Cents = max(self.limits.unit, self.chip)
        self.opened: State = open_for_one(game, _NAME, self.chip)
        self.thrown: Callable[[int, Standings, int], Result] = lru_cache(65536)(self._thrown)
        self.amounts: Callable[[int, Standings, Wager], Sums | None] = lru_cache(65536)(self._amounts)
        self.puck_after: Callable[[int], tuple[int, ...]] = cache(self._puck_after)
        self.uses_up: Callable[[LengthUnit, int], tuple[bool, ...]] = cache(self._uses_up)
        self._kept_free: dict[tuple[int, Wager], bool] = {}
        self._kept_rest: dict[Wager, bool] = {}
        self._kept_alike: dict[tuple[int, tuple[Wager, ...]], dict[Throw, Throw]] = {}

    def table(self, puck: int, standing: Standings) -> State:
        """The table with these wagers, and a rail that affords everything."""
        return self._with_rail(puck, standing, LARGEST)

    def _with_rail(self, puck: int, standing: Standings, rail: Cents) -> State:
        seat = replace(self.opened.seats[0], rail=rail, wagers=standing)
        return replace(self.opened, seats=(seat,), puck=puck)

    def _amounts(self, puck: int, standing: Standings, wager: Wager) -> Sums | None:
        """The amounts that may be bet on a wager now, on top of what stands there; None if none may."""
        found = range_of(self.book, self.table(puck, standing), ev.Bet(wager, Cents(1), by=player(_NAME)))
        return None if isinstance(found, Refusal) else found.amounts

    def standing(self, puck: int, standing: Standings, wager: Wager, amount: Cents) -> Standing | None:
        """A wager as it stands after a bet, called on if it would be off; None if it is refused."""
        came = self.bet(puck, standing, wager, amount)
        one = None if came is None else next((one for one in came.left if one.wager is wager), None)
        return one if one is None or not self.calls_on(puck, wager) else replace(one, call="on")

    def takes_calls(self, wager: Wager) -> bool:
        """Whether its owner may call a wager on and off."""
        terms = self.book.terms(wager)
        return terms is not None and terms.calls

    def prepays(self, wager: Wager) -> bool:
        """Whether the commission on a wager is paid with the bet."""
        return prepays(self.book.terms(wager))

    def gives_back(self, wager: Wager) -> bool:
        """Whether the commission paid with the bet comes back with a wager that comes down."""
        terms = self.book.terms(wager)
        return terms is not None and prepays(terms) and refunds(terms)

    def seen(self, standing: Iterable[Standing]) -> Standings:
        """Wagers without calls, and without commission that never comes back."""
        return tuple(
            lasting(self.book.terms(one.wager), replace(one, call=None) if one.call else one)
            for one in standing
        )

    def pucks(self) -> tuple[int, ...]:
        """The pucks that throws come to, the come-out first."""
        found = [0]
        for puck in found:
            found += dict.fromkeys(after for after in self.puck_after(puck) if after not in found)
        return tuple(found)

    def calls_on(self, puck: int, wager: Wager) -> bool:
        """Whether a wager must be called on to be decided by the next throw, and may be."""
        one = Standing(wager, Cents(1))
        on = ev.Call(wager, "on", by=player(_NAME))
        return not working(self.book, puck, one) and self._act(puck, (one,), on) is not None

    @staticmethod
    def listed(amounts: Sums, most: int) -> npt.NDArray[np.int64]:
        """Every amount up to one of them, in cents, going up."""
        end = min(amounts.most, most) + 1
        steps = [
            np.arange(amounts.least + (one.remainder - amounts.least) % one.size, end, one.size)
            for one in amounts.steps
        ]
        return np.unique(np.concatenate(steps))

    def bet(self, puck: int, standing: Standings, wager: Wager, amount: int) -> Result | None:
        """The wagers after a bet, and the commission paid, as a change below zero; None if it is refused."""
        return self._act(puck, standing, ev.Bet(wager, Cents(amount), by=player(_NAME)))

    def needs_more(self, wagers: Iterable[Wager], amount: Cents) -> str | None:
        """The engine's sentence for the first wager that needs more than an amount; None if none does."""
        for one in wagers:
            event = ev.Bet(one, amount, by=player(_NAME))
            for puck in self.pucks():
                no = step(self.book, self.table(puck, ()), event).refusal
                if no is not None and no.code == "under_minimum":
                    return no.message
        return None

    def take_down(
        self, puck: int, standing: Standings, wager: Wager, amount: Cents | None = None
    ) -> Result | None:
        """The wagers after one came down, or a part of it, with the commission given back.

        None if it must stay.
        """
        return self._act(puck, standing, ev.TakeDown(wager, amount, by=player(_NAME)))

    def after(self, puck: int, standing: Standings, wanted: Standings) -> Result:
        """The result of betting from some wagers towards others, as far as the house takes the bets."""
        layout = Layout({one.wager: one.amount for one in wanted})
        table = self.table(puck, standing)
        return self._result(table, bets(self.book, table, layout).state)

    def _act(self, puck: int, standing: Standings, event: ev.Event) -> Result | None:
        table = self.table(puck, standing)
        came = step(self.book, table, event)
        return None if came.refusal is not None else self._result(table, came.state)

    def free(self, puck: int, one: Standing, under: Standing | None) -> bool:
        """Whether a wager may come down and be put up again for nothing, so that it binds nobody.

        One whose commission is paid with the bet is never free. One that is called on and off may stand, off,
        until the puck is elsewhere, so it must be free at each puck. No amount is bound more than another, so
        the first one met decides for all.
        """
        key = puck, one.wager
        if key not in self._kept_free:
            pucks = self.pucks() if self.takes_calls(one.wager) else (puck,)
            standing = (one,) if under is None else (under, one)
            self._kept_free[key] = not self.prepays(one.wager) and all(
                self.is_free(each, one, standing) for each in pucks
            )
        return self._kept_free[key]

    def other_call(self, puck: int, one: Standing) -> OnOff | None:
        """The call by which an owner changes whether a wager works; None if none does."""
        if self.takes_calls(one.wager) and working(self.book, puck, one):
            return "off"
        return "on" if self.calls_on(puck, one.wager) else None

    def can_rest(self, one: Standing, under: Standing | None) -> bool:
        """Whether a wager that binds can stand through any throw, at any puck, as if it were not there."""
        if one.wager not in self._kept_rest:
            self._kept_rest[one.wager] = all(self._rests(puck, one, under) for puck in self.pucks())
        return self._kept_rest[one.wager]

    def _rests(self, puck: int, one: Standing, under: Standing | None) -> bool:
        """Whether no throw changes a wager that is called off."""
        if not self.takes_calls(one.wager):
            return False
        off, same = replace(one, call="off"), Result(0, (one,))
        return all(self.result(puck, off, under, each) == same for each in range(len(OUTCOMES)))

    def free_wagers(self) -> dict[int, tuple[str, ...]]:
        """By puck, the wagers that were found to bind nobody."""
        free: dict[int, list[str]] = {}
        for (puck, wager), is_free in self._kept_free.items():
            free.setdefault(puck, []).extend([wager.name] * is_free)
        return {puck: tuple(sorted(names)) for puck, names in free.items()}

    def is_free(self, puck: int, one: Standing, standing: Standings) -> bool:
        """The same, asked of the engine: for this amount, with its flat wager, at this puck."""
        odds = odds_behind(one.wager)
        if odds is not None and self.amounts(puck, standing, odds) is not None:
            return False  # positions hold flat wagers, and odds are bet behind those
        down = self.take_down(puck, standing, one.wager)
        if down is None or down.change or any(each.wager is one.wager for each in down.left):
            return False
        again = self.bet(puck, down.left, one.wager, one.amount)
        return again is not None and not again.change

    def _puck_after(self, puck: int) -> tuple[int, ...]:
        """The puck after each combination of the dice."""
        table = self.table(puck, ())
        return tuple(step(self.book, table, ev.Rolled(throw)).state.puck for throw in OUTCOMES)

    def _uses_up(self, unit: LengthUnit, puck: int) -> tuple[bool, ...]:
        """Whether each combination of the dice uses up a throw, decision or shooter, whatever is bet."""
        table = self.table(puck, ())
        return tuple(uses_up(unit, step(self.book, table, ev.Rolled(throw)).effects) for throw in OUTCOMES)

    def result(self, puck: int, one: Standing, under: Standing | None, combination: int) -> Result:
        """The result of a combination of the dice, by its number in `OUTCOMES`, for a wager.

        To odds, without what it does to their flat wager.
        """
        came = self.thrown(puck, (one,) if under is None else (under, one), combination)
        if under is None:
            return came
        alone = self.thrown(puck, (under,), combination)
        left = tuple(each for each in came.left if each not in alone.left)
        return Result(came.change - alone.change, left)

    def decided(self, puck: int, standing: Standings, combination: int) -> int:
        """The chips that one combination of the dice decides among these wagers, in cents."""
        came = step(self.book, self.table(puck, standing), ev.Rolled(OUTCOMES[combination]))
        return sum(fx.decided(effect) or 0 for effect in came.effects)

    def _thrown(self, puck: int, standing: Standings, combination: int) -> Result:
        """The result of one combination of the dice for all of these wagers together."""
        before = self.table(puck, standing)
        first = OUTCOMES.index(self._first_alike(before)[OUTCOMES[combination]])
        if first != combination:
            return self.thrown(puck, standing, first)
        came = step(self.book, before, ev.Rolled(OUTCOMES[combination]))
        if came.refusal is not None:
            raise BankcrapsError(f"no throw is possible with {standing[-1]}: {came.refusal.message}")
        return self._result(before, came.state)

    def _first_alike(self, table: State) -> dict[Throw, Throw]:
        """For each combination of the dice, the first one that does the same to a table."""
        key = table.puck, tuple(one.wager for one in table.seats[0].wagers)
        if key not in self._kept_alike:
            self._kept_alike[key] = {throw: group[0] for group in alike(self.book, table) for throw in group}
        return self._kept_alike[key]

    def require_stays_alike(self, puck: int, one: Standing, combination: int) -> None:
        """Refuse a wager whose winner pays more to stay up than it wins, so that it needs chips in the rail.

        Where it wins at least what it pays, it stays up whatever is in the rail.
        """
        before = self._with_rail(puck, (one,), Cents(0))
        came = step(self.book, before, ev.Rolled(OUTCOMES[combination]))
        if self._result(before, came.state) != self.thrown(puck, (one,), combination):
            raise BankcrapsError(
                f"no best play is known at {self.book.spec} with {one.wager}: with {printed(one.amount)}, a "
                "winner pays more commission to stay up than it wins, so that it needs chips in the rail"
            )

    def _result(self, before: State, after: State) -> Result:
        """The change of the player's wagers."""
        (old,), (new,) = before.seats, after.seats
        return Result(new.rail + new.at_risk - old.rail - old.at_risk, self.seen(new.wagers))


def under(wager: Wager, standing: Standings) -> Standing | None:
    """The flat wager under odds, among those that stand."""
    if wager.kind not in FLATS:
        return None
    return next((one for one in standing if one.wager is flat_under(wager)), None)


class Position(NamedTuple):
    """The wagers that stand before the betting.

    Attributes:
        puck: the point, 0 while the puck is off; None where all that binds can be called off, and players
            wait for the puck they like.
        standing: the wagers that bind, without calls.
    """

    puck: int | None
    standing: Standings = ()

    @property
    def at_risk(self) -> int:
        """The chips that stand, in cents."""
        return sum(one.amount for one in self.standing)

    @property
    def comes_back(self) -> int:
        """The commission that comes back if everything comes down, in cents."""
        return sum(one.commission for one in self.standing)


class Move(NamedTuple):
    """A bet that binds, or one that comes down, with the commission that is paid or comes back at once.

    Attributes:
        to: the position after it.
        need: the sum that a player must own to make it, in cents.
        change: the change of what is owned, in cents: below zero for commission paid.
    """

    to: Position
    need: int
    change: int = 0


def binding(bets: Bets, puck: int, standing: Standings, beside: Standings = ()) -> Standings:
    """The wagers among these that bind a player. Flat wagers under odds are among them, or stand beside."""
    whole = standing + beside
    return tuple(one for one in standing if not bets.free(puck, one, under(one.wager, whole)))


def moves(bets: Bets, puck: int, standing: Standings, menu: tuple[Wager, ...], most: int) -> list[Move]:
    """The moves from a position, by one step of the wager's amounts each.

    A larger bet is several such moves in a row.

    Args:
        bets: the table.
        puck: the point, or 0.
        standing: the wagers that bind.
        menu: the wagers to choose from.
        most: no more may stand, in cents.
    """
    now = sum(one.amount for one in standing)
    found: list[Move] = []
    for wager in menu:
        amounts = bets.amounts(puck, standing, wager)
        least = amounts.at_least(1) if amounts is not None else None
        if least is None or now + least > most:
            continue
        came = bets.bet(puck, standing, wager, least)
        bound = standing if came is None else binding(bets, puck, came.left)
        if came is not None and bound != standing:
            found.append(Move(Position(puck, bound), now + least - came.change, came.change))
    for one in standing:
        found += [
            Move(Position(puck, binding(bets, puck, came.left)), 0, came.change)
            for came in down(bets, puck, standing, one)
        ]
    return found


def down(bets: Bets, puck: int, standing: Standings, one: Standing) -> Iterator[Result]:
    """A wager taken down; and the least part of it that may come down."""
    whole = bets.take_down(puck, standing, one.wager)
    if whole is not None:
        yield whole
        amounts = range(bets.chip, one.amount, bets.chip)
        parts = (bets.take_down(puck, standing, one.wager, Cents(part)) for part in amounts)
        yield from islice((part for part in parts if part is not None), 1)
