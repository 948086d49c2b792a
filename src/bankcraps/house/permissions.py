"""Who may do what in the room: as a player for oneself, or as the crew from a chair that one holds."""

from bankcraps.engine import Actor, crew, player, thrower
from bankcraps.engine import events as ev
from bankcraps.engine.acts import roles_of, who_may
from bankcraps.engine.shooter.hand import STICK
from bankcraps.house.commands import Sender
from bankcraps.house.deciding import Refused
from bankcraps.house.live_table import LiveTable
from bankcraps.rulebook import Rulebook

__all__ = ["actor_of", "clean", "crew_of"]


def crew_of(table: LiveTable, person: str, roles: list[str]) -> Actor | None:
    """Return the person as a member of the crew, in the first of these roles whose chair they hold."""
    held = [role for role in roles if table.holder(role) == person]
    return crew(held[0], person) if held else None  # pyright: ignore[reportArgumentType]


def actor_of(book: Rulebook, table: LiveTable, sender: Sender, event: ev.Event) -> Actor | Refused:
    """Return in which role a person does something, or why they may not."""
    person = sender.person
    if roles_of(book, type(event)) is None:
        throws = isinstance(event, ev.ThrowDice) and thrower(book, table.state) == STICK
        stick = crew_of(table, person, [STICK.role]) if throws else None
        return stick or player(person)
    roles = who_may(book, type(event))
    held = crew_of(table, person, roles)
    if held is not None:
        return held
    chairs = " or the ".join(roles)
    message = (
        f"only the {chairs} may do that: take the chair first" if roles else "nobody does that in this house"
    )
    return Refused(code="not_your_chair", message=message)


def clean(event: ev.Event) -> Refused | None:
    """Refuse what no person may claim: a result of the dice, or that the crew let a wager stand."""
    if isinstance(event, ev.Rolled):
        return Refused(code="not_your_act", message="the dice decide the throw: say `throw`")
    if isinstance(event, ev.Bet) and (event.confirmed or event.unrejected):
        return Refused(code="not_your_act", message="only the crew can confirm a wager, or let one stand")
    return None
