"""Checks that a person may do something in the room now, before the engine judges it.

The room's rhythm, a person's part in it, and people's own limits can forbid acts that the engine allows.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from bankcraps.game.chips import LARGEST, Cents, money
from bankcraps.game.engine import Actor, player, refusal, step
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.effects import Staked, moved_to
from bankcraps.game.engine.step import PLAIN
from bankcraps.game.notation import Understood
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.procedure import Crew
from bankcraps.live.log import entries as en
from bankcraps.live.people.places import MOST_WAITING, free_places, open_places
from bankcraps.live.people.talk import may_talk
from bankcraps.live.round.crew_chairs import actor_of, bets_wait, clean, crew_of, enters_now
from bankcraps.live.round.quiet import PAYING, SITS_OUT, refuse_ready, skips_payments
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Decision, Happening, LeftOut, Refused
from bankcraps.live.table.dealing import as_dealt
from bankcraps.live.table.live_table import LateBet, LiveTable
from bankcraps.live.table.personal_limits import LATE_LIMIT, Allowance, forbidden

DEALERS_PAY: Final = "the dealers are paying: wait until all of it is dealt"
_WITH_CHIPS: Final = (ev.Bet, ev.TakeDown, ev.Call, ev.Undo, ev.CashOut, ev.Leave)
_ANY_SEED: Final = cm.GiveSeed(id="", seed="any")
_MOST_DEALT: Final = Cents(LARGEST // 1000)
"""The most on a wager where people deal, in cents: even a pay of 999 to 1 is a sum the program takes."""

_MOST_DISPUTES: Final = 5
"""The most open disputes of one person at a table."""

_MOST_OF_ALL: Final = 100
"""The most open disputes at a table, excluded people, and tokens of a player: all are sent to everybody."""


def acts_now(book: Rulebook, table: LiveTable, sender: cm.Sender) -> tuple[str, ...]:
    """Return the acts without amount, wager or name that a person may do now, by their commands, sorted.

    These are acts such as `throw`, `accept` and `sit`; `wait` for a place on the waiting list; `talk`, also
    for somebody who is muted; `give_seed`, also in place of the one given; `enter_throw`; and `ready`, also
    for somebody who is ready already.
    """
    person = sender.person
    if not person:
        return ()
    playing = may_talk(table, person)
    room = Decision(book, table, table.now, person)
    acts = [act for act in (PLAIN if playing else (ev.Sit,)) if _may(room, sender, act())]
    waits = not playing and person not in table.waiting
    others = {
        "talk": playing,
        "wait": waits and cannot_wait(room, sender) is None,
        "give_seed": cm.refuse_seed(table, person, _ANY_SEED) is None,
        "enter_throw": isinstance(enters_now(book, table, sender), Actor),
        "ready": refuse_ready(book, table, person) is None,
    }
    named = [*(str(act.__struct_config__.tag) for act in acts), *(name for name in others if others[name])]
    return tuple(sorted(named))


def _may(room: Decision, sender: cm.Sender, event: ev.Event) -> bool:
    [(_, bet)] = risked(room, sender, sender.person, (event,))
    act = as_act(room, sender, event, bet)
    if isinstance(act, Refused) or cm.too_late(room.table, act):
        return False
    return room.refusal_of(act) is None


def as_act(room: Decision, sender: cm.Sender, event: ev.Event, bet: Cents | None) -> ev.Event | Refused:
    """Return an act with its actor, or the reason to refuse it in the room now.

    `bet` is what is bet by it and by those before it in its line, as `risked` yields it.
    """
    actor = clean(event) or actor_of(room.book, room.table, sender, event)
    if isinstance(actor, Refused):
        return actor
    wrong = _not_in_rhythm(room, event, actor, bets=bet is not None)
    wrong = wrong or _too_much_to_deal(room.table, event, actor.person)
    return wrong or own_limit(room, sender, event, bet) or replace(event, by=actor)


def risked(
    room: Decision, sender: cm.Sender, person: str, events: Sequence[ev.Event]
) -> Iterator[tuple[ev.Event, Cents | None]]:
    """Yield acts of a line, each with the cents that a person bets by it and those before; None for no bet.

    A bet, and a take-down that is undone, count what the engine takes from the rail, with commission, as the
    database will. A bet that the engine refuses counts its chips. No cents are counted for people without
    limits.
    """
    state, bet = room.table.state, 0
    limited = sender.own != Allowance()
    tried = limited or any(isinstance(event, ev.Undo) for event in events)
    for event in events:
        bets = isinstance(event, ev.Bet)
        if tried:
            came = step(room.book, state, replace(event, by=player(person)))
            state = came.state
            bets = bets or (isinstance(event, ev.Undo) and any(isinstance(e, Staked) for e in came.effects))
            if limited and bets:
                paid = max(0, -moved_to("rail", came.effects)[person])
                bet += event.chips if isinstance(event, ev.Bet) and not came else paid
        yield event, Cents(bet) if bets else None


def _not_in_rhythm(room: Decision, event: ev.Event, actor: Actor, *, bets: bool) -> Refused | None:
    """Refuse an act that the engine allows, but not the room's rhythm or the person's part in it."""
    early = isinstance(event, ev.NoRoll) and room.table.work.tasks  # older logs have such calls
    why = DEALERS_PAY if early or waits_for_dealers(room.table, event) else ""
    match event:
        case _ if why:
            pass
        case _ if bets:
            if room.table.guest(actor.person).sitting_out:
                return Refused.about(actor.person, "not_now", SITS_OUT)
            if room.table.phase.name == "paying" and not skips_payments(room.book, room.table, actor.person):
                why = PAYING
            else:
                why = bets_wait(room.book, room.table)
        case ev.Sit():
            return _no_place_for(room, actor.person)
        case ev.Dispute() | ev.Exclude() | ev.IssueToken():
            why = _too_many(room.table, event, actor.person)
        case ev.NoMoreBets() | ev.ThrowDice():
            why = _no_dice_now(room, event, actor)
        case ev.Correct() if room.table.settings.dice == "sealed":
            why = "the secret of a sealed throw decides its faces: nobody can correct them"
        case ev.Correct() if room.table.entered:
            why = f"the next throw ({room.table.entered.throw}) is entered already"
        case _:
            pass
    return Refused("not_now", why) if why else None


def waits_for_dealers(table: LiveTable, event: ev.Event) -> bool:
    """Whether an act moves a player's chips while dealers still deal, or chips not handed out yet."""
    if not table.work.tasks:
        return False
    if not isinstance(event, ev.Award):
        return isinstance(event, _WITH_CHIPS)
    seat = table.state.seat(event.player)
    return seat is not None and as_dealt(table.work, seat).rail + min(event.amount, 0) < 0


