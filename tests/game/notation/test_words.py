"""The words of betting, in help and in the documents. tests/golden/answers/words.txt has other lines."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bankcraps import BOOKS, BankcrapsError, MoneyError, NotationError, Pay, Table, load_rulebook
from bankcraps.game.chips import dollars, written_number
from bankcraps.game.dice import OUTCOMES, SEVEN, Throw
from bankcraps.game.notation import read, tell, write_event
from bankcraps.game.notation.names import wager_rules
from bankcraps.game.notation.phrases import calls
from bankcraps.game.notation.usage import HELP, MEANINGS, USAGE
from bankcraps.game.wagers import Kind
from bankcraps.house_edge.layout_cost import read_standing
from bankcraps.lab.kinds import up_to
from bankcraps.strategies.library import read_text, system

# The words of betting: every example of help is read. `tests/golden/answers/words.txt` has other lines.

EXAMPLES = [
    (word, piece)
    for word, example in USAGE.items()
    for piece in re.split(r", (?:or: )?", example)
    if piece.split()[0] == word
]


def test_every_word_has_a_meaning_and_an_example_that_is_said_at_a_table():
    assert all(read(example).words for _, example in EXAMPLES)
    assert {word for word, _ in EXAMPLES} == set(USAGE)
    assert sum(map(len, HELP.values())) == len(USAGE)
    assert all(MEANINGS.get(word) or ", " in example for word, example in USAGE.items())
    assert set(MEANINGS) <= set(USAGE)


def test_a_line_has_an_end():
    assert read("Ann: pass 10" + " " * 488)
    with pytest.raises(NotationError, match="at most 500 characters, not 501"):
        read("Ann: pass 10" + " " * 489)
    with pytest.raises(NotationError):
        read("pass 10\npass 10")


# The page "Sayings" of the documentation: every line is said at its house, after what was said before.

PAGE = Path(__file__).parents[3] / "docs" / "sayings.md"
ROW = re.compile(
    r"\| `(?P<said>[^`]+)` \| (?:`(?P<means>[^`]+)`|asked back: (?P<asked>[^|]+?)) \| (?P<source>\w?) ?\|"
)
SOURCE = re.compile(r"\| (?P<letter>[A-Z]) \|")


class Saying(NamedTuple):
    house: str
    before: tuple[str, ...]
    said: str
    means: str | None
    asked: str | None
    source: str


def sayings():
    house, before = "", []
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("with "):
            house, before = line.removeprefix("with "), []
        elif house and line and not line.startswith(("|", "`", "#")):
            before.append(line)
        elif line.startswith("| `"):
            row = ROW.fullmatch(line)
            assert row, f"not a row of the page: {line}"
            yield Saying(house, tuple(before), *row.group("said", "means", "asked", "source"))


SAYINGS = [*sayings()]


def table_at(house, before):
    found = Table(house, {"Ann": 2000}, others=True)
    for line in before:
        assert all(found.say(line)), line
    return found


def test_the_page_has_three_hundred_sayings_and_words_of_at_least_four_glossaries():
    named = {match["letter"] for match in map(SOURCE.match, PAGE.read_text("utf-8").splitlines()) if match}
    used = {saying.source for saying in SAYINGS if saying.source}
    assert len(SAYINGS) >= 300
    assert len(used) >= 4
    assert used == named


@pytest.mark.parametrize(
    "saying", SAYINGS, ids=[f"{number} {one.said}" for number, one in enumerate(SAYINGS)]
)
def test_it_means_what_the_page_says(saying):
    at = table_at(saying.house, saying.before)
    try:
        events = at.understand(read(saying.said))
    except NotationError as error:
        assert str(error) == saying.asked
    else:
        assert "; ".join(write_event(one).removeprefix("Ann: ") for one in events) == saying.means


@pytest.mark.parametrize("house", ["nsw", "pennsylvania", "three_four_five", "classic"])
@pytest.mark.parametrize(("said", "stake", "vig"), [
    ("buy the 4 for 21", "$20 on Buy 4", "$1"),
    ("$41 no ten", "$40 on Lay 10", "$1"),
    ("lay the ten for 41", "$40 on Lay 10", "$1"),
    ("buy the ten for 105", "$100 on Buy 10", "$5"),
])  # fmt: skip
def test_a_vig_inside_the_amount_is_no_part_of_the_stake_and_the_table_says_so(house, said, stake, vig):
    at = Table(house, {"Ann": 2000}, others=True)
    told = [tell(effect, at.rulebook) for step in at.say(said) for effect in step.effects]
    assert told[0] == f"Ann puts {stake}"
    assert told[1].startswith(f"Ann pays {vig} commission for ")


def test_a_vig_beside_chips_that_stand_is_what_the_house_takes_for_all_of_them():
    at = Table("three_four_five", {"Ann": 2000}, others=True)
    for said in ("buy 4 30", "buy the 4 for 11"):  # $1.50 is $2 in chips, and $2 for 40 in all
        assert all(at.say(said))
    assert at.layout("Ann") == {"buy 4": 4100}
    assert at.rail("Ann") == 200000 - 4100 - 200


def test_a_line_as_a_record_writes_it_stakes_all_of_it():
    for said in ("buy 4 21", "lay 10 41"):
        at = Table("classic", {"Ann": 2000}, others=True)
        assert all(at.say(said))
        assert sum(at.layout("Ann").values()) == 100 * int(said.split()[-1])


# The stickperson has a call for every throw, and every name of a throw that the document lists.


@pytest.mark.parametrize("craps", [total for total in range(2, 13) if total != SEVEN])
def test_any_total_but_seven_may_be_craps(craps):
    book = load_rulebook("nsw")
    others = [total for total in range(2, 13) if total not in (SEVEN, craps)]
    house = replace(book, come_out=replace(book.come_out, naturals=(SEVEN,), craps=(craps,), points=others))
    for throw in OUTCOMES:
        for puck in (0, *others):
            assert all(calls(house, throw, puck))


NAMES = {
    "1-1": "Snake eyes; Double aces; Loose deuce; Snickies; Two, craps two; Aces",
    "1-2": "Three, craps three; Ace-deuce; Tracy; Acey deucey; Ace caught a deuce; Three, ace-deuce",
    "2-2": "Little Joe; Joe; Little Dick; Little Joe from Kokomo; Little Joe on the front row; Ballerina; "
    "Gag four",
    "2-3": "Little Phoebe; Phoebe; Fever in the south; West Kentucky; No field five; Fever",
    "3-3": "Jimmie Hicks; Jimmie Hicks from the sticks; Sixty days; Sice; Gag six; Hard six",
    "2-4": "Jimmie Hicks; Jimmie Hicks from the sticks; Sixty days; Sice; Easy six",
    "1-6": "Six ace; Up pops the devil; Big red; Seven",
    "4-4": "Eighter from Decatur; Ada from Decatur; Square pair; Mom and Dad; Ozzie and Harriet; Gag eight",
    "4-5": "Centerfield nine; Railroad nine; Jesse James; Nina from Pasadena; Nina at the Marina; "
    "Niner from Carolina; Old Mike; Nina",
    "5-5": "Big Dick; Big Dick from Boston; Big Dick the ladies' friend; Dos equis; Puppy paws; "
    "Pair of sunflowers; Big John; Moose head; Woman's best friend; Gag ten",
    "5-6": "Yo; Yo-leven; Six-five, no jive",
    "6-6": "Boxcars; Midnight; Double-action field traction; Twelve, craps twelve",
}
"""The names in the classic document, by the dice that it draws beside them."""

ONLY_CALLED = ("Two, craps", "Three, craps", "Twelve, craps", "Three, ace", "No field", "Seven", "Easy")


@pytest.mark.parametrize("dice", NAMES)
def test_every_name_of_the_document_is_called_and_players_bet_with_it(dice):
    said = calls(load_rulebook("classic"), Throw(int(dice[0]), int(dice[2])), 0)
    for name in NAMES[dice].split("; "):
        assert any(call.startswith(f"{name},") for call in said), name
        if not name.startswith(ONLY_CALLED):
            try:
                read(f"{name} 5")
            except NotationError as asked:
                assert "say place" in str(asked)


def test_a_name_that_says_what_the_field_pays_is_called_where_it_does():
    nine_in, five_in = load_rulebook("classic"), load_rulebook("classic:field_middle=5")
    assert any("Centerfield" in call for call in calls(nine_in, Throw(4, 5), 6))
    assert not any("Centerfield" in call for call in calls(five_in, Throw(4, 5), 6))
    assert not any("No field five" in call for call in calls(five_in, Throw(2, 3), 6))
    triple = load_rulebook("classic:field_12=triple")
    assert not any("Double-action" in call for call in calls(triple, Throw(6, 6), 6))


# The rules of a house for a wager, apart from its pays, with the clause of each sentence.

RULES = {
    ("nsw", Kind.PASS_ODDS): {
        "May be made": ("while the puck is on", "6.1.5"),
        "At most": ("2 times the flat", "6.1.5.1"),
        "May come down": ("at any time", "6.4"),
    },
    ("three_four_five", Kind.PASS_ODDS): {
        "At most": (
            "3 times the flat on 4 and 10; 4 times the flat on 5 and 9; 5 times the flat on 6 and 8",
            "D.2.limit",
        ),
    },
}


@pytest.mark.parametrize(("house", "kind"), RULES)
def test_a_rule_is_said_with_its_clause(house, kind):
    rules = {rule.label: rule for rule in wager_rules(load_rulebook(house), kind)}
    for label, (says, clause) in RULES[house, kind].items():
        assert rules[label].says == says
        assert rules[label].source.startswith(clause)


@pytest.mark.parametrize("house", BOOKS)
def test_every_rule_is_a_sentence_with_a_source(house):
    book = load_rulebook(house)
    for kind in book.wagers:
        rules = list(wager_rules(book, kind))
        assert len({rule.label for rule in rules}) == len(rules) >= 7
        assert all(rule.says and rule.source for rule in rules), kind


# Numbers are written in the digits 0 to 9. Others look different, and int() and Decimal() read them all.

ARABIC, WIDE, BENGALI = "\u0663", "\uff13", "\u09e9"
DIGITS = (ARABIC, WIDE, BENGALI)


@pytest.mark.parametrize("three", DIGITS)
@pytest.mark.parametrize(
    "line",
    ["buy_in {}", "pass ${}", "place 6 1{}", "roll 4-{}", "odds {}x", "field 1,{}00", "@1{}:00 roll 4-2"],
)
def test_a_line_has_no_digits_of_another_script(line, three):
    with pytest.raises(NotationError, match="write numbers in the digits 0 to 9") as wrong:
        read(line.format(three))
    assert wrong.value.word == three


def test_a_reason_may_have_any_digits():
    assert read(f'award Ann 10 "{ARABIC} short"')


@pytest.mark.parametrize("three", DIGITS)
def test_no_other_reader_takes_them(three):
    with pytest.raises(MoneyError, match="is not a sum of money"):
        dollars(three)
    with pytest.raises(BankcrapsError, match="is not a pay"):
        Pay(f"{three} to 1")
    with pytest.raises(BankcrapsError, match="is a whole number"):
        up_to(10).read("throws", three)
    with pytest.raises(BankcrapsError):
        read_text(f"when point {three}: field 5")
    with pytest.raises(BankcrapsError, match="a scale must be"):
        system(f"pass:scale={three}")
    with pytest.raises(BankcrapsError):
        read_standing(f"place 6 {three}")
    assert written_number(three) is None
