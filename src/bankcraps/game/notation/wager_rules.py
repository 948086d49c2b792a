"""The terms of a wager in words: its times, its amounts, and the house's share."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from bankcraps.game.chips import money
from bankcraps.game.engine.sentence import listed
from bankcraps.game.notation.vocabulary import WORDS
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import (
    Commission,
    DontTerms,
    HandTerms,
    HopTerms,
    LineTerms,
    NumberTerms,
    OddsTerms,
    OneRollTerms,
    Terms,
)
from bankcraps.game.wagers import HAND_WAGERS, Kind

__all__ = ["AFTER", "FAMILIES", "LEAST", "MADE", "MOST", "UNTIL", "WINNER", "WORKS", "Rule", "cap",
           "odds_limit", "vigorish", "wager_rules", "works"]  # fmt: skip

FAMILIES: Final[Mapping[str, tuple[Kind, ...]]] = {
    "The line": (Kind.PASS, Kind.DONT_PASS, Kind.COME, Kind.DONT_COME),
    "Odds": (Kind.PASS_ODDS, Kind.COME_ODDS, Kind.DONT_PASS_ODDS, Kind.DONT_COME_ODDS),
    "Numbers": tuple(row.kind for row in WORDS if row.group == "Numbers"),
    "One roll": tuple(row.kind for row in WORDS if row.group == "One roll"),
    "The shooter": HAND_WAGERS,
}
"""Every kind of wager, in the order in which pages for people show them."""

MADE: Final = {
    "come_out": "on the come-out",
    "puck_on": "while the puck is on",
    "any": "at any time",
    "new_shooter": "before a new shooter's first come-out throw",
    "after_seven": "before a new shooter's first come-out throw, or after any 7",
}
UNTIL: Final = {"always": "at any time", "until_number": "until it has a number", "never": "never"}
WINNER: Final = {"stays": "stays up", "comes_down": "comes down with the winnings"}
AFTER: Final = {"refused": "is refused", "put": "is taken on the line", "place": "is taken as a place wager"}
LEAST: Final = {"table": "the table's minimum", "unit": "one unit"}
MOST: Final = {"table": "the stake", "win": "what the wager could win", "none": "nothing"}

WORKS: Final = {"always": "always", "puck_on": "while the puck is on"}
_TIE: Final = {"returned": "it comes back", "stays": "it stays"}
_SMALL: Final = {
    "refused": "a wager on which it is less than one chip is refused",
    "down": "less than one chip is nothing",
    "up": "less than one chip is one chip",
}
_CHIP: Final = {"up": "next higher chip", "down": "next lower chip", "nearest": "nearest chip"}


class Rule(NamedTuple):
    """A rule about a wager.

    Attributes:
        label: its subject.
        says: the rule.
        source: its clause, or "convention: why".
    """

    label: str
    says: str
    source: str


def wager_rules(book: Rulebook, kind: Kind) -> Iterator[Rule]:
    """Yield what a house says of a wager that it offers, apart from its pays.

    >>> from bankcraps import load_rulebook
    >>> for rule in wager_rules(load_rulebook("nsw"), Kind.DONT_PASS):
    ...     print(f"{rule.label}: {rule.says}")
    May be made: on the come-out
    Ties: on 2, and it comes back
    May be raised: until it has a number
    May come down: at any time
    Works: always
    A winner: comes down with the winnings
    At least: the table's minimum
    The table's maximum limits: the stake
    """
    terms = book.wagers[kind]
    yield Rule("May be made", MADE[terms.made], terms.cited("made"))
    yield from _own_rules(book, terms)
    yield Rule("May be raised", UNTIL[terms.increase], terms.cited("increase"))
    yield Rule("May come down", UNTIL[terms.take_down], terms.cited("take_down"))
    yield Rule("Works", works(terms), terms.cited("works"))
    yield Rule("A winner", WINNER[terms.winner], terms.cited("winner"))
    yield Rule("At least", LEAST[terms.minimum], terms.cited("minimum"))
    yield Rule("The table's maximum limits", MOST[terms.maximum], terms.cited("maximum"))
    if terms.max_pay is not None:
        yield Rule("Pays at most", cap(terms), terms.cited("max_pay"))


def _own_rules(book: Rulebook, terms: Terms) -> Iterator[Rule]:
    """Yield the rules that only some wagers have."""
    if isinstance(terms, DontTerms):
        yield Rule("Ties", f"on {terms.bar}, and {_TIE[terms.tie]}", terms.cited("bar"))
    elif isinstance(terms, LineTerms) and terms is book.wagers.get(Kind.PASS):
        yield Rule("Made after the point, it", AFTER[terms.after_point], terms.cited("after_point"))
    if isinstance(terms, OddsTerms):
        limits = groupby(sorted(terms.limit, key=lambda number: str(terms.limit[number])), terms.limit.get)
        parts = [(sorted(numbers), odds_limit(terms, most)) for most, numbers in limits]
        same = len(parts) == 1
        says = [words if same else f"{words} on {listed(numbers)}" for numbers, words in sorted(parts)]
        yield Rule("At most", "; ".join(says), terms.cited("limit"))
    if isinstance(terms, NumberTerms) and terms.commission:
        yield Rule("Commission", vigorish(terms.commission), terms.commission.cited("percent"))
    if isinstance(terms, OneRollTerms) and terms.legs:
        names = {kind: book.wagers[kind].name for kind in terms.legs if kind in book.wagers}
        each = ", ".join(f"{share} on {names.get(kind, kind.value)}" for kind, share in terms.legs.items())
        high = f", and {terms.high} more on the number named" if terms.high else ""
        yield Rule("Is made of", f"{terms.units} units: {each}{high}", terms.cited("legs"))
    if isinstance(terms, HopTerms):
        yield Rule("Easy ways", f"of {listed(terms.easy_totals)}", terms.cited("easy_totals"))
        yield Rule("Hard ways", f"of {listed(terms.hard_totals)}", terms.cited("hard_totals"))
    if isinstance(terms, HandTerms):
        yield Rule(
            "Paid",
            "as soon as it is complete" if terms.paid == "at_once" else "at its end",
            terms.cited("paid"),
        )
        yield Rule(
            "Ends with", "the shooter's hand" if terms.ends == "hand" else "any 7", terms.cited("ends")
        )


def works(terms: Terms) -> str:
    """Say when a wager is in action."""
    return WORKS[terms.works] + ("; players may call it on or off" if terms.calls else "")


def odds_limit(terms: OddsTerms, most: object) -> str:
    """Say how large odds may be."""
    times = f"{most} times the flat"
    return times if terms.measure == "stake" else f"to win {times}"


def cap(terms: Terms) -> str:
    """Say what one decision may pay at most."""
    if terms.max_pay is None:
        return "no cap"
    with_it = " with the stake" if terms.max_pay_on == "payoff" else ""
    more = "refused" if terms.over_max_pay == "refused" else "paid that"
    return f"{money(terms.max_pay)}{with_it}; a wager that could be paid more is {more}"


def vigorish(taken: Commission) -> str:
    """Say what the house takes on a buy or lay."""
    of = {"stake": "the stake", "win": "the possible win"}[taken.on]
    when = {"placed": "when the wager is made", "won": "when the wager wins"}[taken.when]
    back = "gives it back" if taken.refunded else "keeps it"
    return (
        f"{taken.percent}% of {of}, {when}, rounded to the {_CHIP[taken.rounding]}; "
        f"the house {back} if the wager comes down undecided; {_SMALL[taken.small]}"
        + ("; a winner that stays up pays again" if taken.again and taken.when == "placed" else "")
    )
