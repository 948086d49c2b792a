"""People's own limits, and the play money that the house gives them.

`bankcraps.live.table.personal_limits` says what the limits mean. This module knows where the person's money
is, at whatever table, and what time it is. Grants and the ends of damaged tables are in a log of the house
that all processes write.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import LARGEST, Cents, money
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.log.entries import AnyEntry, Granted, ReturnedChips, Row, TableEnded, decode_row
from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.people.play_money import MoneyOffer, PlayMoney
from bankcraps.live.proof.ledger import ISSUE, MOST, Move, chips_returned, is_rail, layout, rail, wallet
from bankcraps.live.table import commands as cm
from bankcraps.live.table import personal_limits
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.personal_limits import Allowance, KeptLimits, LimitsNow, PersonalLimits, of_the_day
from bankcraps.live.table.undealt import rail_not_shown, won_not_shown
from bankcraps.server.stores.database import CommandKnownError, read_text
from bankcraps.server.stores.logs import Batch, TableInfo
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.store import Store

_decode: Final = decoder(KeptLimits)

_SAVED_MS: Final = 60_000
"""The shortest time between two saves of a person's playing time, in milliseconds."""


class LimitKeeper:
    """The limits of people with an account, or without one: a guest may limit themselves, too.

    Attributes:
        store: where people and balances are.
        undealt: returns the tables where wagers of a person are not dealt yet.
    """

    def __init__(self, store: Store, undealt: Callable[[str], Sequence[LiveTable]] = lambda _: ()) -> None:
        """Keep them in a store.

        Args:
            store: where people and balances are.
            undealt: returns the tables where wagers of a person are not dealt yet. The balances have what
                these won or lost. It counts when it is dealt, as the limits must not tell what is right.
        """
        self.store = store
        self.undealt = undealt
        # Locks live only while they are held or awaited.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def turn(self, name: str) -> asyncio.Lock:
        """Return the turn of a person, to hold while a command of theirs is carried out.

        What a command leaves to risk is known once it is on disk. Two commands at once would both have all.
        """
        return self._turns.setdefault(name, asyncio.Lock())

    async def now(self, name: str) -> LimitsNow:
        """Return a person's limits as they stand."""
        return await asyncio.to_thread(self._now, name)

    async def change(self, name: str, wanted: PersonalLimits) -> LimitsNow:
        """Set other limits. Tighter ones count at once, looser ones a day later.

        Raises:
            BankcrapsError: if nobody has that name, or a limit is not possible.
        """
        return await asyncio.to_thread(self._change, name, wanted)

    async def sender(self, sender: cm.Sender, command: cm.PersonCommand | None = None) -> cm.Sender:
        """Return somebody with what limits leave: their own, or those of the player whose bet they confirm.

        Playing counts towards the session.

        Args:
            sender: the person.
            command: their command; None if they only look.
        """
        whose = command.player if isinstance(command, cm.ConfirmLate) else sender.person
        left = await asyncio.to_thread(self._left, whose, plays=_plays(command))
        return replace(sender, own=left)

    def forbids_buying(self, name: str) -> str:
        """Say why a person's own limits forbid them to buy chips now, or return an empty text.

        This blocks: call it in a thread.
        """
        return personal_limits.forbidden(self._now(name).left, ev.BuyIn(Cents(1)), self.store.clock(), None)

    def count_gift(self, name: str, amount: Cents) -> None:
        """Count a gift as money that a person had at the beginning of the day.

        So it does not make good what they lost today, and leaves no more to lose. This blocks, too.

        Args:
            name: the person.
            amount: the gift in cents; below zero for one that did not come.
        """
        if self._of(name) != KeptLimits():
            self._keep(name, lambda one: replace(one, worth=Cents(one.worth + amount)))

    def _now(self, name: str) -> LimitsNow:
        kept, now = self._of(name), self.store.clock()
        waits = kept.later is not None and now < kept.later_at
        return LimitsNow(
            personal_limits.in_force(kept, now),
            kept.later if waits else None,
            kept.later_at if waits else 0,
            self._own(kept, name, now),
        )

    def _of(self, name: str) -> KeptLimits:
        """Return a person's limits, updated to today."""
        kept, now = _read(self.store.people.get(name)), self.store.clock()
        if kept == KeptLimits() or kept.day == now // DAY_MS:
            return kept
        worth = self._worth(name)
        return self._keep(name, lambda one: of_the_day(one, worth, now))

    def _change(self, name: str, wanted: PersonalLimits) -> LimitsNow:
        now, worth = self.store.clock(), self._worth(name)
        self._keep(name, lambda one: personal_limits.change(of_the_day(one, worth, now), wanted, now))
        return self._now(name)

    def _left(self, name: str, *, plays: bool) -> Allowance:
        """Return what is left of a person's limits."""
        kept, now = self._of(name), self.store.clock()
        left = self._own(kept, name, now)
        over = left.time_out_until > now or (left.session_until is not None and left.session_until <= now)
        if plays and not over and now - kept.played_at >= _SAVED_MS:
            self._keep(name, lambda one: personal_limits.played(one, now))
        return left

    def _keep(self, name: str, changed: Callable[[KeptLimits], KeptLimits]) -> KeptLimits:
        """Change the latest saved data of a person, as another process may have changed it."""

        def apply(person: Person) -> Person:
            if person.deleted:  # a moment ago: their connections end within seconds
                raise BankcrapsError(f"the account of {person.name} was deleted")
            return replace(person, limits=encode(changed(_read(person))).decode())

        person = self.store.people.change(name, apply)
        if person is None:
            raise BankcrapsError(f"nobody has the name {name!r}")
        return _read(person)

    def _own(self, kept: KeptLimits, name: str, now: int) -> Allowance:
        if personal_limits.in_force(kept, now).loss is None:
            return personal_limits.allowance(kept, Cents(0), Cents(0), now)
        undealt = sum(rail_not_shown(table, name) for table in self.undealt(name))
        balances = self.store.money.balances_of(name)
        rails = sum(amount for account, amount in balances.items() if is_rail(account)) - max(0, undealt)
        return personal_limits.allowance(kept, Cents(balances.get(wallet(name), 0)), Cents(rails), now)

    def _worth(self, name: str) -> Cents:
        """Return a person's money: the wallet, and the rail and layout at all tables, as they are dealt."""
        undealt = sum(won_not_shown(table, name) for table in self.undealt(name))
        return Cents(sum(self.store.money.balances_of(name).values()) - undealt)


