"""Words of the room around a live table: lines, answers and news outside the game."""

import re
from collections.abc import Callable
from functools import cache, partial
from operator import not_
from typing import Any, Final

from msgspec.structs import replace

from bankcraps.client import LiveTable
from bankcraps.client.live import Dealing
from bankcraps.errors import BankcrapsError, did_you_mean
from bankcraps.game.chips import Cents, dollars, money
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.actor import CREW
from bankcraps.game.engine.floor.players import written_name
from bankcraps.game.notation import read
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import WAGERS, Wager
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.table.dealing import SECOND_BASE, said
from bankcraps.live.wire.messages import Happened, Inspection, Item, TableView, Undealt
from bankcraps.support.files import shipped_rows
from bankcraps.terminal.join.watch import Watch


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


_TWO_WORDS: Final = re.compile(r"^(sit|give|offer|take|let) (out|in|chair|back|go)\b", re.IGNORECASE)
_FACES: Final = frozenset(range(1, 7))


def _role(word: str) -> str:
    role = word.lower().replace(" ", "_")
    if role in (*CREW, SECOND_BASE):
        return role
    raise BankcrapsError(f"there is no role {word!r}; the roles are {', '.join((*CREW, SECOND_BASE))}")


def _throw(faces: str) -> Throw:
    first, second = map(int, re.findall(r"[0-9]+", faces))
    if not {first, second} <= _FACES:
        raise BankcrapsError(f"dice show 1 to 6, not {faces}; say, for example: enter 4-2")
    return Throw(first, second)


_READERS: Final[dict[str, Callable[[Any], object]]] = {
    "action": str.lower,
    "cents": lambda sum_: dollars(sum_.lstrip("$").replace(",", "")),
    "confirmed": lambda word: word.lower() == "yes",
    "person": written_name,
    "player": written_name,
    "puck": lambda word: 0 if word.lower() == "off" else int(word),
    "ready": not_,
    "role": _role,
    "throw": _throw,
    "waiting": not_,
    "wager": _wager,
}
"""Reads the words for a field. Other fields are text."""

_CHAIR: Final = r"(?P<role>second dealer|\w+)"
_ANYBODY: Final = r"(?P<player>.+)"

_FORMS: Final[dict[str, tuple[Callable[..., cm.PersonCommand], tuple[str, ...]]]] = {
    "sit_out": (partial(cm.SitOut, out=True), ("",)),
    "sit_in": (partial(cm.SitOut, out=False), ("",)),
    "ready": (cm.Ready, (r"(?P<ready>no)?",)),
    "wait": (cm.Wait, (r"(?P<waiting>no)?",)),
    "chair": (cm.TakeChair, (_CHAIR,)),
    "give_chair": (cm.GiveChair, (_CHAIR,)),
    "offer_chair": (cm.OfferChair, (rf"{_CHAIR} (?:to )?(?P<person>.+)",)),
    "take_back": (cm.TakeBackChair, (_CHAIR,)),
    "seed": (cm.GiveSeed, (r"(?P<seed>\S+)",)),
    "enter": (partial(cm.EnterThrow, look="first"), (r"(?P<throw>[0-9]{1,3}\D[0-9]{1,3})",)),
    "deal": (
        cm.Deal,
        (
            r"(?P<action>pay) (?P<player>\S+) (?P<wager>.+?) (?P<cents>\$?[0-9][0-9,]*(?:\.[0-9]+)?)",
            r"(?P<action>take|move|return) (?P<player>\S+) (?P<wager>.+)",
            r"(?:the )?(?P<action>puck) (?:to |on )?(?P<puck>[0-9]{1,2}|off)",
            r"(?P<action>call) (?P<words>.+)",
        ),
    ),
    "let_go": (cm.LetGo, ("",)),
    "late": (cm.ConfirmLate, (rf"{_ANYBODY} (?P<confirmed>yes|no)",)),
    "talk": (cm.Talk, (r"(?P<words>.+)",)),
    "mute": (partial(cm.Mute, muted=True), (_ANYBODY,)),
    "unmute": (partial(cm.Mute, muted=False), (_ANYBODY,)),
}
"""Makes the command of each word; and the forms of the rest of its line, whose groups are fields of it."""

