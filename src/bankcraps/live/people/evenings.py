"""The evenings of a table's players, from its log, and what profiles and spreadsheets show of them.

An evening is one stay of one person at one table: from sitting down to leaving, or still going on. What an
effect moved and won is asked of the engine's effects. They are counted one by one, because a stay begins and
ends between throws. `advice/statistics.py` keeps whole throws instead, because it answers for any hand.
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from io import StringIO
from math import sqrt
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import asdict, replace

from bankcraps.game.chips import Cents
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import shooter
from bankcraps.game.engine.shooter.throwing import effects_on_wagers
from bankcraps.game.engine.shooter.turns import Hand, hand_after
from bankcraps.game.engine.state import DiceSet, Seat, State, Turn
from bankcraps.game.engine.step import alike
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Wager, wager
from bankcraps.live.advice.statistics import EveningWager, by_spot
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.log_replay import LogReplay, Replayed
from bankcraps.support.structs import grouped, struct_of

_CENTS: Final = {name: f"{name}_cents" for name in ("bought", "cashed", "rail", "layout", "result", "other")}


class Evening(msgspec.Struct, frozen=True, rename=_CENTS):
    """One stay of one person at one table. All money is in cents.

    The result is what was cashed out and what still lies there, less what was bought in. It is also what
    the wagers came to, with `other`.

    Attributes:
        player: the person.
        bot: whether it is a bot of the house.
        began: when they sat down, in milliseconds since 1970.
        ended: when they left; None if they still sit there.
        hands: in how many shooters' hands they saw a throw.
        throws: the number of throws they saw that counted.
        longest: the most throws of a hand that they shot themselves; 0 if they never threw.
        bought: the money that they took from the wallet to the table.
        cashed: the money that they took back.
        rail, layout: the chips that lie in the rail and on the layout.
        result: the sum that they are up; below zero if they are down.
        other: the sum that the house paid without a wager: by rulings, and the part that a player could not
            give back after a correction.
        wagers: the result of each wager, in the order of the layout.
    """

    player: str
    bot: bool
    began: int
    ended: int | None
    hands: int
    throws: int
    longest: int
    bought: int
    cashed: int
    rail: int
    layout: int
    result: int
    other: int
    wagers: tuple[EveningWager, ...]


_ALL: Final = sum(throw.ways for throw in OUTCOMES)


class ThrowOdds(msgspec.Struct, frozen=True):
    """The mean and the variance of a throw's win with the wagers of a player, in cents."""

    mean: Fraction
    variance: Fraction


class Luck(msgspec.Struct):
    """The throws of an evening so far.

    Attributes:
        won: the sum that they won or lost, in cents.
        mean: the sum that they were to win on average, in cents.
        variance: the variance of that.
    """

    won: int = 0
    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def add(self, won: int, odds: ThrowOdds, times: int) -> None:
        """Count a throw, or take it back with -1."""
        self.won += times * won
        self.mean += times * odds.mean
        self.variance += times * odds.variance


class _Stay:
    """An evening while it is counted."""

    def __init__(self, player: str, began: int, hand: Hand, *, bot: bool) -> None:
        self.player, self.began, self.bot = player, began, bot
        self.ended: int | None = None
        self.first = self.last = hand
        self.throws = self.bought = self.cashed = self.rail = self.layout = self.other = 0
        self.wagers = defaultdict[Wager, Counter[str]](Counter)  # how often decided, staked and net
        self.luck = Luck()


class _Thrown(NamedTuple):
    """The changes of a throw to the stays, to be taken back: wagers decided, and wins with their odds."""

    decided: list[tuple[_Stay, fx.Result]]
    lucky: list[tuple[_Stay, int, ThrowOdds]]

    def apply(self, times: int) -> None:
        """Count it, or take it back with -1, in the stays that go on."""
        for stay, one in self.decided:
            if stay.ended is None:
                stay.wagers[one.wager].update(decided=times, staked=times * one.staked)
        for stay, won, odds in self.lucky:
            if stay.ended is None:
                stay.luck.add(won, odds, times)


