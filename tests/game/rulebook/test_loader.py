"""Reading a rulebook: errors name the key and the line, and a house's own rules are read."""

from importlib import resources

import pytest
from tests.game.rulebook.own_book import HEAD, wrong

from bankcraps import RulebookError
from bankcraps.game.rulebook import read_rulebook

WRONG = {
    "a wager there is not": (
        "[wagers.plase]\n",
        "wagers.plase",
        5,
        "there is no such kind of wager; did you mean place?",
    ),
    "a key there is not": (
        "[wagers.place]\nwork = 1",
        "wagers.place.work",
        6,
        "there is no such key; did you mean works?",
    ),
    "a key like no other": ("[dice]\nxyzzy = 1", "dice.xyzzy", 6, "there is no such key; the names are "),
    "a step of the dice without its clause": (
        "[dice.steps]\nlost = false",
        "dice.steps",
        5,
        "lost is missing: say its clause, or a convention",
    ),
    "a part there is not": (
        "[bets]\nx = 1",
        "bets",
        5,
        "a rulebook has no such part; its parts are id, title",
    ),
    "a word there is not": (
        '[wagers.place]\nworks = "at_times"',
        "wagers.place.works",
        6,
        "expected one of always, puck_on, got 'at_times'",
    ),
    "a number for a word": ("[betting]\nrounding = 3", "betting.rounding", 6, "down, nearest, up, got `int`"),
    "a word for a number": (
        '[wagers.dont_pass]\nbar = "2"',
        "wagers.dont_pass.bar",
        6,
        "expected one of 2, 3, 12, got `str`",
    ),
    "yes for a number": ("[table]\nsides = true", "table.sides", 6, "expected `int`, got `bool`"),
    "a fraction": ("[table]\nsides = 1.5", "table.sides", 6, "expected `int`"),
    "a value for a table": ("wagers = 3", "wagers", 5, "expected a table, got 3"),
    "words for a pay table": (
        '[wagers.place]\npays = "7 to 6"',
        "wagers.place.pays",
        6,
        'expected a table such as { 4 = "9 to 5" }, got',
    ),
    "a number for a pay": (
        "[wagers.place]\npays = { 6 = 7 }",
        "wagers.place.pays",
        6,
        'expected a pay such as "9 to 5"',
    ),
    "no pay": ('[wagers.place]\npays = { 6 = "7 tu 6" }', "wagers.place.pays", 6, "'7 tu 6' is not a pay"),
    "a pay of nothing": ('[wagers.pass]\npays = "1 for 1"', "wagers.pass.pays", 6, "pays the winner nothing"),
    "a word for a number's key": (
        '[wagers.place]\npays = { six = "1 to 1" }',
        "wagers.place.pays",
        6,
        "as a key, expected",
    ),
    "a number it is not on": (
        '[wagers.place]\npays = { 7 = "1 to 1" }',
        "wagers.place.pays",
        6,
        "7 is not allowed here",
    ),
    "a big five": (
        '[wagers.big]\npays = { 5 = "1 to 1" }',
        "wagers.big.pays",
        6,
        "5 is not allowed here; the numbers are 6, 8",
    ),
    "a bar at four": (
        "[wagers.dont_pass]\nbar = 4",
        "wagers.dont_pass.bar",
        6,
        "one of 2, 3, 12, got 4",
    ),
    "a value that is missing": (
        "[wagers.world]\nlegs = { two = 1 }",
        "wagers.world.name",
        5,
        "expected a value, but it is missing",
    ),
    "odds of nothing": ("[wagers.pass_odds]\nlimit = { 4 = 0 }", "wagers.pass_odds.limit", 6, "at least 1"),
    "a cap of nothing": (
        "[wagers.field]\nmax_pay = 0",
        "wagers.field.max_pay",
        6,
        "expected cents, at least 1",
    ),
    "a table without places": ("[table]\nplaces_a_side = 0", "table.places_a_side", 6, "at least one place"),
    "a table without end": (
        "[table]\nplaces_a_side = 1000000",
        "table.places_a_side",
        6,
        "at most 100 places",
    ),
    "one die": ("[dice]\nset_size = 1", "dice.set_size", 6, "a set needs at least two"),
    "a hundred dice and one": ("[dice]\nset_size = 101", "dice.set_size", 6, "at most 100 dice"),
    "no chips": ("[table]\ndenominations = []", "table.denominations", 6, "each at least 1"),
    "nobody in charge": ("[floor]\nin_charge = []", "floor.in_charge", 6, "at least one role of the crew"),
    "nobody to decide": ("[floor]\ndisputes = []", "floor.disputes", 6, "at least one role of the crew"),
    "a role there is not": (
        '[table]\ncrew = ["boxman"]',
        "table.crew",
        6,
        "one of boxperson, dealer, ",
    ),
    "cover for who is there": (
        '[table.covers]\ndealer = "boxperson"',
        "table.covers",
        5,
        "dealer is in the crew",
    ),
    "a notice of less than nothing": ("[floor]\nnotice = -5", "floor.notice", 6, "of at least 0"),
    "a reason of two words": (
        '[no_roll.must]\n"off table" = "x"',
        "no_roll.must.off table",
        6,
        "one word for a reason",
    ),
    "a clause of two lines": (
        '[floor.breaches]\nnoise = "a\\nb"',
        "floor.breaches.noise",
        6,
        "a clause on one line",
    ),
    "a come that stays up": ('[wagers.come]\nwinner = "stays"', "wagers.come.winner", 6, "comes down"),
    "odds that stay up": ('[wagers.come_odds]\nwinner = "stays"', "wagers.come_odds.winner", 6, "comes down"),
    "a pass that sleeps": ('[wagers.pass]\nworks = "puck_on"', "wagers.pass.works", 6, "always in action"),
    "a come called off": ("[wagers.come]\ncalls = true", "wagers.come.calls", 6, "cannot be called off"),
    "a come put on a number": (
        '[wagers.come]\nafter_point = "put"',
        "wagers.come.after_point",
        6,
        "only a pass wager",
    ),
    "a don't pass put": (
        '[wagers.dont_pass]\nafter_point = "put"',
        "wagers.dont_pass.after_point",
        6,
        "only a pass wager",
    ),
    "odds on the come-out": (
        '[wagers.pass_odds]\nmade = "come_out"',
        "wagers.pass_odds.made",
        6,
        "has a number",
    ),
    "a place for new shooters": (
        '[wagers.place]\nmade = "new_shooter"',
        "wagers.place.made",
        6,
        "wagers on a shooter's hand are made before the hand",
    ),
    "a commission on place": (
        "[wagers.place.commission]\npercent = 5",
        "wagers.place.commission.on",
        5,
        "it is missing",
    ),
    "a commission of everything": (
        "[wagers.buy.commission]\npercent = 100",
        "wagers.buy.commission.percent",
        6,
        "between",
    ),
    "legs on numbers": (
        "[wagers.horn]\nlegs = { place = 1 }",
        "wagers.horn.legs",
        6,
        "expected a one-roll wager",
    ),
    "legs and pays": (
        '[wagers.horn]\npays = { 2 = "3 to 1" }',
        "wagers.horn.pays",
        6,
        "either pays by total, or legs",
    ),
    "a horn high of nothing": (
        "[wagers.horn_high]\nhigh = 0",
        "wagers.horn_high.high",
        6,
        "horn_high has extra units",
    ),
    "odds without a flat": (
        "[wagers]\ncome = false",
        "wagers.come_odds.name",
        5,
        "odds need come, which",
    ),
    "a press on the hand": (
        (
            '[wagers.fire]\nname = "Fire"\nmade = "new_shooter"\nincrease = "always"\ncounts = "points"\n'
            'among = [4, 5]\npays = { 2 = "9 to 1" }\npaid = "at_end"\nends = "hand"'
        ),
        "wagers.fire.increase",
        8,
        'expected "never": a player could press a wager on the hand that has counted',
    ),
    "a source of nothing": (
        '[betting.from]\nbogus = "6.4"',
        "betting.from.bogus",
        6,
        "a value that does not exist",
    ),
    "sources that are a number": ("[table]\nfrom = 3", "table.from", 6, "expected a table, got 3"),
    "a source that is a number": (
        "[table]\nfrom = { sides = 3 }",
        "table.from",
        6,
        "expected `str`, got `int`",
    ),
    "a dotted pay among others": (
        '[wagers.place]\npays.4 = "9 to 5"\npays.6 = "7 too 6"',
        "wagers.place.pays",
        7,
        "'7 too 6' is not a pay",
    ),
    "a dotted table": ('wagers.place.pays.6 = "7 too 6"', "wagers.place.pays", 5, "is not a pay"),
    "a dotted part": ("odds.multiple = 3", "odds", 5, "a rulebook has no such part"),
    "a dotted option": ('[options]\nx.default = "a"', "options.x.says", 6, "it is missing"),
    "not TOML": ("x = = 1", "", 5, "this is not valid TOML: Invalid value"),
    "said twice": ("id = 1", "", 5, "this is not valid TOML: Cannot overwrite a value"),
}


