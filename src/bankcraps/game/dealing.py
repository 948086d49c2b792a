"""Dealing a throw: what a dealer does with each wager, in which order, and by which clauses.

All of it follows from the engine's effects. The drill asks for it, and a table where people deal checks it.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Final, Literal

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, money, multiple_of
from bankcraps.game.dice import Throw
from bankcraps.game.engine import Standing, State
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.rulings import rulings
from bankcraps.game.engine.settlement import pay_at
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.writing import tell
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook import Clause, Rulebook, Topics, clauses_of, topics_of
from bankcraps.game.rulebook.section import Section
from bankcraps.game.rulebook.terms import DontTerms, HandTerms, HopTerms, NumberTerms, OneRollTerms, Terms
from bankcraps.game.wagers import FLATS, HAND_WAGERS, LINE, Kind, Wager

Action = Literal["take", "leave", "pay", "travel", "say"]
"""The dealer's action on a wager: take it for the house, leave or return it undecided, pay it, or move it to
its number. A question that is not about settling a wager is answered in words: say."""


FAMILIES: Final[Mapping[str, tuple[str, tuple[Kind, ...]]]] = {
    "line": ("The line", (Kind.PASS, Kind.DONT_PASS)),
    "come": ("Come and don't come", (Kind.COME, Kind.DONT_COME)),
    "odds": ("Odds", (Kind.PASS_ODDS, Kind.DONT_PASS_ODDS, Kind.COME_ODDS, Kind.DONT_COME_ODDS)),
    "place": ("Place wagers", (Kind.PLACE, Kind.PLACE_TO_LOSE, Kind.BIG)),
    "buy": ("Buy and lay", (Kind.BUY, Kind.LAY)),
    "hard": ("Hard ways", (Kind.HARD,)),
    "field": ("Field", (Kind.FIELD,)),
    "one_roll": (
        "One roll",
        (Kind.ANY_CRAPS, Kind.ANY_SEVEN, Kind.TWO, Kind.THREE, Kind.ELEVEN, Kind.TWELVE),
    ),
    "horn": ("Horn and world", (Kind.CRAPS_ELEVEN, Kind.HORN, Kind.HORN_HIGH, Kind.WORLD)),
    "hop": ("Hops", (Kind.HOP,)),
    "hand": ("The shooter's hand", HAND_WAGERS),
}
"""The families of wagers that can be drilled, by their usual names. Every kind is in one."""

TURNS: Final = {"take": 0, "pay": 1, "return": 1, "travel": 2, "move": 2}
"""The turn of each action. Moves come last: a wager that is paid and comes down makes room."""

OfChips = fx.Lost | fx.Paid | fx.Vigorish | fx.Forfeited | fx.Returned | fx.Tied | fx.Moved | fx.Counted
"""The effects of a throw on a wager."""


def by_wager(effects: Iterable[fx.Effect]) -> dict[tuple[str, Wager], tuple[OfChips, ...]]:
    """Return the effects on each wager, by player and wager, in the order of the engine."""
    found: dict[tuple[str, Wager], tuple[OfChips, ...]] = {}
    for effect in effects:
        if isinstance(effect, OfChips):
            spot = effect.seat, effect.wager
            found[spot] = (*found.get(spot, ()), effect)
    return found


_ACTIONS: Final[Mapping[fx.WagerAction | None, Action]] = {"pay": "pay", "take": "take", "move": "travel"}
"""The actions of a dealer, as the drill names them. All else is "leave": a push that stays or comes back."""

_FAMILY: Final = {kind: name for name, (_, kinds) in FAMILIES.items() for kind in kinds}


class Answer(msgspec.Struct, frozen=True):
    """An answer: the action, the pay beyond the stake in cents, and the words of an answer that is said.

    Without an action there was no answer.
    """

    action: Action | Literal[""] = ""
    pay: int = 0
    said: str = ""


class Reason(msgspec.Struct, frozen=True):
    """A clause of the house, and what it says. The clause is "convention" where the document is silent."""

    clause: str
    says: str


class Correction(msgspec.Struct, frozen=True, rename={"pay": "pay_cents"}):
    """The right answer to a question.

    Attributes:
        action: the dealer's action.
        pay: the sum that the dealer hands out beyond the stake, in cents, less the losses of its legs and its
            commission; 0 unless the wager is paid.
        words: why, in sentences: what happens to the wager, if there is one.
        sum: the sum by which the pay is worked out, or the right answer in words; empty for a wager that is
            not paid.
        reasons: the clauses.
        stays: whether the wager's chips lie on the layout afterwards.
        to: the wager that they belong to then, if they move.
        said: a right answer, as one types it, to a question that is answered in words.
    """

    action: Action
    pay: Cents
    words: tuple[str, ...]
    sum: str
    reasons: tuple[Reason, ...]
    stays: bool = False
    to: str = ""
    said: str = ""


class WagerToSettle(msgspec.Struct, frozen=True):
    """A wager that the student settles.

    Attributes:
        seat: the player.
        standing: the wager, and what lies there.
        effects: the engine's effects on it, in order; none if the wager stays as it is.
        state: the table before the throw.
        throw: the throw.
    """

    seat: str
    standing: Standing
    effects: tuple[OfChips, ...]
    state: State
    throw: Throw

    @property
    def family(self) -> str:
        """The family of the wager."""
        return _FAMILY[self.standing.wager.kind]

    def words(self, book: Rulebook, /) -> str:
        """Name the wager as a dealer points at it: `Ann: $10 on the Pass Line`."""
        return lies(book, self.seat, self.standing)

    def correction(self, book: Rulebook, /) -> Correction:
        """Say what is right: the action, the pay, its sum and its clauses."""
        return _Correcting(book, self).made()

    def right(self, book: Rulebook, /, answer: Answer) -> bool:
        """Whether an answer is right. The amount counts only if the wager is paid."""
        wanted = self.correction(book)
        return answer.action == wanted.action and (answer.action != "pay" or answer.pay == wanted.pay)


def lies(book: Rulebook, seat: str, standing: Standing) -> str:
    """Name a wager that lies on the layout: `Ann: $10 on the Pass Line`."""
    called = f" ({standing.call})" if standing.call else ""
    return f"{seat}: {HouseNames(book).stake(standing.wager, standing.amount)}{called}"


class _Correcting:
    def __init__(self, book: Rulebook, question: WagerToSettle) -> None:
        self.book = book
        self.question = question
        self.standing = question.standing
        self.wager = question.standing.wager
        self.terms = book.wagers[self.wager.kind]
        self.sources: list[tuple[Section, str]] = []

    def made(self) -> Correction:
        effects = self.question.effects
        dealt, pay = fx.dealt_with(effects)
        action: Action = _ACTIONS.get(dealt, "leave")
        moved = next((one for one in effects if isinstance(one, fx.Moved)), None)
        if moved:
            self.sources.append((self.book.come_out, "points"))
        paid = [one for one in effects if isinstance(one, fx.Paid)]
        worked_out = self.worked_out(paid, pay) if paid else ""
        losing = self.losing() if action == "take" else ()
        if not self.sources and not losing:
            self.sources.append(self.why())
        words = tuple(tell(one, self.book) for one in effects) or (self.untouched(),)
        return Correction(
            action=action,
            pay=pay,
            words=words,
            sum=worked_out,
            reasons=losing or reasons_of(self.book, self.terms.name, self.sources),
            stays=moved is not None or not any(map(fx.left_spot, effects)),
            to=moved.to.name if moved else "",
        )

    # The sum of a pay.

    def worked_out(self, paid: list[fx.Paid], net: int) -> str:
        """Write the sum of a pay: `6 to 5 on $20 = $24`."""
        if paid[0].up and paid[0].leg:
            return self.net_of_legs(paid[0])
        parts = [self.one_pay(one) for one in paid]
        lost = -sum(fx.won(one) for one in self.question.effects if isinstance(one, fx.Lost))
        commission = sum(one.amount for one in self.question.effects if isinstance(one, fx.Vigorish))
        total = f"; {' + '.join(money(one.won) for one in paid)}" if len(parts) > 1 else ""
        less = f", less {money(lost)} for the parts that lose" if lost else ""
        if commission:
            again = any(isinstance(one, fx.Vigorish) and one.again for one in self.question.effects)
            less += f", less {money(commission)} commission" + (" to stay up" if again else "")
            if isinstance(self.terms, NumberTerms) and self.terms.commission:
                self.sources.append((self.terms.commission, "percent"))
        whole = f" = {money(net)}" if less or total else ""
        return "; ".join(parts) + total + less + whole

    def one_pay(self, paid: fx.Paid) -> str:
        """Write what one part of a wager is paid, and note its clauses."""
        exact, written = self.exactly_won(paid, paid.amount)
        chip, beside = self.question.state.floor.chip, paid.amount % self.question.state.floor.chip
        in_chips = multiple_of(chip, *(exact + beside).as_integer_ratio(), self.book.betting.rounding)
        if beside:  # a leg that chips cannot make comes down with what it wins
            whole = Cents(in_chips - beside + paid.amount)
            written += f", {money(whole)} in chips with the {money(paid.amount)} that comes down"
        else:
            written += self.rounded(exact, in_chips)
        if in_chips - beside != paid.won:
            written += f", and at most {money(paid.won)} is paid"
            self.sources.append((self.terms, "max_pay"))
        return written

    def exactly_won(self, paid: fx.Paid, stake: Cents) -> tuple[Fraction, str]:
        """Return what a stake wins before it is rounded, in cents and in words."""
        pay, terms, row = self.pay_of(paid)
        self.sources.append((terms, row))
        exact = Fraction(stake * pay.num, pay.den)
        odds = str(pay) if " to " in str(pay) else f"{pay}, which is {pay.to_one()},"
        return exact, f"{odds} on {money(stake)} = {_exactly(exact)}"

    def rounded(self, exact: Fraction, paid: Cents) -> str:
        """Say how a sum is rounded to chips; nothing if chips pay it exactly."""
        rounding = self.book.betting.rounding
        if paid == exact:
            return ""
        self.sources.append((self.book.betting, "rounding"))
        to = "to the nearest" if rounding == "nearest" else rounding + " to a"
        return f", rounded {to} chip of {money(self.question.state.floor.chip)} = {money(paid)}"

    def net_of_legs(self, paid: fx.Paid) -> str:
        """Write what a wager with legs is paid while it stays up: what one leg wins, less the others."""
        terms = self.terms
        assert isinstance(terms, OneRollTerms)
        assert paid.leg is not None
        units = terms.leg_units(self.wager)[paid.leg]
        stake = Cents(paid.amount // terms.units * units)
        others = Cents((paid.amount - sum(paid.tokens)) // terms.units * (terms.units - units))
        exact, written = self.exactly_won(paid, stake)
        most = terms.most_won(stake)
        if most is not None and most < exact:
            exact, written = Fraction(most), f"{written}, and at most {money(Cents(most))} is paid"
            self.sources.append((self.terms, "max_pay"))
        net = exact - others
        less = f", less {money(others)} for the parts that lose = {_exactly(net)}"
        return written + less + self.rounded(net, paid.won)

    def pay_of(self, paid: fx.Paid) -> tuple[Pay, Terms, str]:
        """Return what a part of the wager is paid, and where the book says so."""
        book, throw, puck = self.book, self.question.throw, self.question.state.puck
        if paid.leg:
            leg = book.wagers[paid.leg.kind]
            assert isinstance(leg, OneRollTerms)
            return leg.pays[throw.total], leg, f"pays.{throw.total}"
        if isinstance(self.terms, HandTerms):
            return self.pay_of_hand(self.terms)
        ruled = rulings(book, puck, throw)[self.wager]
        assert ruled is not None
        pay = pay_at(book, puck, self.standing, ruled)
        if self.standing.straddles:
            return pay, book.wagers[Kind.PLACE], f"pays.{puck}"
        if isinstance(self.terms, HopTerms):
            return pay, self.terms, "hard" if throw.hard else "easy"
        number = self.wager.number or (puck if self.wager.kind in FLATS else throw.total)
        return pay, self.terms, f"pays.{number}"

    def pay_of_hand(self, terms: HandTerms) -> tuple[Pay, Terms, str]:
        """Return what a wager on the shooter's hand is paid, by how much it has counted."""
        counted = [one.progress for one in self.question.effects if isinstance(one, fx.Counted)]
        progress = len(counted[-1] if counted else self.standing.progress)
        reached = terms.reached(self.wager, progress)
        assert reached is not None
        return terms.ladder(self.wager)[reached], terms, f"pays.{self.wager.number or reached}"

    # The reasons for a wager that is not paid.

    def losing(self) -> tuple[Reason, ...]:
        """Return the clauses that say to which throws the wager loses; none if no clause says so."""
        at_once = self.before and self.wager.kind in FLATS.values()
        says = clauses(self.book.id)
        cited = topics(self.book.id).losing(self.wager, at_once=at_once)
        return tuple(Reason(one, says[one].says) for one in cited)

    @property
    def before(self) -> bool:
        """Whether the wager has no number yet: a come wager in its box, or the line before a point."""
        return not self.wager.number and not (self.wager.kind in LINE and self.question.state.puck)

    def why(self) -> tuple[Section, str]:
        """Return the value of the book that decides a wager that is not paid."""
        for effect in self.question.effects:
            if isinstance(effect, fx.Returned | fx.Tied):
                return self.terms, "bar" if isinstance(self.terms, DontTerms) else "works"
            if isinstance(effect, fx.Lost) and self.wager.kind in FLATS.values() and self.before:
                natural = self.question.throw.total in self.book.come_out.naturals
                return self.book.come_out, "naturals" if natural else "craps"
            if isinstance(effect, fx.Lost) and isinstance(self.terms, HandTerms):
                return self.terms, "ends"
            if isinstance(effect, fx.Counted):
                return self.terms, "counts"
        if not self.question.effects:
            return self.terms, "calls" if self.standing.call else "works"
        return self.terms, "name"

    def untouched(self) -> str:
        """Say why a wager stays unchanged."""
        names, on = HouseNames(self.book), self.wager
        whose = f"{self.question.seat}'s {names.stake(on, self.standing.amount)}"
        if isinstance(self.terms, HandTerms):
            return f"{whose} counts nothing new and stays"
        return f"{whose} {names.verb(on, 'is')} off and {names.verb(on, 'stays')}"


