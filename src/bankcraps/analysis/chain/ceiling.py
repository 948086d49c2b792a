"""The ceiling of a chain: the sum from which on it does not say what a system wants that looks at its money.

Whoever solves or plays such a chain leaves at the ceiling as at a goal. If that can happen in earnest, the
answer is none, and the chain is explored further. So an answer never depends on where a ceiling was, and a
first one may be guessed: it decides only how long the answer takes.

The different bets of a system that bets a share on the line are counted, not explored (`ShareCount`). A line
wager wins or loses what it stakes, so the sums that can be owned follow without a table. Each different bet
has states of its own: one for each point, with a player who stays and with one who has left.
"""

from math import exp, sqrt
from typing import Final, NamedTuple

from bankcraps.analysis.chain.model import Chain
from bankcraps.analysis.chain.walk import MAX_STATES, ChainError
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.game import Game
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import LINE
from bankcraps.strategies.inspecting import lone_bet, lone_share
from bankcraps.strategies.offers import Offer, Spot, offer
from bankcraps.strategies.plan import LengthUnit, Plan
from bankcraps.strategies.policy import Policy, Purse
from bankcraps.strategies.rules.amounts import Share
from bankcraps.strategies.rules.conditions import Always, ComeOut, Not
from bankcraps.strategies.rules.rule_policy import Rules, When
from bankcraps.strategies.rules.steps import HaveUp, StopPlaying
from bankcraps.strategies.text.program import TextSystem

NEGLIGIBLE_ABOVE: Final = 1e-9
"""The largest probability of reaching the ceiling that an exact answer may have; it joins the error bound."""

FARTHER: Final = 4
"""The ratio of the next ceiling to the last; the first is so many bankrolls, unless more are guessed."""

_DEVIATIONS: Final = 6
"""The standard deviations above the mean that a session exceeds with a negligible probability."""

_DECISIONS_EACH: Final[dict[LengthUnit, float]] = {"throws": 0.3, "decisions": 1.0, "shooters": 2.5}
"""The approximate number of decisions in a throw, a decision or a hand."""

_MOST_STAKE: Final = Cents(500_00)
"""A guess beyond which a share is more than this is not made: the chain has states for each stake below."""


class CeilingError(BankcrapsError):
    """A player comes to own more than a chain holds.

    Attributes:
        ceiling: the chain's, in cents.
    """

    def __init__(self, ceiling: Cents) -> None:
        """Name the sum."""
        super().__init__(f"a player comes to own {printed(ceiling)}, for which the chain has no answer")
        self.ceiling = ceiling

    def __reduce__(self) -> tuple[type["CeilingError"], tuple[Cents]]:
        """Come through a pickle, as errors of worker processes do."""
        return type(self), (self.ceiling,)


def goal_below(chain: Chain, plan: Plan) -> Cents | None:
    """The ceiling of a chain if a plan goes beyond it; None if every sum of the plan is below."""
    ceiling = chain.ceiling
    return None if ceiling is None or (plan.goal is not None and plan.goal <= ceiling) else ceiling


def first_ceiling(system: Policy, plan: Plan) -> Cents | None:
    """The first ceiling for a system that bets a share of what is owned; None for that of any other.

    The logarithm of what is owned is about normal: each decision adds or takes the share of it.
    """
    share = lone_share(system)
    if not share or plan.count is None or plan.goal is not None:
        return None
    ceiling, least = FARTHER * plan.bankroll, rises_to(system, plan, _DEVIATIONS)
    while ceiling < least:
        ceiling *= FARTHER
    return Cents(ceiling) if share * ceiling <= _MOST_STAKE else None


def rises_to(system: Policy, plan: Plan, deviations: float) -> float:
    """The sum so many standard deviations above the mean, in cents, of a system that bets one share."""
    share, count = lone_share(system), plan.count or 0
    decisions = count * _DECISIONS_EACH[plan.counted]
    return plan.bankroll * exp(deviations * share * sqrt(decisions) - share**2 / 2 * decisions)


_MOST_SUMS: Final = 40_000
"""The most sums that are followed: about half a second."""

FEW_THROWS: Final = 20
"""Within so few throws there are always fewer sums than up to a ceiling that almost nobody reaches."""

_LUCKY: Final = 4
"""The standard deviations above the mean that some player comes to whose chance is no rounding error."""

_DOLLAR: Final = 100

_WITH_A_POINT: Final = (Not(ComeOut()),)