@pytest.mark.parametrize(("text", "key", "line", "message"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named_with_its_key_and_line(text, key, line, message):
    error = wrong(text)
    assert (error.key, error.line) == (key, line)
    assert message in str(error)
    assert str(error).startswith(f"mine.toml, line {line}: {key}")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('id = "mine"\n', "", None, "id: expected text, but it is missing"),
        ('"mine"', '"my rules"', 1, "expected one word"),
        ('"Mine"', "3", 2, "title: expected text, got 3"),
        ('"Mine"', '" "', 2, "title: expected text"),
        ('"nsw"', '"nws"', 4, "extends: expected one of nsw, washington"),
        ('"nsw"', "4", 4, "extends: expected one of nsw, washington"),
    ],
)
def test_the_head_says_what_book_it_is(old, new, line, message):
    text = HEAD.replace(old, new, 1).replace('extends = "nsw"\n', "" if not new else 'extends = "nsw"\n')
    with pytest.raises(RulebookError, match=message) as caught:
        read_rulebook(text)
    assert caught.value.line == line


def test_a_book_without_another_below_it_says_everything():
    with pytest.raises(RulebookError, match="table: expected a table, but it is missing"):
        read_rulebook('id = "x"\ntitle = "X"\nabout = "X."')


# A source for every value.


def nsw_text():
    """The book of New South Wales as it is shipped."""
    return (
        resources.files("bankcraps.game.rulebook").joinpath("books", "nsw.toml").read_text(encoding="utf-8")
    )


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (
            'places_a_side = "convention: the document gives no number; eight at each end is usual"',
            "table.places_a_side",
        ),
        ('rounding = "6.7"', "betting.rounding"),
        ('from = { name = "6.1.17", made = "6.1.17", pays = "8.1.field" }', "wagers.field.name"),
    ],
)
def test_a_value_without_a_source_is_refused(line, key):
    text = nsw_text()
    assert text.count(f"\n{line}\n") == 1
    with pytest.raises(RulebookError, match="has no source: give its clause, or 'convention: why'") as caught:
        read_rulebook(text.replace(f"\n{line}\n", "\n\n"))
    assert caught.value.key == key
    assert text.split("\n")[caught.value.line - 1].startswith(key.rpartition(".")[2])
