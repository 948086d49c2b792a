"""Key figures: a stake is spoken, and the student says its pay, its commission, or what stays up.

The engine plays a throw that pays the wager, so every figure is what this house would do.
"""

from typing import Final, Literal

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import dollars, money, printed
from bankcraps.game.dealing import FAMILIES, Answer, Correction, WagerToSettle, reasons_of
from bankcraps.game.engine.wagering.commission import vigorish
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import Commission, HandTerms, NumberTerms, Terms
from bankcraps.game.wagers import FLATS, LINE
from bankcraps.training.level import Draws, Exercise, Level, in_words
from bankcraps.training.questions.calls import settling, table

_FIGURES: Final = 5
"""The figures of an exercise."""

_TRIES: Final = 40

Figure = Literal["pay", "commission", "stays"]
"""The dealer hands out a pay beyond the stake, takes a commission, or leaves chips where they are."""


class KeyFigure(msgspec.Struct, frozen=True):
    """A figure that a dealer knows by heart.

    Attributes:
        figure: the figure to say.
        wager: the wager with its stake, and the throw that pays it.
    """

    figure: Figure
    wager: WagerToSettle

    family = "keys"

    def words(self, book: Rulebook, /) -> str:
        """Speak the stake, and ask for the figure: `$40 on Lay 4, and 4-3 rolls: what do you pay?`."""
        standing = self.wager.standing
        stake = HouseNames(book).stake(standing.wager, standing.amount)
        if self.figure == "commission":
            return f"{stake}: what is the commission?"
        point = f", the point is {self.wager.state.puck}" if FLATS.get(standing.wager.kind) in LINE else ""
        asks = "what do you pay?" if self.figure == "pay" else "how much stays up?"
        return f"{stake}{point}, and {self.wager.throw} rolls: {asks}"

    def correction(self, book: Rulebook, /) -> Correction:
        """Say the figure, and how it is worked out."""
        if self.figure == "commission":
            return self._commission(book)
        right = self.wager.correction(book)
        if self.figure == "pay":
            return in_words(right.sum, printed(right.pay), right.words, right.reasons)
        stays = self.wager.standing.amount if right.stays else 0
        lies = f"{money(stays)} stays up" if stays else "nothing stays up: the stake goes back with the pay"
        why = reasons_of(book, self._terms(book).name, [(self._terms(book), "winner")])
        return in_words(lies, printed(stays), right.words, why)

    def right(self, book: Rulebook, /, answer: Answer) -> bool:
        """Whether the figure is right."""
        return answer.action == "say" and dollars(answer.said) == dollars(self.correction(book).said)

    def _terms(self, book: Rulebook) -> Terms:
        return book.wagers[self.wager.standing.wager.kind]

    def _commission(self, book: Rulebook) -> Correction:
        standing, terms, chip = self.wager.standing, self._terms(book), self.wager.state.floor.chip
        taken = _commission_of(terms)
        assert taken is not None
        due = vigorish(terms, standing.wager, standing.amount, chip)
        on = f"what {money(standing.amount)} can win" if taken.on == "win" else money(standing.amount)
        when = "when the wager is made" if taken.when == "placed" else "when the wager wins"
        sum_ = f"{taken.percent}% of {on}, in chips of {money(chip)} = {money(due)}"
        why = reasons_of(book, terms.name, [(taken, "percent"), (taken, "when"), (taken, "rounding")])
        return in_words(sum_, printed(due), (f"the commission is due {when}",), why)


def knowing(book: Rulebook, level: Level, seed: int, index: int) -> Exercise:
    """Make an exercise with key figures of the wagers of a level.

    Raises:
        BankcrapsError: if the level is not possible at this house, or its wagers have no key figures.
    """
    draws = Draws(seed, index, " keys")
    known = {kind for kind in level.kinds(book) if _has_key(book.wagers[kind])}
    families = [name for name in level.families if known.intersection(FAMILIES[name][1])]
    if not families:
        raise BankcrapsError(
            "there are no key figures for these wagers, which pay even money or by the shooter's hand: "
            "choose others, such as odds, horn or buy"
        )
    alone = msgspec.structs.replace(level, players=1)
    figures: list[KeyFigure] = []
    for _ in range(_TRIES):
        family = msgspec.structs.replace(alone, families=(draws.one(families),))
        won = [one for one in settling(book, family, draws).questions if _is_key(book, one)]
        figures += [_drawn(book, draws.one(won), draws)] if won else []
        if len(figures) == _FIGURES:
            break
    if not figures:
        raise BankcrapsError(f"these wagers win too seldom at {book.title} for key figures: choose others")
    return Exercise(table(book, alone), None, (), tuple(figures))


def _commission_of(terms: Terms) -> Commission | None:
    return terms.commission if isinstance(terms, NumberTerms) else None


def _has_key(terms: Terms) -> bool:
    """Whether a wager has figures to know: not one at even money, nor one on the shooter's hand.

    A wager without pays of its own, such as a horn, is paid as its legs are.
    """
    pays = [pay.ratio for _, pay in terms.rows()]
    return not isinstance(terms, HandTerms) and (not pays or any(pay != 1 for pay in pays))


def _is_key(book: Rulebook, question: WagerToSettle) -> bool:
    kind = question.standing.wager.kind
    return _has_key(book.wagers[kind]) and question.correction(book).action == "pay"


def _drawn(book: Rulebook, won: WagerToSettle, draws: Draws) -> KeyFigure:
    """Draw what is asked about a wager: mostly the pay."""
    terms = book.wagers[won.standing.wager.kind]
    figures: tuple[Figure, ...] = ("pay", "pay", "stays")
    if _commission_of(terms):
        figures = ("pay", "commission", "commission", "stays")
    return KeyFigure(draws.one(figures), won)