class EveningLog(LogReplay):
    """The evenings of everybody who sat at a table, read from its log.

    Attributes:
        since: when the players who are there now, or were there last, came together: when the first of them
            sat down at a table without players. Bots do not count. In milliseconds since 1970.
        seq: the last entry that counts here. A throw counts when all of it is dealt.
    """

    since: int = 0
    seq: int = 1

    _over: list[_Stay]
    _there: dict[str, _Stay]
    _hands: dict[int, int]
    _shooters: dict[int, str]
    _last: _Thrown

    def begin(self, table: LiveTable) -> None:
        """Start with the newly opened table."""
        self.since = table.now
        self._over, self._there = [], {}
        self._hands, self._shooters = {}, {}
        self._last = _Thrown([], [])

    def evenings(self, player: str | None = None) -> list[Evening]:
        """Return the evenings of a player, or of everybody, in the order in which they began."""
        if self.table is None:
            return []
        return [self._evening(stay) for stay in self._stays(player)]

    def luck(self, player: str) -> list[Luck]:
        """Return the luck of each evening of a player, in the same order."""
        return [stay.luck for stay in self._stays(player)]

    def _stays(self, player: str | None) -> list[_Stay]:
        stays = (*self._over, *self._there.values())
        return sorted((stay for stay in stays if player in (None, stay.player)), key=lambda stay: stay.began)

    def take_dealt(self, one: Replayed) -> None:
        """Count what an entry of the log led to."""
        self.seq = one.after.seq
        hand = one.before.hand
        if not one.effects:
            return
        if not hand.throws:
            self._shooters[hand.number] = shooter(one.book, one.before.state) or ""
        for effect in one.effects:
            hand = self._follow(hand, effect)
            if isinstance(effect, fx.Seated):
                self._sit(one, effect.seat, hand)
            self._money(effect)
            if isinstance(effect, fx.Left):
                stay = self._there.pop(effect.seat)
                stay.ended, stay.last, stay.rail, stay.layout = one.row.at, hand, 0, 0
                self._over.append(stay)
        if hand.number > one.before.hand.number and hand.throws:  # the dice were passed at the throw
            self._shooters[hand.number] = shooter(one.book, one.after.state) or ""
        self._count(one)
        for seat in one.after.state.seats:
            stay = self._there[seat.name]
            stay.last, stay.rail, stay.layout = hand, seat.rail, seat.at_risk

    def _follow(self, hand: Hand, effect: fx.Effect) -> Hand:
        """Follow the shooter's hand. A hand whose end was taken back goes on for whoever came since."""
        after = hand_after(hand, effect)
        if after.throws > 0:
            self._hands[after.number] = after.throws
        elif isinstance(effect, fx.Reversed):
            self._hands.pop(after.number, None)
        if after.number < hand.number:
            for stay in self._there.values():
                if stay.first.number > after.number:
                    stay.first = after
        return after

    def _sit(self, one: Replayed, name: str, hand: Hand) -> None:
        bot = one.after.bot(name) is not None
        if not bot and all(stay.bot for stay in self._there.values()):
            self.since = one.row.at
        self._there[name] = _Stay(name, one.row.at, hand, bot=bot)

    def _money(self, effect: fx.Effect) -> None:
        """Count what came to the table or went, and what a wager won or lost."""
        for moved in fx.transfers(effect):
            stay = self._there.get(moved.seat)
            if stay is not None:
                stay.bought += moved.amount if moved.source == "cash" else 0
                stay.cashed += moved.amount if moved.target == "cash" else 0
        inner = effect.effect if isinstance(effect, fx.Reversed) else effect
        won, stay = fx.won(effect), self._there.get(getattr(inner, "seat", ""))
        if not won or stay is None:
            return
        if isinstance(inner, fx.OfAWager):
            stay.wagers[inner.wager]["net"] += won
        else:
            stay.other += won

    def _count(self, one: Replayed) -> None:
        """Count throws and the wagers that they decided. A throw that was taken back did not happen."""
        effects = one.effects
        throws = sum(map(fx.throws_counted, effects))
        for stay in self._there.values():
            stay.throws = max(0, stay.throws + throws)
        thrown = fx.of_a_throw(effects)
        state = one.before.state
        for effect in effects[: len(effects) - len(thrown)]:
            if fx.throws_counted(effect) < 0:
                state = state.last.before if state.last is not None else state
                self._last.apply(-1)  # the engine takes back no throw but the last
        if thrown:
            there, results = self._there, list(fx.results(thrown))
            self._last = _Thrown(
                [(there[each.seat], each) for each in results if each.staked and each.seat in there],
                [
                    (there[name], sum(each.net for each in results if each.seat == name), odds)
                    for name, odds in odds_of_throw(one.book, state)
                    if name in there
                ],
            )
            self._last.apply(1)

    def _evening(self, stay: _Stay) -> Evening:
        seen = range(stay.first.number, stay.last.number + 1)
        shot = (hand for hand in seen if self._shooters.get(hand) == stay.player)
        return struct_of(
            Evening,
            stay,
            hands=self._hands_of(stay),
            longest=max((self._hands.get(hand, 0) for hand in shot), default=0),
            result=Cents(stay.cashed + stay.rail + stay.layout - stay.bought),
            wagers=tuple(
                EveningWager(spot, **figures)
                for spot, figures in by_spot(stay.wagers).items()
                if any(figures.values())
            ),
        )

    def _hands_of(self, stay: _Stay) -> int:
        """Return how many hands had a throw between two moments."""
        first, last = stay.first, stay.last
        if first.number == last.number:
            return int(last.throws > first.throws)
        whole = last.number - first.number - 1
        return whole + (self._hands.get(first.number, 0) > first.throws) + (last.throws > 0)


