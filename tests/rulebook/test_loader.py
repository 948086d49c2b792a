"""Reading a rulebook: what is wrong is named with its key and line; a house's own rules are known."""

from importlib import resources

import pytest

from bankcraps import RulebookError, load_rulebook
from bankcraps.rulebook import read_rulebook
from bankcraps.wagers import Kind

HEAD = """\
id = "mine"
title = "Mine"
about = "A house of my own."
extends = "nsw"
"""


def wrong(text, **options):
    """The error of reading that text below the head of a house that extends New South Wales."""
    with pytest.raises(RulebookError) as caught:
        read_rulebook(HEAD + text, "mine.toml", **options)
    return caught.value


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
        "invalid enum value 'at_times'",
    ),
    "a number for a word": ("[betting]\nrounding = 3", "betting.rounding", 6, "expected `str`, got `int`"),
    "a word for a number": (
        '[wagers.dont_pass]\nbar = "2"',
        "wagers.dont_pass.bar",
        6,
        "expected `int`, got `str`",
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
    "a bar at four": ("[wagers.dont_pass]\nbar = 4", "wagers.dont_pass.bar", 6, "invalid enum value 4"),
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
    "a role there is not": ('[table]\ncrew = ["boxman"]', "table.crew", 6, "invalid enum value 'boxman'"),
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
    "a horn that stays up": ('[wagers.horn]\nwinner = "stays"', "wagers.horn.winner", 6, "comes down"),
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
    return resources.files("bankcraps.rulebook").joinpath("books", "nsw.toml").read_text(encoding="utf-8")


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


# Options.


def test_options_are_chosen_by_name():
    assert load_rulebook("classic").wagers[Kind.DONT_PASS].bar == 12
    assert load_rulebook("classic", bar=2).wagers[Kind.DONT_PASS].bar == 2
    assert (
        load_rulebook("classic:bar=2, field_12=triple").chosen
        == load_rulebook("classic", bar=2, field_12="triple").chosen
    )


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("classic", {"bat": 2}, "this book has no option 'bat'; its options are after_point, bar,"),
        ("nsw", {"bar": 2}, "this book has no option 'bar'; its options are winning_buy"),
        ("classic", {"bar": 3}, "option bar must be one of 12, 2, not '3'"),
        ("classic", {"name": 3}, "this book has no option 'name'"),
        ("classic:bar", {}, "write an option as name=choice, not 'bar'"),
        ("nws", {}, "there is no book 'nws' .*; did you mean nsw?"),
        ("nowhere.toml", {}, "nowhere.toml: cannot read this file: No such file"),
    ],
)
def test_options_and_books_there_are_not(name, options, message):
    with pytest.raises(RulebookError, match=message):
        load_rulebook(name, **options)


OPTION = """\
[options.sleep]
says = "Whether place wagers sleep on a come-out."
default = "{default}"
[options.sleep.from]
"*" = "convention: a house's own"
[options.sleep.choices.yes]
[options.sleep.choices.no]
{change}
"""


def test_a_house_may_have_options_of_its_own():
    text = HEAD + OPTION.format(default="yes", change='wagers = { place = { works = "always" } }')
    assert read_rulebook(text).wagers[Kind.PLACE].works == "puck_on"
    awake = read_rulebook(text, sleep="no").wagers[Kind.PLACE]
    assert (awake.works, awake.cited("works")) == ("always", "convention: a house's own")
    assert awake.cited("pays") == load_rulebook("nsw").wagers[Kind.PLACE].cited("pays")


@pytest.mark.parametrize(
    ("default", "change", "key", "line", "message"),
    [
        ("perhaps", "", "options.sleep.default", 7, "expected one of .*yes, no.*, got 'perhaps'"),
        ("no", "wagers = 3", "wagers", None, "expected a table, got 3"),
        (
            "yes",
            "title = 'x'",
            "options.sleep.choices.no.title",
            12,
            "a choice may only change table, come_out, dice",
        ),
        ("no", "wagers = { place = { works = 3 } }", "wagers.place.works", None, "expected `str`, got `int`"),
    ],
)
def test_an_option_that_will_not_do(default, change, key, line, message):
    with pytest.raises(RulebookError, match=message) as caught:
        read_rulebook(HEAD + OPTION.format(default=default, change=change))
    assert caught.value.key.endswith(key)
    assert caught.value.line == line or line is None


@pytest.mark.parametrize("word", ["a b", "a,b", "a=b"])
def test_options_are_words_that_a_record_can_write(word):
    text = HEAD + OPTION.format(default="yes", change=f'[options.sleep.choices."{word}"]')
    with pytest.raises(RulebookError, match="expected one word, to be written in records"):
        read_rulebook(text)


