"""The names of wagers and money: canonical in records, and as the house prints them for people."""

from typing import Final

from bankcraps.game.chips import Cents, money, printed
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.refusals import Refusal
from bankcraps.game.engine.sentence import AND, WHO, CanonicalNames, Sentence
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import COMES, FLATS, LINE, WAGERS, Kind, Wager, find

__all__ = ["CANONICAL", "Addressing", "HouseNames", "Names", "capital_you", "tell_refusal", "tell_twice"]

Tokens = tuple[Cents, ...]
"""The tokens in a sum, by face value in cents."""


class _RecordNames(CanonicalNames):
    """Canonical names and plain numbers, as in records."""

    def money(self, amount: Cents) -> str:
        return printed(amount)

    def limits(self, limits: Limits) -> str:
        return str(limits)

    def stake(self, wager: Wager, amount: Cents, tokens: Tokens = (), *, leg: Wager | None = None) -> str:
        part = f" ({leg})" if leg else ""
        return f"{wager}{part} {self._sum(amount, tokens)}"

    def placed(self, wager: Wager, amount: Cents, tokens: Tokens = ()) -> str:
        return f"{self._sum(amount, tokens)} on {wager}"

    def _sum(self, amount: Cents, tokens: Tokens) -> str:
        """Write what lies on a wager: `10`, `25 (token)`, `35 (25 in tokens)`."""
        if not tokens:
            return printed(amount)
        free = Cents(sum(tokens))
        some = f"{printed(free)} in tokens" if free < amount else "token" if len(tokens) == 1 else "tokens"
        return f"{printed(amount)} ({some})"


CANONICAL: Final = _RecordNames()

_WITH_ARTICLE: Final = frozenset({*LINE, *COMES, *FLATS, Kind.FIELD, Kind.HORN, Kind.WORLD, Kind.FIRE})
_PLURALS: Final = {
    "bets": "bet",
    "buys": "buy",
    "calls": "call",
    "cashes": "cash",
    "gets": "get",
    "leaves": "leave",
    "lets": "let",
    "owes": "owe",
    "pays": "pay",
    "plays": "play",
    "puts": "put",
    "sits": "sit",
    "throws": "throw",
    "uses": "use",
    "wins": "win",
    "loses": "lose",
    "loses its": "lose their",
    "comes back": "come back",
    "stays": "stay",
    "ties and stays": "tie and stay",
    "is forfeited": "are forfeited",
    "is marked": "are marked",
    "is paid at most": "are paid at most",
    "needs": "need",
    "has": "have",
    "is": "are",
    "was": "were",
    "always works": "always work",
    "takes": "take",
}
"""The verbs of sentences about odds, which are many, and of those said to a person: odds need, you need."""


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
        match how:
            case "who":
                return "you"
            case "whose":
                return "your"
            case _:
                verb = how.removeprefix(AND)
                said = _PLURALS.get(verb, verb)
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
        chips = self._sum(amount, tokens)
        return f"{chips} {self.marked(wager)}" if wager.kind in FLATS else f"{chips} on {self.of(wager)}"

    def _sum(self, amount: Cents, tokens: Tokens) -> str:
        """Write what lies on a wager: `$10`, `$25 token`, `$35 ($25 in tokens)`."""
        if not tokens:
            return self.money(amount)
        free = Cents(sum(tokens))
        if free < amount:
            return f"{self.money(amount)} ({self.money(free)} in tokens)"
        return f"{self.money(amount)} {'token' if len(tokens) == 1 else 'tokens'}"

    def verb(self, wager: Wager, verb: str) -> str:
        """Odds win; every other wager wins."""
        return _PLURALS.get(verb, verb) if wager.kind in FLATS else verb


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
