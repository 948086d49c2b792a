"""Laws that hold at every moment of every session, at any house. Each law asserts one thing.

`LAWS` are laws of a moment (a house, and the table before, what was done, what came of it); `SESSION_LAWS`
are laws of a whole session. `hold(session)` is all of them at once, for other programs that drive the engine.
"""

from collections.abc import Callable
from typing import Final

from bankcraps import Rulebook
from tests.kit.laws import chips, shooting, standing, undoing
from tests.kit.sessions import Moment, Session

LAWS: Final[tuple[Callable[[Rulebook, Moment], None], ...]] = (
    chips.no_chip_is_made_or_lost,
    chips.chips_are_where_chips_can_be,
    chips.a_spot_is_taken_once,
    chips.seats_are_people,
    standing.a_refused_event_changes_nothing,
    standing.there_is_one_judge,
    standing.the_same_again_is_the_same,
    standing.a_bare_roll_is_a_throw_and_its_rest,
    standing.a_player_never_says_how_the_dice_rest,
    chips.a_throw_does_what_craps_says,
    chips.effects_tell_all,
    chips.commission_is_charged_as_the_house_says,
    chips.commission_is_given_back_as_the_house_says,
    chips.winners_stay_up_where_the_house_says,
    standing.odds_have_their_flat,
    standing.a_bet_is_within_the_limits,
    standing.a_no_has_its_reason,
    standing.contracts_stand,
    shooting.the_puck_goes_where_the_dice_say,
    shooting.a_seven_out_passes_the_dice,
    shooting.the_effects_tell_of_the_dice,
    shooting.somebody_throws,
    shooting.the_line_is_called,
    shooting.hand_wagers_watch_the_hand,
    shooting.dice_are_counted,
    undoing.an_act_undone_was_never_done,
    undoing.an_undo_changes_one_seat,
)

SESSION_LAWS: Final[tuple[Callable[[Session], None], ...]] = (
    shooting.wagers_are_made_in_time,
    undoing.undo_takes_back_the_last_act,
)


def hold(session: Session) -> None:
    """Hold a session to every law."""
    for moment in session.moments:
        for law in LAWS:
            law(session.book, moment)
    for law in SESSION_LAWS:
        law(session)