_ROWS: Final = shipped_rows("bankcraps.terminal.join", "usage.txt")

ROOM_HELP: Final = [row for rows in _ROWS.values() for row in rows]
"""Every line for the room, with its effect."""

ROOM_WORDS: Final = {re.split(r"[\s,]", row[0])[0]: row for row in _ROWS["commands"]}
"""Commands to the room, each with an example and its effect. Every other line is in the betting language."""


def room_command(line: str, view: TableView, new_id: Callable[[], str]) -> cm.PersonCommand:
    """Return the command that a line gives to the room. A line about the game is said as it is.

    Raises:
        NotationError: if it is about the game, and cannot be read.
        BankcrapsError: if the word is for the room, and the rest of the line does not fit.
    """
    said = _TWO_WORDS.sub(r"\1_\2", " ".join(line.split()))
    word, _, rest = said.partition(" ")
    word = word.lower()
    if word not in _FORMS:
        read(line)
        return cm.Say(id=new_id(), line=line)
    make, forms = _FORMS[word]
    found = next(filter(None, (re.fullmatch(form, rest, re.IGNORECASE) for form in forms)), None)
    if found is None:
        raise BankcrapsError(f"{said!r} is not complete; say, for example: {ROOM_WORDS[word][0]}")
    fields = {name: _READERS.get(name, str)(words) for name, words in found.groupdict().items()}
    command = make(id=new_id(), **fields)
    if (
        isinstance(command, cm.EnterThrow)
        and view.entered is not None
        and view.entered.throw == command.throw
    ):
        return replace(command, look="second")
    return command


_LAST_BETS: Final = "Last bets: the betting closes in a moment."
_WITHHELD: Final = "Throw {e.number} does not count ({e.withheld}). Its secret was {e.secret}."
_ENTRY_LINES: Final[dict[type[en.LogEntry], Callable[[Any], str]]] = {
    en.Acted: lambda e: f"{e.event.by.person} says why: {e.why}" if e.why else "",
    en.PhaseBegan: lambda e: _LAST_BETS if e.phase == "last_bets" else "",
    en.SecretShown: lambda e: _WITHHELD.format(e=e) if e.withheld else "",
    en.SecretLost: lambda e: f"The house lost the secret of throw {e.number}. All wagers go back.",
    en.ThrowEntered: lambda e: (
        f"{e.person} enters {e.throw}: {e.throw.total}? It counts when it is entered again."
    ),
    en.LateBetAsked: lambda e: (
        f"{e.bet.by.person} bets {e.bet.wager} late. The crew decides whether it stands."
    ),
    en.LateBetDropped: lambda e: f"The late wager of {e.player} does not stand.",
    en.Dealt: dealt_line,
    # Clients give the other seeds automatically, for every throw.
    en.SeedGiven: lambda e: "" if e.next else f"{e.player} gives a seed for the next throw.",
    en.ChairTaken: lambda e: f"{e.person} takes the {e.role}'s chair.",
    en.ChairGiven: lambda e: (
        f"{e.by} takes the {e.role}'s chair back from {e.person}."
        if e.by
        else f"{e.person} gives back the {e.role}'s chair."
    ),
    en.ChairOffered: lambda e: f"{e.person or 'Whoever has the link'} may take the {e.role}'s chair.",
    en.SatOut: lambda e: f"{e.player} {'sits out' if e.out else 'plays again'}.",
    en.PlaceOffered: lambda e: f"A place is free for {e.person}: sit down to take it.",
    en.Waiting: lambda e: f"{e.person} {'waits for a place' if e.waiting else 'waits no longer'}.",
    en.BotSeated: lambda e: (
        f"{e.bot.name} is a bot of the house that plays {e.bot.system} with {money(e.bot.bankroll)}."
    ),
    en.BotDismissed: lambda e: f"{e.name}, a bot of the house, is asked to leave.",
    en.SystemStarted: lambda e: f"A system plays {e.seat.name}'s seat: {e.seat.system}.",
    en.SystemStopped: lambda e: f"{e.name} plays without a system again{f': {e.why}' if e.why else ''}.",
}