# A house that extends another.


def test_a_house_changes_three_lines_and_keeps_the_rest():
    nsw = load_rulebook("nsw")
    mine = read_rulebook(
        HEAD + '[wagers.dont_pass]\nbar = 12\n[wagers.hard]\npays = { 6 = "9 to 1" }\n[betting]\nrounding = '
        '"down"\n'
    )
    assert (mine.id, mine.title, mine.extends, mine.document) == ("mine", "Mine", "nsw", "")
    assert mine.wagers[Kind.DONT_PASS].bar == 12
    assert [str(pay) for pay in mine.wagers[Kind.HARD].pays.values()] == [
        "7.5 to 1",
        "9 to 1",
        "9.5 to 1",
        "7.5 to 1",
    ]
    assert mine.betting.rounding == "down"
    assert mine.wagers.keys() == nsw.wagers.keys()
    same = [kind for kind in nsw.wagers if mine.wagers[kind] == nsw.wagers[kind]]
    assert set(nsw.wagers) - set(same) == {Kind.DONT_PASS, Kind.HARD}
    assert (mine.table, mine.dice, mine.no_roll, mine.floor) == (nsw.table, nsw.dice, nsw.no_roll, nsw.floor)


def test_what_a_house_changes_is_cited_as_its_own_rule():
    nsw = load_rulebook("nsw")
    mine = read_rulebook(HEAD + "[wagers.dont_pass]\nbar = 12\n[betting]\ntokens = false\n").wagers
    assert mine[Kind.DONT_PASS].cited("bar") == "house rule of mine"
    assert mine[Kind.DONT_PASS].cited("pays") == nsw.wagers[Kind.DONT_PASS].cited("pays")
    betting = read_rulebook(HEAD + "[betting]\ntokens = false\n").betting
    assert betting.cited("tokens") == "house rule of mine"
    assert betting.cited("closed_by") == nsw.betting.cited("closed_by")


def test_a_house_may_say_what_its_rule_is_from():
    text = HEAD + '[wagers.dont_pass]\nbar = 12\nfrom = { bar = "convention: the commoner bar" }\n'
    terms = read_rulebook(text).wagers[Kind.DONT_PASS]
    assert terms.cited("bar") == "convention: the commoner bar"
    assert terms.clause("bar") == "convention"


def test_a_house_takes_a_wager_out_and_a_number_off():
    mine = read_rulebook(
        HEAD + "[wagers]\nhorn = false\nfield = { pays = { 12 = false } }\nbig = { pays = { 6 = false } }\n"
    )
    assert Kind.HORN not in mine.wagers
    assert 12 not in mine.wagers[Kind.FIELD].pays
    assert list(mine.wagers[Kind.BIG].pays) == [8]
    fireless = read_rulebook(
        'id = "x"\ntitle = "X"\nabout = "X."\nextends = "pennsylvania"\n[wagers]\nfire = false'
    )
    assert Kind.FIRE not in fireless.wagers
    assert Kind.FIRE in load_rulebook("pennsylvania").wagers


def test_a_house_may_add_a_wager():
    text = HEAD + '[wagers.world]\nname = "Whirl"\nlegs = { two = 1, three = 1, any_seven = 1, '
    text += "eleven = 1, twelve = 1 }\n"
    world = read_rulebook(text).wagers[Kind.WORLD]
    assert world.units == 5
    assert world.cited("legs") == "house rule of mine"


# The digest.


def digest(text):
    """The digest of a house that extends New South Wales."""
    return read_rulebook(HEAD + text).digest


def test_the_digest_is_of_the_content():
    plain = digest("")
    assert plain == digest("# a remark\n\n\n") == digest("   ")
    assert digest("[betting]\nrounding = 'down'") == digest('[betting] # as usual\nrounding   = "down"')
    assert digest("[betting]\nrounding = 'down'\ntokens = false") == digest(
        "[betting]\ntokens = false\nrounding = 'down'"
    )


@pytest.mark.parametrize(
    "text",
    [
        '[betting]\nrounding = "down"',
        "[betting]\ntokens = false",
        "[wagers.dont_pass]\nbar = 12",
        '[wagers.place]\npays = { 6 = "6 to 5" }',
        "[wagers]\nhorn = false",
        "[table]\nplaces_a_side = 7",
    ],
)
def test_the_digest_changes_with_the_content(text):
    assert digest(text) != digest("")


def test_two_loads_are_one_content():
    assert load_rulebook("nsw").digest == load_rulebook("nsw").digest
    assert (
        len(
            {
                load_rulebook("classic", bar=bar, field_12=twelve).digest
                for bar in (2, 12)
                for twelve in ("double", "triple")
            }
        )
        == 4
    )
