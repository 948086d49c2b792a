"""A betting system as a player at a live table: its memory, and its next acts.

Nothing here sends or waits. `client/playing.py` plays it at a table.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from bankcraps.game.chips import printed
from bankcraps.game.engine import Seat, State, player, refusal, thrower
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.records import line_of
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log import entries as en
from bankcraps.live.round.decide import LONGEST_WHY
from bankcraps.live.wire.messages import Item, TableView
from bankcraps.strategies.inspecting import reasons, stop_reason
from bankcraps.strategies.policy import (
    NOTHING,
    Betting,
    Memory,
    Observation,
    Policy,
    Purse,
    bets,
    looks_at_money,
)


class Doing(NamedTuple):
    """Something to do at the table, and the reason for the log."""

    event: ev.Event
    why: str = ""


def cut(why: str) -> str:
    """Return a reason, cut to the longest that a table takes."""
    return why if len(why) <= LONGEST_WHY else f"{why[: LONGEST_WHY - 1]}…"


class _Before(NamedTuple):
    """The state of a system before the last throw, for a throw that is corrected or declared invalid.

    Attributes:
        memory: its memory before the bets of that round.
        own: the effects of its bets in that round.
        first: the effects of the throw before the dice rested, such as the end of a hand.
        end: the reason that it wanted to leave, or empty.
        won: the sum that it had won before the bets of that round, in cents.
    """

    memory: Memory
    own: tuple[fx.Effect, ...]
    first: tuple[fx.Effect, ...]
    end: str
    won: int


class SystemPlayer:
    """A system at a table shared with other players.

    It sees its own wagers and what everybody sees; it ignores the wagers of others. Each round it bets
    once: the difference between what the system wants and what stands, as in a simulation. Its memory follows
    from the log alone, so a player that comes back reads the log again and goes on where it was. A throw that
    is corrected, or declared invalid, is forgotten with all that followed from it.

    Attributes:
        policy: the system.
        name: the player's name.
        memory: the system's memory.
        end: the reason that it bets no more and leaves as soon as it can; empty while it plays.
        stays: whether the seat is a person's, who goes on when the system ends.
    """

    def __init__(self, book: Rulebook, policy: Policy, name: str, *, stays: bool = False) -> None:
        """Start with an empty memory.

        Args:
            book: the house.
            policy: the system.
            name: the player's name.
            stays: whether the seat is a person's, who goes on when the system ends. Then it neither takes its
                wagers down nor leaves.
        """
        self.stays = stays
        self.policy = policy
        self.name = name
        self.end: str = ""
        self._book = book
        self._told: set[tuple[str, str]] = set()
        self._complaints: list[str] = []
        self._thrown: tuple[object, ...] = ()
        self.begin_again()

    def begin_again(self) -> None:
        """Forget everything before the log is read again."""
        self.memory: Memory = self.policy.start()
        self._won = 0  # since the system began to play, in cents
        self._own: tuple[fx.Effect, ...] = ()
        self._before: _Before | None = None
        self._awarded: tuple[fx.Effect, ...] = ()  # by rulings since the last throw
        self._bets = False  # whether bets were made since then
        self._betted = -1

    # Events.

    def read(self, items: Iterable[Item], counted: int) -> None:
        """Read what happened since the player sat down, after the player comes back.

        Args:
            items: the events, in order. Those of others may be left out.
            counted: the number of throws that have counted at the table.
        """
        self.begin_again()
        for item in items:
            self.hear(item.entry, item.effects)
        if self._bets:  # those of this round
            self._betted = counted

    def hear(self, entry: en.LogEntry, effects: tuple[fx.Effect, ...]) -> None:
        """Remember an entry of the log. Own bets count with the throw after them.

        A system that a person hands their seat to begins then: it knows nothing of what they bet before.
        """
        if isinstance(entry, en.SystemStarted) and entry.seat.name == self.name:
            self.begin_again()
        mine = tuple(filter(self._concerns, effects))
        if isinstance(entry, en.Dealt) and any(map(_is_remembered, mine)):
            self._remember(mine)  # where people deal, what a throw does comes bit by bit
        if not isinstance(entry, en.Acted):
            return
        event = entry.event
        if isinstance(event, ev.Correct | ev.Invalidate | ev.NoRoll):
            self._thrown = ()  # the acts of this round are due again
        if isinstance(event, ev.Correct | ev.Invalidate):
            self._betted, self._bets = -1, False
        if any(isinstance(one, fx.ThrowCorrected | fx.ThrowInvalid) for one in effects):
            self._put_right(mine)
        elif isinstance(event, ev.Award):
            self._awarded += mine  # it is won or lost, whatever was thrown
            self._remember(mine)
        elif isinstance(event, ev.Undoable) and event.by.person == self.name:
            self._own += mine
            self._bets = True
        elif any(map(_is_remembered, mine)):
            self._hear_result(mine)

    def _hear_result(self, mine: tuple[fx.Effect, ...]) -> None:
        """Remember a throw, or what became of wagers without one."""
        if any(isinstance(effect, fx.Thrown) for effect in mine):
            first = mine[: -len(fx.of_a_throw(mine))]
            self._before = _Before(self.memory, self._own, first, self.end, self._won)
            self._awarded, self._bets = (), False
        self._remember_own()
        self._remember(mine)

    def _remember(self, effects: tuple[fx.Effect, ...]) -> None:
        if effects:
            self.memory = self.policy.remember(self.memory, effects)
            self._won += sum(map(fx.won, effects))

    def _remember_own(self) -> None:
        self._remember(self._own)
        self._own = ()

    def _put_right(self, mine: tuple[fx.Effect, ...]) -> None:
        """Replace the last throw by the corrected one or, if invalid, by what the player got back."""
        if self._before is None:  # the player sat down since
            self._own = ()
            return
        self.memory, self._own, first, self.end, self._won = self._before
        self._remember_own()
        corrected = any(isinstance(one, fx.ThrowCorrected) for one in mine)
        right = fx.of_a_throw(mine) if corrected else _since_reversed(mine, self.name)
        self._remember((*first, *right))
        self._remember(self._awarded)

    def _concerns(self, effect: fx.Effect) -> bool:
        """Whether an effect concerns this player or everybody."""
        return isinstance(effect, fx.HandEnded) or getattr(effect, "seat", self.name) == self.name

    def refused(self, doing: Doing, why: str, view: TableView, state: State) -> None:
        """Note a refusal of the house. It is reported once, and not tried again in this round.

        A throw or an answer to an offer that came too late is not reported: the house did it for the player.

        Args:
            doing: the act that was refused.
            why: the house's sentence.
            view: the table as it is now.
            state: the same, as the engine knows it.
        """
        dice = isinstance(doing.event, ev.Accept | ev.Decline | ev.ThrowDice)
        if not dice or self._thrown == _part(doing.event, view, state):
            self._complain(doing.event, why)

    def complaints(self) -> list[str]:
        """Return the refusals since the last call. The same refusal is reported only once."""
        told, self._complaints = self._complaints, []
        return told

    def _complain(self, event: ev.Event, why: str) -> None:
        said = line_of(event).partition(": ")[2] or line_of(event)
        key = (type(event).__name__, why)
        if key not in self._told:
            self._told.add(key)
            self._complaints.append(f"{self.name} says {said!r}, and is refused: {why}")

    # Acts.

    def dismiss(self, why: str) -> None:
        """Bet no more, and leave as soon as the wagers allow it."""
        if not self.end:
            self.end = why[:LONGEST_WHY]
            self._betted = -1
            if self._before is not None:
                self._before = self._before._replace(end=self.end)

    def acts(self, view: TableView, state: State, *, throws: bool = True) -> list[Doing]:
        """Return what to do now, in order. Ask again when it is done, and when something has happened.

        Args:
            view: the table as everybody sees it.
            state: the same, as the engine knows it.
            throws: whether a shooter who sets the pace has waited long enough for the others.
        """
        seat = state.seat(self.name)
        if seat is None or any(guest.name == self.name and guest.sitting_out for guest in view.guests):
            return []
        takes_bets = view.phase.name in en.BETTING and not state.out and not view.bets_wait
        if takes_bets and self._betted != view.fairness.counted:
            self._betted = view.fairness.counted
            doing = self._bet(state, seat)
            if doing:
                return doing
        return self._handle_dice(view, state, seat, throws=throws)

    def _bet(self, state: State, seat: Seat) -> list[Doing]:
        """Bet the difference, or take down what may come down and leave."""
        lone = replace(state, seats=(seat,))
        seen = Observation(self._book, lone, self._purse(seat))
        if not self.end:
            layout = self.policy.layout(seen, self.memory)
            betting = bets(self._book, lone, layout or NOTHING)
            if layout is None:
                self.end = stop_reason(self.policy, seen, self.memory) or "the system stops"
            elif betting.broke:
                self.end = f"ruin: the {printed(seat.rail)} in the rail does not pay the next bets"
            else:
                return self._doings(betting, reasons(self.policy, seen, self.memory))
        if self.stays:
            return []
        betting = bets(self._book, lone, NOTHING)
        doing = [Doing(event, cut(self.end)) for event in betting.made]
        if not betting.state.seats[0].wagers:
            doing.append(Doing(ev.Leave(by=player(self.name)), cut(self.end)))
        return doing

    def brought(self, seat: Seat) -> int:
        """The money that the player brought, in cents: all chips not won, also those bought later."""
        return seat.rail + seat.at_risk - self._won

    def _purse(self, seat: Seat) -> Purse | None:
        """The purse that a system sees if it looks at its money."""
        return Purse(seat.rail + seat.at_risk, self.brought(seat)) if looks_at_money(self.policy) else None

    def _doings(self, betting: Betting, whys: dict[Any, str]) -> list[Doing]:
        for event, refused in zip(betting.unmade, betting.refused, strict=True):
            self._complain(event, refused.message)
        return [
            Doing(event, cut(whys.get(getattr(event, "wager", None), "") or self._otherwise(event)))
            for event in betting.made
        ]

    def _otherwise(self, event: ev.Event) -> str:
        wants = "does not want it" if isinstance(event, ev.TakeDown) else "wants it"
        return f"{self.policy.name} {wants}"

    def _handle_dice(self, view: TableView, state: State, seat: Seat, *, throws: bool) -> list[Doing]:
        """Answer an offer of the dice, and throw them."""
        me = player(self.name)
        if state.turn.offered == seat.place and not state.out:
            accepts = refusal(self._book, state, ev.Accept(by=me)) is None
            return self._once(view, ev.Accept(by=me) if accepts else ev.Decline(by=me), state)
        out = view.phase.name == "dice_out"
        paces = view.settings.pace == "shooter" and view.phase.name in en.BETTING
        if not (out or (paces and throws)) or thrower(self._book, state) != me:
            return []
        ready = view.fairness.commitment if view.settings.dice == "sealed" else view.chairs
        return self._once(view, ev.ThrowDice(by=me), state) if ready else []

    def _once(self, view: TableView, event: ev.Event, state: State) -> list[Doing]:
        """Do something once in each part of a round, if the engine would take it."""
        key = _part(event, view, state)
        if key == self._thrown or refusal(self._book, state, event) is not None:
            return []
        self._thrown = key
        return [Doing(event)]


def _part(event: ev.Event, view: TableView, state: State) -> tuple[object, ...]:
    """Return a key of the part of a round in which a player uses the dice once."""
    return type(event), view.fairness.counted, view.fairness.commitment, view.phase.name, state.turn


def _since_reversed(effects: tuple[fx.Effect, ...], name: str) -> tuple[fx.Effect, ...]:
    """Return what a player got back for the wagers that an invalid throw had decided.

    The bets since the throw come back before these, and are forgotten like the throw.
    """
    own = [at for at, one in enumerate(effects) if isinstance(one, fx.Reversed) and _took(one.effect) == name]
    return tuple(one for one in effects[own[-1] + 1 :] if not isinstance(one, fx.Reversed)) if own else ()


def _is_remembered(effect: fx.Effect) -> bool:
    """Whether a system updates its memory after an effect."""
    return isinstance(effect, fx.Thrown | fx.HandEnded | fx.Paid) or fx.left_spot(effect) is not None


def _took(effect: fx.Effect) -> str:
    """Return the owner of the wager that an effect decided, or an empty text."""
    return effect.seat if isinstance(effect, fx.Paid | fx.Lost | fx.Forfeited) else ""
