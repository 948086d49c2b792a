"""Every play of a small table, with the engine alone: an oracle for the best play.

A state is a whole table with the rail. A player may bet, take down and call on and off, one after another,
and then the dice are thrown: nothing is left out, put together or worked out beforehand.
"""

from functools import cache

import numpy as np

from bankcraps import step
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import player
from bankcraps.game.engine.opening import open_table
from bankcraps.game.engine.step import position, with_rail

YOU = "Player"

ENDS = {"throws": fx.Thrown, "decisions": fx.LineDecided, "shooters": fx.HandEnded}


class EveryPlay:
    """All tables that a player can come to below a goal, and what is best there."""

    def __init__(self, book, limits, chip, menu, bankroll, goal):
        self.book, self.menu, self.goal, self.chip = book, menu, goal, chip
        self.betted, self.thrown, self.left = cache(self._betted), cache(self._thrown), cache(self._left)
        self.start = self.key(open_table(book, [(YOU, bankroll)], limits, chip, others=True))

    def key(self, table):
        rail = table.seats[0].rail
        return with_rail(position(self.book, table), rail)

    def owned(self, table):
        return table.seats[0].rail + table.seats[0].at_risk

    def _betted(self, table):
        """The tables that bets and take-downs lead to, without a throw."""
        found, queue = {table: None}, [table]
        for here in queue:
            rail = here.seats[0].rail
            standing = {one.wager: one for one in here.seats[0].wagers}
            events = [
                ev.Bet(w, n, by=player(YOU)) for w in self.menu for n in range(self.chip, rail + 1, self.chip)
            ]
            events += [ev.TakeDown(w, None, by=player(YOU)) for w in standing]
            events += [ev.TakeDown(w, self.chip, by=player(YOU)) for w in standing]
            events += [
                ev.Call(w, call, by=player(YOU))
                for w, one in standing.items()
                for call in ("on", "off")
                if one.call != call
            ]
            for event in events:
                came = step(self.book, here, event)
                to = self.key(came.state)
                if came.refusal is None and to not in found:
                    found[to] = None
                    queue.append(to)
        return tuple(found)

    def _thrown(self, table):
        """The tables that a throw leads to, None at the goal, with what it uses up; each with its ways."""
        found = {}
        for throw in OUTCOMES:
            came = step(self.book, table, ev.Rolled(throw))
            assert came.refusal is None
            to = self.key(came.state)
            to = None if self.owned(to) >= self.goal else to
            used = frozenset(
                unit for unit, end in ENDS.items() if any(isinstance(e, end) for e in came.effects)
            )
            found[to, used] = found.get((to, used), 0) + throw.ways
        return tuple(found.items())

    def tables(self):
        found, queue = {self.start: None}, [self.start]
        for here in queue:
            for after in self.betted(here):
                for (to, _), _ in self.thrown(after):
                    if to is not None and to not in found:
                        found[to] = None
                        queue.append(to)
        return tuple(found)

    def _left(self, table):
        """The table of a player who leaves: what may come down is down."""
        for one in table.seats[0].wagers:
            came = step(self.book, table, ev.TakeDown(one.wager, None, by=player(YOU)))
            table = self.key(came.state) if came.refusal is None else table
        return table

    def home(self, table, worth, at_goal):
        """The mean worth of what a player who leaves takes home, followed until nothing stands."""
        found, now = 0.0, {self.left(table): 1.0}
        while sum(now.values()) > 1e-14:
            after = {}
            for here, chance in now.items():
                if not here.seats[0].wagers:
                    found += chance * worth(self.owned(here))
                    continue
                for (come, _), ways in self.thrown(here):
                    if come is None:
                        found += chance * ways / 36 * at_goal
                    else:
                        to = self.left(come)
                        after[to] = after.get(to, 0.0) + chance * ways / 36
            now = after
        return found

    def best(self, deadline=None, *, price=0.0, rounds=4000):
        """The best chance from the start: within so many of a unit, or without end, by value iteration.

        With a price of a throw, the chance less the price of all throws. A player then may leave for nothing
        where nothing stands.
        """
        tables, (unit, count) = self.tables(), deadline or (None, 1)
        number = {here: at for at, here in enumerate(tables)}
        betted = [self.betted(here) for here in tables]
        afters = list(dict.fromkeys(to for some in betted for to in some))
        # From what stands after the bets to each table, with one of the unit used up or not.
        chances = np.zeros((2, len(afters), len(tables)))
        won = np.zeros(len(afters))
        for at, to in enumerate(afters):
            for (come, used), ways in self.thrown(to):
                if come is None:
                    won[at] += ways / 36
                else:
                    chances[int(unit in used), at, number[come]] += ways / 36
        least = np.array([-np.inf if to.seats[0].wagers else 0.0 for to in afters])
        place = {to: at for at, to in enumerate(afters)}
        choices = np.array([place[to] for some in betted for to in some])
        begins = np.cumsum([0, *map(len, betted[:-1])])
        worth = np.zeros(len(tables))
        for _ in range(count):
            later, worth = chances[1] @ worth, np.zeros(len(tables))
            for _ in range(rounds):
                after = np.maximum(won + later + chances[0] @ worth - price, least)
                new = np.maximum.reduceat(after[choices], begins)
                moved, worth = np.abs(new - worth).max(), new
                if moved < 1e-14:
                    break
        return float(worth[number[self.start]])