def reasons_of(book: Rulebook, name: str, sources: Iterable[tuple[Section, str]]) -> tuple[Reason, ...]:
    """Return the clauses behind values of a book, each once. Of several, those with a name are enough."""
    reasons: list[Reason] = []
    for source in dict.fromkeys(section.cited(key) for section, key in sources):
        word, _, why = source.partition(": ")
        if word == "convention":
            reasons.append(Reason(word, why))
            continue
        known = clauses(book.id)
        cited = [Reason(one, known[one].says if one in known else "") for one in source.split(", ")]
        reasons += [one for one in cited if name in one.says] or cited
    return tuple(reasons)


def _exactly(cents: Fraction) -> str:
    """Write a sum, with a fraction if it is no whole number of cents: `$8 1/6`."""
    if cents.denominator == 1:
        return money(cents.numerator)
    whole, rest = divmod(cents, 100)
    part = Fraction(rest, 100)
    return f"${whole} {part}" if whole else f"{part} of $1"


def order_source(book: str) -> str:
    """Return the clause of a house, by its id, which says that losing wagers are taken first.

    It is "convention" where no clause says so.

    >>> order_source("three_four_five"), order_source("nsw")
    ('1.round_of_play', 'convention')
    """
    return topics(book).losers_first or "convention"


@cache
def clauses(book: str) -> dict[str, Clause]:
    """Return the clauses of a book by id; none for your own book."""
    try:
        return {one.id: one for one in clauses_of(book)}
    except BankcrapsError:
        return {}


@cache
def topics(book: str) -> Topics:
    """Return the clauses of a book by their topics; none for your own book."""
    try:
        return topics_of(book)
    except BankcrapsError:
        return Topics()
