"""The painted layout: each house's own wagers, names and pays, and chips wherever chips can lie."""

from typing import get_args

import msgspec
import pytest
from tests.kit.profiles import share

from bankcraps.game.chips import Cents
from bankcraps.game.engine import Standing
from bankcraps.game.notation.vocabulary import Panel, kinds_on
from bankcraps.game.rulebook import BOOKS, load_rulebook
from bankcraps.game.rulebook.terms import NumberTerms
from bankcraps.game.table import Table
from bankcraps.game.wagers import FLATS, WAGERS, Kind, wager
from bankcraps.terminal.play.layout.canvas import Canvas
from bankcraps.terminal.play.layout.chip_stacks import Scene
from bankcraps.terminal.play.layout.inks import LINES
from bankcraps.terminal.play.layout.painting import paint, places

from . import houses

SIZES = {
    "full": (120, 23),
    "medium": (100, 17),
    "least whole": (96, 15),
    "compact": (80, 13),
    "large": (170, 30),
}
HOUSES = {"crapless": houses.crapless, "hands": houses.hands}
every_book = pytest.mark.parametrize("rules", [*BOOKS, *HOUSES])
every_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


def house(rules):
    return HOUSES[rules]() if rules in HOUSES else load_rulebook(rules)


def offered(book):
    return {wager for wager in WAGERS.values() if book.terms(wager) is not None}


def with_chips(table, who, *standing):
    """The table with those chips before one seat, however they got there."""
    replace = msgspec.structs.replace
    seats = [replace(seat, wagers=standing) if seat.name == who else seat for seat in table.state.seats]
    return replace(table.state, seats=tuple(seats))


def picture(table, state, size, who="Ann", **more):
    return paint(Scene(table.rulebook, state, who, **more), *size).text()


@every_book
@every_size
@pytest.mark.some
def test_chips_on_every_wager_are_seen(rules, size):
    table = Table(house(rules), {"Ann": 500, "Bob": 300})
    unseen = [
        wager.name
        for wager in share(sorted(offered(table.rulebook), key=str), 4)
        if "77.77" not in picture(table, with_chips(table, "Ann", Standing(wager, Cents(7777))), size)
    ]
    assert unseen == []


@every_book
@every_size
def test_what_is_offered_has_a_box_and_boxes_neither_overlap_nor_leave_the_layout(rules, size):
    book = house(rules)
    painted = {wager for place in places(book, *size) for spot in place.box.spots for wager in spot}
    assert painted == offered(book)
    taken = set()
    for area, box in places(book, *size, crowd=True):
        cells = {
            (x, y) for x in range(area.x, area.x + area.width) for y in range(area.y, area.y + area.height)
        }
        assert not cells & taken, box
        assert all(0 < x < size[0] - 1 and 0 < y < size[1] - 1 for x, y in cells), box
        taken |= cells


@every_book
def test_names_and_pays_are_the_books_own(rules):
    table = Table(house(rules), {"Ann": 500})
    seen = "".join(picture(table, table.state, SIZES["full"]).split()).casefold()
    for kind, terms in table.rulebook.wagers.items():
        if kind not in FLATS:
            assert "".join(terms.name.split()).casefold() in seen
        if isinstance(terms, NumberTerms):
            assert all("".join(str(pay).split()) in seen for pay in terms.pays.values())


def test_the_puck_is_on_its_number_or_off_at_the_side():
    table = Table("nsw", {"Ann": 500}, others=True)
    assert " OFF " in picture(table, table.state, SIZES["full"])
    table.throw(4, 4)
    rows = picture(table, table.state, SIZES["full"]).splitlines()
    (number,) = (row.index("8") for row in rows if "N I N E" in row)
    (puck,) = (row.index(" ON ") for row in rows if " ON " in row)
    assert abs(number - puck) <= 3
    assert not any(" OFF " in row for row in rows)


@pytest.mark.parametrize(("option", "bar"), [("12", "BAR ⚅⚅"), ("2", "BAR ⚀⚀")])
def test_the_bar_is_the_books(option, bar):
    book = Table(f"classic:bar={option}").rulebook
    notes = [place.box.title + place.box.note for place in places(book, *SIZES["full"])]
    assert sum(bar in note for note in notes) == 2


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("field_12=double", "(2) (12) 2 to 1"),
        ("field_12=triple", "(2) 2 to 1, (12) 3 to 1"),
        ("field_middle=5", "(2) 3 4 5 10 11 (12)"),
    ],
)
def test_the_field_shows_what_pays_more(options, says):
    table = Table(f"classic:{options}")
    assert says in picture(table, table.state, SIZES["full"])