def odds_of_throw(book: Rulebook, state: State) -> Iterator[tuple[str, ThrowOdds]]:
    """The odds of the next throw for each player with wagers, by name. A house that may not advise has none.

    Args:
        book: the house.
        state: the table before the throw.
    """
    for seat in state.seats if book.floor.may_advise else ():
        if seat.wagers:
            alone = Seat("", 1, Cents(0), seat.wagers)
            bare = replace(state.floor, signs=(), excluded=(), disputes=(), clock=None)
            yield seat.name, _odds(book, State((alone,), bare, DiceSet(), state.puck, turn=Turn()))


@lru_cache(maxsize=4096)
def _odds(book: Rulebook, state: State) -> ThrowOdds:
    mean = square = Fraction(0)
    for throws in alike(book, state):
        won = sum(map(fx.won, effects_on_wagers(book, state, throws[0])))
        share = Fraction(sum(throw.ways for throw in throws), _ALL)
        mean += share * won
        square += share * won * won
    return ThrowOdds(mean, square - mean * mean)


# A person's profile.


_PROFILE: Final = {name: f"{name}_cents" for name in ("staked", "net", "expected", "sd")}

EdgeOf = Callable[[Rulebook, str], Fraction | None]
"""Returns the house's exact edge on a wager, by its name; None if there is no single exact one."""


def moment(at: int) -> str:
    """Return a time, in milliseconds since 1970, as a spreadsheet reads it."""
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%d %H:%M:%S}"


def dollars(cents: int) -> str:
    """Return a sum in dollars with two decimals."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def text(said: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{said}" if said.startswith(("=", "+", "-", "@", "\t", "\r")) else said


def sheet(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return rows below a head as CSV."""
    written = StringIO()
    into = csv.writer(written)
    into.writerow(head)
    into.writerows(rows)
    return written.getvalue()


