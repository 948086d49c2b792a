"""Amounts that follow from what a player owns: `5%`, `half of winnings`, `all`, `to reach 1000`, `kelly`.

Each becomes an amount that the table takes, in the same way everywhere. It is rounded down to what the house
takes. It is no less than the least that the house takes, even if the share is, and no more than the most,
or than what is left beside the other wagers. If not even the least is left, the player is ruined, as with any
other amount.

A share of other wagers, as in `10% of pass`, becomes an amount in the same way, but sees no money.
"""

# The grammar of a phrase says which words its meaning is made of.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal, cast

import msgspec
from lark import Token

from bankcraps.game.chips import Cents, printed
from bankcraps.game.notation.building import Misplaced
from bankcraps.strategies.language import SUM, WHOLE, Said, choices, says, word
from bankcraps.strategies.offers import Offer, most
from bankcraps.strategies.policy import Purse
from bankcraps.strategies.wager_sets import ALL, WagerSet, meant, not_it

ShareOf = Literal["owned", "start", "winnings", "losses"]
"""The base of a share: all that is owned, what was brought, or how far the player is ahead or behind."""

_NAMED: Final = {Fraction(1, 2): "half", Fraction(1, 3): "a third", Fraction(1): "all"}


def said_share(share: Fraction) -> str:
    """A share as it is said, to the last digit: `half`, `a third`, `33.3%`."""
    return _NAMED.get(share) or f"{Decimal(share.numerator * 100) / share.denominator:f}%"


class FromMoney(msgspec.Struct, frozen=True):
    """An amount that follows from what the player owns. `str` prints it as text."""

    def wanted(self, purse: Purse, offer: Offer) -> Cents:
        """The amount that the house takes, whether or not the player has it; 0 for no bet."""
        raise NotImplementedError

    def of(self, purse: Purse, offer: Offer, others: int) -> Cents:
        """The amount to bet, in cents; 0 for no bet.

        Args:
            purse: the money of the player.
            offer: the offer of the house on the wager.
            others: the sum that the player wants on other wagers, in cents.
        """
        wanted = self.wanted(purse, offer)
        if not wanted:
            return wanted

        def has(amount: Cents) -> bool:
            return purse.at_least(others + offer.cost(amount))

        fits = wanted if has(wanted) else most(offer.up_to(wanted), has)
        return offer.least if fits is None else self.rounded(offer, fits)

    def rounded(self, offer: Offer, amount: Cents) -> Cents:
        """The amount that the player bets who has so much for it."""
        return offer.paid_exactly(amount)