def test_players_are_told_apart_and_the_one_who_speaks_comes_first():
    table = Table("nsw", {"Ann": 500, "Alex": 500, "Bob": 300})
    for name in ("Ann", "Alex", "Bob"):
        assert table.bet(name, "pass", 10)
    assert "An10   Al10   B10" in picture(table, table.state, SIZES["full"])
    assert "B10   An10   Al10" in picture(table, table.state, SIZES["full"], who="Bob")


def test_odds_lie_with_their_flat_wager():
    table = Table("nsw", {"Ann": 500}, others=True)
    table.bet("Ann", "pass", 10)
    table.throw(4, 2)
    table.bet("Ann", "come", 10)
    table.throw(5, 4)
    table.bet("Ann", "come_odds 9", 20)
    table.bet("Ann", "pass_odds", 20)
    seen = picture(table, table.state, SIZES["medium"])
    assert seen.count("10+20") == 2


def test_buttons_and_sleep_and_tokens_are_shown():
    table = Table("nsw", {"Ann": 500}, others=True)
    table.bet("Ann", "place 6", 12)
    table.bet("Ann", "hard 8", 5)
    assert table.call("Ann", "place 6", "on")
    table.say("issue_token Ann 25")
    table.say("Ann: pass 10 and token 25")
    seen = picture(table, table.state, SIZES["full"])
    assert "12 on" in seen
    assert "10+25*" in seen
    assert "off" in next(row for row in seen.splitlines() if "Buy" in row)


def test_what_the_last_throw_did_is_shown_where_it_did_it():
    table = Table("nsw", {"Ann": 500}, others=True)
    gains = {("Ann", wager("field")): Cents(500), ("Ann", wager("come")): Cents(-1000)}
    seen = picture(table, table.state, SIZES["medium"], gains=gains).splitlines()
    assert "▲5" in next(row for row in seen if "F I E L D" in row)
    assert "▼10" in next(row for row in seen if "C O M E" in row)


def test_fire_tells_the_points_made():
    table = Table("pennsylvania", {"Ann": 500})
    for line in ("pass 10", "fire 5", "roll 4-2", "roll 3-3", "pass 10", "roll 4-4", "roll 6-2"):
        assert all(table.say(line))
    assert "made 6 8" in picture(table, table.state, SIZES["full"])


def test_every_kind_has_a_place_on_the_layout():
    assert sorted(kind.value for kind in kinds_on(*get_args(Panel))) == sorted(kind.value for kind in Kind)


@every_size
def test_the_numbers_are_the_points_of_the_house(size):
    crapless = houses.crapless()
    numbers = [place.box.number for place in places(crapless, *size) if place.box.shape == "number"]
    assert numbers == [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    table = Table(crapless, {"Ann": 500}, others=True)
    table.throw(6, 5)
    rows = picture(table, table.state, size).splitlines()
    assert len({len(row) for row in rows}) == 1
    assert any("11" in row for row in rows)
    assert any("ON" in row for row in rows)


@every_size
def test_wagers_on_a_hand_show_their_name_and_progress(size):
    table = Table(houses.hands(), {"Ann": 500})
    bets = ("pass 10", "fire 5", "tall 2", "small 3", "repeater 8 4")
    for line in (*bets, "roll 6-2", "roll 5-4", "roll 4-4"):
        assert all(table.say(line))
    seen = picture(table, table.state, size)
    assert "5 1/6" in seen
    assert "2 2/5" in seen
    assert "4 2/6" in seen
    assert "fire" in seen.casefold()


def test_wagers_on_a_hand_show_their_pays():
    table = Table(houses.hands(), {"Ann": 500})
    seen = picture(table, table.state, SIZES["large"])
    for words in ("FIRE", "4: 24, 5: 249, 6: 999 to 1", "SMALL", "ALL", "175 to 1", "34 to 1", "REPEATER"):
        assert words in seen
    assert "40 to 1 … 90 to 1" in seen


def test_those_without_room_are_counted_and_nothing_is_painted_where_nothing_fits():
    names = [f"{letter}x" for letter in "ABCDEFGH"]
    table = Table("nsw", dict.fromkeys(names, 500))
    for name in names:
        table.bet(name, "place 6", 12)
    assert "…" in picture(table, table.state, SIZES["compact"], who="Ax")
    for size in ((1, 1), (79, 30), (300, 2), (10, 90)):
        assert picture(table, table.state, size, who="Ax").strip() == ""
        assert not places(table.rulebook, *size)


def test_drawing_outside_a_canvas_does_nothing():
    canvas = Canvas(3, 2, "#000000")
    for x in range(-5, 6):
        for y in range(-3, 5):
            canvas.put(x, y, "ab", LINES)
            canvas.fill(x, y, 2, 1, "#000000")
            canvas.fill(x, y, -2, -1, "#000000")
            canvas.down(x, y, 9)
            canvas.across(x, y, 9)
    assert [sum(len(text) for text, _, _ in canvas.runs(y)) for y in (0, 1)] == [3, 3]
