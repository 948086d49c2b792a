"""The figures of every wager, against arithmetic by hand that knows no tables or steps, and by laws."""

from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import isclose, lcm, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.houses import houses
from tests.kit.profiles import examples

from bankcraps import BOOKS, BankcrapsError, load_rulebook, read_rulebook
from bankcraps.game.rulebook.terms import DontTerms
from bankcraps.game.wagers import BOX_NUMBERS, WAGERS, Kind, wager
from bankcraps.house_edge.odds import odds
from bankcraps.house_edge.trial_table import NO_LIMITS, TrialTable, exact_stake, uncapped

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
report = cache(odds)


def by_hand(book, wager, point):
    """(win, lose, push, net of a win a unit, throws) of a wager on one number or total, or of the line."""
    terms, number = book.wagers[wager.kind], wager.number or point
    match wager.kind:
        case Kind.PASS | Kind.COME:
            made = sum(Fraction(WAYS[n], 36) * Fraction(WAYS[n], WAYS[n] + 6) for n in BOX_NUMBERS)
            return {"win": Fraction(8, 36) + made, "push": 0, "pay": terms.pays.ratio}
        case Kind.DONT_PASS | Kind.DONT_COME:
            assert isinstance(terms, DontTerms)
            missed = sum(Fraction(WAYS[n], 36) * Fraction(6, WAYS[n] + 6) for n in BOX_NUMBERS)
            barred = Fraction(WAYS[terms.bar], 36)
            return {"win": Fraction(4, 36) - barred + missed, "push": barred, "pay": terms.pays.ratio}
        case Kind.HARD:
            pay = terms.pays[number].ratio
            return {"win": Fraction(1, WAYS[number] + 6), "push": 0, "pay": pay}
        case Kind.PLACE | Kind.BIG | Kind.BUY | Kind.PASS_ODDS | Kind.COME_ODDS:
            win = Fraction(WAYS[number], WAYS[number] + 6)
        case Kind.LAY | Kind.PLACE_TO_LOSE | Kind.DONT_PASS_ODDS | Kind.DONT_COME_ODDS:
            win = Fraction(6, WAYS[number] + 6)
        case Kind.HOP:
            pay = (terms.hard if wager.dice.hard else terms.easy).ratio
            return {"win": Fraction(1 if wager.dice.hard else 2, 36), "push": 0, "pay": pay}
        case _:
            return None
    commission = getattr(terms, "commission", None)
    pay = terms.pays[number].ratio
    fee = Fraction(0)
    if commission is not None:
        fee = Fraction(commission.percent, 100) * (pay if commission.on == "win" else 1)
    return {"win": win, "push": 0, "pay": pay, "fee": fee}


@pytest.mark.parametrize("name", BOOKS)
def test_against_arithmetic_by_hand(name, subtests):
    for one in report(name):
        if one.wager != "fire":
            with subtests.test(wager=one.wager, point=one.point):
                against_arithmetic_by_hand(load_rulebook(name), one)


def against_arithmetic_by_hand(book, one):
    spot, point = WAGERS[one.wager], one.point
    told = by_hand(book, spot, point)
    if told is None:
        nets = by_the_throw(book, spot)
        assert dict(one.nets) == nets
        assert one.edge == -sum(net * p for net, p in nets.items())
        assert one.win == sum(p for net, p in nets.items() if net > 0)
        assert one.push == nets.get(Fraction(0), 0)
        assert one.throws_per_decision == 1
        return
    sleeps = spot.kind is Kind.COME_ODDS and book.wagers[spot.kind].works == "puck_on"
    asleep = one.push if sleeps else told["push"]
    decided = 1 - asleep
    win = told["win"] * decided if sleeps else told["win"]
    assert (one.win, one.push, one.lose) == (win, asleep, 1 - win - asleep)
    fee = told.get("fee", 0)
    edge = one.lose - one.win * told["pay"] + fee
    assert one.edge == edge
    assert one.edge_resolved == edge / decided
    assert one.edge_outlay == edge / (1 + fee)
    nets = ((told["pay"] - fee, one.win), (-1 - fee, one.lose), (-fee, one.push))
    mean = -edge
    variance = sum((net - mean) ** 2 * p for net, p in nets)
    third = sum((net - mean) ** 3 * p for net, p in nets)
    assert isclose(one.sd, sqrt(variance), rel_tol=1e-14)
    assert isclose(one.skew, float(third) / float(variance) ** 1.5, rel_tol=1e-12)
    if not sleeps:
        assert one.throws_per_decision == throws(spot, point)
    assert one.edge_per_throw == edge / one.throws_per_decision


def throws(wager, point):
    """Throws until a wager is decided."""
    number = wager.number or point
    if wager.kind is Kind.HOP:
        return 1
    if number:
        return Fraction(36, WAYS[number] + 6)
    return 1 + sum(Fraction(WAYS[n], 36) * Fraction(36, WAYS[n] + 6) for n in BOX_NUMBERS)


