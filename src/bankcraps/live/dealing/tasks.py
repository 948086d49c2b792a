"""The tasks of the dealers after a throw: what each wager is due, and whose work it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.dealing import FAMILIES, TURNS, OfChips, by_wager
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.effects import Effect
from bankcraps.game.engine.state import Seat, Standing, State
from bankcraps.game.notation.phrases import calls
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Wager
from bankcraps.live.log.entries import ChairRole, DealAction

STICK: Final[ChairRole] = "stickperson"
BASE: Final[ChairRole] = "dealer"
"""The base dealer of the left end, or of the whole layout where the table has one end."""

SECOND_BASE: Final[ChairRole] = "second_dealer"
"""The base dealer of the right end."""

_CENTRE: Final = frozenset(
    kind for family in ("hard", "one_roll", "horn", "hop", "hand") for kind in FAMILIES[family][1]
)
"""The wagers of the centre, which the stickperson deals."""


class Task(msgspec.Struct, frozen=True, omit_defaults=True, rename={"right": "right_cents"}):
    """Something that a dealer has to do after a throw.

    Attributes:
        chair: the chair whose work it is.
        person: the person who held it when the dice came to rest.
        action: the right answer.
        player: whose wager it is; empty for the puck and for the call.
        stood: the wager as it lay before the throw; None for the puck and for the call.
        right: the sum to hand out beyond the stake, in cents; 0 unless the wager is paid.
        lies: the wager that its chips belong to afterwards; None if they leave the layout.
        effects: the engine's effects on it, in order.
        puck: the number for the puck, or 0 for "off"; -1 for a wager.
        puck_was: where the puck was.
        calls: the calls that fit the throw, the plainest first, if it is to be called.
    """

    chair: ChairRole
    person: str
    action: DealAction
    player: str = ""
    stood: Standing | None = None
    right: Cents = Cents(0)
    lies: Wager | None = None
    effects: tuple[OfChips, ...] = ()
    puck: int = -1
    puck_was: int = 0
    calls: tuple[str, ...] = ()

    @property
    def wager(self) -> Wager | None:
        """The wager, or None for the puck and for the call."""
        return self.stood.wager if self.stood else None

    @property
    def turn(self) -> int:
        """When it is due in the order in which wagers are settled. The puck may be placed at any time."""
        return 0 if self.stood is None else TURNS[self.action]

    def comes_early(self, open_: Iterable["Task"]) -> bool:
        """Whether something else that the same dealer still has to do comes first."""
        others = (one for one in open_ if one.stood is not None and one.chair == self.chair)
        return any(one.turn < self.turn for one in others)

    def is_about(self, player: str, wager: Wager | None, *, call: bool = False) -> bool:
        """Whether this is the task about a wager of a player; without a wager, about the puck or the call."""
        return self.wager is wager and self.player == player and (self.action == "call") == call


def base_role(chair: str) -> str:
    """Return the role of the book whose work somebody in a chair does."""
    return BASE if chair == SECOND_BASE else chair


def dealing_chairs(book: Rulebook) -> list[ChairRole]:
    """Return the chairs that deal in this house: the base of each end, and the stick."""
    crew: list[str] = [*book.table.crew]
    bases: list[ChairRole] = [BASE, SECOND_BASE]
    found = bases[: book.table.sides] if BASE in crew else []
    return [*found, STICK] if STICK in crew else found


def chair_of(book: Rulebook, place: int, wager: Wager) -> ChairRole:
    """Return whose work a wager is, by the place of its player."""
    if wager.kind in _CENTRE and STICK in book.table.crew:
        return STICK
    second = SECOND_BASE in dealing_chairs(book) and place > book.table.places_a_side
    return SECOND_BASE if second else BASE


def tasks_of(
    book: Rulebook,
    before: State,
    effects: Sequence[Effect],
    puck: int,
    held: Mapping[str, str],
    *,
    called: bool = False,
) -> tuple[Task, ...]:
    """Return what the dealers have to do after a throw, in the order in which the engine settled it.

    Args:
        book: the house.
        before: the table before the throw.
        effects: the effects of the throw.
        puck: where the puck belongs now.
        held: the person in each chair. Chairs that nobody holds have no work.
        called: whether a person at the stick calls the throw.
    """
    found: list[Task] = []
    for (name, wager), own in by_wager(effects).items():
        seat = before.seated(name)
        chair = chair_of(book, seat.place, wager)
        task = _task(seat, wager, own, chair, held.get(chair, ""))
        if task is not None and task.person:
            found.append(task)
    call = _call(book, before.puck, effects, held) if called else ()
    return (*call, *found, *_puck(book, before.puck, puck, held))


def _task(seat: Seat, wager: Wager, own: tuple[OfChips, ...], chair: ChairRole, person: str) -> Task | None:
    action, pay = fx.dealt_with(own)
    stood = seat.on(wager)
    if action is None or stood is None:
        return None
    return Task(
        chair=chair,
        person=person,
        action=action,
        player=seat.name,
        stood=stood,
        right=pay,
        lies=_lies(wager, own),
        effects=own,
    )


def _lies(wager: Wager, own: Sequence[OfChips]) -> Wager | None:
    moved = next((one.to for one in own if isinstance(one, fx.Moved)), None)
    return moved or (None if any(map(fx.left_spot, own)) else wager)


def _call(book: Rulebook, puck: int, effects: Sequence[Effect], held: Mapping[str, str]) -> Iterator[Task]:
    """Yield the stickperson's task to call the throw, if a person holds the stick."""
    thrown = next((effect for effect in effects if isinstance(effect, fx.Thrown)), None)
    if thrown is not None and held.get(STICK) and STICK in dealing_chairs(book):
        yield Task(STICK, held[STICK], "call", calls=calls(book, thrown.throw, puck))


def _puck(book: Rulebook, was: int, puck: int, held: Mapping[str, str]) -> Iterator[Task]:
    """Yield the task of the puck, if it moves: any base dealer who is a person has it."""
    bases: tuple[ChairRole, ...] = (BASE, SECOND_BASE)
    for chair in bases:
        if was != puck and held.get(chair) and chair in dealing_chairs(book):
            yield Task(chair, held[chair], "puck", puck=puck, puck_was=was)
            return


def effects_in(tasks: Iterable[Task]) -> list[Effect]:
    """Return the effects of tasks."""
    return [effect for task in tasks for effect in task.effects]
