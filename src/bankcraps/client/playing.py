"""Plays a betting system at a live table, with the commands and the view of people."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Final

from bankcraps.client.house import House, HouseError
from bankcraps.client.live import Hearing, LiveTable, News, meanwhile
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money, dollars, money
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.live.log.entries import BETTING
from bankcraps.live.round.decide import LONGEST_WHY
from bankcraps.live.system_player import Doing, SystemPlayer, cut
from bankcraps.live.table.commands import Act, GiveSeed, Ready
from bankcraps.live.wire.messages import Answer, Happened, SeatHistory, Welcome
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import system as find_system
from bankcraps.strategies.policy import Policy
from bankcraps.strategies.text.program import in_a_line

_BYTES: Final = 16


class Seeds:
    """Random seeds, each promised with the one before it."""

    def __init__(self) -> None:
        """Draw the first seed, which has not been promised."""
        self._next = secrets.token_hex(_BYTES)
        self._given = 0

    async def give(self, live: LiveTable) -> None:
        """Give a seed for the next throw if it is due, once. A refused one is not sent again."""
        number = live.view.fairness.number
        if number != self._given and is_due(live):
            self._given = number
            await live.ask(self.command(live.new_id()))

    def command(self, name: str) -> GiveSeed:
        """Return the command that gives the next seed.

        Args:
            name: an id for the command.
        """
        seed, self._next = self._next, secrets.token_hex(_BYTES)
        return GiveSeed(id=name, seed=seed, next=hashlib.sha256(self._next.encode()).hexdigest())


def is_due(live: LiveTable) -> bool:
    """Whether a player may give a seed for the next throw, whose commitment is shown, and has given none."""
    return bool(live.view.fairness.commitment) and "give_seed" in live.you.may and not live.you.seed


@asynccontextmanager
async def giving_seeds(live: LiveTable) -> AsyncGenerator[None]:
    """Give a random seed for each sealed throw, while the person plays at a table that has been entered."""
    async with meanwhile(_give(live)):
        yield


async def _give(live: LiveTable) -> None:
    seeds, hearing = Seeds(), live.heard()
    with suppress(BankcrapsError, StopAsyncIteration):  # the connection has ended for good
        while True:
            await seeds.give(live)
            await anext(hearing)


_ASKED_AGAIN: Final = 120
_AGAIN_S: Final = 1.0
"""The most repeated requests for a log that the house cannot give yet, and the seconds between them."""

_SENT_AWAY: Final = "the house asks it to leave"

_NOT_YET: Final = (0, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
"""The statuses of a house that does not answer, is still reading the log, or is busy."""


_Tell = Callable[[str], None]
_Turn = Callable[[], Awaitable[bool]]


async def _at_once() -> bool:
    """Neither wait nor leave."""
    return False


async def play_system(
    house: House,
    live: LiveTable,
    system: Policy | str,
    bankroll: Money = 0,
    *,
    tell: _Tell = lambda _: None,
    turn: _Turn = _at_once,
) -> str:
    """Play a betting system at a table that has been entered, until it leaves, and return why it left.

    The player sits down and buys chips, gives a seed for each throw, bets once a round, throws the dice as
    shooter, and says in the table's log by which rule it bets. It leaves when the system stops, when its rail
    does not pay the next bets, or when the house dismisses it, as soon as no contract wager stands. A player
    who has a seat already goes on: the system's memory is read from the log.

    As a shooter who sets the pace, it gives the others the table's `betting_ms` before it throws, and a
    person who plays alone beside bots as long as they like. It says that it is ready when it has bet.

    Args:
        house: the house, where the player is signed in.
        live: the table.
        system: a policy, a name of the library, the path of a file, or a text.
        bankroll: the chips to buy, in dollars. A player who has a seat buys none.
        tell: called with what the house refuses, once for each refusal.
        turn: awaited in each round before the player bets or throws; true if the player is to leave.

    Raises:
        BankcrapsError: if the house of this table cannot play the system, nobody is signed in, the wallet has
            less than the bankroll, or the house refuses a seat or the chips.
    """
    policy = find_system(system) if isinstance(system, str) else system
    book, view = live.book(), live.view
    problems = check(policy, book, view.floor.limits, view.floor.chip)
    if problems:
        raise BankcrapsError(f"{policy.name} cannot be played at this table: {'; '.join(problems)}")
    if not live.you.name:
        raise BankcrapsError("only people with a name can play: sign in first")
    playing = _Playing(house, live, SystemPlayer(book, policy, live.you.name), tell, turn)
    return await playing.play(dollars(bankroll))


async def play_seat(house: House, live: LiveTable, system: Policy, *, tell: _Tell, turn: _Turn) -> str:
    """Play the seat of a person who is there, until the system ends, and return why it ended.

    Unlike `play_system`, it neither takes wagers down nor leaves then, and the person gives their own seeds.
    The system begins where the log says that the person handed the seat to it.
    """
    who = SystemPlayer(live.book(), system, live.you.name, stays=True)
    return await _Playing(house, live, who, tell, turn).play(dollars(0))


class _Playing:
    """A system at a table, over a connection."""

    def __init__(self, house: House, live: LiveTable, who: SystemPlayer, tell: _Tell, turn: _Turn) -> None:
        self._house = house
        self._live = live
        self._who = who
        self._tell = tell
        self._turn = turn
        self._turned: tuple[str, int, int] | None = None
        self._hearing: Hearing = live.heard()
        self._seq = live.seq
        self._seeds = Seeds()
        self._round = (-1, -1)
        self._throws_at = 0.0
        self._missed = False

    async def play(self, bankroll: Cents) -> str:
        if self._live.seat is None and self._who.stays:
            return "its player has left"
        if self._live.seat is None:
            await self._sit_down(bankroll)
        else:
            await self._remember()
        while self._live.seat is not None and not self._over:
            self._take_in(self._hearing.so_far())
            if self._missed:
                await self._remember()
            elif await self._waited_for_turn():
                continue  # there may be news
            elif not await self._act() and not self._over and not await self._wait():
                return self._live.goodbye
        self._take_in(self._hearing.so_far())
        return self._who.end or "the house ended its stay"

    @property
    def _over(self) -> bool:
        """Whether the system has ended, and its player goes on without it."""
        return self._who.stays and bool(self._who.end)

    async def _sit_down(self, bankroll: Cents) -> None:
        """Sit down and buy chips."""
        name, wallet = self._live.you.name, Cents(self._live.you.wallet_cents)
        if bankroll > wallet and not self._live.view.settings.own_chips:
            raise BankcrapsError(
                f"{name} has {money(wallet)} away from the tables, and cannot buy chips for {money(bankroll)}"
            )
        policy, me = self._who.policy, player(self._who.name)
        text = in_a_line(policy.text)
        plays = policy.name if text in ("", policy.name) else f"{policy.name}: {text}"
        for doing in (Doing(ev.Sit(by=me), cut(f"plays {plays}")), Doing(ev.BuyIn(bankroll, by=me))):
            answer = await self._send(doing)
            if answer.refused is not None:
                if self._live.seat is not None:
                    await self._send(Doing(ev.Leave(by=me), answer.refused.message[:LONGEST_WHY]))
                raise BankcrapsError(f"{name} cannot play: {answer.refused.message}")

    # News.

    def _take_in(self, news: list[News]) -> None:
        for one in news:
            if isinstance(one, Welcome):
                self._missed = True
            elif isinstance(one, Happened):
                for item in one.items:
                    if item.seq > self._seq:
                        self._who.hear(item.entry, item.effects)
                        self._seq = item.seq

    async def _remember(self) -> None:
        """Read the log since the player sat down. Without it, start over and say so."""
        self._missed = False
        counted = self._live.view.fairness.counted
        try:
            stay = await self._stay()
        except HouseError as error:
            self._who.begin_again()
            self._seq = self._live.seq
            self._tell(f"{self._who.name} begins the system anew, for its past is not known: {error}")
            return
        self._who.read(stay.items, counted)
        self._seq = stay.seq
        while (
            self._live.seq < self._seq and await self._wait()
        ):  # the log is read to its end, the table not yet
            pass

    async def _stay(self) -> SeatHistory:
        """Ask for the log since the player sat down, until the house can give it.

        A long one is read in parts, and a house may be opened again just now.
        """
        for _ in range(_ASKED_AGAIN):
            try:
                return await self._house.stay(self._live.view.id)
            except HouseError as error:
                if error.status not in _NOT_YET:
                    raise
            await asyncio.sleep(_AGAIN_S)
        return await self._house.stay(self._live.view.id)

    async def _wait(self) -> bool:
        """Wait for news, or until it is time to throw. Return whether the connection lasts."""
        wait = self._throws_at - self._now()
        try:
            async with asyncio.timeout(wait if wait > 0 else None):
                self._take_in([await anext(self._hearing)])
        except TimeoutError:
            pass
        except StopAsyncIteration:
            return False
        return True

    async def _waited_for_turn(self) -> bool:
        """Wait for the player's turn in this round, or return False if it has come already."""
        view = self._live.view
        here = view.id, view.fairness.number, view.fairness.counted
        if view.phase.name not in BETTING or here == self._turned:
            return False
        self._turned = here
        if await self._turn():
            self._who.dismiss(_SENT_AWAY)
        return True

    # Acts.

    async def _act(self) -> bool:
        """Act if something is due. Return whether anything was."""
        bot = next((bot for bot in self._live.view.bots if bot.name == self._who.name), None)
        if bot is not None and bot.leaves:
            self._who.dismiss(_SENT_AWAY)
        number, betting = self._live.view.fairness.number, self._live.view.phase.name in BETTING
        acts = self._who.acts(self._live.view, self._live.state, throws=self._may_throw())
        for doing in acts:
            answer = await self._send(doing)
            if answer.refused is not None:
                self._who.refused(doing, answer.refused.message, self._live.view, self._live.state)
        for line in self._who.complaints():
            self._tell(line)
        # The seed comes after the bets, so it also says that the system has nothing more to bet.
        if betting and not self._who.stays and number == self._live.view.fairness.number:
            await self._seeds.give(self._live)
        if betting and not self._over:
            await self._say_ready()
        return bool(acts)

    def _may_throw(self) -> bool:
        """Whether the others have had time to bet, if this player sets the pace."""
        view, now = self._live.view, self._now()
        number = view.fairness.number, view.fairness.counted
        if self._round != number and view.phase.name in BETTING:
            self._round = number
            alone = len(view.seats) == 1
            self._throws_at = now + (0 if alone else view.settings.timing.betting_ms / 1000)
        return now >= self._throws_at and view.alone in ("", self._who.name)

    async def _say_ready(self) -> None:
        """Say that the system has nothing more to bet in this round, where somebody may wait for that."""
        view, you = self._live.view, self._live.you
        if view.phase.name in BETTING and "ready" in you.may and you.name not in view.ready:
            await self._live.ask(Ready(id=self._live.new_id()))

    async def _send(self, doing: Doing) -> Answer:
        return await self._live.ask(Act(id=self._live.new_id(), event=doing.event, why=doing.why))

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
