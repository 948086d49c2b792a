"""The names of wagers and money, in records and as the house prints them, and a wager's terms in words."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from bankcraps.game.chips import Cents, money, printed
from bankcraps.game.engine import Limits, Refusal
from bankcraps.game.engine.refusals import AND, WHO, WHOSE, CanonicalNames, Sentence, listed
from bankcraps.game.notation.vocabulary import GROUPS
from bankcraps.game.rulebook import terms as tm
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.section import Section
from bankcraps.game.wagers import COMES, FLATS, HAND_WAGERS, LINE, WAGERS, Kind, Wager, find
from bankcraps.support.files import shipped_rows

Tokens = tuple[Cents, ...]
"""The tokens in a sum, by face value in cents."""


def _sum(names: CanonicalNames, amount: Cents, tokens: Tokens, alone: str) -> str:
    """Write what lies on a wager: `$10`, `$35 ($25 in tokens)`, or `$25 token`, which `alone` may enclose."""
    if not tokens:
        return names.money(amount)
    free = Cents(sum(tokens))
    token = "token" if len(tokens) == 1 else "tokens"
    some = f"({names.money(free)} in tokens)" if free < amount else alone.format(token)
    return f"{names.money(amount)} {some}"


class _RecordNames(CanonicalNames):
    """Canonical names and plain numbers, as in records."""

    def money(self, amount: Cents) -> str:
        return printed(amount)

    def limits(self, limits: Limits) -> str:
        return str(limits)

    def stake(self, wager: Wager, amount: Cents, tokens: Tokens = (), *, leg: Wager | None = None) -> str:
        part = f" ({leg})" if leg else ""
        return f"{wager}{part} {_sum(self, amount, tokens, '({})')}"

    def placed(self, wager: Wager, amount: Cents, tokens: Tokens = ()) -> str:
        return f"{_sum(self, amount, tokens, '({})')} on {wager}"


CANONICAL: Final = _RecordNames()

_WITH_ARTICLE: Final = frozenset({*LINE, *COMES, *FLATS, Kind.FIELD, Kind.HORN, Kind.WORLD, Kind.FIRE})
_OTHER_PLURALS: Final = {
    "is": "are",
    "was": "were",
    "has": "have",
    "its": "their",
    "goes": "go",
    "cashes": "cash",
    "always": "always",
}


def _plural(verb: str) -> str:
    """The verb of a sentence about odds, which are many, or said to a person: odds need, you need."""
    return " ".join(_OTHER_PLURALS.get(word, word.removesuffix("s")) for word in verb.split())


_YOU: Final = {WHO: "you", WHOSE: "your"}


class Addressing(CanonicalNames):
    """Names in sentences that somebody hears of whom they may speak: that person is "you".

    >>> Addressing("Ann").person("Ann", "needs"), Addressing("Ann").person("Bob", "needs")
    ('you need', 'Bob needs')
    """

    def __init__(self, you: str = "") -> None:
        """Speak to a person; to everybody if the name is empty."""
        self._you = you

    def person(self, name: str, how: str = WHO) -> str:
        """Name a person, or say "you": `Ann needs`, and to Ann herself `you need`."""
        if not name or name != self._you:
            return super().person(name, how)
        if how in _YOU:
            return _YOU[how]
        said = _plural(how.removeprefix(AND))
        return f"{AND}{said}" if how.startswith(AND) else f"you {said}"


def capital_you(said: str) -> str:
    """Write the "you" or "your" that begins a sentence with a capital, as a name there would be."""
    return f"Y{said[1:]}" if said.startswith(("you ", "your ")) else said


class HouseNames(Addressing):
    """The names that a house prints on its layout, and dollars with their sign.

    >>> from bankcraps import load_rulebook, wager
    >>> nsw = HouseNames(load_rulebook("nsw"))
    >>> [nsw.of(wager(name)) for name in ("pass", "place 6", "come_odds 9")]
    ['the Win Line', 'Place Bet to Win 6', 'the odds on the Come 9']
    >>> nsw.placed(wager("come_odds 9"), 1000)
    '$10 odds on the Come 9'
    """

    def __init__(self, book: Rulebook, you: str = "") -> None:
        """Use a house's names.

        Args:
            book: the house.
            you: the person who hears the sentences, and is "you" in them; empty if they are for everybody.
        """
        super().__init__(you)
        self._book = book

    def money(self, amount: Cents) -> str:
        """Write dollars: `$10`."""
        return money(amount)

    def limits(self, limits: Limits) -> str:
        """Write the limits on a sign: `$10 to $500, in steps of $5`."""
        steps = f", in steps of {money(limits.unit)}" if limits.unit else ""
        return f"{money(limits.minimum)} to {money(limits.maximum)}{steps}"

    def words(self, identifier: str) -> str:
        """Write a reason or a role without underscores."""
        return identifier.replace("_", " ")

    def of(self, wager: Wager) -> str:
        """Name a wager: `Place 6`, `the Pass Line`, `the odds on the Come 9`."""
        article = "the " if wager.kind in _WITH_ARTICLE else ""
        return article + self.marked(wager)

    def marked(self, wager: Wager) -> str:
        """Name a wager after its player's name: `Ann's Pass Line`, `Ann's odds on the Come 9`."""
        flat = FLATS.get(wager.kind)
        if flat is not None:
            return f"odds on {self.of(find(flat, wager.number))}"
        name = self.kind(wager.kind)
        detail = wager.number if wager.number is not None else wager.dice
        return name if detail is None else f"{name} {detail}"

    def kind(self, kind: Kind) -> str:
        """Name a kind of wager: `Place`, `odds on the Come`."""
        if kind in FLATS:
            return f"odds on the {self.kind(FLATS[kind])}"
        terms = self._book.wagers.get(kind)
        return terms.name if terms else kind.value.replace("_", " ").title()

    def account(self, name: str) -> str:
        """Name what an account is kept of: a wager, or a kind such as `come_odds`."""
        return self.marked(WAGERS[name]) if name in WAGERS else self.kind(Kind(name))

    def stake(self, wager: Wager, amount: Cents, tokens: Tokens = (), *, leg: Wager | None = None) -> str:
        """Name the chips on a wager: `$10 on the Pass Line`, `$1 on the Horn (Twelve)`."""
        part = f" ({self.marked(leg)})" if leg else ""
        return f"{self.placed(wager, amount, tokens)}{part}"

    def bet(self, wager: Wager) -> str:
        """Name what lies on a wager: `bet on the Pass Line`, `odds on the Come 9`."""
        return self.marked(wager) if wager.kind in FLATS else f"bet on {self.of(wager)}"

    def placed(self, wager: Wager, amount: Cents, tokens: Tokens = ()) -> str:
        """Say what goes on a wager: `$10 on the Pass Line`, `$10 odds on the Come 9`."""
        chips = _sum(self, amount, tokens, "{}")
        return f"{chips} {self.marked(wager)}" if wager.kind in FLATS else f"{chips} on {self.of(wager)}"

    def verb(self, wager: Wager, verb: str) -> str:
        """Odds win; every other wager wins."""
        return _plural(verb) if wager.kind in FLATS else verb