def _plays(command: cm.PersonCommand | None) -> bool:
    if isinstance(command, cm.Act):
        return isinstance(command.event, ev.Sit | ev.BuyIn | ev.Bet | ev.Accept)
    return isinstance(command, cm.Say)


def _read(person: Person | None) -> KeptLimits:
    """Read a person's limits. Unreadable limits are an error, because they must not be lost silently."""
    if person is None or not person.limits:
        return KeptLimits()
    return read_text(_decode, person.limits, f"the limits of {person.name}")


# Grants of play money.


HOUSE_LOG: Final = "house"
"""The id of the log of the house itself, with its grants of money."""

KEEPER: Final = "the keeper"
"""The name of the giver in that log, for money from `bankcraps admin`. No person has a name with a space."""

_EARLIER_KEEPER: Final = "admin"
"""The name that earlier programs wrote there. A person may have it."""


class _EnoughError(BankcrapsError):
    """The person already has the whole amount."""


def grant(store: Store, person: str, amount: int, by: str = "", command: str = "") -> None:
    """Give a person play money, in cents. With the id of a command, the same one gives it only once.

    Args:
        store: where it is written.
        person: the name of the person who gets it.
        amount: the sum, in cents.
        by: the person who gives it, or `KEEPER`; empty for the house itself.
        command: the id of the command.
    """
    with suppress(CommandKnownError):
        store.logs.append(HOUSE_LOG, lambda lease: _gift(store, lease, Granted(person, amount), by, command))


def fund(store: Store, person: str, amount: int, by: str, command: str = "", below: int | None = None) -> int:
    """Give a person what they lack of an amount, in cents, with all that they have at tables.

    What they have is read in the transaction that gives it, so two processes do not both give it.

    Args:
        store: where it is written.
        person: the name of the person who gets it.
        amount: the sum that they have afterwards, in cents.
        by: the person who gives it, or who asked the house for it.
        command: the id of a command, which gives it only once; empty to give it whenever it lacks.
        below: they get it only if they have less than this in all, in cents; None means less than `amount`.

    Returns:
        What was given, in cents: 0 if they have enough, or the command is known.
    """
    given = 0

    def make(lease: TableInfo) -> Batch:
        nonlocal given
        has = sum(store.money.balances_of(person).values())
        given = amount - has if below is None or has < below else 0
        if given <= 0:
            raise _EnoughError("nothing is to be given")
        return _gift(store, lease, Granted(person, given), by, command)

    try:
        store.logs.append(HOUSE_LOG, make)
    except (_EnoughError, CommandKnownError):
        return 0
    return given


def gift_names(row: Row, is_bot: Callable[[str], bool]) -> frozenset[str]:
    """Return the people whom a gift concerns: the person who got it, and the person who gave or asked for it.

    People give money to the bots that they have come, and to nobody else. So a gift of `admin` to a person is
    the keeper's.
    """
    by = row.by
    got = row.entry.person if isinstance(row.entry, Granted) else by
    if isinstance(row.entry, TableEnded):
        return frozenset(one.player for one in row.entry.chips)
    keepers = by == KEEPER or (by == _EARLIER_KEEPER and by != got and not is_bot(got))
    return frozenset({got} if keepers or not by else {got, by})


