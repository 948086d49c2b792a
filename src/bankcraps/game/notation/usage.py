"""Every word that a line can begin with: an example and a meaning, for help and for errors."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bankcraps.game.notation.vocabulary import ALSO, GROUPS, Words


def _examples(rows: Iterable[Words]) -> Iterator[tuple[str, str]]:
    for row in rows:
        yield row.kind.value, row.example
        yield from ALSO.get(row.kind, {}).items()


HELP: Final[dict[str, dict[str, str]]] = {
    **{group: dict(_examples(rows)) for group, rows in GROUPS.items()},
    "Several at once": {
        "three_way": "three_way 3, for two 1, three 1 and twelve 1",
        "hi_lo_yo": "hi_lo_yo 3, for two 1, twelve 1 and eleven 1",
        "buffalo": "buffalo 5, for hardways 4 and any_seven 1",
        "hop_easy": "hop_easy 6 2, for hop 5-1 1 and hop 4-2 1",
    },
    "Changing wagers": {
        "press": "press place 6, press my 8, press it, press the 8 to 24, or: press place 6 12",
        "double": "double my 8, for press",
        "half_press": "half_press my 8, or: press my 8 1 unit",
        "parlay": "parlay hard 8, parlay the yo, or: let it ride",
        "add": "add 6 to place 8",
        "take": "take 6 from place 8, take my 8 down, or: take everything down",
        "regress": "regress place 8 to 12",
        "same": "same bet",
        "rebet": "rebet, for same bet",
        "undo": "undo",
        "down": "down place 8, down place 8 by 6, or: down all",
        "take_down": "take_down place 8, for down; or: take me down, for down all",
        "off": "off hard 6, my odds are off, or: off all",
        "on": "on place 6, or: on all",
        "working": "working place 6, for on",
    },
    "Chips": {
        "sit": "sit, or: sit 3",
        "buy_in": "buy_in 500",
        "cash_out": "cash_out, or: cash_out 100",
        "colour_up": "colour_up, or: colour_up Ann",
        "leave": "leave",
    },
    "The dice": {
        "throw": "throw, as the shooter does",
        "roll": "roll 4-2, or: roll 4 2",
        "accept": "accept",
        "decline": "decline",
        "choose": "choose 2 5",
        "same_dice": "same_dice",
        "pass_dice": "pass_dice",
    },
    "The crew": {
        "offer": "offer Ann",
        "no_more_bets": "no_more_bets",
        "no_roll": "no_roll off_table dice 1",
        "order_pass": "order_pass delay",
        "inspect": "inspect 1, or: inspect 1 unsound",
        "die_lost": "die_lost 1",
        "new_set": "new_set",
        "no_answer": "no_answer",
        "confirm": "confirm Ann place 6",
        "reject": "reject Ann pass",
    },
    "Supervisors": {
        "post_sign": "post_sign limits 25:5000 at 14:30, or: post_sign closing at 2:00",
        "limits": "limits 5:5000",
        "own_limits": "own_limits Ann 100:50000",
        "close_table": "close_table",
        "issue_token": "issue_token Ann 25",
        "invalidate": "invalidate fraud forfeit Ann, or: invalidate fire round",
        "correct": "correct 4-2",
        "void": "void Ann place 6 device",
        "exclude": "exclude Ann device",
        "vacate": "vacate Ann",
        "warn": "warn Ann advice",
        "decide": 'decide 1 "the six stands"',
        "award": 'award Ann 10 "the six was paid short"',
        "reclaim": 'reclaim Ann 10 "the six was paid twice"',
        "investigate": 'investigate 1 "the rules were followed"',
    },
    "Disputes": {"dispute": 'dispute "that was a four"', "ask_review": "ask_review 1"},
}
"""Every word that a line can begin with, by group, each with an example."""

USAGE: Final = {word: example for words in HELP.values() for word, example in words.items()}

MEANINGS: Final = {
    "pass": "wins on a natural or when the point is made; loses on craps or a seven-out",
    "dont_pass": "the reverse of pass, but the barred craps number is a tie",
    "come": "a pass bet made while the puck is on; the next throw is its come-out",
    "dont_come": "a don't pass bet made while the puck is on; the next throw is its come-out",
    "pass_odds": "behind a pass bet with a point; pays true odds",
    "dont_pass_odds": "behind a don't pass bet with a point; pays true odds",
    "come_odds": "behind the come bet on that number; pays true odds",
    "dont_come_odds": "behind the don't come bet on that number; pays true odds",
    "place": "wins if its number comes before a 7",
    "place_to_lose": "wins if a 7 comes before its number",
    "buy": "wins if its number comes before a 7; pays true odds less a commission",
    "lay": "wins if a 7 comes before its number; pays true odds less a commission",
    "big": "wins if its number comes before a 7; pays even money",
    "hard": "wins if its number comes as a pair before a 7 and before any other way",
    "field": "wins if the next throw is a field number",
    "any_craps": "wins if the next throw is 2, 3 or 12",
    "any_seven": "wins if the next throw is 7",
    "two": "wins if the next throw is 2",
    "three": "wins if the next throw is 3",
    "eleven": "wins if the next throw is 11",
    "twelve": "wins if the next throw is 12",
    "craps_eleven": "half on any craps, half on eleven",
    "horn": "a quarter each on 2, 3, 11 and 12",
    "horn_high": "a horn with an extra unit on the number you name",
    "world": "a horn with an extra unit on any seven",
    "hop": "wins if the next throw shows these two dice",
    "fire": "wins if the shooter makes several different points in one hand",
    "make_em_all": "wins if every total but 7 comes before a 7",
    "tall": "wins if 8, 9, 10, 11 and 12 all come before a 7",
    "small": "wins if 2, 3, 4, 5 and 6 all come before a 7",
    "repeater": "wins if its number comes often enough before a 7",
    "odds": "an extra bet behind a wager that waits for its number; pays true odds",
    "press": "double a wager that stands, or add a sum to it",
    "half_press": "add half of what stands; a unit is 6 on the 6 and 8, 5 on other places",
    "parlay": "add what the last throw won on a wager, as much of it as the house takes",
    "add": "add a sum to a wager that stands",
    "take": "take a sum off a wager, or take it down",
    "regress": "reduce a wager to a sum",
    "same": "bet again what you bet in the last round and what no longer stands",
    "undo": "take back your last bet, take-down or call since the last throw",
    "down": "take a wager down, reduce it by a sum, or take everything down",
    "off": "call a wager off: it stays, and throws do not decide it",
    "on": "call a wager on again",
    "sit": "take a place at the table",
    "buy_in": "buy chips",
    "cash_out": "change chips for money: all of the rail, or a sum",
    "colour_up": "change small chips for larger ones",
    "investigate": "say what the inspector found about a complaint",
    "leave": "leave the table",
    "throw": "the shooter throws; betting is closed until the dice rest",
    "roll": "the dice came to rest like this",
    "accept": "take the dice that were offered",
    "decline": "decline the dice",
    "choose": "choose your two dice from the set, by number",
    "same_dice": "ask for the same dice back after they left the table",
    "pass_dice": "as the shooter, give the dice up; the next player is offered them",
    "offer": "offer the dice to a player",
    "no_more_bets": "close the betting until the dice rest",
    "no_roll": "the throw does not count, for a reason that the house lists",
    "order_pass": "order the shooter to pass the dice, for a reason that the house lists",
    "inspect": "inspect a die that left the table; an unsound one is removed",
    "die_lost": "give up a die that left the table",
    "new_set": "bring a new set of dice",
    "confirm": "confirm a wager that its player called on while the dice are out",
    "reject": "return what a player put on a wager outside the limits, before the dice rest",
    "no_answer": "go on without a player who does not answer an offer of the dice, or chooses no die",
    "post_sign": "announce new limits, or that the table will close",
    "limits": "change the table's limits",
    "own_limits": "set limits for one player",
    "close_table": "close the table",
    "issue_token": "give a player a promotional token, to bet as in: pass 25 token, or pass 10 and token 25",
    "invalidate": "declare the round invalid and return the wagers; a guilty player may forfeit theirs",
    "correct": "say what the last throw really was: what followed from it is undone, and it is settled",
    "void": "declare one wager void and return the stake",
    "exclude": "exclude a person from the game",
    "vacate": "ask a player who has stopped betting to give up the place",
    "warn": "warn somebody who broke a rule of conduct",
    "decide": "decide a dispute, by number",
    "award": "rule that the house pays a player a sum",
    "reclaim": "rule that the house takes a sum back from a player's rail",
    "dispute": "raise a dispute, in your own words",
    "ask_review": "ask for a decided dispute to be reviewed",
}
"""Each word's meaning, or when its wager wins. A synonym has no entry: its example names the first word."""


