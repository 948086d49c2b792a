"""Laws of winning and losing: what each throw does, and what it pays."""

from collections import Counter
from typing import Any, Final

import msgspec

from bankcraps import Cents, Rulebook
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Seat, Standing
from bankcraps.game.wagers import FLATS, find
from tests.kit.amounts import ladder, off_unit, sign_for
from tests.kit.oracle import fate, is_off, vig, watches_hand
from tests.kit.sessions import Moment

__all__ = [
    "a_throw_does_what_craps_says",
    "nothing_pays_without_being_at_risk",
    "off_wagers_neither_win_nor_lose",
    "winners_stay_up_where_the_house_says",
]


# Winning and losing.

ENDS: Final[dict[type[fx.Effect], str]] = {
    fx.Paid: "wins",
    fx.Lost: "loses",
    fx.Returned: "returned",
    fx.Tied: "ties",
    fx.Moved: "moves",
}


def _called(moment: Moment) -> dict[tuple[str, Any], list[fx.Effect]]:
    """The results called out for each wager of a throw. A law of its own covers the shooter's hand."""
    called: dict[tuple[str, Any], list[fx.Effect]] = {}
    came_off = _came_off(moment)
    for effect in moment.came.effects:
        if type(effect) in ENDS and not watches_hand(effect.wager) and effect not in came_off:
            called.setdefault((effect.seat, effect.wager), []).append(effect)
    return called


def _came_off(moment: Moment) -> list[fx.Returned]:
    """The wagers that a closed table returned after the throw, because all that stand are called off."""
    effects = moment.came.effects if moment.after.floor.closed else ()
    return [effect for effect in effects if isinstance(effect, fx.Returned) and effect.why == "off"]


def a_throw_does_what_craps_says(book: Rulebook, moment: Moment) -> None:
    """Every wager at the table ends as the oracle says, to the cent."""
    if not isinstance(moment.event, ev.Rolled) or not moment.came:
        return
    called, chip = _called(moment), moment.before.floor.chip
    for seat in moment.before.seats:
        for standing in seat.wagers:
            if watches_hand(standing.wager):
                continue
            due = fate(book, chip, moment.before.puck, moment.event.throw, standing)
            effects = called.pop((seat.name, standing.wager), [])
            if due.ends == "legs" and _stays_with_its_legs(book, moment, seat, standing):
                (effect,) = effects
                assert isinstance(effect, fx.Paid)
                assert effect.up
                assert effect.amount == standing.amount
                assert effect.won == due.net
                assert moment.after.seat(seat.name).on(standing.wager) == _unbuttoned(book, _chips(standing))
            elif due.ends == "legs":
                legs = {(e.leg.kind, e.amount, e.won if isinstance(e, fx.Paid) else None) for e in effects}
                assert legs == set(due.legs)
                assert len(effects) == len(due.legs)
            elif due.ends == "stands":
                assert not effects
                left = moment.after.seat(seat.name).on(standing.wager)
                off = standing.wager in [e.wager for e in _came_off(moment) if e.seat == seat.name]
                assert left is None if off else left == _unbuttoned(book, standing)
            else:
                assert [ENDS[type(effect)] for effect in effects] == [due.ends]
                _as_due(effects[0], standing, due)
    assert not called


def _stays_with_its_legs(book: Rulebook, moment: Moment, seat: Seat, standing: Standing) -> bool:
    """Whether a wager of legs that wins stays up, and pays what its legs win together.

    Its chips stay where they would stay alone. Beside a token they must be enough to be bet.
    """
    if book.wagers[standing.wager.kind].winner != "stays" or not standing.chips:
        return False
    state, alone = moment.before, _chips(standing)
    least, _ = ladder(book.wagers[standing.wager.kind], sign_for(state, seat))
    low = alone.amount < least or off_unit(book, state, seat, alone.wager, alone.amount)
    if standing.tokens and low:
        return False
    net = fate(book, state.floor.chip, state.puck, moment.event.throw, alone).net
    return net >= 0 and _placed_again(moment, seat)