def _too_much_to_deal(table: LiveTable, event: ev.Event, person: str) -> Refused | None:
    if not table.settings.dealt or not isinstance(event, ev.Bet):
        return None
    seat = table.state.seat(person)
    stands = seat.on(event.wager) if seat else None
    amount = Cents(event.amount + (stands.amount if stands else 0))
    if amount <= _MOST_DEALT:
        return None
    says = f"where people deal, a bet may be at most {money(_MOST_DEALT)}, not {money(amount)}"
    return Refused("over_maximum", says)


def _too_many(table: LiveTable, event: ev.Dispute | ev.Exclude | ev.IssueToken, person: str) -> str:
    """Say why a table takes no more disputes, exclusions or tokens, or return an empty text."""
    match event:
        case ev.Dispute():
            return _too_many_disputes(table, person)
        case ev.Exclude(player):  # a player can always be excluded, and a bot can be sent away
            excluded = table.state.floor.excluded
            if player in excluded or (table.state.seat(player) and not table.bot(player)):
                return ""
            return _full(len(excluded), "people are excluded already: only players can be now")
        case ev.IssueToken(player):
            seat = table.state.seat(player)
            tokens = [*seat.tokens, *(token for one in seat.wagers for token in one.tokens)] if seat else []
            return _full(len(tokens), f"tokens of {player} are not used yet")


def _full(count: int, says: str) -> str:
    return f"{count} {says}" if count >= _MOST_OF_ALL else ""


def _too_many_disputes(table: LiveTable, person: str) -> str:
    """Say why a person cannot raise another dispute now, or return an empty text.

    A host decides in a moment what a friend disputes, so at their table decided disputes count, too.
    """
    disputes = table.state.floor.disputes
    asked = [case.by for case in disputes if case.asked]
    if asked.count(person) >= _MOST_DISPUTES:
        return f"{_MOST_DISPUTES} of your disputes wait for a decision: wait for those first"
    if table.settings.hosted:
        return _full(len(disputes), "disputes were raised at this table: it takes no more")
    return _full(len(asked), "disputes of this table wait for a decision: wait for those first")


