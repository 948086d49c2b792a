"""A dealer's table for systems: throws go in, layouts come out, and everything on the way is kept."""

from collections.abc import Hashable
from random import Random

import msgspec

from bankcraps.game.chips import Cents, printed
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_LIMITS, open_table
from bankcraps.game.engine.refusals import Refusal
from bankcraps.game.engine.state import State
from bankcraps.game.engine.step import step
from bankcraps.game.rulebook import Rulebook, load_rulebook
from bankcraps.strategies.library import system as find_system
from bankcraps.strategies.policy import NOTHING, Observation, Policy, Purse, bets, looks_at_money

RICH = Cents(10**12)


class Played(msgspec.Struct):
    """A session under way."""

    book: Rulebook
    system: Policy
    state: State
    memory: Hashable
    looks: bool
    refused: list[Refusal] = []
    throws: int = 0
    stopped: bool = False

    def bet(self) -> None:
        """Make the bets that the system wants; it hears of its own bets, as in a session."""
        (seat,) = self.state.seats
        purse = Purse(seat.rail + seat.at_risk, RICH) if self.looks else None
        wanted = self.system.layout(Observation(self.book, self.state, purse), self.memory)
        self.stopped = self.stopped or wanted is None
        came = bets(self.book, self.state, NOTHING if self.stopped or wanted is None else wanted)
        assert not came.broke
        self.refused += came.refused
        self.state = came.state
        if came.effects and not self.stopped:
            self.memory = self.system.remember(self.memory, came.effects)

    def throw(self, throw: Throw) -> None:
        """Throw, and let the system remember it."""
        came = step(self.book, self.state, ev.Rolled(throw))
        assert came.refusal is None, came.refusal
        self.state = came.state
        self.memory = self.system.remember(self.memory, came.effects)
        self.throws += 1

    @property
    def layout(self) -> str:
        """The wagers that stand, as a dealer would read them out: `pass 10, place 6 12 off`."""
        seat = self.state.seats[0]
        return ", ".join(
            f"{s.wager} {printed(s.amount)}{f' {s.call}' if s.call else ''}" for s in seat.wagers
        )


def opened(system: Policy | str, book: str | Rulebook = "classic", limits: str = "") -> Played:
    """A table with one rich player."""
    rules = load_rulebook(book) if isinstance(book, str) else book
    found = find_system(system) if isinstance(system, str) else system
    state = open_table(rules, [("Ann", RICH)], Limits.read(limits) if limits else DEFAULT_LIMITS, others=True)
    return Played(rules, found, state, found.start(), looks_at_money(found))


def random_throws(seed: int, count: int) -> list[Throw]:
    """Seeded dice."""
    dice = Random(seed)
    return [Throw(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(count)]


def thrown(word: str) -> Throw:
    """A throw by its faces, or by its total, which then comes easy where it can."""
    if "-" in word:
        return Throw(*map(int, word.split("-")))
    low = 3 if word == "7" else max(1, int(word) - 6)
    return Throw(low, int(word) - low)


def follow(system: Policy | str, script: str, book: str | Rulebook = "classic", limits: str = "") -> None:
    """Play a script: a layout a line (`-` for nothing), with the throw that follows it behind a bar.

    | pass 10                       | 6
    | pass 10, pass_odds 50         | 7
    """
    table = opened(system, book, limits)
    for number, line in enumerate(filter(str.strip, script.splitlines()), 1):
        expected, _, throw = (part.strip() for part in line.strip().strip("|").partition("|"))
        table.bet()
        if expected == "stop":
            assert table.stopped, (number, line, table.layout)
            return
        assert (table.layout or "-") == expected, f"line {number}: {table.layout or '-'} and not {expected}"
        if throw:
            table.throw(thrown(throw))
    assert not table.refused, table.refused


def worth(table: Played) -> int:
    """Rail and layout, in cents."""
    return table.state.seats[0].rail + table.state.seats[0].at_risk


__all__ = ["RICH", "Played", "follow", "opened", "random_throws", "thrown", "worth"]