def _chips(standing: Standing) -> Standing:
    """A wager without its tokens."""
    return msgspec.structs.replace(standing, amount=standing.chips, tokens=())


def _placed_again(moment: Moment, seat: Seat) -> bool:
    """Whether a wager could be placed again, as one that stays up is."""
    floor = moment.before.floor
    return not floor.closed and seat.name not in floor.excluded


def _as_due(effect: fx.Effect, standing: Standing, due: Any) -> None:
    assert effect.amount == standing.amount
    if isinstance(effect, fx.Paid):
        assert effect.won == due.won
        assert effect.leg is None
    if isinstance(effect, fx.Moved):
        assert effect.to is find(standing.wager.kind, due.to)


def _unbuttoned(book: Rulebook, standing: Standing) -> Standing:
    """If calls last for one throw, the throw removes the button. What waits for the crew is over."""
    call = standing.call if book.betting.buttons == "until_called" else None
    over = {"asked": False, "unrejected": Cents(0), "unrejected_tokens": ()}
    return msgspec.structs.replace(standing, call=call, **over)


def nothing_pays_without_being_at_risk(book: Rulebook, moment: Moment) -> None:
    """A wager that is paid stood there before, in that amount, in action. Only legs both win and lose."""
    if isinstance(moment.event, ev.Correct):
        return  # it comes to what the right throw would have come to: tests/laws/test_corrections.py
    verdicts: Counter[tuple[str, Any]] = Counter()
    for effect in moment.came.effects:
        if not isinstance(effect, fx.Paid | fx.Lost):
            continue
        seat = moment.before.seat(effect.seat)
        standing = seat.on(effect.wager) if seat else None
        assert standing is not None
        assert standing.amount >= effect.amount > 0
        assert watches_hand(effect.wager) or isinstance(moment.event, ev.Rolled)
        assert watches_hand(effect.wager) or not is_off(
            book.wagers[effect.wager.kind], standing, moment.before.puck
        )
        assert standing.amount == effect.amount or effect.leg is not None
        verdicts[effect.seat, effect.wager] += effect.leg is None
        if isinstance(effect, fx.Paid):
            assert effect.won >= 0
    assert all(count <= 1 for count in verdicts.values())


def off_wagers_neither_win_nor_lose(book: Rulebook, moment: Moment) -> None:
    """A wager marked off, or asleep, stays as it is or, odds whose flat is decided, comes back."""
    if not isinstance(moment.event, ev.Rolled) or not moment.came:
        return
    for seat in moment.before.seats:
        for standing in seat.wagers:
            if not is_off(book.wagers[standing.wager.kind], standing, moment.before.puck):
                continue
            effects = [
                e
                for e in moment.came.effects
                if getattr(e, "wager", None) is standing.wager and e.seat == seat.name
                if not isinstance(e, fx.Button) and e not in _came_off(moment)
            ]
            if standing.wager.kind in FLATS and effects:
                (effect,) = effects
                assert isinstance(effect, fx.Returned)
                assert (effect.amount, effect.why) == (standing.amount, "off")
            else:
                assert not effects


def winners_stay_up_where_the_house_says(book: Rulebook, moment: Moment) -> None:
    """A winner stays up if its house keeps winners up and its owner can pay for it, and else comes down.

    The part that is not tokens must be enough to be bet: `meeting.nothing_stands_that_could_not_be_made`.
    """
    if isinstance(moment.event, ev.Correct):
        return  # it comes to what the right throw would have come to: tests/laws/test_corrections.py
    chip = moment.before.floor.chip
    for effect in moment.came.effects:
        if not isinstance(effect, fx.Paid) or effect.leg:
            continue
        terms, seat = book.wagers[effect.wager.kind], moment.before.seat(effect.seat)
        standing = seat.on(effect.wager) if seat else None
        assert seat
        assert standing
        dear = sum(vig(book.wagers[s.wager.kind], s.wager, s.amount, chip) for s in seat.wagers)
        stays = terms.winner == "stays" and standing.chips > 0 and _placed_again(moment, seat)
        assert effect.up == stays or (stays and (seat.rail < dear or bool(standing.tokens)))