def _no_dice_now(room: Decision, event: ev.NoMoreBets | ev.ThrowDice, actor: Actor) -> str:
    """Say why the dice cannot go out or be thrown in this part of the round, or return an empty text."""
    table, phase = room.table, room.table.phase.name
    alone = isinstance(event, ev.ThrowDice) and skips_payments(room.book, table, actor.person)
    if phase == "paying" and not alone:
        return PAYING
    if table.settings.dice == "sealed" and not table.fairness.sealed:
        return cm.NOT_SEALED
    if isinstance(event, ev.NoMoreBets) or phase == "dice_out":
        return ""
    if phase == "in_the_air":
        return "the dice are in the air"
    paces = alone or table.settings.pace == "shooter"
    return "" if paces else "the betting is still open: the dice are not out yet"


def _no_place_for(room: Decision, person: str) -> Refused | None:
    """Refuse a place to the crew, and to people further back on the waiting list."""
    table = room.table
    back_first = _back_first(table, person, "play")
    if back_first is not None:
        return back_first
    free = free_places(room.book.table.places, table)
    if len(table.waiting) < free or person in table.waiting[:free]:
        return None
    if not free or not table.waiting:
        return None  # the engine says that all places are taken
    return Refused("no_place", f"people wait for a place; {table.waiting[0]} is next")


def _back_first(table: LiveTable, person: str, before: str) -> Refused | None:
    chairs = table.chairs_of(person)
    if not chairs or table.settings.hosted:
        return None
    says = "{name:is} the {chair}: give the chair back before you {before}"
    return Refused.about(person, "not_now", says, chair=chairs[0], before=before)


def own_limit(room: Decision, sender: cm.Sender, event: ev.Event, bet: Cents | None = None) -> Refused | None:
    """Refuse an act that the person's own limits forbid. Loss limits only count chips from the wallet."""
    own = sender.own
    if room.table.settings.own_chips:  # chips that no wallet pays for
        own = replace(own, may_buy=None, may_risk=None)
    why = forbidden(own, event, room.table.now, bet)
    return Refused("own_limit", why) if why else None


def cannot_wait(room: Decision, sender: cm.Sender) -> Refused | None:
    """Refuse a place on the list to those who could not sit down either, or who can sit down now."""
    table, person = room.table, sender.person
    wrong = own_limit(room, sender, ev.Sit()) or _back_first(table, person, "wait")
    if wrong is not None:
        return wrong
    refused = refusal(room.book, table.state, ev.Sit(by=player(person)))
    if refused is not None and refused.code != "no_place":
        return room.refused(refused)
    if open_places(room.book.table.places, table):
        return Refused("not_now", "there are free places: sit down")
    if len(table.waiting) >= MOST_WAITING:
        return Refused("not_now", f"{len(table.waiting)} people wait already: the list is full")
    return None


# Wagers after "no more bets", which some books let the crew confirm before the dice rest.


def _confirming(book: Rulebook) -> list[Crew]:
    return book.table.filled(book.betting.late_confirmed_by)


def _late_of(table: LiveTable, person: str) -> LateBet | None:
    return next((late for late in table.late if late.bet.by.person == person), None)


def confirms(book: Rulebook, table: LiveTable, sender: cm.Sender, person: str) -> bool:
    """Whether somebody has a chair that must confirm a late wager of this person, and one waits."""
    return _late_of(table, person) is not None and bool(crew_of(table, sender, _confirming(book)))


def waits_for_crew(room: Decision) -> bool:
    """Whether bets come late now, and people sit in all chairs that must confirm them.

    The automatic crew confirms nothing: where one of those chairs is empty, the engine refuses the bet.
    """
    roles = _confirming(room.book)
    return room.table.state.out and bool(roles) and all(map(room.table.holder, roles))


def hold_late(room: Decision, events: Sequence[ev.Event]) -> Refused | None:
    """Hold a late wager for the crew, if the engine would take it with their word."""
    bet = events[0]
    if len(events) > 1 or not isinstance(bet, ev.Bet):
        return Refused("bets_closed", "the crew confirms late wagers one by one: bet one alone")
    waiting = _late_of(room.table, bet.by.person)
    if waiting is not None:
        return Refused(
            "not_now", f"your late wager on {waiting.bet.wager} waits for the crew: only one can wait"
        )
    sure = replace(bet, confirmed=tuple(_confirming(room.book)))
    refused = refusal(room.book, room.table.state, sure)
    if refused is not None:
        return room.refused(refused, sure)
    room.add(en.LateBetAsked(bet))
    return None


