"""Talk around a table: permission to speak, its limits, and mutes."""

from typing import get_args

import pytest
from tests.live.room import Room

from bankcraps.live.people.talk import PHRASES, Talking, can_be_read, mute, talk, words_of
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Mute, Refused, Sender, Talk

NOW = 1_763_769_600_000


@pytest.fixture
def table():
    room = Room("nsw")
    room.sits("Ann", "Bob")
    room.takes("Sue", "supervisor")
    return room.table


def say(talking, table, who, words="", *, now=NOW, **how):
    said = Talk(**({"id": f"{who}{words}{now}", "words": words} | how))
    return talk(talking, table, Sender(who), said, now)


def lines(talking):
    return [(one.line.person, words_of(one.line)) for one in talking.spoken]


def test_who_plays_or_has_a_chair_speaks_and_who_watches_does_not(table):
    talking = say(Talking(), table, "Ann", " nice roll ")
    talking = say(talking, table, "Sue", phrase="star")
    assert lines(talking) == [("Ann", "nice roll"), ("Sue", "★")]
    assert say(talking, table, "Eve", "hello").code == "not_playing"
    assert lines(say(Talking(), table, "Ann", " " + "x" * 80 + " ")) == [("Ann", "x" * 80)]


def test_every_phrase_has_words():
    assert set(PHRASES) == set(get_args(cm.Phrase)) - {""}


@pytest.mark.parametrize(
    ("words", "phrase", "says"),
    [
        ("", "", "say a set phrase or words of your own, and not both"),
        ("hello", "hello", "say a set phrase or words of your own, and not both"),
        ("   ", "", "say a set phrase"),
        ("x" * 81, "", "say at most 80 characters"),
        ("a\nb", "", "some of these characters cannot be seen or change how a line reads: write plain words"),
        ("see https://elsewhere.example", "", "no links around the table, please"),
        ("WWW.elsewhere.example", "", "no links around the table, please"),
    ],
)
def test_what_is_too_much_or_too_little_is_refused(table, words, phrase, says):
    refused = say(Talking(), table, "Ann", words, phrase=phrase)
    assert (refused.code, refused.message[: len(says)]) == ("bad_words", says)


PEOPLE_WRITE = {
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467 hello",
    "a red heart": "\u2764\ufe0f",
    "a rainbow flag": "\U0001f3f3\ufe0f\u200d\U0001f308",
    "a flag of two letters": "\U0001f1e9\U0001f1ea",
    "the flag of England": "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "a skin tone": "\U0001f44d\U0001f3fd",
    "a runner of one": "\U0001f3c3\U0001f3fd\u200d\u2640\ufe0f",
    "a keycap": "7\ufe0f\u20e3",
    "Hebrew": "\u05e9\u05dc\u05d5\u05dd",
    "Persian with a non-joiner": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Hindi with a joiner": "\u0915\u094d\u200d\u0937",
    "an accent of its own": "cafe\u0301",
}

DISGUISES = {
    "a bidi override": "\u202eevil",
    "a bidi isolate": "\u2066x\u2069",
    "a bidi mark": "a\u200fb",
    "an Arabic bidi mark": "\u061cx",
    "a space of no width": "a\u200bb",
    "a joiner between Latin letters": "w\u200dww.elsewhere",
    "a style of a Latin letter": "w\ufe0fww.elsewhere",
    "a joiner alone": "\u200d",
    "two joiners": "\u0915\u200d\u200d\u0937",
    "a joiner that joins nothing": "\U0001f468\u200d",
    "letters of a flag without it": "a\U000e0067\U000e0062",
    "a letter that nobody sees": "\u3164",
    "a soft hyphen": "a\u00adb",
    "a byte order mark": "\ufeffa",
    "a bell": "\x07",
    "half a pair": "\ud83d",
    "a line separator": "a\u2028b",
    "a pile of marks": "a" + 9 * "\u0301",
}


