"""Rules of procedure: the table and crew, the come-out, the dice, no rolls, betting, the floor."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from bankcraps.game.chips import Cents, Rounding
from bankcraps.game.rulebook.section import Section
from bankcraps.game.wagers import Kind

Crew = Literal[
    "boxperson", "stickperson", "dealer", "supervisor", "games_supervisor", "floorperson", "inspector"
]
"""The roles on the house's side of the table, and the inspector, who works for neither side."""

DiceStep = Literal["offer", "choose", "away", "found", "lost"]
"""The steps of the dice procedure; see `DiceRules.steps`."""

WhileOut = Literal["down", "off", "on"]
"""The acts on a wager that a house may allow while the dice are out."""


class TableRules(Section, frozen=True, kw_only=True):
    """The table and its crew.

    Attributes:
        sides: the number of sides where players stand.
        places_a_side: the places on each side, numbered clockwise from the boxperson's left.
        crew: the posts that this house fills, one entry for each person: two dealers are "dealer" twice.
        covers: for roles that it does not fill, the role that does their work.
        coloured_up_by: the roles that change a player's chips for larger ones.
        denominations: the values of the house's chips, in cents; `chips` says which of them lie at a table.
    """

    sides: int
    places_a_side: int
    crew: tuple[Crew, ...]
    covers: dict[Crew, Crew] = msgspec.field(default_factory=dict[Crew, Crew])
    coloured_up_by: tuple[Crew, ...]
    denominations: tuple[Cents, ...]

    @property
    def places(self) -> int:
        """The number of places for players."""
        return self.sides * self.places_a_side

    def chips(self, smallest: int) -> list[Cents]:
        """The chips that lie at a table, in cents: its smallest, and the others that can be changed into it.

        So all of them together pay what the smallest chips alone could pay, and nothing else. A chip of 2.50
        lies at a table with chips of 0.50, and not at one whose smallest chip is 1.
        """
        whole = {value for value in self.denominations if value % smallest == 0}
        return sorted({*whole, Cents(smallest)})

    def filled(self, roles: Sequence[Crew]) -> list[Crew]:
        """Replace roles that this table does not fill by the roles that cover for them."""
        return [self.covers.get(role, role) for role in roles]


class ComeOutRules(Section, frozen=True, kw_only=True):
    """The effect of each total on a come-out throw. Every total from 2 to 12 is in exactly one list.

    Attributes:
        naturals: totals that win the pass line. They include the 7.
        craps: totals that lose the pass line.
        points: totals that become the point. Come wagers go to these numbers too.
    """

    naturals: tuple[int, ...]
    craps: tuple[int, ...]
    points: tuple[int, ...]


class DiceRules(Section, frozen=True, kw_only=True):
    """The shooter, and the handling of the dice.

    Attributes:
        set_size: the number of dice in a set, of which the shooter chooses two.
        handled_by: the roles that offer and pass the dice.
        checked_by: the roles that inspect dice that were found.
        steps: the clause of each step of the procedure: "offer" the dice, "choose" two, replace dice that are
            "away", inspect those that are "found", give up those that are "lost".
        chosen_for: the time for which the two dice that the shooter chose are kept: for the "round", or for
            the whole "hand". No dice are changed while they are out.
        line_wager_to_shoot: whether a shooter needs a line wager, from the first throw to the last.
        offered_to: the players who are offered the dice after a shooter is done, "line_bettors" only or
            "everyone".
        may_pass: when a shooter may give up the dice: after "any_throw", or only on the "come_out".
        pass_ordered_for: the reasons for which the shooter may be ordered to pass the dice.
        pass_ordered_by: the roles that may give that order.
        face_ruled_by: the roles that decide a disputed face.
        face_final: whether that decision is final; if not, the throw may be corrected.
        total_called_by: the roles that call the total of a throw; anyone of the crew if nothing is given.
        stick_throws: whether the stickperson throws when no player will and wagers stand. If not, players who
            declined the dice may take them after all when nobody else can throw.
        new_pair: whether a shooter of whose dice one left the table may also choose two new ones.
    """

    set_size: int
    handled_by: tuple[Crew, ...]
    checked_by: tuple[Crew, ...]
    steps: dict[DiceStep, str]
    chosen_for: Literal["round", "hand"]
    line_wager_to_shoot: bool
    offered_to: Literal["line_bettors", "everyone"]
    may_pass: Literal["any_throw", "come_out"]
    pass_ordered_for: dict[str, str]
    pass_ordered_by: tuple[Crew, ...]
    face_ruled_by: tuple[Crew, ...]
    stick_throws: bool
    total_called_by: tuple[Crew, ...] | None = None
    face_final: bool = False
    new_pair: bool = False