class Share(FromMoney, frozen=True):
    """A share: `5%`, `10% of start`, `half of winnings`, `200% of losses`, `all`.

    | `pass 5%`, `pass half`, `odds all`, `come 2.5% up to 2` | a share of what the player owns |
    | `pass 5% of start`, `half of winnings`, `200% of losses` | a share of what they brought, or of how far
    they are ahead or behind; it may be more than 100% |

    Attributes:
        share: the share, above 0; at most 1 of all that is owned.
        of_what: the sum of which it is a share; winnings and losses are 0 for whoever has none.
    """

    share: Fraction
    of_what: ShareOf = "owned"

    def wanted(self, purse: Purse, offer: Offer) -> Cents:
        over, under = self.share.denominator, self.share.numerator

        def covers(amount: Cents) -> bool:
            """Whether the share is at least so much."""
            whole = -(-amount * over // under)  # the least sum of which it is the share
            match self.of_what:
                case "owned":
                    return purse.at_least(whole)
                case "start":
                    return purse.start >= whole
                case "winnings":
                    return purse.at_least(purse.start + whole)
                case "losses":
                    return not purse.at_least(purse.start - whole + 1)

        return most(offer.amounts, covers) or offer.least

    def __str__(self) -> str:
        said = said_share(self.share)
        return said if self.of_what == "owned" else f"{said} of {self.of_what}"


class ShareOfWagers(FromMoney, frozen=True):
    """A share of what other wagers stake: `10% of pass`, `half of dont_pass`. Without these, there is no bet.

    | `any_craps 10% of pass`, `place 6 90% of dont_pass` | [a share of what other wagers
    stake](#a-share-of-another-wager), also where these have grown |

    Attributes:
        share: the share, above 0.
        target: the wagers.
    """

    share: Fraction
    target: WagerSet

    def taken(self, staked: int, offer: Offer) -> Cents:
        """The amount that the house takes, of so much on the other wagers, in cents; 0 for no bet."""
        return offer.taken(Cents(int(self.share * staked))) if staked else Cents(0)

    def __str__(self) -> str:
        return f"{said_share(self.share)} of {self.target}"


class Kelly(FromMoney, frozen=True):
    """Kelly's share of what is owned, or a part of it: `kelly`, `half kelly`, `25% kelly`.

    The share is the house's: it follows from what the wager pays there (`offers.py`). A wager without an
    advantage is not made.

    | `field kelly`, `field half kelly`, `field 25% kelly` | [Kelly's share](lab/money.md#kelly) of what the
    player owns, or a part of it |

    Attributes:
        part: the part of Kelly's share, above 0 and at most 1.
    """

    part: Fraction = Fraction(1)

    def wanted(self, purse: Purse, offer: Offer) -> Cents:
        share = offer.kelly * self.part
        return Share(share).wanted(purse, offer) if share else Cents(0)

    def __str__(self) -> str:
        return "kelly" if self.part == 1 else f"{said_share(self.part)} kelly"


class ToReach(FromMoney, frozen=True):
    """The least amount with which a win brings the player to a sum: `to reach 1000`, as in bold play.

    | `pass to reach 1000`, `odds to reach 1000` | the least with which a win brings them there |

    Attributes:
        sum: the sum that the player then owns, in cents.
    """

    sum: Cents

    def wanted(self, purse: Purse, offer: Offer) -> Cents:
        def short(amount: Cents) -> bool:
            """Whether a win of so much does not bring the player there."""
            return not purse.at_least(self.sum - offer.gain(amount))

        found = most(offer.amounts, short)
        return offer.least if found is None else offer.above(found)

    def rounded(self, offer: Offer, amount: Cents) -> Cents:
        return amount

    def __str__(self) -> str:
        return f"to reach {printed(self.sum)}"


# The words for them.


MOST_TIMES: Final = 100
"""The most times the start, the winnings or the losses that a share may be."""

_DIGITS: Final = 9
"""The most digits of a share."""


def _share_of(token: Token) -> Fraction:
    """The share that a word says: `half`, `a third`, `all`, `5%`."""
    part = Fraction(1, 3 if "third" in token.lower() else 2)
    named = {"HALF": part, "ALL": Fraction(1)}.get(token.type)
    digits = token.rstrip("%percntPERCNT \t").replace(",", "").rstrip(".")
    if named is None and len(digits) > _DIGITS:
        raise Misplaced(f"a share has at most {_DIGITS} digits", token)
    return Fraction(digits) / 100 if named is None else named


def part_of(token: Token, most: int = 1) -> Fraction:
    """A share that is not more than all, or than so many times all."""
    share = _share_of(token)
    if not 0 < share <= most:
        more = "; of losses, of winnings or of start it may be more" if most == 1 and share > 1 else ""
        raise Misplaced(f"a share is more than 0% and at most {100 * most}%, not {token}{more}", token)
    return share


def base_of(of_what: Token | None) -> str:
    """The base of a share: `winnings` in `half of my winnings`, and else `owned`."""
    return of_what.split()[-1].lower() if of_what else "owned"


def _share(much: Token, of_what: Token | None = None) -> FromMoney:
    return Share(part_of(much, MOST_TIMES if of_what else 1), cast("ShareOf", base_of(of_what)))


def _share_of_wagers(much: Token, of: Said) -> FromMoney:
    if meant(of) == ALL:
        raise Misplaced(f"{much} alone is of all that is owned; of wagers, name them", of.token)
    return ShareOfWagers(part_of(much, MOST_TIMES), not_it(of))


def _kelly(*words: Token) -> FromMoney:
    return Kelly(part_of(words[0]) if len(words) > 1 else Fraction(1))


choices("amount", {"10": "a sum: …"})
says(
    "share share: (PERCENT | HALF | ALL) OF_WHAT?",
    _share,
    WHOLE,
    {
        "5%": "a share of what I own: …",
        "half": "half of what I own",
        "all": "all I own",
        "5% of start": "a share of what I brought: …",
        "half of winnings": "half of what I am ahead",
        "20% of winnings": "a share of what I am ahead: …",
        "20% of losses": "a share of what I am behind: …",
    },
)
word("_TO_REACH.2", r"to[ _]reach\b", "to reach 1000")
says("share to_reach: _TO_REACH MONEY", ToReach, SUM, {"to reach 1000": "the least that brings me to …"})
says(
    "share share_of_wagers: (PERCENT | HALF | ALL) _OF target",
    _share_of_wagers,
    WHOLE,
    {"10% of pass": "a share of other wagers: …", "half of pass": "half of other wagers: …"},
)
word("KELLY", r"kelly\b")
says(
    "share kelly: (PERCENT | HALF)? KELLY",
    _kelly,
    WHOLE,
    {
        "kelly": "Kelly's share",
        "half kelly": "half of Kelly's share",
        "25% kelly": "a part of Kelly's share: …",
    },
)