@pytest.mark.parametrize("words", PEOPLE_WRITE.values(), ids=PEOPLE_WRITE)
def test_people_write_in_every_script_and_with_every_emoji(table, words):
    assert lines(say(Talking(), table, "Ann", words)) == [("Ann", words)]


@pytest.mark.parametrize("words", DISGUISES.values(), ids=DISGUISES)
def test_what_disguises_a_line_is_refused(table, words):
    assert say(Talking(), table, "Ann", words).code == "bad_words"


def test_four_lines_in_ten_seconds_and_no_more(table):
    talking = Talking()
    for second in range(4):
        talking = say(talking, table, "Ann", "more", now=NOW + second * 1000)
    refused = say(talking, table, "Ann", "more", now=NOW + 4000)
    assert isinstance(refused, Refused)
    assert refused.message == "let others speak, too: wait 6 s"
    assert isinstance(say(talking, table, "Bob", "me", now=NOW + 4000), Talking)
    assert isinstance(say(talking, table, "Ann", "more", now=NOW + 10_000), Talking)


def test_a_command_that_is_sent_again_speaks_once_and_lines_never_share_a_time(table):
    once = say(Talking(), table, "Ann", "hello", id="1")
    assert say(once, table, "Ann", "hello", id="1") is once
    both = say(once, table, "Bob", "hello", id="1")
    first, second = (one.line.at for one in both.spoken)
    assert (first, second) == (NOW, NOW + 1)


def test_only_the_last_lines_are_kept(table):
    talking = Talking()
    for second in range(0, 600, 3):
        talking = say(talking, table, "Ann", f"line {second}", now=NOW + second * 1000)
    assert len(talking.spoken) == 100
    assert lines(talking)[-1] == ("Ann", "line 597")


def test_a_supervisor_mutes_and_unmutes_a_player(table):
    muted = mute(Talking(), table, Sender("Sue"), Mute(id="1", player="Ann", muted=True))
    assert muted.muted == ("Ann",)
    assert say(muted, table, "Ann", "why?").code == "muted"
    assert lines(say(muted, table, "Bob", "because")) == [("Bob", "because")]
    assert mute(Talking(), table, Sender("Sue"), Mute(id="3", player=" Ann ", muted=True)) == muted
    freed = mute(muted, table, Sender("Sue"), Mute(id="2", player="Ann", muted=False))
    assert lines(say(freed, table, "Ann", "thanks")) == [("Ann", "thanks")]


@pytest.mark.parametrize(
    ("who", "whom", "code"),
    [("Ann", "Bob", "not_your_chair"), ("Sue", "Sue", "not_your_act"), ("Sue", "Eve", "no_such_player")],
)
def test_who_may_not_mute_whom(table, who, whom, code):
    assert mute(Talking(), table, Sender(who), Mute(id="1", player=whom, muted=True)).code == code


@pytest.mark.parametrize("mark", ["\u0301", "\u20de"], ids=["above", "around"])
def test_a_letter_has_four_marks_of_its_own_and_no_more(mark):
    assert can_be_read(("a" + 4 * mark) * 3)
    assert not can_be_read("a" + 4 * mark + "b" + 5 * mark)


def test_a_player_who_has_left_can_be_unmuted_and_not_muted(table):
    """Otherwise a supervisor could never take back a mute that came with the player's last line."""
    muted = Talking(muted=("Bob", "Eve"))
    asked = Mute(id="1", player="Eve", muted=False)
    assert mute(muted, table, Sender("Sue"), asked) == Talking(muted=("Bob",))
    refused = mute(Talking(), table, Sender("Sue"), Mute(id="2", player="Eve", muted=True))
    assert (refused.code, refused.message) == ("no_such_player", "'Eve' is not at the table")


def test_the_names_of_the_muted_are_sorted_and_each_is_there_once(table):
    talking = Talking()
    for number, player in enumerate(("Bob", "Ann", "Bob")):
        talking = mute(talking, table, Sender("Sue"), Mute(id=f"{number}", player=player, muted=True))
    assert talking.muted == ("Ann", "Bob")
