"""The rules of procedure: table and people, dice, throws that do not count, betting, the floor."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from bankcraps.chips import Cents, Rounding
from bankcraps.rulebook.section import Section

__all__ = ["BettingRules", "ComeOutRules", "Crew", "DiceRules", "FloorRules", "NoRollRules", "TableRules"]

Crew = Literal[
    "boxperson", "stickperson", "dealer", "supervisor", "games_supervisor", "floorperson", "inspector"
]
"""The people on the house's side of the table, and the inspector who is on neither."""


class TableRules(Section, frozen=True, kw_only=True):
    """The table and its people.

    Attributes:
        sides, places_a_side: where players stand; places are numbered clockwise from the boxperson's left.
        crew: the roles that are filled.
        covers: for a role that is not, who does its work.
        denominations: the values of the table's chips, in cents.
    """

    sides: int
    places_a_side: int
    crew: list[Crew]
    covers: dict[Crew, Crew] = msgspec.field(default_factory=dict[Crew, Crew])
    denominations: list[Cents]

    @property
    def places(self) -> int:
        """How many can play."""
        return self.sides * self.places_a_side

    def filled(self, roles: Sequence[str]) -> list[str]:
        """The people who fill some roles at this table, with those who cover for roles that are not."""
        covers: dict[str, str] = {**self.covers}
        return [covers.get(role, role) for role in roles]


class ComeOutRules(Section, frozen=True, kw_only=True):
    """What each total does on a come-out throw. Every total from 2 to 12 stands in one of the three lists.

    Attributes:
        naturals: the pass line wins; always includes the 7.
        craps: the pass line loses.
        points: the total becomes the point. Come wagers travel to these numbers too.
    """

    naturals: list[int]
    craps: list[int]
    points: list[int]


class DiceRules(Section, frozen=True, kw_only=True):
    """Who throws, and what becomes of the dice.

    Attributes:
        set_size: dice in a set; two of them are chosen.
        handled_by: who offers and passes the dice.
        checked_by: who looks at dice that were found.
        steps: the clause of each step of the procedure: to offer the dice, to choose two, to replace those
            that are away, to check those that were found, to give up those that are lost.
        line_wager_to_shoot: whether a line wager is needed to take a throw, and kept while shooting.
        offered_to: after a shooter is done, the dice are offered to "line_bettors" only, or to "everyone".
        may_pass: when a shooter may give the dice up: after "any_throw", or only on the "come_out".
        pass_ordered_for: the reasons for which the shooter may be told to pass the dice.
        pass_ordered_by: who may say so.
        face_ruled_by: who decides a disputed face.
        stick_throws: whether the stickperson throws when nobody will and wagers stand.
    """

    set_size: int
    handled_by: list[Crew]
    checked_by: list[Crew]
    steps: dict[Literal["offer", "choose", "away", "found", "lost"], str]
    line_wager_to_shoot: bool
    offered_to: Literal["line_bettors", "everyone"]
    may_pass: Literal["any_throw", "come_out"]
    pass_ordered_for: dict[str, str]
    pass_ordered_by: list[Crew]
    face_ruled_by: list[Crew]
    stick_throws: bool


class NoRollRules(Section, frozen=True, kw_only=True):
    """Throws that do not count.

    Attributes:
        called_by: who calls "no roll".
        must: the reasons for which it has to be called, each with its clause.
        may: the reasons for which it may be.
        leaves: those of them that say a die left the table.
    """

    called_by: list[Crew]
    must: dict[str, str]
    may: dict[str, str]
    leaves: list[str]


class BettingRules(Section, frozen=True, kw_only=True):
    """When wagers are taken.

    Attributes:
        closed_by: who says "no more bets".
        closes: what that ends: new and larger "wagers", or "everything", taking down too.
        late_confirmed_by: who must all confirm a wager made after that, before the dice rest; empty if none
            is.
        limits: where a table's minimum, maximum and unit come from; every house posts its own on a "sign".
        tokens: whether promotional tokens are taken.
        rounding: how a winner is paid where chips cannot pay it exactly.
    """

    closed_by: list[Crew]
    closes: Literal["wagers", "everything"]
    late_confirmed_by: list[Crew]
    limits: Literal["sign"]
    tokens: bool
    rounding: Rounding


class FloorRules(Section, frozen=True, kw_only=True):
    """What those in charge may do.

    Attributes:
        in_charge: who does these things.
        notice: minutes a sign must stand before a higher minimum.
        closing_notice: minutes a sign must stand before the table closes.
        own_limits: whether one player may be given limits of their own.
        invalidate_for: the reasons for which a game in progress may be declared invalid, each with its
            clause.
        forfeit_for: those of them for which the guilty may lose their wagers.
        void_for, exclude_for: the reasons for which a wager may be voided, a person sent away.
        breaches: conduct that is noted when somebody is found at it, each with its clause.
        idle_rounds: rounds without a wager, at a full table, after which a place may be asked for; 0 for
            never.
        disputes: who decides, who reviews, and to whom it can be taken, in that order.
    """

    in_charge: list[Crew]
    notice: int
    closing_notice: int
    own_limits: bool
    invalidate_for: dict[str, str]
    forfeit_for: list[str]
    void_for: dict[str, str]
    exclude_for: dict[str, str]
    breaches: dict[str, str]
    idle_rounds: int
    disputes: list[Crew]
