"""More play money for people who have none left: when a house gives it, and how much."""

from typing import Final, Literal

import msgspec

from bankcraps.game.chips import Cents, money
from bankcraps.live.log.settings import DAY_MS

MoneyRule = Literal["never", "asked", "daily"]
"""When a house gives more play money to people who ask: never, when they have hardly any, or every day."""

_HOUR_MS: Final = 3_600_000
_PERIODS_MS: Final[dict[MoneyRule, int]] = {"never": DAY_MS, "asked": _HOUR_MS, "daily": DAY_MS}
_HARDLY_ANY: Final = 10
"""A person who has less than a tenth of what the house gives has hardly any money."""

_NEVER: Final = "this house gives no more play money"
_AGAIN: Final[dict[MoneyRule, str]] = {
    "asked": "the house has given you more play money this hour: ask again in the next",
    "daily": "the house has given you more play money today: ask again tomorrow (UTC)",
}


class MoneyOffer(msgspec.Struct, frozen=True, omit_defaults=True, rename={"amount": "amount_cents"}):
    """The play money that a person gets from the house if they ask now.

    Attributes:
        amount: the sum, in cents; 0 for nothing.
        why: the reason that the house gives nothing, in a sentence; else empty.
        again_at: when to ask again, in milliseconds since 1970; 0 if no time is known.
    """

    amount: Cents = Cents(0)
    why: str = ""
    again_at: int = 0


class PlayMoney(msgspec.Struct, frozen=True):
    """The rule of a house.

    Attributes:
        rule: when it gives money to people who ask. With "asked" they must have less than a tenth of the
            amount, and get it at most once in an hour of the clock; with "daily" less than the amount, and at
            most once in a day, from midnight UTC.
        amount: the sum that a person has afterwards, in cents, with all that they have at tables.
    """

    rule: MoneyRule = "asked"
    amount: Cents = Cents(0)

    @property
    def gives(self) -> bool:
        """Whether it gives anything to anybody."""
        return self.rule != "never" and self.amount > 0

    @property
    def below(self) -> Cents:
        """A person gets money who has less than this in all, in cents."""
        return Cents(self.amount // _HARDLY_ANY) if self.rule == "asked" else self.amount

    def command(self, now: int) -> str:
        """Return the id of the one gift in the period of a time, in milliseconds since 1970."""
        return f"more-{self.rule}-{now // _PERIODS_MS[self.rule]}"

    def offer(self, has: Cents, now: int, *, given: bool, own: str) -> MoneyOffer:
        """Return what a person gets if they ask.

        Args:
            has: the sum that they have in the wallet and at all tables, in cents.
            now: the time, in milliseconds since 1970.
            given: whether they got money in this period.
            own: the reason that their own limits forbid them to buy chips now; else empty.
        """
        if not self.gives:
            return MoneyOffer(why=_NEVER)
        if has >= self.below:
            return MoneyOffer(
                why=f"the house gives more to people who have less than {money(self.below)} in all"
            )
        if own:
            return MoneyOffer(why=own)
        if given:
            length = _PERIODS_MS[self.rule]
            return MoneyOffer(why=_AGAIN[self.rule], again_at=(now // length + 1) * length)
        return MoneyOffer(Cents(self.amount - has))