def confirm_late(command: cm.ConfirmLate, sender: cm.Sender, room: Decision) -> Refused | None:
    """Confirm a late wager for the chairs that this person holds, or turn it down.

    It is made once every role that the book names has confirmed it, if people still hold their chairs. Here
    the sender has the limits of its player.
    """
    table, roles = room.table, _confirming(room.book)
    actors = crew_of(table, sender, roles)
    if cm.fixed(table):
        return Refused("bets_closed", cm.fixed(table))
    if not actors:
        return Refused("not_your_chair", "only the crew who confirm late wagers may do that")
    late = _late_of(table, command.player)
    if late is None:
        return Refused("not_now", f"no late wager of {command.player} waits to be confirmed")
    own = [actor.role for actor in actors]
    confirmed = tuple(role for role in roles if role in late.confirmed or role in own)
    by_all = set(confirmed) == set(roles)
    if not command.confirmed or (by_all and not waits_for_crew(room)):
        room.add(en.LateBetDropped(command.player, str(actors[0])))
        return None
    if not by_all:
        if confirmed != late.confirmed:
            room.add(en.LateBetAsked(late.bet, confirmed))
        return None
    sure = replace(late.bet, confirmed=confirmed)
    [(_, bet)] = risked(room, sender, command.player, (sure,))
    if own_limit(room, sender, sure, bet):
        return Refused("own_limit", LATE_LIMIT)
    return room.refused(room.act(sure), sure)


# The bets of "same bet" within the limits of the person who says it, and what they leave out.


def repeat(room: Decision, sender: cm.Sender, meant: Understood) -> tuple[ev.Event, ...]:
    """Return the bets of "same bet" within the player's own limits. The room notes what is left out.

    From the first bet that goes too far, all are left out: some are odds behind others.
    """
    left_out: list[LeftOut] = []
    for one in meant.left_out:
        message, yours = one.words(room.book), one.words(room.book, sender.person)
        to_you = "" if yours == message else yours
        left_out.append(LeftOut(one.wager, one.amount, one.refusal.code, message, to_you))
    kept: list[ev.Event] = []
    for event, bet in risked(room, sender, sender.person, meant.events):
        wrong = own_limit(room, sender, event, bet)
        if wrong is None or not isinstance(event, ev.Bet):
            kept.append(event)
            continue
        stake = HouseNames(room.book).placed(event.wager, event.amount)
        left_out.append(LeftOut(event.wager, event.amount, wrong.code, f"left out {stake}: {wrong.message}"))
    room.left_out = tuple(left_out)
    return tuple(kept)


# Seats that a betting system plays for their player: it starts, the player takes over, it stops.


def start_system(command: cm.StartSystem, _: cm.Sender, room: Decision) -> Refused | None:
    """Let a system play somebody's seat, in place of another one that plays it."""
    name = command.seat.name
    if room.table.state.seat(name) is None:
        return Refused.about(name, "not_seated", "{name:is} not at this table: sit down first")
    if room.table.bot(name) is not None:
        return Refused("not_now", f"{name} is a bot of the house, and plays a system already")
    room.add(en.SystemStarted(command.seat))
    return None


def stop_system(command: cm.StopSystem, _: cm.Sender, room: Decision) -> Refused | None:
    """Give a seat back to its player."""
    if room.table.system_of(command.name) is None:
        return Refused("not_now", f"no system plays for {command.name[:40]}")
    room.add(en.SystemStopped(command.name, command.why))
    return None


def refuse_stopped_system(table: LiveTable, sender: cm.Sender) -> Refused | None:
    """Refuse what a system still sends for a player who has taken over, or return None."""
    if not sender.system or table.system_of(sender.person) is not None:
        return None
    return Refused.about(sender.person, "not_your_act", "the system plays no more for {name:who}")


def take_over(room: Decision, sender: cm.Sender, done: Iterable[Happening]) -> None:
    """Stop the system of a player who acts themselves, except to buy in or cash out.

    Their acts from a chair of the crew do not stop it: the host of the table may hold one.
    """
    if sender.system or room.table.system_of(sender.person) is None:
        return
    if any(_is_own_act(one.entry, sender.person) for one in done):
        room.add(en.SystemStopped(sender.person, "its player acts"))


def _is_own_act(entry: en.LogEntry, person: str) -> bool:
    match entry:
        case en.Acted(event=event):
            return event.by == player(person) and not isinstance(event, ev.BuyIn | ev.CashOut)
        case en.LateBetAsked():
            return True
        case _:
            return False