# Letters that stand for words at a table: the same at the terminal and on the page.


LETTERS: Final[Mapping[str, str]] = {
    "p": "pass",
    "d": "dont_pass",
    "c": "come",
    "f": "field",
    "y": "eleven",
    "o": "odds",
    "u": "undo",
}
"""The word of each letter: a wager, or what to do."""


# Common questions at a table, which a terminal answers itself: "my bets", "how much do I have".


_QUESTIONS: Final = tuple(
    (re.compile(rf"\s*(?:{asked})[ ?!.]*", re.IGNORECASE), answer)
    for asked, answer in (
        (r"how much (?:does|do|would) (?:the |an? )?(?P<rest>.+?) pays?", "help"),
        (r"what (?:does|do|would) (?:the |an? )?(?P<rest>.+?) pays?", "help"),
        (r"(?:what are |show )?my (?:bets|wagers)", "wagers"),
        (r"what (?:bets )?do i have (?:up|working|out there|on the layout|in action)", "wagers"),
        (r"what(?:'s| is) (?:up|working|on the layout|out there)", "wagers"),
        (r"how (?:much|many)\b.*|what do i have|how am i doing|stack|bankroll", "status"),
        (
            r"(?:what(?:'s| is|s| are) |show )?(?:my|the) (?:point|number|bankroll|rail|money|limits?)",
            "status",
        ),
        (r"(?:what(?:'s| is|s| are) |show )?(?:my|the) (?:stack|chips|rack)", "status"),
        (r"what(?:'s| is|s| are) the (?:table )?(?:minimum|maximum|min|max|shooter)", "status"),
        (r"(?:who(?:'s| is|s)|whose) .*|who (?:shoots|rolls|throws|has the dice)", "status"),
    )
)


def question(line: str) -> tuple[str, str] | None:
    """Return the word that answers a question, and what it is about; None for any other line.

    >>> question("my bets"), question("how much does the field pay?"), question("my bets are off")
    (('wagers', ''), ('help', 'field'), None)
    """
    for asked, answer in _QUESTIONS:
        if found := asked.fullmatch(line):
            return answer, found.groupdict().get("rest", "")
    return None
