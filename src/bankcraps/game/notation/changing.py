"""Changes to wagers that stand: presses, reductions, take-downs, calls, and bets with what a wager won."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from bankcraps.errors import NotationError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine import BetRange, Step, bet_range, player
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Seat, Standing, State
from bankcraps.game.engine.wagering.sign_bounds import limits_for
from bankcraps.game.engine.wagering.taking_down import may_come_down
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.phrases import SHARES, Change, Said
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import FLATS, Kind, Wager

__all__ = ["changes", "may_be_meant", "which_odds"]

Log = Sequence[tuple[ev.Event, Step]]

_PLACED: Final = (Kind.PLACE, Kind.BUY, Kind.LAY, Kind.PLACE_TO_LOSE)
"""The wagers that a bare number means first: `press my 8` presses place 8, not hard 8."""

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
    asked = _Asked(said, words, book, state, seat, log)
    return [asked.parlay()] if words.act == "parlay" else [asked.changed(one) for one in asked.meant()]


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


class _Asked(NamedTuple):
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
        found = [standing for standing in may if standing.wager.kind in _PLACED] or may
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