class _Bets(NamedTuple):
    """The different bets made within one throw, two throws and so on.

    `all_` says whether these are all that were asked for.
    """

    by_throw: list[int]
    all_: bool

    @property
    def many(self) -> int:
        return max(self.by_throw, default=0)


class ShareCount:
    """The bets of a system that bets one share of what it owns on the line.

    Attributes:
        each: the states that each different bet has.
    """

    def __init__(self, book: Rulebook, share: Share, taken: Offer, bankroll: Cents) -> None:
        """Count nothing yet."""
        self.each: int = 2 * len(book.come_out.points)
        self._share, self._taken, self._bankroll = share, taken, bankroll

    @staticmethod
    def of(game: Game, system: Policy, bankroll: Cents) -> "ShareCount | None":
        """The count for a system; None if it bets otherwise, or not at each come-out."""
        bet = lone_bet(system)
        if bet is None or bet.wager.kind not in LINE or not isinstance(bet.amount, Share):
            return None
        if not _bets_always(system, bet):
            return None
        taken = offer(Spot(game.book, game.limits, None, game.chip, 0, bet.wager))
        return ShareCount(game.book, bet.amount, taken, bankroll)

    def within(self, throws: int | None, top: int | None) -> _Bets:
        """The different bets within so many throws, or in any number, by whoever owns less than `top`."""
        now, seen, bets = [int(self._bankroll)], {int(self._bankroll)}, set[int]()
        found = _Bets([], all_=True)
        while now and (throws is None or len(found.by_throw) < throws):
            if len(seen) > _MOST_SUMS:
                return found._replace(all_=False)
            coming: list[int] = []
            for owned in now:
                stake = self._share.of(Purse(owned, self._bankroll), self._taken, 0)
                if not 0 < stake <= owned:
                    continue
                bets.add(stake)
                new = {owned + stake, owned - stake} - seen
                coming += new
                seen |= new
            now = [owned for owned in coming if top is None or owned < top]
            found.by_throw.append(len(bets))
        return found

    def by_throws(self, system: Policy, plan: Plan) -> bool:
        """Whether the sums of a session are best followed throw by throw, and not up to a ceiling.

        Raises:
            ChainError: if there are too many bets either way.
        """
        throws = plan.count if plan.counted == "throws" else None
        # Whoever leaves after the last throw has decided on a bet, too: perhaps there is too little for it.
        soon = _Bets([], all_=False) if throws is None else self.within(throws + 1, plan.goal)
        fits = soon.all_ and soon.many * self.each <= MAX_STATES
        if fits and throws is not None and throws <= FEW_THROWS:
            return True
        top = self._surely_reached(system, plan)
        ever = self.within(None, top)
        if ever.many * self.each <= MAX_STATES:
            return False
        if fits:
            return True
        fitting = sum(bets * self.each <= MAX_STATES for bets in soon.by_throw[1:])
        shorter = "" if throws is None else f"{fitting} throws, "
        raise ChainError(
            f"{system.name} makes {ever.many:,} different bets or more with sums up to {printed(top)}, and "
            f"each bet has {self.each} states: {ever.many * self.each:,} states, limit {MAX_STATES:,}; "
            f"{shorter}a smaller share, a nearer goal, a lower table maximum or larger units would make them "
            "fewer"
        )

    def _surely_reached(self, system: Policy, plan: Plan) -> Cents:
        """A sum below which the chain needs every bet: the goal, or one that some players come to."""
        lucky = None if plan.count is None else rises_to(system, plan, _LUCKY) // _DOLLAR * _DOLLAR
        sums = [int(sum_) for sum_ in (plan.goal, lucky) if sum_ is not None]
        return Cents(min(sums, default=FARTHER * plan.bankroll))


def _bets_always(system: Policy, bet: HaveUp) -> bool:
    """Whether a system makes this bet at each come-out, and no other there."""
    while isinstance(system, TextSystem):
        system = system.inner
    if not isinstance(system, Rules) or system.watches:
        return False
    whens = [rule for rule in system.rules if isinstance(rule, When)]
    stops = any(isinstance(step, StopPlaying) for rule in whens for step in rule.instructions)
    (own,) = (rule for rule in whens if bet in rule.instructions)
    others = all(rule.condition in _WITH_A_POINT for rule in whens if rule is not own)
    return not stops and others and own.instructions == (bet,) and own.condition in (ComeOut(), Always())