def entry_line(entry: en.LogEntry) -> str:
    """Say what happened in the room; empty if the game has its own line for it."""
    says = _ENTRY_LINES.get(type(entry))
    return says(entry) if says else ""


def what_next(news: Happened, table: Watch) -> list[str]:
    """Say who shoots after the dice were passed, and what this person has to deal after a throw."""
    kinds = {type(effect) for item in news.items for effect in item.effects}
    shooter = table.live.view.shooter
    passed = fx.DicePassed in kinds and not kinds & {fx.DiceTaken, fx.DiceOffered}
    turn = f"The next shooter is {shooter}." if passed and shooter else ""
    deal = to_deal(table.live, table.rulebook) if fx.Thrown in kinds else ""
    return [said for said in (turn, deal) if said]


def kept(view: TableView) -> str:
    """Say how long the house keeps the place of a player who is away."""
    return f"Your place and your wagers are kept for {view.settings.timing.away_ms // 1000} seconds"


def farewell(live: LiveTable) -> str:
    """Say why the connection ended for good and, if no house answers, what happens to the player's place."""
    if not live.unanswered:
        return f"You have left the table: {live.goodbye}."
    stays = f" {kept(live.view)}, and your chips with them." if live.seat else ""
    return f"The house does not answer.{stays} Type the same command again to go on."


def answer(line: str, table: Watch) -> list[str]:
    """Return the sentences that answer a question about the room; none if the line is no such question."""
    match line.strip().lower():
        case "who":
            return present(table) or ["nobody plays"]
        case "fair":
            return sealed(table.live)
        case "deals":
            return open_deals(table.live, table.rulebook)
        case _:
            return []


def present(table: Watch) -> list[str]:
    """Say who plays with how many chips, who else is there, and what an inspector sees."""
    names, view, found = HouseNames(table.rulebook), table.live.view, table.live.inspection
    said: list[str] = []
    for seat in view.seats:
        wagers = [names.placed(one.wager, one.amount, one.tokens) for one in seat.wagers]
        on = f", and {', '.join(wagers)}" if wagers else ""
        said.append(f"{seat.name} at place {seat.place} has {names.money(seat.rail)} in the rail{on}")
    return [*said, *people(view), *(inspected(found) if found else ())]


def sealed(live: LiveTable) -> list[str]:
    """Return sentences on how the next throw is sealed, and on throws without this person's seed."""
    fairness, own = live.view.fairness, live.own_seeds
    without = f"Throws since you came without a seed of yours, which prove nothing to you: {own.missing}."
    return [
        f"Throw {fairness.number} is sealed with {fairness.commitment or 'nothing yet'}.",
        f"Seeds for it: {', '.join(fairness.seeded) or 'none'}.",
        f"Throws counted: {fairness.counted}, withheld: {fairness.withheld}.",
        *([without] if own.missing else []),
    ]


def inspected(found: Inspection) -> list[str]:
    """Say what an inspector sees beyond the others, in a few words each."""
    wallets = ", ".join(f"{one.name} {money(Cents(one.wallet_cents))}" for one in found.people)
    bank = Cents(found.won_cents)
    won = f"the house is up {money(bank)}" if bank >= 0 else f"the house is down {money(Cents(-bank))}"
    return [won, *([f"wallets: {wallets}"] if wallets else [])]


def people(view: TableView) -> list[str]:
    """Say who is of the crew, who is away, who sits out and who waits, each in a few words."""
    said = [f"{chair.role}: {chair.person}" for chair in view.chairs]
    away = [guest.name for guest in view.guests if guest.away_since is not None]
    bots = [bot.name for bot in view.bots]
    resting = [guest.name for guest in view.guests if guest.sitting_out]
    lists = (
        ("bot" if len(bots) == 1 else "bots", bots),
        ("away", away),
        ("sits out" if len(resting) == 1 else "sit out", resting),
        ("waiting", view.waiting),
        ("ready", view.ready),
        ("not ready yet", view.unready if view.ready else ()),
    )
    return [*said, *(f"{word}: {', '.join(names)}" for word, names in lists if names)]
