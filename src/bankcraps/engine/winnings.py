"""What a winner is paid in chips."""

from bankcraps.chips import Cents, multiple_of
from bankcraps.pays import Pay
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import Terms

__all__ = ["winnings"]


def winnings(book: Rulebook, terms: Terms, chip: Cents, stake: int, pay: Pay) -> Cents:
    """What a stake wins at a pay: rounded as the book says to chips the table has, at most the book's cap."""
    won = multiple_of(chip, stake * pay.num, pay.den, book.betting.rounding)
    return won if terms.max_pay is None else Cents(min(won, terms.max_pay // chip * chip))