class NoRollRules(Section, frozen=True, kw_only=True):
    """Throws that do not count.

    Attributes:
        called_by: the roles that call "no roll".
        must: the reasons for which "no roll" must be called, each with its clause.
        may: the reasons for which it may be called, each with its clause.
        leaves: those reasons that mean a die left the table.
        removes: those reasons after which the dice that were thrown are taken out of play.
    """

    called_by: tuple[Crew, ...]
    must: dict[str, str]
    may: dict[str, str]
    leaves: tuple[str, ...]
    removes: tuple[str, ...] = ()


class BettingRules(Section, frozen=True, kw_only=True):
    """The times at which the house takes wagers.

    Attributes:
        closed_by: the roles that call "no more bets".
        down_while_out: the wagers that may be taken down or reduced between that call and the moment the dice
            rest: a list of kinds, or "all".
        down_in_the_air: those of them that may still come down once the dice have left the shooter's hand;
            all of them if nothing is given.
        off_while_out: the wagers that may be called off between that call and the moment the dice rest.
        on_while_out: the wagers that may be called on in that time.
        on_confirmed_by: the roles of which one must confirm a wager called on in that time, or it stays as it
            was; none if the call is enough.
        late_confirmed_by: the roles that must all confirm a wager made after the call and before the dice
            rest; empty if no late wagers are taken.
        limits: where the table's minimum, maximum and unit come from; every house posts them on a "sign".
        unrejected_stand: whether a wager below the minimum or above the maximum stands if the crew did not
            reject it before the dice rest.
        rejected_by: the roles that may reject such a wager until then.
        tokens: whether promotional tokens are taken, alone or beside chips.
        rounding: the direction of rounding when chips cannot pay a winner the exact sum.
        buttons: the time that a wager called on or off stays so: "until_called" otherwise by its player, or
            for "one_throw".
    """

    closed_by: tuple[Crew, ...]
    down_while_out: tuple[str, ...]
    off_while_out: tuple[str, ...]
    on_while_out: tuple[str, ...]
    late_confirmed_by: tuple[Crew, ...]
    limits: Literal["sign"]
    unrejected_stand: bool
    tokens: bool
    rounding: Rounding
    buttons: Literal["until_called", "one_throw"] = "until_called"
    down_in_the_air: tuple[str, ...] | None = None
    on_confirmed_by: tuple[Crew, ...] = ()
    rejected_by: tuple[Crew, ...] = ()

    def may_while_out(self, act: WhileOut, kind: Kind) -> bool:
        """Whether a wager of that kind may be taken down, or called off or on, while the dice are out."""
        kinds: tuple[str, ...] = getattr(self, f"{act}_while_out")
        return kind.value in kinds or "all" in kinds

    def may_in_the_air(self, kind: Kind) -> bool:
        """Whether a wager of that kind may come down after the dice left the hand and before they rest."""
        kinds = self.down_in_the_air
        return kinds is None or kind.value in kinds or "all" in kinds


class FloorRules(Section, frozen=True, kw_only=True):
    """The powers of supervisors.

    Attributes:
        in_charge: the roles that do these things.
        notice: minutes for which a sign must stand before the minimum goes up.
        closing_notice: minutes for which a sign must stand before the table closes.
        own_limits: whether one player may be given limits of their own.
        invalidate_for: the reasons for which a round may be declared invalid, each with its clause.
        forfeit_for: those of these reasons for which the guilty may forfeit their wagers.
        void_for: the reasons for which a wager may be voided, each with its clause.
        exclude_for: the reasons for which a person may be excluded, each with its clause.
        breaches: the conduct for which somebody may be warned, each with its clause.
        binds: the people bound by each rule of conduct: the "public" (players and spectators), the "staff",
            or "anyone". A rule that is not listed binds anyone.
        idle_rounds: rounds without a wager, at a full table, after which a player may be asked to give up the
            place; 0 for never.
        disputes: the role that decides a dispute, then those that review it, in order. Each of them may
            correct a throw that was called wrongly.
        investigated_by: the roles that investigate a complaint that is still unresolved after that; none if
            nobody does.
        may_advise: whether the house may tell players odds, edges and hints on how to play.
    """

    in_charge: tuple[Crew, ...]
    notice: int
    closing_notice: int
    own_limits: bool
    invalidate_for: dict[str, str]
    forfeit_for: tuple[str, ...]
    void_for: dict[str, str]
    exclude_for: dict[str, str]
    breaches: dict[str, str]
    binds: dict[str, Literal["public", "staff", "anyone"]]
    idle_rounds: int
    disputes: tuple[Crew, ...]
    investigated_by: tuple[Crew, ...]
    may_advise: bool = True
