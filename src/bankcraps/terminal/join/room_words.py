"""Words of the room around a live table: lines, answers and news outside the game."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

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
from bankcraps.live.dealing.work import SECOND_BASE, said
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.messages import Happened, Inspection, Item, TableView, Undealt
from bankcraps.terminal.join.own_limits import LIMIT_WORDS, MONEY_WORDS
from bankcraps.terminal.join.watch import Watch

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


_TWO_WORDS: Final = re.compile(r"^(sit|give|offer|take|let) (out|in|chair|back|go)\b", re.IGNORECASE)
_CHAIR: Final = r"(second dealer|\w+)"
_FACES: Final = frozenset(range(1, 7))


class _Word(NamedTuple):
    """A word for the room.

    Attributes:
        pattern: the form of the rest of the line.
        make: makes the command from the rest and an id.
        example: a line that uses it.
        about: a description.
    """

    pattern: str
    make: Callable[[re.Match[str], str], cm.PersonCommand]
    example: str
    about: str


def _role(word: str) -> en.ChairRole:
    role = word.lower().replace(" ", "_")
    if role in (*CREW, SECOND_BASE):
        return role  # pyright: ignore[reportReturnType] - the names of the roles are those of the type
    raise BankcrapsError(f"there is no role {word!r}; the roles are {', '.join((*CREW, SECOND_BASE))}")


def _sit_out(_: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.SitOut(id=name, out=True)


def _sit_in(_: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.SitOut(id=name, out=False)


def _ready(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.Ready(id=name, ready=not found[1])


def _wait(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.Wait(id=name, waiting=not found[1])


def _chair(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.TakeChair(id=name, role=_role(found[1]))


def _offer_chair(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.OfferChair(id=name, role=_role(found[1]), person=written_name(found[2]))


def _take_back(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.TakeBackChair(id=name, role=_role(found[1]))


def _give_chair(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.GiveChair(id=name, role=_role(found[1]))


def _seed(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.GiveSeed(id=name, seed=found[1])


def _enter(found: re.Match[str], name: str) -> cm.PersonCommand:
    first, second = int(found[1]), int(found[2])
    if not {first, second} <= _FACES:
        raise BankcrapsError(f"dice show 1 to 6, not {found[0]}; say, for example: enter 4-2")
    return cm.EnterThrow(id=name, throw=Throw(first, second), look="first")


def _late(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.ConfirmLate(id=name, player=written_name(found[1]), confirmed=found[2].lower() == "yes")


def _talk(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.Talk(id=name, words=found[1])


def _mute(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.Mute(id=name, player=written_name(found[1]), muted=True)


def _unmute(found: re.Match[str], name: str) -> cm.PersonCommand:
    return cm.Mute(id=name, player=written_name(found[1]), muted=False)


ROOM_WORDS: Final = {
    "sit_out": _Word("", _sit_out, "sit_out", "sit out: nobody offers you the dice"),
    "sit_in": _Word("", _sit_in, "sit_in", "play again"),
    "ready": _Word(
        "(no)?", _ready, "ready, or: ready no", "close the betting as soon as all players are ready"
    ),
    "wait": _Word("(no)?", _wait, "wait, or: wait no", "join the waiting list of a full table, or leave it"),
    "chair": _Word(
        _CHAIR, _chair, "chair boxperson", "take a chair of the crew, if the house or the host lets you"
    ),
    "give_chair": _Word(
        _CHAIR, _give_chair, "give_chair boxperson", "give the chair back to the automatic crew"
    ),
    "offer_chair": _Word(
        rf"{_CHAIR} (?:to )?(.+)",
        _offer_chair,
        "offer_chair boxperson Ann",
        "as the host: let somebody take a chair",
    ),
    "take_back": _Word(
        _CHAIR, _take_back, "take_back boxperson", "as the host: take a chair back, and all offers of it"
    ),
    "seed": _Word(r"(\S+)", _seed, "seed lucky", "add a seed to the next throw"),
    "enter": _Word(
        r"([0-9]{1,3})\D([0-9]{1,3})",
        _enter,
        "enter 4-2",
        "enter a throw of real dice; enter it again to confirm it",
    ),
    "deal": _Word(
        DEAL,
        deal_command,
        "deal pay Ann pass_odds 24, or: deal take Ann pass, move Ann come, return Ann pass, puck 6, call ...",
        "where people deal, as a dealer: pay (without the stake), take, move, return; the puck; the call",
    ),
    "let_go": _Word(
        "", let_go_command, "let_go", "as the box: let the automatic crew deal what is still open"
    ),
    "late": _Word(
        r"(.+) (yes|no)", _late, "late Ann yes, or: late Ann no", "confirm a late wager, or turn it down"
    ),
    "talk": _Word(r"(.+)", _talk, "talk nice roll, Ann", "say a few words to those around the table"),
    "mute": _Word(r"(.+)", _mute, "mute Ann", "from a supervisor's or the boxperson's chair: mute somebody"),
    "unmute": _Word(r"(.+)", _unmute, "unmute Ann", "let somebody speak again"),
}
"""Commands to the room. Every other line is in the betting language."""

ROOM_HELP: Final = (
    *((word.example, word.about) for word in ROOM_WORDS.values()),
    ("deals", "where people deal: what is still to be dealt, yours first"),
    ("who", "who plays, is of the crew, away or waiting"),
    ("fair", "how the next throw is sealed"),
    *LIMIT_WORDS,
    *MONEY_WORDS,
)
"""Every line for the room, with its effect."""


def room_command(line: str, view: TableView, new_id: Callable[[], str]) -> cm.PersonCommand:
    """Return the command that a line gives to the room. A line about the game is said as it is.

    Raises:
        NotationError: if it is about the game, and cannot be read.
        BankcrapsError: if the word is for the room, and the rest of the line does not fit.
    """
    said = _TWO_WORDS.sub(r"\1_\2", " ".join(line.split()))
    word, _, rest = said.partition(" ")
    known = ROOM_WORDS.get(word.lower())
    if known is None:
        read(line)
        return cm.Say(id=new_id(), line=line)
    found = re.fullmatch(known.pattern, rest, re.IGNORECASE)
    if found is None:
        raise BankcrapsError(f"{said!r} is not complete; say, for example: {known.example}")
    command = known.make(found, new_id())
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


def next_shooter(news: Happened, view: TableView) -> str:
    """Say whose turn it is after a shooter passed the dice; empty where the news say so themselves."""
    effects = [effect for item in news.items for effect in item.effects]
    passed = any(isinstance(effect, fx.DicePassed) for effect in effects)
    said = any(isinstance(effect, fx.DiceTaken | fx.DiceOffered) for effect in effects)
    return f"The next shooter is {view.shooter}." if passed and view.shooter and not said else ""


def to_do(news: Happened, table: Watch) -> str:
    """Say what this person has to deal after a throw; empty otherwise."""
    effects = [effect for item in news.items for effect in item.effects]
    thrown = any(isinstance(effect, fx.Thrown) for effect in effects)
    return to_deal(table.live, table.rulebook) if thrown else ""


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