Names = _RecordNames | HouseNames
"""The names of wagers and money in sentences about effects: in records, and for people."""


def tell_refusal(refusal: Refusal, book: Rulebook) -> str:
    """Write why an event was refused, with the house's names for the wagers that it is about.

    >>> from bankcraps import Table, load_rulebook
    >>> [refused] = Table("nsw", {"Ann": 500}).say("Ann: come 10")
    >>> tell_refusal(refused.refusal, load_rulebook("nsw"))
    'the Come can be made only while the puck is on, and it is off'
    """
    return refusal.sentence.told(HouseNames(book))


def tell_twice(sentence: Sentence, book: Rulebook, you: str) -> tuple[str, str]:
    """Write a sentence for everybody, and to a person who is "you" in it; empty where that is the same."""
    message, to_you = sentence.told(HouseNames(book)), sentence.told(HouseNames(book, you))
    return message, "" if to_you == message else to_you


# The terms of a wager in words: its times, its amounts, and the house's share.


FAMILIES: Final[Mapping[str, tuple[Kind, ...]]] = {
    "The line": (Kind.PASS, Kind.DONT_PASS, Kind.COME, Kind.DONT_COME),
    "Odds": (Kind.PASS_ODDS, Kind.COME_ODDS, Kind.DONT_PASS_ODDS, Kind.DONT_COME_ODDS),
    "Numbers": tuple(row.kind for row in GROUPS["Numbers"]),
    "One roll": tuple(row.kind for row in GROUPS["One roll"]),
    "The shooter": HAND_WAGERS,
}
"""Every kind of wager, in the order in which pages for people show them."""