def _gift(store: Store, lease: TableInfo, granted: Granted, by: str, command: str = "") -> Batch:
    has = store.money.balance(wallet(granted.person))
    if has + granted.amount > LARGEST:
        raise BankcrapsError(
            f"{granted.person} would have {money(has + granted.amount)} away from the tables, and the house "
            f"gives nobody more than {money(LARGEST)}"
        )
    moves = (Move(ISSUE, wallet(granted.person), granted.amount),)
    return _written(store, lease, granted, moves, (by, command))


def return_chips(store: Store, table: str, why: str) -> None:
    """Pay the chips of a table that cannot be played into the wallets of its players, by the balances.

    What a wallet cannot hold stays in the books of the table.
    """

    def make(lease: TableInfo) -> Batch:
        balances = store.money.balances()
        chips = tuple(_fitting(balances, table, name) for name in _players(balances, table))
        entry, moves = TableEnded(table, why, chips), chips_returned(table, chips)
        return _written(store, lease, entry, moves, (KEEPER, f"ended-{table}"))

    with suppress(CommandKnownError):
        store.logs.append(HOUSE_LOG, make)


def _fitting(balances: Mapping[str, int], table: str, name: str) -> ReturnedChips:
    """Return a player's chips at a table, as far as the wallet can hold them."""
    room = max(0, MOST - balances.get(wallet(name), 0))
    in_rail = min(balances.get(rail(table, name), 0), room)
    on_layout = min(balances.get(layout(table, name), 0), room - in_rail)
    return ReturnedChips(name, in_rail, on_layout)


def _players(balances: Mapping[str, int], table: str) -> list[str]:
    """Return the players who have chips at a table, by the balances of all accounts."""
    chips = rail(table, ""), layout(table, "")
    accounts = [account for account, amount in balances.items() if amount and account.startswith(chips)]
    return sorted({account.rpartition("/")[2] for account in accounts})


def _written(
    store: Store, lease: TableInfo, entry: AnyEntry, moves: tuple[Move, ...], command: tuple[str, str]
) -> Batch:
    """Return an entry of the house's log as it is written, with the moves of money that follow from it.

    The clock is asked once nobody else writes. One that is behind that of the process before it is taken for
    as late as that, so that no row is earlier than the row above it.
    """
    last = [decode_row(row.body).at for row in store.logs.rows(HOUSE_LOG, after=lease.seq - 1)]
    by, name = command
    row = Row(HOUSE_LOG, lease.seq + 1, max([store.clock(), *last]), by, name, entry)
    return Batch(
        table=HOUSE_LOG,
        epoch=lease.epoch,
        after=lease.seq,
        rows=(row.stored(lease.head),),
        moves=moves,
        person=by,
        command=name,
    )


_WHILE_DEALING: Final = "the dealers are paying your wagers: ask when all of it is dealt"
"""The money of a player would show what is right before all of it is dealt."""


class MoneyRefusedError(BankcrapsError):
    """The house gives a person no more play money now."""


class MoreMoney:
    """Gives play money to people who ask."""

    def __init__(self, limits: LimitKeeper, rule: PlayMoney) -> None:
        """Give money by a rule.

        Args:
            limits: the limits that people set for themselves. They know where money is written.
            rule: when the house gives money, and how much.
        """
        self._store = limits.store
        self._limits = limits
        self._rule = rule

    async def offer(self, person: str) -> MoneyOffer:
        """Return what a person gets if they ask now."""
        return await asyncio.to_thread(self._offer, person)

    def _offer(self, person: str) -> MoneyOffer:
        if self._rule.gives and self._limits.undealt(person):
            return MoneyOffer(why=_WHILE_DEALING)
        now = self._store.clock()
        own = self._limits.forbids_buying(person) if self._rule.gives else ""
        has = Cents(sum(self._store.money.balances_of(person).values()))
        known = self._store.logs.known_command(HOUSE_LOG, person, self._rule.command(now))
        return self._rule.offer(has, now, given=known is not None, own=own)

    async def give(self, person: str) -> Cents:
        """Give a person what the house offers, and return how much it was, in cents.

        Requests at once, also of several processes, are given it once: all carry the same id of a command.

        Raises:
            MoneyRefusedError: if it offers nothing.
            StoreError: if the database fails.
        """
        async with self._limits.turn(person):
            return await asyncio.to_thread(self._give, person)

    def _give(self, person: str) -> Cents:
        offer, given = self._offer(person), 0
        if not offer.amount:
            raise MoneyRefusedError(offer.why)
        # The limits count the gift before it comes: they would be too loose in between.
        self._limits.count_gift(person, offer.amount)
        try:
            command = self._rule.command(self._store.clock())
            given = fund(self._store, person, self._rule.amount, person, command, self._rule.below)
        finally:
            if given != offer.amount:
                self._limits.count_gift(person, Cents(given - offer.amount))
        if not given:
            raise MoneyRefusedError(self._offer(person).why)
        return Cents(given)
