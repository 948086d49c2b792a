"""Laws of refusals: they change nothing, one judge gives them, and each has its reason."""

import copy
from typing import Final

from bankcraps import Rulebook, Wager, refusal, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import thrower
from bankcraps.game.wagers import FLATS, ODDS, Kind, find
from tests.kit.amounts import ladder, off_unit, sign_for
from tests.kit.laws.standing import carried, could_win, over_cap
from tests.kit.oracle import chips, vig, vig_exactly
from tests.kit.sessions import Moment

__all__ = [
    "a_bare_roll_is_a_throw_and_its_rest",
    "a_no_has_its_reason",
    "a_player_never_says_how_the_dice_rest",
    "a_refused_event_changes_nothing",
    "may_not_fall",
    "the_same_again_is_the_same",
    "there_is_one_judge",
]

COMES: Final = (Kind.COME, Kind.DONT_COME)


def a_refused_event_changes_nothing(book: Rulebook, moment: Moment) -> None:
    """The same table, no effects, and a sentence with the reason."""
    del book
    if moment.came:
        assert moment.came.refusal is None
        return
    assert moment.after is moment.before
    assert moment.came.effects == ()
    assert moment.came.refusal is not None
    assert moment.came.refusal.message


def there_is_one_judge(book: Rulebook, moment: Moment) -> None:
    """`refusal` says what `step` will."""
    assert refusal(book, moment.before, moment.event) == moment.came.refusal


def the_same_again_is_the_same(book: Rulebook, moment: Moment) -> None:
    """A step is a function of a table and an event, as values: equal tables go to equal tables."""
    twin = copy.deepcopy(moment.before)
    assert twin == moment.before
    assert hash(twin) == hash(moment.before)
    again = step(book, twin, copy.deepcopy(moment.event))
    assert again == moment.came
    assert hash(again.state) == hash(moment.after)


def a_bare_roll_is_a_throw_and_its_rest(book: Rulebook, moment: Moment) -> None:
    """Dice that rest without having been thrown were thrown by whoever they are with."""
    event, before = moment.event, moment.before
    due = thrower(book, before)
    if not isinstance(event, ev.Rolled) or before.thrown or due is None:
        return
    thrown = step(book, before, ev.ThrowDice(by=due))  # at no time: the roll brings the clock forward
    if not thrown:
        assert not moment.came
        return
    rested = step(book, thrown.state, event)
    assert rested.refusal == moment.came.refusal
    if rested:
        assert rested.state == moment.after
        *taken, last = thrown.effects
        assert last == fx.DiceThrown(due)
        assert (*taken, *rested.effects) == moment.came.effects


def a_player_never_says_how_the_dice_rest(book: Rulebook, moment: Moment) -> None:
    """Only the source of the dice or a member of the crew says how the dice came to rest."""
    if isinstance(moment.event, ev.Rolled) and moment.came:
        assert moment.event.by.role in ("dice", *book.table.crew)


def a_no_has_its_reason(book: Rulebook, moment: Moment) -> None:
    """A wager that is refused for a sum or a time is indeed too small, too large, too early, or too late."""
    event, refused, state = moment.event, moment.came.refusal, moment.before
    if refused is None or not isinstance(event, ev.Bet | ev.TakeDown):
        return
    seat = state.seat(event.by.person)
    if seat is None or seat.name in state.floor.excluded or refused.code in ("time_runs_back", "bad_amount"):
        return
    if event.by.role != "player":
        assert refused.code == "not_your_act"
        return
    wager = event.wager
    terms, standing = book.terms(wager), seat.on(wager)
    if terms is None:
        assert refused.code in ("not_offered", "table_closed", "not_standing")
        return
    there = standing.amount if standing else 0
    total = there + event.amount if isinstance(event, ev.Bet) else there - (event.amount or there)
    sign, chip = sign_for(state, seat), state.floor.chip
    least, _ = ladder(terms, sign)
    staked = event.tokens if isinstance(event, ev.Bet) else ()
    free = sum(staked) + (sum(standing.tokens) if standing else 0)
    whole = chip * (terms.units if getattr(terms, "legs", None) else 1)
    number = wager.number or (0 if wager.kind in COMES else state.puck)
    held = {"always": False, "never": True, "until_number": bool(number)}
    flat = seat.on(find(FLATS[wager.kind], wager.number)) if wager.kind in FLATS else None
    gone = standing.withdrawn if standing else 0
    fee = vig(terms, wager, total + gone, chip) - (vig(terms, wager, there + gone, chip) if there else 0)
    behind = [
        s for s in seat.wagers if ODDS.get(wager.kind) is s.wager.kind and s.wager.number == wager.number
    ]
    reasons = {
        "under_minimum": lambda: (
            total < max(least, whole)  # a chip for each leg
            or vig_exactly(terms, wager, total) < chip
            or not chips(could_win(book, state.puck, wager, total), chip, book.betting.rounding)
        ),
        "off_unit": lambda: off_unit(book, state, seat, wager, total) or bool(free % whole),
        "over_maximum": lambda: (
            (
                total > sign.maximum
                if terms.maximum == "table"
                else could_win(book, state.puck, wager, total) > sign.maximum
            )
            or over_cap(book, state.puck, wager, total)
        ),
        "over_odds_limit": lambda: bool(flat) and carried(book, wager, total, number) > flat.amount,
        "needs_flat": lambda: wager.kind in FLATS and (flat is None or flat.straddles),
        "not_enough_chips": lambda: (event.amount or 0) - sum(staked) + fee > seat.rail,
        "not_payable": lambda: bool((event.amount or 0) % chip),
        "not_standing": lambda: standing is None,
        "no_increase": lambda: standing is not None and held[terms.increase],
        "contract": lambda: held[terms.take_down] or any(may_not_fall(book, s.wager, number) for s in behind),
        "odds_stand": lambda: any(carried(book, s.wager, s.amount, number) > total for s in behind),
        "bets_closed": lambda: state.out,
        "table_closed": lambda: state.floor.closed,
        "not_now": lambda: standing is None and (terms.made != "any" or wager.kind in (*FLATS, *COMES)),
        "token": lambda: bool(free) or bool(getattr(event, "token", False)),
        "not_your_act": lambda: bool(getattr(event, "confirmed", ())),
    }
    assert reasons[refused.code](), refused


def may_not_fall(book: Rulebook, wager: Wager, number: int) -> bool:
    """Whether a wager is a contract by now."""
    until = book.wagers[wager.kind].take_down
    return until == "never" or (until == "until_number" and bool(number))
