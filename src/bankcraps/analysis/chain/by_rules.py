"""The chain of a system in words whose accounts are those of its rules, and not those of its wagers.

A state also knows which rule each standing wager belongs to, and which rule last changed each size. Otherwise
play is the same. So all that solves a chain solves this one, and finds the cost of each rule where it finds
the cost of each wager on the other. In place of refusals, it counts the rules that fire.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple, cast

from bankcraps.analysis.chain.by_sums import WalkBySums
from bankcraps.analysis.chain.model import Account, Chain, Label, Transition, accounts_of, label_of
from bankcraps.analysis.chain.walk import DEEP_RAIL, Decision, Key, Outcome, Scope, Walk
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.effects import Moved
from bankcraps.game.engine.state import Standing
from bankcraps.game.engine.step import with_rail
from bankcraps.game.wagers import Wager
from bankcraps.strategies.inspecting import Firing
from bankcraps.strategies.policy import Observation, Purse, looks_at_money
from bankcraps.strategies.rules.rule_policy import Resized


class _Memory(NamedTuple):
    """The memory of a state, in place of the system's memory alone.

    Attributes:
        inner: the system's memory; None once the player has left.
        owners: the number of the rule that each standing wager belongs to, in their order.
        resized: which rules changed sizes, as in `Resized`; empty once the player has left.
    """

    inner: Hashable
    owners: tuple[int, ...]
    resized: Resized


class _ByRules(Walk):
    """A walk by rules. Its keys have a `_Memory`."""

    firing: Firing
    rule_labels: dict[Label, int]

    def begin(self, firing: Firing) -> None:
        """Begin at the table before the first throw."""
        # The walk of the system itself has shown that its memory comes to an end.
        self.bounded, self.doubtful = True, False
        self.firing, self.rule_labels = firing, {}
        start = self.asked.start()
        self.number_of(Key(0, _Memory(start, (), firing.start(start)), left=False))

    def labels(self) -> Iterable[Label]:
        return self.rule_labels

    def leave_key(self, key: Key) -> Key:
        return Key(key.table, _Memory(None, _of(key).owners, ()), left=True)

    def decision(self, key: Key, purse: Purse | None = None) -> Decision:
        mine = _of(key)
        one = super().decision(key._replace(memory=mine.inner), purse)
        if key.left or one.stops:
            return one
        seen = Observation(self.book, with_rail(self.tables.states[key.table], DEEP_RAIL), purse)
        return one._replace(behind=self.firing.behind(seen, mine.inner, mine.resized))

    def fees(self, key: Key, one: Decision) -> tuple[Account, ...]:
        owners = self.owners(key) | _changed_by(one)
        return accounts_of(one.betting.effects, lambda wager: str(owners[wager]))

    def refused(self, one: Decision) -> tuple[int, ...]:
        """The rules that fire, in place of what is refused."""
        called = (one.behind.calls[event.wager] for event in one.betting.made if isinstance(event, ev.Call))
        fired = () if one.stops else sorted({*_changed_by(one).values(), *called})
        return tuple(self.refusal(str(rule), "") for rule in fired)

    def betted(self, key: Key, one: Decision) -> Key:
        mine, effects = _of(key), one.betting.effects
        table, owners = self.tables.number_of(one.betting.state), self.owners(key) | _changed_by(one)
        inner, resized = mine.inner, mine.resized
        if effects and not key.left:
            inner = self.asked.remember(mine.inner, effects)
            resized = self.firing.resized(mine.resized, mine.inner, effects, inner)
        return Key(table, _Memory(inner, self.owned(table, owners), resized), key.left)

    def outcomes(self, key: Key) -> tuple[Outcome, ...]:
        """The outcomes of a throw. Players who have left remember owners, which effects move."""
        return self.tables.outcomes(key.table)

    def remembered(self, key: Key, came: Outcome) -> Hashable:
        mine, owners = _of(key), self.owners(key)
        # Decided wagers come before moving ones, so a spot may be left and taken by the same throw.
        moved = {each.to: owners[each.wager] for each in came.effects if isinstance(each, Moved)}
        stays = self.owned(came.to, owners | moved)
        if key.left:
            return _Memory(None, stays, ())
        inner = self.asked.remember(mine.inner, came.effects)
        return _Memory(inner, stays, self.firing.resized(mine.resized, mine.inner, came.effects, inner))

    def transition(self, key: Key, memory: Hashable, came: Outcome) -> Transition:
        owners = self.owners(key)
        label = label_of(came.effects, lambda wager: str(owners[wager]))
        to = self.number_of(Key(came.to, memory, key.left))
        return Transition(to, came.delta, self.rule_labels.setdefault(label, len(self.rule_labels)))

    def owners(self, key: Key) -> dict[Wager, int]:
        """The number of the rule of each wager that stands."""
        stand = (standing.wager for standing in self.standing(key.table))
        return dict(zip(stand, _of(key).owners, strict=True))

    def owned(self, table: int, owners: Mapping[Wager, int]) -> tuple[int, ...]:
        """The owners of what stands at a table, in its order."""
        return tuple(owners[standing.wager] for standing in self.standing(table))

    def standing(self, table: int) -> tuple[Standing, ...]:
        """The wagers at a table."""
        return self.tables.states[table].seats[0].wagers

    def too_many(self) -> str:
        return (
            f"{self.system.name} has more than {self.scope.max_states:,} states that know which rule their "
            "wagers belong to: leave its rules out of the question"
        )


class _ByRulesAndSums(_ByRules, WalkBySums):
    """The same for a system that looks at its money."""


def _of(key: Key) -> _Memory:
    return cast("_Memory", key.memory)


def _changed_by(one: Decision) -> dict[Wager, int]:
    """The rule behind each amount that the bets of a decision changed."""
    stakes = one.behind.stakes  # empty once the player has left: no rule acts then
    acts = (event for event in one.betting.made if isinstance(event, ev.Bet | ev.TakeDown))
    return {event.wager: stakes[event.wager] for event in acts if stakes}


def chain_by_rules(scope: Scope) -> Chain:
    """The chain of a system by its rules. Accounts and refusals have the numbers of its rules as names.

    The exploration of the system itself must have come to an end with this scope.

    Raises:
        BankcrapsError: for a system without rules.
        ChainError: if the chain by rules has too many states.
    """
    firing = Firing(scope.system)
    walk = (_ByRulesAndSums if looks_at_money(scope.system) else _ByRules)(scope)
    walk.begin(firing)
    walk.run()
    return walk.chain()
