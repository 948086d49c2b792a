"""The settings of a live table: its house, limits, pace and dice."""

from typing import Final, Literal

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import Limits

Pace = Literal["clock", "shooter", "boxperson"]
"""The end of the betting: by the clock, by the shooter's throw, or at the order of the boxperson.

Where that person is away, the clock does it."""

DiceKind = Literal["sealed", "entered"]
"""Dice that the house draws and seals, or real dice whose throws a member of the crew enters."""

DealtBy = Literal["", "strict", "free"]
"""Nobody but the automatic crew deals; or the people in the dealers' chairs do. Where that is strict, what is
wrong is refused; where it is free, it happens."""

DAY_MS: Final = 24 * 3600 * 1000
"""A day, in milliseconds: the longest part of a round."""


class Timing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The length of each part of a round, in milliseconds.

    Attributes:
        betting_ms: the time that the betting stays open, where the clock ends it: at least a second.
        shooter_ms: the time that a shooter who sets the pace may keep the betting open, at least a second; 0
            for as long as they are there.
        warning_ms: the time before its end at which the warning comes.
        throwing_ms: the time that the shooter may keep the dice before they are thrown for them.
        paying_ms: the time that the dealers pay before the betting opens again.
        answer_ms: the time that a player may take to answer: to an offer of the dice, to choose dice in place
            of some that left the table, and to come back before the dice move on.
        place_ms: the time that the next person on the waiting list may take to sit down.
        away_ms: the time that a player whose connection dropped keeps the place.
    """

    betting_ms: int = 20_000
    shooter_ms: int = 60_000
    warning_ms: int = 5_000
    throwing_ms: int = 8_000
    paying_ms: int = 3_000
    answer_ms: int = 10_000
    place_ms: int = 60_000
    away_ms: int = 180_000

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value: int = getattr(self, name)
            if not 0 <= value <= DAY_MS:
                raise BankcrapsError(f"{name} must be from 0 to a day of milliseconds, not {value}")
        if self.warning_ms > self.betting_ms:
            message = (
                f"the warning ({self.warning_ms} ms) cannot be longer than the betting ({self.betting_ms} ms)"
            )
            raise BankcrapsError(message)


class TableSettings(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"chip": "chip_cents"}
):
    """The settings of a table. They do not change while the table is open.

    Attributes:
        rules: the id of the rulebook.
        digest: the digest of the rulebook, so that a changed book is noticed.
        options: the options chosen.
        limits, chip: the limits and the smallest chip when the table opens.
        pace: the clock or the person that ends the betting.
        timing: the length of each part of a round.
        dice: sealed or entered.
        title: the table's name in the lobby.
        guests: whether people without an account may play.
        listed: whether the lobby shows the table. Others are found only by their link.
        hosted: whether the person who opened the table is its host, who hands out the chairs of the crew.
            Then people may play and hold a chair at once: an option of the house, because the books forbid
            it to their crews.
        own_chips: whether the table has chips of its own, as every hosted table has since this was added.
            They cost no wallet anything and are worth nothing elsewhere. So a host who awards chips and
            enters throws makes no money, and the players settle up among themselves.
        steady: whether the clock runs on for somebody who plays alone, as for a demonstration or a lesson.
        dealt: whether people deal, and whether what they do wrong happens.
        calls: whether a person at the stick calls each throw, where people deal.
    """

    rules: str
    digest: str
    options: tuple[tuple[str, str], ...] = ()
    limits: Limits
    chip: Cents
    pace: Pace = "clock"
    timing: Timing = Timing()
    dice: DiceKind = "sealed"
    title: str = ""
    guests: bool = True
    listed: bool = True
    hosted: bool = False
    own_chips: bool = False
    steady: bool = False
    dealt: DealtBy = ""
    calls: bool = False


NOTICES: Final = {"own_chips": "The chips here are the table's own: they cost your wallet nothing."}
"""Sentences for people who come to a table, for its settings that are on."""
