"""The best play as JSON."""

from bankcraps.results.base_data import Data, Result

__all__ = [
    "BestData",
    "BestStillData",
    "BestTimeData",
    "BestUtilityData",
    "BetData",
    "NextBetData",
    "TimedPlayData",
]


class BetData(Data, frozen=True, kw_only=True):
    """What to have on the layout, by wager; `puck` is the point at which, 0 while the puck is off."""

    puck: int
    stakes_cents: dict[str, int]


class NextBetData(BetData, frozen=True, kw_only=True):
    """The best of the other bets, and how much less it is worth."""

    gives_away: float


class BestData(Result, frozen=True, kw_only=True, tag="bankcraps.best/1"):
    """The best play to a goal: `value` is its chance, between the proved bounds `lower` and `upper`.

    `first` has the best first bets, all equally good, and `next_best` the best of the others. The problem has
    so many `positions` of wagers that bind, with so many `sums` below the goal each, and `choices` of bets.
    """

    limits: str
    chip_cents: int
    bankroll_cents: int
    goal_cents: int
    wagers: list[str]
    limit: dict[str, int] | None
    value: float
    lower: float
    upper: float
    first: list[BetData]
    next_best: NextBetData | None
    positions: int
    sums: int
    choices: int


class TimedPlayData(BetData, frozen=True, kw_only=True):
    """A play by its first bet, or to `leave` at once; its chance and its mean number of throws.

    `share` says how often it is the play to draw.
    """

    leave: bool
    chance: float
    throws: float
    share: float


class BestTimeData(Result, frozen=True, kw_only=True, tag="bankcraps.best_time/1"):
    """The fewest throws on average to a goal with a `chance`: `value`, proved between `lower` and `upper`.

    `plays` has one play, or two to draw from before the first bet.
    """

    limits: str
    chip_cents: int
    bankroll_cents: int
    goal_cents: int
    chance: float
    wagers: list[str]
    value: float
    lower: float
    upper: float
    plays: list[TimedPlayData]
    positions: int
    sums: int
    choices: int


class BestStillData(Result, frozen=True, kw_only=True, tag="bankcraps.best_still/1"):
    """The best chance to be still playing after `throws`: `value`, proved between `lower` and `upper`.

    On each throw at least and at most so much is at risk. Nothing can go wrong with `enough_cents`.
    """

    limits: str
    chip_cents: int
    bankroll_cents: int
    throws: int
    at_least_cents: int
    at_most_cents: int
    wagers: list[str]
    value: float
    lower: float
    upper: float
    first: list[BetData]
    next_best: NextBetData | None
    enough_cents: int
    positions: int
    sums: int
    choices: int


class BestUtilityData(Result, frozen=True, kw_only=True, tag="bankcraps.best_utility/1"):
    """The best expected `utility` of what is taken home after `throws`: `value`, from `lower` to `upper`.

    `sure` is the sum that is worth as much; `mean` and `spread` are those of what is taken home, in dollars.
    """

    limits: str
    chip_cents: int
    bankroll_cents: int
    goal_cents: int
    throws: int
    utility: str
    wagers: list[str]
    value: float
    lower: float
    upper: float
    sure: float
    mean: float
    spread: float
    bets_nothing: bool
    first: list[BetData]
    next_best: NextBetData | None
    positions: int
    sums: int
    choices: int
