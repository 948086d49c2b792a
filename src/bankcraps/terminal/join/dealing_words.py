"""Words of dealers at a table where people deal: what is open, and what they do with it."""

import re
from functools import cache
from typing import Final

from bankcraps.client import LiveTable
from bankcraps.client.dealing import Dealing
from bankcraps.errors import BankcrapsError, did_you_mean
from bankcraps.game.chips import dollars
from bankcraps.game.engine import effects as fx
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import WAGERS, Wager
from bankcraps.live.dealing.score import said
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.messages import Item
from bankcraps.live.wire.table_view import Undealt

__all__ = [
    "DEAL",
    "deal_command",
    "dealt_line",
    "is_uncalled",
    "let_go_command",
    "open_deals",
    "throw_line",
    "to_deal",
]

DEAL: Final = (
    r"pay (?P<payee>\S+) (?P<paid>.+?) (?P<sum>\$?[0-9][0-9,]*(?:\.[0-9]+)?)"
    r"|(?P<action>take|move|return) (?P<player>\S+) (?P<wager>.+)"
    r"|(?:the )?puck (?:to |on )?(?P<puck>[0-9]{1,2}|off)"
    r"|call (?P<call>.+)"
)
"""The rest of a line that begins with `deal`."""


def deal_command(found: re.Match[str], name: str) -> cm.PersonCommand:
    """Return what a dealer does by a line.

    Raises:
        BankcrapsError: if there is no such wager, or the sum is none.
    """
    if found["call"]:
        return cm.Deal(id=name, action="call", words=found["call"])
    if found["puck"]:
        puck = 0 if found["puck"].lower() == "off" else int(found["puck"])
        return cm.Deal(id=name, action="puck", puck=puck)
    if found["sum"]:
        sum_ = dollars(found["sum"].lstrip("$").replace(",", ""))
        return cm.Deal(id=name, action="pay", player=found["payee"], wager=_wager(found["paid"]), cents=sum_)
    action: en.DealAction = found["action"].lower()  # pyright: ignore[reportAssignmentType] - as in DEAL
    return cm.Deal(id=name, action=action, player=found["player"], wager=_wager(found["wager"]))


def let_go_command(_: re.Match[str], name: str) -> cm.PersonCommand:
    """Return the command that lets the automatic crew deal the rest."""
    return cm.LetGo(id=name)


def _wager(words: str) -> Wager:
    """Read the canonical name of a wager, with spaces or underscores."""
    known = _by_words()
    name = words.lower().replace("_", " ").replace("'", "")
    if name not in known:
        raise BankcrapsError(f"there is no wager {words!r}{did_you_mean(name[:40], known)}")
    return known[name]


@cache
def _by_words() -> dict[str, Wager]:
    return {name.replace("_", " "): wager for name, wager in WAGERS.items()}


def open_deals(live: LiveTable, book: Rulebook) -> list[str]:
    """Say what the dealers have still to do: this person's work first, then that of others."""
    dealing, names = Dealing(live), HouseNames(book)
    mine = dealing.mine
    said_of = [f"to deal: {_work(dealing, names, one)}" for one in mine]
    holders = {chair.role: chair.person for chair in live.view.chairs}
    others = [
        f"{holders.get(one.chair, 'the automatic crew')} deals {_work(dealing, names, one)}"
        for one in dealing.open
        if one not in mine
    ]
    return [*said_of, *others] or ["everything is dealt"]


def to_deal(live: LiveTable, book: Rulebook) -> str:
    """Say what this person has to deal now, in a line; empty if it is nothing."""
    dealing, names = Dealing(live), HouseNames(book)
    work = "; ".join(_work(dealing, names, one) for one in dealing.mine)
    return f"You have to deal: {work}. The words for it: help deal" if work else ""


def _work(dealing: Dealing, names: HouseNames, one: Undealt) -> str:
    if one.call:
        return "the call"
    lies = dealing.lies(one)
    if lies is None:
        return "the puck"
    return f"{one.player}'s {names.placed(lies.wager, lies.amount, lies.tokens)}"


def dealt_line(entry: en.Dealt) -> str:
    """Say what a dealer did where the effects do not: with the puck, or that it was refused or not done."""
    did = said(entry.action, entry.cents, entry.puck, entry.words)
    whose = f"{entry.player}'s {str(entry.wager).replace('_', ' ')}: " if entry.wager else ""
    if entry.how == "refused":
        return f"{entry.person} is wrong: {whose}{did}. It stays open."
    if entry.how == "not_done":
        return f"The automatic crew deals for {entry.person}: {whose}{did}."
    return f"{entry.person}: {did}." if entry.wager is None else ""


def is_uncalled(live: LiveTable) -> bool:
    """Whether a person has still to call the last throw."""
    return any(one.call for one in live.view.undealt)


def throw_line(item: Item, index: int) -> str:
    """Return the words of a throw that a person has to call, which are its faces; empty for other effects."""
    effect, words = item.effects[index], item.words[index] if index < len(item.words) else ""
    return words if isinstance(effect, fx.Thrown) and words == str(effect.throw) else ""
