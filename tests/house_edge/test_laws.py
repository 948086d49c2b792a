"""Laws that hold for every wager of every house, shipped or made up."""

from decimal import Decimal
from fractions import Fraction
from math import lcm

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.kit.houses import houses
from tests.kit.profiles import examples

from bankcraps import BankcrapsError, load_rulebook
from bankcraps.game.rulebook.terms import NumberTerms
from bankcraps.game.wagers import wager
from bankcraps.house_edge.decisions.trial_table import TrialTable, exact_stake, uncapped
from bankcraps.house_edge.decisions.walk import NO_LIMITS
from bankcraps.house_edge.odds import odds


@st.composite
def wagers(draw):
    """A house and one wager of it that can be made, by name."""
    book = draw(houses())
    names = sorted({spot.name for spot, _ in TrialTable(book).offers})
    return book, draw(st.sampled_from(names))


def report(book, name, **how):
    """The report, where the house takes that wager at all."""
    try:
        return odds(book, name, **how)
    except BankcrapsError:
        assume(False)  # noqa: FBT003 - as Hypothesis has it
        raise


@examples(40)
@given(wagers())
def test_chances_are_whole_and_edges_are_what_they_say(drawn):
    for one in report(*drawn):
        assert one.win + one.lose + one.push == sum(p for _, p in one.nets) == 1
        assert one.edge == -sum(net * p for net, p in one.nets)
        assert one.edge_resolved * (one.win + one.lose) == one.edge
        assert one.edge_per_throw * one.throws_per_decision == one.edge
        assert abs(one.edge_outlay) <= abs(one.edge)
        assert one.throws_per_decision > 0
        assert one.sd > 0


@examples(40)
@given(wagers(), st.integers(1, 40))
def test_exact_pays_break_nothing(drawn, times):
    """On any multiple of the exact stake, in chips of a cent and without caps, the table pays the ideal."""
    book, name = drawn
    book = uncapped(book)
    points = (None, *book.come_out.points)
    amount = lcm(*(exact_stake(book, wager(name), point) for point in points)) * times
    for one in report(book, name, amount=Decimal(amount) / 100, limits=NO_LIMITS, chip="0.01"):
        assert one.breakage == 0


@examples(40)
@given(wagers(), st.integers(1, 400))
def test_rounding_down_never_pays_the_player(drawn, dollars):
    """Wagers with a commission are left out: it may round down, too."""
    book, name = drawn
    terms = book.wagers[wager(name).kind]
    assume(book.betting.rounding == "down" and not getattr(terms, "commission", None))
    for one in report(book, name, amount=dollars):
        assert one.breakage >= 0


@examples(25)
@given(wagers())
def test_caps_and_limits_are_no_part_of_ideal_pays(drawn):
    book, name = drawn
    assert report(uncapped(book), name).wagers == report(book, name).wagers


def test_every_commission_is_seen():
    """A house that takes a commission has an edge on wagers at true odds, whenever it takes it."""
    for when in ("placed", "won"):
        book = load_rulebook("classic", commission=when)
        for one in odds(book):
            terms = book.wagers[wager(one.wager).kind]
            if isinstance(terms, NumberTerms) and terms.commission:
                assert one.edge > Fraction(1, 100)
