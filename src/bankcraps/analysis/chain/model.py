"""The Markov chain of a house and a system: states, transitions, labels. Plain values, no arrays.

A *state* is what the table and the system remember before the betting: the wagers standing, the puck, the
system's memory. It does not hold the money in the rail. The bets the system makes lead to a *post-decision
state*; several states may share one. Each of the 21 combinations of the dice is a *transition* from there to
the next state.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import gcd
from typing import TYPE_CHECKING, Final, NamedTuple, overload

import msgspec

from bankcraps.analysis import plots
from bankcraps.analysis.results.as_json import ChainData, UsualRefusalData
from bankcraps.analysis.results.costs import Costs, Moments, RefusalRate, WagerCost
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.limits import Limits
from bankcraps.game.game import Game
from bankcraps.game.wagers import FLATS, ODDS, Wager
from bankcraps.strategies.plan import Plan, uses_up
from bankcraps.support.tabular import Same, Tabular, html

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Account(msgspec.Struct, frozen=True, gc=False, order=True):
    """One wager's part in what happened.

    Attributes:
        wager: its name. Come wagers share one name, whatever their number; so do their odds.
        action: chips staked on what the dice decided, in cents: a win, a loss or a push.
        net: winnings less losses and commission, in cents.
    """

    wager: str
    action: Cents
    net: Cents


class Label(msgspec.Struct, frozen=True, gc=False):
    """The label of a transition: what the throw counts for, apart from the state it leads to.

    Attributes:
        decision: whether it decided the round on the line.
        hand_over: whether it ended a shooter's hand.
        accounts: its accounts with each wager, sorted by name.
    """

    decision: bool
    hand_over: bool
    accounts: tuple[Account, ...]


def account_name(wager: Wager) -> str:
    """The name of the account a wager belongs to."""
    return wager.kind.value if wager.kind in FLATS or wager.kind in ODDS else wager.name


def accounts_of(
    effects: Iterable[fx.Effect], name: Callable[[Wager], str] = account_name
) -> tuple[Account, ...]:
    """Sum effects of a lone player by account. The nets add up to the change of what the player owns.

    Args:
        effects: the effects of bets or of a throw.
        name: the account that each wager belongs to.
    """
    kept: dict[str, tuple[int, int]] = {}
    for effect in effects:
        if isinstance(effect, fx.OfAWager):
            action, net = fx.decided(effect) or 0, fx.won(effect)
            if action or net:
                account = name(effect.wager)
                before = kept.get(account, (0, 0))
                kept[account] = (before[0] + action, before[1] + net)
    return tuple(sorted(Account(whose, Cents(action), Cents(net)) for whose, (action, net) in kept.items()))


def label_of(effects: tuple[fx.Effect, ...], name: Callable[[Wager], str] = account_name) -> Label:
    """The label of a throw, with accounts as in `accounts_of`."""
    return Label(uses_up("decisions", effects), uses_up("shooters", effects), accounts_of(effects, name))


ABSORBED: Final = -1
"""The post-decision state after the last throw: no standing wager can be decided."""

NO_BELOW: Final = -1
"""The state below one that decides the same with any sum, and below the last of a row."""

WAYS: Final = tuple(throw.ways for throw in OUTCOMES)
"""The number of the 36 throws that each of the 21 transitions stands for."""


class DecisionState(msgspec.Struct, frozen=True, gc=False):
    """A state: the table before the betting, and the system's memory.

    Attributes:
        puck: the point, or 0 while the puck is off.
        wagers: the wagers standing: name, cents, and a button's word.
        memory: the system's memory, as Python prints it; empty once the player has left.
        left: whether the player has left and waits for wagers to be decided.
        stops: whether the system stops here by a rule of its own.
        post: the post-decision state that the bets lead to, or `ABSORBED`.
        need: the sum that a player must own to make those bets, in cents; 0 if they cost nothing.
        leave: the state of a player who leaves here instead; itself once they have left.
        fees: commission the bets pay, by wager, in cents below zero; above zero if it is given back.
        refused: the refusals of those bets, by number in `Chain.refusals`.
        least: the least sum owned, in cents, at which a system that looks at money does this. It is 0 for any
            other, and for the last state of a row.
        below: the state that says what it does with less, or `NO_BELOW`. A throw leads to the first state of
            such a row; the numbers of the others follow one another.
    """

    puck: int
    wagers: tuple[tuple[str, Cents, str], ...]
    memory: str
    left: bool
    stops: bool
    post: int
    need: Cents
    leave: int
    fees: tuple[Account, ...] = ()
    refused: tuple[int, ...] = ()
    least: Cents = Cents(0)
    below: int = NO_BELOW

    @property
    def fee(self) -> int:
        """The change of what the player owns by the bets, in cents: commission paid, below zero."""
        return sum(account.net for account in self.fees)

    @property
    def face(self) -> int:
        """The chips that stand, in cents."""
        return sum(amount for _, amount, _ in self.wagers)

    def __str__(self) -> str:
        """Write it in a line."""
        stands = [f"{name} {printed(amount)}{call and ' ' + call}" for name, amount, call in self.wagers]
        return f"{self.puck or 'off'}: {', '.join(stands) or 'nothing'}{' (left)' if self.left else ''}"


class Transition(NamedTuple):
    """The effect of one combination of the dice on a post-decision state.

    Attributes:
        to: the next state.
        delta: the change of what is owned, in cents, without the fees of the bets before it.
        label: by number in `Chain.labels`.
    """

    to: int
    delta: Cents
    label: int


class Chain(Tabular, msgspec.Struct, frozen=True):
    """A house and a system as a Markov chain. Play begins in state 0.

    Attributes:
        house: the rulebook's id, with its options.
        system: the system's name.
        limits, chip: the sign at the table, and the smallest chip in cents.
        states: every state, including those of players who have left.
        transitions: for each post-decision state its 21 transitions, in the order of `dice.OUTCOMES`.
        labels: the different labels of transitions.
        refusals: the different refusals, as code and message.
        unit: the largest sum that divides every change of what is owned, in cents.
        swing: the most that one throw can win or lose, in cents.
        cash: the most a player must own to go on from any state as the system wants, in cents.
        first_wager: the least a player must own to make any wager at all, in cents; 0 if there is none.
        ceiling: for a system that looks at its money, the sum, in cents, from which on the chain does not say
            what it wants; None if it says so for every sum that can be reached.
    """

    house: str
    system: str
    limits: Limits
    chip: Cents
    states: tuple[DecisionState, ...]
    transitions: tuple[tuple[Transition, ...], ...]
    labels: tuple[Label, ...]
    refusals: tuple[tuple[str, str], ...]
    unit: Cents
    swing: Cents
    cash: Cents
    first_wager: Cents
    ceiling: Cents | None = None

    @staticmethod
    def of(
        game: Game,
        system: str,
        states: Sequence[DecisionState],
        transitions: Sequence[tuple[Transition, ...]],
        labels: Iterable[Label],
        refusals: Iterable[tuple[str, str]],
    ) -> "Chain":
        """The chain with its sums of money; `system` is a name."""
        deltas = [transition.delta for row in transitions for transition in row]
        return Chain(
            *(game.book.spec, system, game.limits, game.chip),
            tuple(states),
            tuple(transitions),
            tuple(labels),
            tuple(refusals),
            unit=Cents(gcd(*deltas, *(state.fee for state in states)) or 1),
            swing=Cents(max(map(abs, deltas), default=0)),
            cash=Cents(max((state.need for state in states if not state.left), default=0)),
            first_wager=_first_wager(states, transitions),
        )

    @property
    def playing(self) -> tuple[DecisionState, ...]:
        """The states of a player who has not left: those that are reported."""
        return tuple(state for state in self.states if not state.left)

    def changes(self, state: DecisionState) -> list[int]:
        """Return the net change in cents for each combination from a state, the fees of its bets included."""
        return [transition.delta + state.fee for transition in self.transitions[state.post]]

    def require_playable(self, plan: Plan) -> None:
        """Check that a plan can be played. A goal out of reach can: its probability is 0.

        Raises:
            BankcrapsError: if the bankroll is too small or is not paid in chips.
        """
        if plan.bankroll % self.chip:
            raise BankcrapsError(
                f"a bankroll of {printed(plan.bankroll)} is not paid in chips of {printed(self.chip)}, "
                "the smallest at this table"
            )
        if self.first_wager > plan.bankroll:
            raise BankcrapsError(
                f"a bankroll of {printed(plan.bankroll)} does not pay the first wager of {self.system}, "
                f"which takes {printed(self.first_wager)}"
            )

    def costs(
        self,
        throws: Iterable[tuple[int, float]],
        bets: Iterable[tuple[int, float]],
        sessions: int = 1,
        *,
        sampled: bool = False,
    ) -> Costs:
        """Return the cost of each wager and the refusals in a session.

        A weight is an expected number of times in a session, or a count over many sessions.

        Args:
            throws: pairs of a label's number and its weight.
            bets: pairs of a state's number and the weight of its bets.
            sessions: the number of sessions that were counted.
            sampled: whether the weights were counted in a sample, so that edges have standard errors.
        """
        action, cost = defaultdict[str, float](float), defaultdict[str, float](float)
        refused = defaultdict[int, float](float)
        moments: dict[str, Moments] = {}
        for number, weight in throws:
            for account in self.labels[number].accounts:
                action[account.wager] += account.action * weight
                cost[account.wager] -= account.net * weight
                if sampled:
                    before = moments.get(account.wager, Moments())
                    moments[account.wager] = before.plus(account.action, account.net, weight)
        for number, weight in bets:
            for account in self.states[number].fees:
                cost[account.wager] -= account.net * weight
            for refusal in self.states[number].refused:
                refused[refusal] += weight
        errors = {wager: sums.edge_error for wager, sums in moments.items()}
        return Costs.of(
            (WagerCost(w, action[w] / sessions, cost[w] / sessions, errors.get(w)) for w in cost),
            (RefusalRate(*self.refusals[one], times / sessions) for one, times in refused.items() if times),
        )

    @overload
    def plot(
        self,
        path: "str | Path | None" = None,
        puck: int | None = None,
        *,
        ax: None = None,
        label: None = None,
    ) -> "Figure": ...

    @overload
    def plot(
        self, path: None = None, puck: int | None = None, *, ax: "Axes", label: str | None = None
    ) -> "Axes": ...

    def plot(
        self,
        path: "str | Path | None" = None,
        puck: int | None = None,
        *,
        ax: "Axes | None" = None,
        label: str | None = None,
    ) -> "Figure | Axes":
        """Draw what each of the 36 throws does to the largest layout: the one that may lose the most.

        Args:
            path: a PNG or SVG file to write, or None.
            puck: only layouts with the puck there, 0 for off; None for any.
            ax: an empty Matplotlib Axes to draw on instead, without the bar of colours.
            label: not used with `ax`: the cells say what they are.

        Returns:
            The new figure, or the given Axes.

        Raises:
            BankcrapsError: if there is no such layout, the file cannot be written, or arguments do not go
                together.
        """
        own = plots.own_axes(ax, path, label, None)
        playing = [s for s in self.playing if s.post != ABSORBED and (puck is None or s.puck == puck)]
        if not playing:
            raise BankcrapsError(f"{self.system} never bets with the puck on {puck or 'off'}")
        largest = min(playing, key=lambda state: (min(self.changes(state)), -state.face))
        changes = plots.die_by_die(self.changes(largest))
        where = f"the point is {largest.puck}" if largest.puck else "a come-out throw"
        heading = plots.Heading(
            "What each throw does",
            f"{where}; on the layout: {', '.join(self._layout(largest))}",
            plots.caption(self.house, self.system),
            path,
        )
        return plots.heat(own or heading, changes)

    def _layout(self, state: DecisionState) -> list[str]:
        """List the wagers at the throw: those standing before the betting, and others it can decide."""
        stood = [(name, amount) for name, amount, _ in state.wagers]
        made: dict[str, int] = {}
        for transition in self.transitions[state.post]:
            for account in self.labels[transition.label].accounts:
                if not any(f"{name} ".startswith(f"{account.wager} ") for name, _ in stood):
                    made[account.wager] = max(made.get(account.wager, 0), account.action)
        return [f"{name} {printed(Cents(amount))}" for name, amount in (*stood, *made.items())]

    def _columns(self) -> Mapping[str, object]:
        """Every transition between states of play."""
        rows = [
            (number, str(state), str(throw), throw.ways, transition.to, transition.delta + state.fee)
            for number, state in enumerate(self.states)
            if not state.left and state.post != ABSORBED
            for throw, transition in zip(OUTCOMES, self.transitions[state.post], strict=True)
        ]
        names = ("state", "standing", "dice", "ways", "to", "change_cents")
        columns = {name: [row[at] for row in rows] for at, name in enumerate(names)}
        return {"house": Same(self.house), "system": Same(self.system), **columns}

    def to_dict(self) -> dict[str, object]:
        """Return the output of `bankcraps chain --json` as a dict.

        `transitions` counts throws of equal result once.
        """
        playing = self.playing
        ways = sum(
            len({(transition.to, transition.delta) for transition in self.transitions[state.post]})
            for state in playing
            if state.post != ABSORBED
        )
        return ChainData.of(
            self,
            states=len(playing),
            states_leaving=len(self.states) - len(playing),
            post_decision_states=len({state.post for state in playing} - {ABSORBED}),
            transitions=ways,
            money_step_cents=self.unit,
            largest_swing_cents=self.swing,
            cash_needed_cents=self.cash,
            sums_below_cents=msgspec.UNSET if self.ceiling is None else self.ceiling,
            refusals=[UsualRefusalData(code=code, message=message) for code, message in self.refusals],
        ).to_dict()

    def _repr_html_(self) -> str:
        told = self.to_dict()
        rows = [
            ("states", f"{told['states']:,}"),
            ("post-decision states", f"{told['post_decision_states']:,}"),
            ("transitions", f"{told['transitions']:,}"),
            ("money step", f"{self.unit / 100:,}"),
            ("largest swing", f"{self.swing / 100:,}"),
            ("cash needed", f"{self.cash / 100:,}"),
        ]
        return html((), rows, f"{self.system}, {self.house}")

    def __repr__(self) -> str:
        """Write it in a line."""
        return f"<Chain {self.system!r}, {self.house}: {len(self.playing):,} states>"


def _first_wager(states: Sequence[DecisionState], transitions: Sequence[tuple[Transition, ...]]) -> Cents:
    """The smallest bankroll that covers a first wager, over all paths from the start."""
    seen, fresh = {0}, [0]
    needs: list[int] = []
    while fresh:
        state = states[fresh.pop()]
        if state.need and not state.stops:
            needs.append(state.need)
        elif state.post != ABSORBED:
            ahead = {transition.to for transition in transitions[state.post]} - seen
            seen |= ahead
            fresh += ahead
        if state.below != NO_BELOW and state.below not in seen:
            seen.add(state.below)
            fresh.append(state.below)
    return Cents(min(needs, default=0))


_BYTES_OF_A_ROW: Final = 256


def bytes_of(chain: Chain) -> int:
    """About how much memory a chain takes, in bytes: a little more than was measured of the library's."""
    return _BYTES_OF_A_ROW * (len(OUTCOMES) * len(chain.transitions) + 2 * len(chain.states))


