"""The positions of the perft files: for every book the line and come, the numbers, and the centre.

Written once with `make golden` to `<book>/<position>.craps` and `expected.json` beside this file, which
anyone can use to check an engine against this one.
"""

from bankcraps import Rulebook, Table, Wager
from bankcraps.game.rulebook.terms import OneRollTerms
from bankcraps.game.wagers import WAGERS, Kind

SEATS = {"Ann": 5000, "Bob": 5000}
NUMBER_KINDS = (Kind.PLACE, Kind.PLACE_TO_LOSE, Kind.BUY, Kind.LAY, Kind.BIG, Kind.HARD)
LINES = [
    "Ann: pass 10", "Bob: dont_pass 10", "roll 4-2", "Ann: odds 20", "Bob: dont_pass_odds 24", "Ann: come 10",
    "Bob: dont_come 10", "roll 5-4", "Ann: come_odds 9 20", "Bob: dont_come_odds 9 30", "Ann: come 5",
    "Bob: dont_come 5",
]  # fmt: skip


def table(book: Rulebook) -> Table:
    """An open table with two players, and others who throw when neither has a wager on the line."""
    return Table(book, SEATS, others=True)


def amount(wager: Wager, units: int) -> int:
    """A stake in dollars that is in units and does not always pay evenly."""
    if wager.kind in (Kind.BUY, Kind.LAY):
        return 25 if wager.kind is Kind.BUY else 45  # enough for a commission of one chip
    return 7 if wager.kind in NUMBER_KINDS else 3 * units


def bet_every(at: Table, player: str, kinds: tuple[Kind, ...] | None) -> None:
    """Bet every wager of those kinds, or every one-roll wager, that the house offers."""
    for wager in WAGERS.values():
        terms = at.rulebook.terms(wager)
        one_roll = isinstance(terms, OneRollTerms) or (terms is not None and wager.kind is Kind.HOP)
        if terms is None or (wager.kind not in kinds if kinds else not one_roll):
            continue
        units = terms.units if isinstance(terms, OneRollTerms) else 1
        came = at.bet(player, wager, amount(wager, units))
        assert came, came.refusal


def line_and_come(book: Rulebook) -> Table:
    """Both sides of the line and of a come, with odds, and a come wager in each box."""
    at = table(book)
    for line in LINES:
        for came in at.say(line):
            assert came, came.refusal
    return at


def numbers_on_point(book: Rulebook) -> Table:
    """Every wager on a number, with a point of 8."""
    at = table(book)
    at.throw(5, 3)
    bet_every(at, "Ann", NUMBER_KINDS)
    return at


def numbers_on_come_out(book: Rulebook) -> Table:
    """Every wager on a number on a come-out, half of what may be called on called on."""
    at = table(book)
    bet_every(at, "Ann", NUMBER_KINDS)
    for place, name in enumerate(at.layout("Ann")):
        if place % 2:
            at.call("Ann", name, "on")
    return at


def centre(book: Rulebook) -> Table:
    """Every one-roll wager, and fire where it is offered."""
    at = table(book)
    bet_every(at, "Bob", None)
    if Kind.FIRE in book.wagers:
        assert at.bet("Ann", "fire", 5)
    return at


POSITIONS = {
    "line_and_come": line_and_come,
    "numbers_on_point": numbers_on_point,
    "numbers_on_come_out": numbers_on_come_out,
    "centre": centre,
}