def by_the_throw(book, wager):
    """The results of a unit on a one-roll wager, with their chances: total by total, leg by leg."""
    terms = book.wagers[wager.kind]
    pays = {kind: book.wagers[kind].pays for kind in terms.legs} or {wager.kind: terms.pays}
    units = dict(terms.legs) or {wager.kind: 1}
    if wager.number:
        high = {2: Kind.TWO, 3: Kind.THREE, 11: Kind.ELEVEN, 12: Kind.TWELVE}[wager.number]
        units[high] += terms.high
    nets: dict[Fraction, Fraction] = {}
    for total, ways in WAYS.items():
        won = sum(
            share * (pays[leg][total].ratio if total in pays[leg] else -1) for leg, share in units.items()
        )
        net = Fraction(won) / sum(units.values())
        nets[net] = nets.get(net, Fraction(0)) + Fraction(ways, 36)
    return nets


@pytest.mark.parametrize("name", BOOKS)
def test_every_wager_a_house_offers_is_there(name):
    book = load_rulebook(name)
    offered = {
        wager.name
        for wager in WAGERS.values()
        if book.terms(wager) and not (wager.kind in {Kind.COME, Kind.DONT_COME} and wager.number)
    }
    assert {one.wager for one in report(name)} == offered


def test_fire_is_decided_by_the_hand():
    """Its time is the hand; the chances of its points come from a chain of sets, written out here."""
    fire = report("pennsylvania")["fire"]
    assert fire.throws_per_decision == Fraction(1671, 196)
    ahead = {frozenset(): Fraction(1)}
    made = [Fraction(0)] * 7
    while ahead:  # from a set of points made: chances of the next different point, or of the seven-out
        following: dict[frozenset, Fraction] = {}
        for done, chance in ahead.items():
            new = [n for n in BOX_NUMBERS if n not in done]
            made_new = {n: Fraction(WAYS[n], 24) * Fraction(WAYS[n], WAYS[n] + 6) for n in new}
            out = sum(Fraction(WAYS[n], 24) * Fraction(6, WAYS[n] + 6) for n in BOX_NUMBERS)
            leaves = out + sum(made_new.values())
            made[len(done)] += chance * out / leaves
            for n, p in made_new.items():
                after = done | {n}
                following[after] = following.get(after, Fraction(0)) + chance * p / leaves
        ahead = following
    pays = {4: 24, 5: 249, 6: 999}
    assert dict(fire.nets) == {Fraction(-1): sum(made[:4]), **{Fraction(pays[n]): made[n] for n in pays}}


@pytest.mark.parametrize("bar", [2, 3, 12])
def test_the_bar(bar):
    head = 'extends = "classic"\nid = "mine"\ntitle = "Mine"\nabout = "A bar."\n'
    dont = odds(read_rulebook(f"{head}[wagers.dont_pass]\nbar = {bar}\n"), "dont_pass")["dont_pass"]
    assert dont.push == Fraction(WAYS[bar], 36)
    assert dont.edge == {2: Fraction(3, 220), 3: Fraction(41, 990), 12: Fraction(3, 220)}[bar]


def test_pass_wagers_after_the_point():
    """Put: behind a point of 4 at even money it wins one time in three. Across the line: a place wager."""
    sixth = {4: Fraction(1, 3), 5: Fraction(1, 5), 6: Fraction(1, 11)}
    put = {**sixth, **{14 - n: edge for n, edge in sixth.items()}}
    placed = {int(one.wager.split()[1]): one.edge for one in odds("classic", "place")}
    for choice, behind in (("put", put), ("place", placed), ("refused", {})):
        edges = {one.point: one.edge for one in odds(f"classic:after_point={choice}", "pass")}
        assert edges == {None: Fraction(7, 495), **behind}


@pytest.mark.parametrize("number", BOX_NUMBERS)
def test_how_often_they_are_off(number):
    """A come wager goes to its number from any point, as often as that stands; then the puck goes its way.

    With the puck off a seven or the number returns the odds; with it on, either decides them.
    """
    stands = {point: Fraction(WAYS[point], WAYS[point] + 6) for point in BOX_NUMBERS}
    others = [point for point in BOX_NUMBERS if point != number]
    decides = 6 + WAYS[number]
    goes_off = {p: Fraction(WAYS[p], decides + WAYS[p]) for p in others}  # before odds are decided
    leaves = decides + sum(WAYS[p] for p in others)
    push_off = Fraction(decides, 36) / (
        Fraction(leaves, 36) - sum(Fraction(WAYS[p], 36) * goes_off[p] for p in others)
    )
    push = sum(stands[p] * goes_off[p] * push_off for p in others) + stands[number] * push_off
    assert report("nsw")[f"come_odds {number}"].push == push / sum(stands.values())