TERMS: Final = {key: dict(rows) for key, rows in shipped_rows("bankcraps.game.notation", "terms.txt").items()}
"""The words for each choice of a value in the terms of a wager, by the key of the value."""


def in_words(terms: Section, key: str) -> str:
    """Say which choice the terms of a wager make for a value."""
    return TERMS[key][getattr(terms, key)]


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
    yield _rule("May be made", terms, "made")
    yield from _own_rules(book, terms)
    yield _rule("May be raised", terms, "increase")
    yield _rule("May come down", terms, "take_down")
    yield Rule("Works", works(terms), terms.cited("works"))
    yield _rule("A winner", terms, "winner")
    yield _rule("At least", terms, "minimum")
    yield _rule("The table's maximum limits", terms, "maximum")
    if terms.max_pay is not None:
        yield Rule("Pays at most", cap(terms), terms.cited("max_pay"))


def _rule(label: str, terms: tm.Terms, key: str) -> Rule:
    return Rule(label, in_words(terms, key), terms.cited(key))


def _own_rules(book: Rulebook, terms: tm.Terms) -> Iterator[Rule]:
    """Yield the rules that only some wagers have."""
    if isinstance(terms, tm.DontTerms):
        yield Rule("Ties", f"on {terms.bar}, and {in_words(terms, 'tie')}", terms.cited("bar"))
    elif isinstance(terms, tm.LineTerms) and terms is book.wagers.get(Kind.PASS):
        yield _rule("Made after the point, it", terms, "after_point")
    if isinstance(terms, tm.OddsTerms):
        limits = groupby(sorted(terms.limit, key=lambda number: str(terms.limit[number])), terms.limit.get)
        parts = [(sorted(numbers), odds_limit(terms, most)) for most, numbers in limits]
        same = len(parts) == 1
        says = [words if same else f"{words} on {listed(numbers)}" for numbers, words in sorted(parts)]
        yield Rule("At most", "; ".join(says), terms.cited("limit"))
    if isinstance(terms, tm.NumberTerms) and terms.commission:
        yield Rule("Commission", vigorish(terms.commission), terms.commission.cited("percent"))
    if isinstance(terms, tm.OneRollTerms) and terms.legs:
        names = {kind: book.wagers[kind].name for kind in terms.legs if kind in book.wagers}
        each = ", ".join(f"{share} on {names.get(kind, kind.value)}" for kind, share in terms.legs.items())
        high = f", and {terms.high} more on the number named" if terms.high else ""
        yield Rule("Is made of", f"{terms.units} units: {each}{high}", terms.cited("legs"))
    if isinstance(terms, tm.HopTerms):
        yield Rule("Easy ways", f"of {listed(terms.easy_totals)}", terms.cited("easy_totals"))
        yield Rule("Hard ways", f"of {listed(terms.hard_totals)}", terms.cited("hard_totals"))
    if isinstance(terms, tm.HandTerms):
        yield _rule("Paid", terms, "paid")
        yield _rule("Ends with", terms, "ends")


def works(terms: tm.Terms) -> str:
    """Say when a wager is in action."""
    return in_words(terms, "works") + ("; players may call it on or off" if terms.calls else "")


def odds_limit(terms: tm.OddsTerms, most: object) -> str:
    """Say how large odds may be."""
    times = f"{most} times the flat"
    return times if terms.measure == "stake" else f"to win {times}"


def cap(terms: tm.Terms) -> str:
    """Say what one decision may pay at most."""
    if terms.max_pay is None:
        return "no cap"
    with_it = " with the stake" if terms.max_pay_on == "payoff" else ""
    more = "refused" if terms.over_max_pay == "refused" else "paid that"
    return f"{money(terms.max_pay)}{with_it}; a wager that could be paid more is {more}"


def vigorish(taken: tm.Commission) -> str:
    """Say what the house takes on a buy or lay."""
    of, when, chip = (in_words(taken, key) for key in ("on", "when", "rounding"))
    back = "gives it back" if taken.refunded else "keeps it"
    return (
        f"{taken.percent}% of {of}, {when}, rounded to the {chip}; "
        f"the house {back} if the wager comes down undecided; {in_words(taken, 'small')}"
        + ("; a winner that stays up pays again" if taken.again and taken.when == "placed" else "")
    )