MAX_NODES: Final = 5_000
"""The most states in a picture; more cannot be read."""


def dot(chain: Chain) -> str:
    """The states of play as nodes. Each arrow says how many of the 36 throws take it, and what they win.

    Raises:
        BankcrapsError: if there are too many states for a picture.
    """
    playing = len(chain.playing)
    if playing > MAX_NODES:
        raise BankcrapsError(
            f"{chain.system} has {playing} states, and a picture of more than {MAX_NODES} shows nothing"
        )
    lines = [f"digraph {_quoted(chain.system)} {{", "  rankdir=LR; node [shape=box, fontname=sans-serif];"]
    for number, state in enumerate(chain.states):
        if not state.left:
            lines.append(f"  {number} [label={_quoted(str(state))}];")
            lines += (f"  {arrow}" for arrow in _arrows(chain, number))
            if state.below != NO_BELOW:
                less = _quoted(f"owning less than {printed(state.least)}")
                lines.append(f"  {number} -> {state.below} [style=dashed, label={less}];")
    return "\n".join([*lines, "}", ""])


def _arrows(chain: Chain, number: int) -> list[str]:
    state = chain.states[number]
    if state.post == ABSORBED:
        return []
    ways: dict[tuple[int, int], int] = defaultdict(int)
    for transition, many in zip(chain.transitions[state.post], WAYS, strict=True):
        ways[transition.to, transition.delta + state.fee] += many
    return [
        f"{number} -> {to} [label={_quoted(f'{many}/36 {_signed(delta)}')}];"
        for (to, delta), many in sorted(ways.items())
    ]


def _signed(cents: int) -> str:
    return f"+{printed(cents)}" if cents > 0 else printed(cents) if cents else ""


def _quoted(text: str) -> str:
    escaped = text.strip().replace("\\", "\\\\").replace('"', '\\"').replace("\n", "; ")
    return f'"{escaped}"'
