"""A chart: a system that says for each position and each sum what to bet, as the best play is.

A chart is saved as JSON. It serves a player of one house, at one table, up to one goal.
"""

from functools import cached_property
from itertools import pairwise
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import LARGEST, Cents, printed
from bankcraps.game.engine.effects import Effect
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.state import OnOff
from bankcraps.game.engine.wagering.taking_down import lasting
from bankcraps.game.wagers import WAGERS, Wager, wager
from bankcraps.strategies.plan import LENGTH_UNITS, LengthUnit, uses_up
from bankcraps.strategies.policy import Layout, Observation, Purse, riding
from bankcraps.support.decode_errors import with_choices

MAX_COUNT: Final = 100_000
"""The most throws, decisions or shooters of a play within a number of them."""

_Stands = frozenset[tuple[Wager, int, int, int]]
"""Wagers, each with its amount, the commission that would come back and what was withdrawn, in cents."""


class Bet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The chips to have on the layout for the next throw.

    Attributes:
        stakes: the amount on each wager, in cents.
        puck: the point at which to bet so, 0 while the puck is off; until then nothing. None for the puck of
            the row.
        on, off: wagers to call on, and off.
        leave: whether the player leaves instead.
        through: stakes to bet towards before, as in `Layout.through`.
    """

    stakes: dict[str, int]
    puck: int | None = None
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    leave: bool = False
    through: tuple[dict[str, int], ...] = ()


class ChartRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One position.

    Attributes:
        puck: the point, 0 while the puck is off; None where all that binds can be called off, at any point.
        standing: the wagers that bind, with the amount of each in cents.
        from_cents: the least sum owned of each range, going up, in cents.
        bets: the number of the bet for each range.
        left: for a play with a deadline, how many throws, decisions or shooters are left.
        paid: the commission that would come back with a wager, if any, in cents.
        withdrawn: the sum that came down of a wager whose house kept the commission, if any, in cents
            (`Standing.withdrawn`).
    """

    puck: int | None
    standing: dict[str, int]
    from_cents: tuple[int, ...]
    bets: tuple[int, ...]
    left: int | None = None
    paid: dict[str, int] = {}
    withdrawn: dict[str, int] = {}

    def stands(self) -> "_Stands":
        """The standing wagers, to look them up."""
        return frozenset(
            (wager(name), amount, self.paid.get(name, 0), self.withdrawn.get(name, 0))
            for name, amount in self.standing.items()
        )


class Chart(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="chart", tag="bankcraps.chart/1", dict=True
):
    """A system as a chart. It looks at what is owned, and nothing else of its money.

    Attributes:
        name: its name in reports.
        about: the question that it answers, in a sentence.
        house, limits, chip_cents: the table that it was made for.
        goal_cents: the sum with which the player stops; None to play on with any sum.
        free: by puck, the wagers that come down and go up again for nothing, so that no row holds them.
        bets: every bet.
        rows: the bets in each position.
        throws, decisions, shooters: for a play with a deadline, one of them: how many; then it stops.
    """

    name: str
    about: str
    house: str
    limits: str
    chip_cents: int
    goal_cents: int | None
    free: dict[int, tuple[str, ...]]
    bets: tuple[Bet, ...]
    rows: tuple[ChartRow, ...]
    throws: int | None = None
    decisions: int | None = None
    shooters: int | None = None

    looks_at_money = True

    @property
    def text(self) -> str:
        """The question that the chart answers."""
        return self.about

    def start(self) -> int | None:
        """The throws, decisions or shooters that are left, or None if they are not counted."""
        return None if self._deadline is None else self._deadline[1]

    def remember(self, memory: int | None, effects: tuple[Effect, ...]) -> int | None:
        """Return the number left after a throw."""
        counts = memory and self._deadline is not None and uses_up(self._deadline[0], effects)
        return memory - 1 if memory and counts else memory

    def layout(self, observation: Observation, memory: int | None) -> Layout | None:
        """The bet for the position and the sum. Wagers that no row knows ride."""
        purse = observation.purse
        if memory == 0 or (self.goal_cents is not None and purse.at_least(self.goal_cents)):
            return None
        free = self._free.get(observation.puck, frozenset())
        standing = {s.wager: s.amount for s in observation.standing if s.wager not in free}
        puck = observation.puck
        key = memory, _stands(observation, free)
        row = self._rows.get((puck, *key)) or self._rows.get((None, *key))
        if row is None:
            return riding(observation)
        number = row.bets[_range(purse, row.from_cents)]
        bet, layout = self.bets[number], self._layouts[number]
        if bet.leave:
            return None
        return layout if bet.puck in (None, observation.puck) else _resting(standing)

    def problems_at(self, house: str, limits: Limits, chip: Cents) -> list[str]:
        """A sentence if a table is another than the one the chart was made for; else nothing."""
        made = self.house, self.limits, self.chip_cents
        if made == (house, str(limits), chip):
            return []
        table = f"{self.house} with limits {self.limits} and chips of {printed(Cents(self.chip_cents))}"
        return [f"it is for a table of {table}, not {house} with {limits} and {printed(chip)}"]

    def to_json(self) -> bytes:
        """The file of the chart, one row in a line."""
        whole = msgspec.json.encode(self)
        return whole.replace(b',{"puck"', b',\n{"puck"').replace(b',{"stakes"', b',\n{"stakes"') + b"\n"

    @cached_property
    def _deadline(self) -> tuple[LengthUnit, int] | None:
        counts: list[tuple[LengthUnit, int | None]] = [(unit, getattr(self, unit)) for unit in LENGTH_UNITS]
        return next(((unit, count) for unit, count in counts if count is not None), None)

    @cached_property
    def _free(self) -> dict[int, frozenset[Wager]]:
        return {puck: frozenset(map(wager, names)) for puck, names in self.free.items()}

    @cached_property
    def _layouts(self) -> tuple[Layout, ...]:
        return tuple(
            Layout(
                {wager(name): Cents(amount) for name, amount in bet.stakes.items()},
                {wager(name): call for call, names in _calls(bet) for name in names},
                tuple({wager(name): Cents(amount) for name, amount in one.items()} for one in bet.through),
            )
            for bet in self.bets
        )

    @cached_property
    def _rows(self) -> dict[tuple[int | None, int | None, _Stands], ChartRow]:
        return {(row.puck, row.left, row.stands()): row for row in self.rows}


