"""An example of every word, for help and for errors."""

from typing import Final

from bankcraps.notation.vocabulary import GROUPS, WORDS

__all__ = ["HELP", "USAGE"]


def _wagers(group: str) -> dict[str, str]:
    words: dict[str, str] = {}
    for row in WORDS:
        if row.group == group:
            words |= {row.kind.value: row.example, **dict(row.also)}
    return words


HELP: Final[dict[str, dict[str, str]]] = {
    **{group: _wagers(group) for group in GROUPS},
    "Changing wagers": {
        "press": "press place 6 12",
        "undo": "undo",
        "down": "down place 8, down place 8 by 6, or: down all",
        "take_down": "take_down place 8",
        "off": "off hard 6, or: off all",
        "on": "on place 6, or: on all",
        "working": "working place 6, for on",
    },
    "Chips": {
        "sit": "sit, or: sit 3",
        "buy_in": "buy_in 500",
        "cash_out": "cash_out, or: cash_out 100",
        "colour_up": "colour_up",
        "leave": "leave",
    },
    "The dice": {
        "throw": "throw, as the shooter does",
        "roll": "roll 4-2, as the dice come to rest",
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
    },
    "Supervisors": {
        "post_sign": "post_sign limits 25:5000, or: post_sign closing",
        "limits": "limits 5:5000",
        "own_limits": "own_limits Ann 100:50000",
        "close_table": "close_table",
        "issue_token": "issue_token Ann 25",
        "invalidate": "invalidate fraud forfeit Ann, or: invalidate fire round",
        "void": "void Ann place 6 device",
        "exclude": "exclude Ann device",
        "vacate": "vacate Ann",
        "warn": "warn Ann advice",
        "decide": 'decide 1 "the six stands"',
    },
    "Disputes": {"dispute": 'dispute "that was a four"', "ask_review": "ask_review 1"},
}
"""Every word that a line can begin with, by group, each with an example."""

USAGE: Final = {word: example for words in HELP.values() for word, example in words.items()}