def test_a_come_box_open_on_the_come_out():
    """If a house takes a come wager on the come-out, too, it equals a pass wager."""
    head = 'extends = "classic"\nid = "mine"\ntitle = "Mine"\nabout = "Come at any time."\n'
    report = odds(read_rulebook(f'{head}[wagers.come]\nmade = "any"\n'))
    line, come = report["pass"], report["come"]
    assert (come.nets, come.throws_per_decision) == (line.nets, line.throws_per_decision)


def test_all_of_a_kind_and_names_as_they_are_said():
    assert [one.wager for one in odds("nsw", "hard")] == ["hard 4", "hard 6", "hard 8", "hard 10"]
    assert [one.point for one in odds("nsw", "pass_odds")] == list(BOX_NUMBERS)
    for said, name in ((" Pass Odds ", "pass_odds"), (WAGERS["place 6"], "place 6")):
        assert odds("nsw", said) == odds("nsw", name)
    assert list(odds("classic", "hop 3-1").wagers) == list(odds("classic", "hop 1-3").wagers) != []


def test_report_as_a_table():
    table = report("nsw").to_arrow()
    assert table.num_rows == len(report("nsw").wagers)
    assert table.column("edge").to_pylist() == [float(one.edge) for one in report("nsw")]
    assert [Fraction(text) for text in table.column("edge_fraction").to_pylist()] == [
        one.edge for one in report("nsw")
    ]
    assert ">place 6</td>" in report("nsw")._repr_html_()
    assert ">45.455%</td>" in report("nsw")._repr_html_()


def test_names_that_are_not_in_a_report():
    found = odds("nsw", amount=5)
    assert ("place 6" in found, "horn" in found) == (True, False)
    for name, said in (
        ("plac 6", r"'plac 6' is not in this report; did you mean place 6\?"),
        ("horn", r"'horn' is not in this report: horn must be a multiple of \$4"),
    ):
        with pytest.raises(BankcrapsError, match=said):
            found[name]


def test_reprs_that_people_can_read():
    places = odds("pennsylvania", "place")
    assert repr(places) == "<OddsReport pennsylvania: 6 wagers, ideal pays, edges from 1.515% to 6.667%>"
    assert repr(places["place 6"]) == "<place 6: edge 1.515% (1/66), wins 45.455%, 3.27 throws>"
    assert repr(report("nsw")["come_odds 4"]) == "<come_odds 4: edge 0.000%, wins 27.962%, 3.36 throws>"
    real = odds("pennsylvania", amount="12.50", chip="0.25", limits="5:100:0.25")
    assert repr(real).startswith("<OddsReport pennsylvania: 82 wagers, 12.50 dollars as really paid, ")
    assert repr(real.refused[0]).startswith("<horn refused: horn must be a multiple of $1, not $12.50>")


def test_a_wager_that_is_never_decided_is_no_endless_walk(monkeypatch):
    monkeypatch.setattr("bankcraps.house_edge.trial_table.MOST_TABLES", 200)
    monkeypatch.setenv("BANKCRAPS_CACHE", "")  # nor on the disk
    asked_first_here = replace(load_rulebook("pennsylvania"))  # figures of other books may be kept
    with pytest.raises(BankcrapsError, match="met more than 200 tables before all was decided"):
        odds(asked_first_here, "fire")


@st.composite
def wagers(draw):
    """A house and one wager of it that can be made, by name."""
    book = draw(houses())
    names = sorted({spot.name for spot, _ in TrialTable(book).offers})
    return book, draw(st.sampled_from(names))


def taken(book, name, **how):
    """The report, where the house takes that wager at all."""
    try:
        return odds(book, name, **how)
    except BankcrapsError:
        assume(False)  # noqa: FBT003 - as Hypothesis has it
        raise


@examples(40)
@given(wagers())
def test_chances_are_whole_and_edges_are_what_they_say(drawn):
    for one in taken(*drawn):
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
    for one in taken(book, name, amount=Decimal(amount) / 100, limits=NO_LIMITS, chip="0.01"):
        assert one.breakage == 0


@examples(40)
@given(wagers(), st.integers(1, 400))
def test_rounding_down_never_pays_the_player(drawn, dollars):
    """Wagers with a commission are left out: it may round down, too."""
    book, name = drawn
    terms = book.wagers[wager(name).kind]
    assume(book.betting.rounding == "down" and not getattr(terms, "commission", None))
    for one in taken(book, name, amount=dollars):
        assert one.breakage >= 0


@examples(25)
@given(wagers())
def test_caps_and_limits_are_no_part_of_ideal_pays(drawn):
    book, name = drawn
    assert taken(uncapped(book), name).wagers == taken(book, name).wagers