def _stands(observation: Observation, free: frozenset[Wager]) -> _Stands:
    """The wagers that bind, with what a later commission depends on."""
    found: list[tuple[Wager, int, int, int]] = []
    for one in observation.standing:
        if one.wager not in free:
            seen = lasting(observation.book.terms(one.wager), one)
            found.append((seen.wager, seen.amount, seen.commission, seen.withdrawn))
    return frozenset(found)


def _calls(bet: Bet) -> tuple[tuple[OnOff, tuple[str, ...]], ...]:
    return ("on", bet.on), ("off", bet.off)


def _resting(standing: dict[Wager, Cents]) -> Layout:
    """The wagers that bind, called off, until the puck is where it is wanted."""
    return Layout(standing, dict.fromkeys(standing, "off"))


def _range(purse: Purse, least: tuple[int, ...]) -> int:
    """The number of the range that what is owned lies in. The purse notes where the range begins and ends."""
    low, high = 0, len(least)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if purse.at_least(least[middle]) else (low, middle)
    return low


def read_chart(data: bytes | str) -> Chart:
    """Read a chart from JSON.

    Raises:
        BankcrapsError: with what is wrong, and where.
    """
    try:
        chart = msgspec.json.decode(data, type=Chart)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BankcrapsError(f"this is no chart of Bankcraps: {with_choices(error, Chart, data)}") from None
    _check_numbers(chart)
    for number, bet in enumerate(chart.bets):
        _check_bet(number, bet)
    for number, row in enumerate(chart.rows):
        _check_row(number, row, len(chart.bets))
    for puck, names in chart.free.items():
        for name in names:
            _require(name, 1, f"the list of free wagers at {puck}")
    return chart


def _check_numbers(chart: Chart) -> None:
    """Check the numbers of a whole chart."""
    if chart.goal_cents is not None and not 0 < chart.goal_cents <= LARGEST:
        raise BankcrapsError(f"a chart has a goal above 0, not {chart.goal_cents} cents")
    if not 0 < chart.chip_cents <= LARGEST:
        raise BankcrapsError(f"a chart has a chip above 0, not {chart.chip_cents} cents")
    given = [(unit, count) for unit in LENGTH_UNITS if (count := getattr(chart, unit)) is not None]
    for unit, count in given:
        if not 0 < count <= MAX_COUNT:
            raise BankcrapsError(f"a chart has from 1 to {MAX_COUNT:,} {unit}, not {count}")
    if len(given) > 1:
        raise BankcrapsError(f"a chart has one deadline, not both {given[0][0]} and {given[1][0]}")
    keys = {
        (row.puck, row.left, *(tuple(sorted(one.items())) for one in (row.standing, row.paid, row.withdrawn)))
        for row in chart.rows
    }
    if not keys or len(keys) < len(chart.rows):
        raise BankcrapsError("a chart has rows, and each position has one of them")


def _check_bet(number: int, bet: Bet) -> None:
    for name, amount in (pair for one in (bet.stakes, *bet.through) for pair in one.items()):
        _require(name, amount, f"bet {number}")
    called = (*bet.on, *bet.off)
    if not bet.stakes.keys() >= set(called) or len(set(called)) < len(called):
        raise BankcrapsError(
            f"bet {number} of the chart may call only wagers that it makes, and each of them once"
        )


def _check_row(number: int, row: ChartRow, bets: int) -> None:
    for name, amount in row.standing.items():
        _require(name, amount, f"row {number}")
    for name, amount in (*row.paid.items(), *row.withdrawn.items()):
        _require(name, amount, f"row {number}")
        if name not in row.standing:
            raise BankcrapsError(f"row {number} of the chart has commission for {name}, which does not stand")
    if row.from_cents[:1] != (0,) or any(before >= after for before, after in pairwise(row.from_cents)):
        raise BankcrapsError(f"the sums in row {number} of the chart must go up, from 0")
    if len(row.bets) != len(row.from_cents) or not all(0 <= bet < bets for bet in row.bets):
        raise BankcrapsError(f"row {number} of the chart must name one of its bets for each sum")


def _require(name: str, amount: int, where: str) -> None:
    """Check a wager with its amount."""
    if name not in WAGERS:
        raise BankcrapsError(f"{where} of the chart has a wager {name!r}, which does not exist")
    if not 0 < amount <= LARGEST:
        raise BankcrapsError(f"{where} of the chart has {amount} cents on {name}")