class ProfileWager(msgspec.Struct, frozen=True, rename=_PROFILE):
    """The results of a wager in an evening. Money is in cents.

    Attributes:
        wager: its spot, by its canonical name.
        name: its name at that house.
        decided: the number of times that it was decided. A push counts.
        staked: the sum of what lay on it each time.
        net: the sum that the player won or lost by it.
        expected: the result that the house's exact edge makes of the stakes; None if that is not known.
        unknown: the reason that it is not known: the house may not "advise", or there is no single exact
            "edge"; empty if it is known.
    """

    wager: str
    name: str
    decided: int
    staked: int
    net: int
    expected: int | None
    unknown: str


class EveningLuck(msgspec.Struct, frozen=True, rename=_PROFILE):
    """The results of an evening's wagers, beside the average of what their throws would win.

    Each throw counts with the wagers that lay there before it.

    Attributes:
        net: the sum that they won or lost, with commission, in cents.
        expected: the same without luck: each throw replaced by its mean, to the nearest cent.
        sd: the standard deviation of the difference, to the nearest cent.
        deviations: the difference in standard deviations; None if nothing could vary.
    """

    net: int
    expected: int
    sd: int
    deviations: float | None


class ProfileEvening(msgspec.Struct, frozen=True):
    """An evening with the table where it was.

    Attributes:
        table: the table's id.
        title: the table's name in the lobby; empty if it has no name of its own.
        rules, house: the id of the rulebook, and its title.
        evening: the evening. Its wagers are in `wagers`.
        wagers: the result of each wager, and its expected result.
        luck: the result of the wagers beside what their throws would win on average; None if the house may
            not advise.
        advice_source: the clause that says whether it may.
    """

    table: str
    title: str
    rules: str
    house: str
    evening: Evening
    wagers: tuple[ProfileWager, ...]
    luck: EveningLuck | None
    advice_source: str


def profile_evenings(log: EveningLog, player: str, edge_of: EdgeOf) -> list[ProfileEvening]:
    """Return a player's evenings at a table, as their profile shows them.

    Args:
        log: the evenings of the table.
        player: whose.
        edge_of: returns an edge. It is asked only where the house may advise.
    """
    table, book = log.table, log.book
    if table is None or book is None:
        return []
    names = HouseNames(book)
    return [
        ProfileEvening(
            table=table.id,
            title=table.settings.title,
            rules=book.id,
            house=book.title,
            evening=replace(one, wagers=()),
            wagers=tuple(_wager(book, names, came, edge_of) for came in one.wagers),
            luck=_luck(one, luck) if book.floor.may_advise else None,
            advice_source=book.floor.cited("may_advise"),
        )
        for one, luck in zip(log.evenings(player), log.luck(player), strict=True)
    ]


def _luck(one: Evening, luck: Luck) -> EveningLuck:
    net = sum(came.net for came in one.wagers)
    lucky, sd = luck.won - luck.mean, sqrt(luck.variance)
    return EveningLuck(net, round(net - lucky), round(sd), float(lucky) / sd if sd else None)


def _wager(book: Rulebook, names: HouseNames, came: EveningWager, edge_of: EdgeOf) -> ProfileWager:
    edge = edge_of(book, came.wager) if book.floor.may_advise else None
    unknown = "" if edge is not None else "edge" if book.floor.may_advise else "advise"
    return ProfileWager(
        **asdict(came),
        name=names.marked(wager(came.wager)),
        expected=None if edge is None else round(-came.staked * edge),
        unknown=unknown,
    )


# Spreadsheets.

_EVENING: Final = ("began (UTC)", "ended (UTC)", "table", "house", "hands", "throws", "longest hand")
_MONEY: Final = ("bought in", "cashed out", "in the rail", "on the layout", "result")
_LUCK: Final = ("won or lost", "without luck", "standard deviation", "luck in standard deviations")
_WAGER: Final = ("wager", "decided", "staked", "won or lost", "expected")


def evening_sheet(evenings: Sequence[ProfileEvening]) -> str:
    """Return evenings as CSV, a row each. Money is in dollars with two decimals.

    What an evening would have come to without luck is empty where the house may not advise.
    """
    return sheet((*_EVENING, *_MONEY, *_LUCK), map(_evening_row, evenings))


def wager_sheet(evenings: Sequence[ProfileEvening]) -> str:
    """Return the wagers of evenings as CSV, a row for each wager of each evening."""
    return sheet((*_EVENING[:4], *_WAGER), (row for one in evenings for row in _wager_rows(one)))


def _evening_row(one: ProfileEvening) -> list[str]:
    mine = one.evening
    money = mine.bought, mine.cashed, mine.rail, mine.layout, mine.result
    counts = str(mine.hands), str(mine.throws), str(mine.longest)
    return [*_place(one), *counts, *map(dollars, money), *_luck_cells(one)]


def _luck_cells(one: ProfileEvening) -> list[str]:
    luck = one.luck
    net = dollars(sum(came.net for came in one.wagers))
    if luck is None:
        return [net, "", "", ""]
    deviations = "" if luck.deviations is None else f"{luck.deviations:.2f}"
    return [net, dollars(luck.expected), dollars(luck.sd), deviations]


def _wager_rows(one: ProfileEvening) -> Iterator[list[str]]:
    for came in one.wagers:
        expected = "" if came.expected is None else dollars(came.expected)
        sums = dollars(came.staked), dollars(came.net), expected
        yield [*_place(one), text(came.name), str(came.decided), *sums]


def _place(one: ProfileEvening) -> list[str]:
    mine = one.evening
    ended = "" if mine.ended is None else moment(mine.ended)
    return [moment(mine.began), ended, text(one.title or one.table), text(one.house)]


_SUMS: Final = ("bought", "cashed", "rail", "layout", "result")
_SETTLED: Final = {name: f"{name}_cents" for name in (*_SUMS, "house")}


class SettleUpLine(msgspec.Struct, frozen=True, rename=_SETTLED):
    """The evening of one player, in cents. Somebody who left and came back has one line.

    Attributes:
        player: the player.
        bot: whether it is a bot of the house.
        here: whether they still sit at the table.
        bought: the money that they brought to the table.
        cashed: the money that they took away.
        rail, layout: the chips that lie in their rail and on the layout.
        result: the sum that they are up; below zero if they are down.
    """

    player: str
    bot: bool
    here: bool
    bought: int
    cashed: int
    rail: int
    layout: int
    result: int


class SettleUp(msgspec.Struct, frozen=True, rename=_SETTLED):
    """The evening at a table, for everybody who played.

    Attributes:
        title: the name of the table; empty if it has only that of its house.
        house_title: the name of the house.
        since: when the first of these players sat down at a table without players, in milliseconds since
            1970. Bots do not count as players.
        until: when the last of them left; None while somebody sits there.
        seq: the last entry of the log that counts here.
        players: a line each, the most successful first.
        house: the sum that the house won from them, in cents; below zero for a loss.
    """

    title: str
    house_title: str
    since: int
    until: int | None
    seq: int
    players: tuple[SettleUpLine, ...]
    house: int


def settle_up(log: EveningLog) -> SettleUp:
    """Return what the evening of those who sit at a table, or sat there last, came to."""
    assert log.table is not None
    assert log.book is not None
    now = (one for one in log.evenings() if one.ended is None or one.ended >= log.since)
    found = grouped((one.player, one) for one in now)
    lines = tuple(sorted(map(_line, found.values()), key=lambda line: (-line.result, line.player)))
    ends = [one.ended for evenings in found.values() for one in evenings if not one.bot]
    over = [end for end in ends if end is not None]
    return struct_of(
        SettleUp,
        log.table.settings,
        log,
        house_title=log.book.title,
        until=max(over) if over and len(over) == len(ends) else None,
        players=lines,
        house=-sum(line.result for line in lines),
    )


def _line(evenings: Sequence[Evening]) -> SettleUpLine:
    """Return a player's line of their evenings, in order."""
    first, last = evenings[0], evenings[-1]
    sums = (sum(getattr(one, name) for one in evenings) for name in _SUMS)
    return SettleUpLine(first.player, first.bot, last.ended is None, *sums)
