"""Laws of chips, of winning and losing, and of the commission: nothing is made or lost."""

from collections import Counter
from typing import Any, Final

import msgspec

from bankcraps import Cents, Rulebook, State
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Seat, Standing
from bankcraps.game.wagers import FLATS, find
from tests.kit.amounts import ladder, off_unit, sign_for
from tests.kit.oracle import fate, vig, watches_hand
from tests.kit.sessions import Moment

# Laws of chips: none is made or lost, and everything is called out.


def no_chip_is_made_or_lost(book: Rulebook, moment: Moment) -> None:
    """Rails, layout and bank together are what they were: nothing."""
    del book
    assert moment.after.total == 0


def chips_are_where_chips_can_be(book: Rulebook, moment: Moment) -> None:
    """No rail is below nothing, nothing stands as nothing, and everything is in chips the table has."""
    del book
    chip = moment.after.floor.chip
    for seat in moment.after.seats:
        assert seat.rail >= 0
        assert not seat.rail % chip
        for standing in seat.wagers:
            assert standing.amount > 0
            assert standing.commission >= 0
            assert not standing.amount % chip
            assert standing.chips >= 0
            assert list(standing.tokens) == sorted(standing.tokens)
            assert all(face > 0 for face in standing.tokens)
            assert not standing.commission % chip


def a_spot_is_taken_once(book: Rulebook, moment: Moment) -> None:
    """At most one wager of a player on a spot, in the order of the table, and only on offered spots."""
    for seat in moment.after.seats:
        orders = [standing.wager.order for standing in seat.wagers]
        assert orders == sorted(set(orders))
        assert all(book.terms(standing.wager) for standing in seat.wagers)


def seats_are_people(book: Rulebook, moment: Moment) -> None:
    """Everybody has one place, clockwise, among those there are."""
    places = [seat.place for seat in moment.after.seats]
    assert places == sorted(set(places))
    assert all(1 <= place <= book.table.places for place in places)
    assert len({seat.name for seat in moment.after.seats}) == len(places)


def effects_tell_all(book: Rulebook, moment: Moment) -> None:
    """The effects alone tell every rail and token, and every wager with its button and its count."""
    del book
    chips, buttons, counts = _lying(moment.before)
    for effect in moment.came.effects:
        told = effect.effect if isinstance(effect, fx.Reversed) else effect
        for one in fx.transfers(effect):
            assert one.amount >= 0
            assert one.amount or one.tokens
            for place, sign in ((one.source, -1), (one.target, 1)):
                if place in ("rail", "layout"):
                    at = (one.seat, told.wager if place == "layout" else place)
                    chips[*at, "chips"] += sign * one.amount
                    chips[*at, "tokens"] += sign * sum(one.tokens)
        match effect:
            case fx.Moved(seat, wager, to) | fx.Reversed(fx.Moved(seat, to, wager)):
                assert not chips[seat, to, "chips"]
                for sort in ("chips", "tokens"):
                    chips[seat, to, sort] = chips.pop((seat, wager, sort), 0)
            case fx.Staked(seat, wager, _, stands):
                assert chips[seat, wager, "chips"] + chips[seat, wager, "tokens"] == stands
            case fx.Tied(seat, wager, amount):
                assert chips[seat, wager, "chips"] + chips[seat, wager, "tokens"] == amount
            case fx.Button(seat, wager, call):
                buttons[seat, wager] = call
            case fx.Counted(seat, wager, progress):
                counts[seat, wager] = progress
            case fx.Reversed(fx.Counted(seat, wager)):
                counts.pop((seat, wager), None)
            case _:
                pass
    lying, called, counted = _lying(moment.after)
    assert {at: sum_ for at, sum_ in chips.items() if sum_} == +lying
    assert {at: buttons[at] for at in called if buttons.get(at)} == {
        at: on for at, on in called.items() if on
    }
    assert {at: count for at, count in counts.items() if at in counted} == counted


def _lying(state: State) -> tuple[Counter[tuple[Any, ...]], dict[Any, Any], dict[Any, Any]]:
    """The cents in each rail and on each spot, in chips and in tokens; the buttons and the counts."""
    chips = Counter[tuple[Any, ...]]()
    for seat in state.seats:
        chips[seat.name, "rail", "chips"] = seat.rail
        chips[seat.name, "rail", "tokens"] = sum(seat.tokens)
        for on in seat.wagers:
            chips[seat.name, on.wager, "chips"] = on.chips
            chips[seat.name, on.wager, "tokens"] = sum(on.tokens)
    stands = [((seat.name, on.wager), on) for seat in state.seats for on in seat.wagers]
    return chips, {at: on.call for at, on in stands}, {at: on.progress for at, on in stands if on.progress}


# Laws of winning and losing: what each throw does, and what it pays.

# Winning and losing.

ENDS: Final[dict[type[fx.Effect], str]] = {
    fx.Paid: "wins", fx.Lost: "loses", fx.Returned: "returned", fx.Tied: "ties", fx.Moved: "moves",
}  # fmt: skip


def _called(moment: Moment) -> dict[tuple[str, Any], list[fx.Effect]]:
    """The results called out for each wager of a throw. A law of its own covers the shooter's hand."""
    called: dict[tuple[str, Any], list[fx.Effect]] = {}
    off = came_off(moment)
    for effect in moment.came.effects:
        if type(effect) in ENDS and not watches_hand(effect.wager) and effect not in off:
            called.setdefault((effect.seat, effect.wager), []).append(effect)
    return called


def came_off(moment: Moment) -> list[fx.Returned]:
    """The wagers that a closed table returned after the throw, because all that stand are called off."""
    effects = moment.came.effects if moment.after.floor.closed else ()
    return [effect for effect in effects if isinstance(effect, fx.Returned) and effect.why == "off"]


def a_throw_does_what_craps_says(book: Rulebook, moment: Moment) -> None:
    """Every wager at the table ends as the oracle says, to the cent."""
    called, chip = _called(moment), moment.before.floor.chip
    if not isinstance(moment.event, ev.Rolled | ev.Correct):
        assert not [one for told in called.values() for one in told if isinstance(one, fx.Paid | fx.Lost)]
    if not isinstance(moment.event, ev.Rolled) or not moment.came:
        return
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
                off = standing.wager in [e.wager for e in came_off(moment) if e.seat == seat.name]
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
    if isinstance(effect, fx.Returned) and standing.wager.kind in FLATS:
        assert effect.why == "off"
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


def winners_stay_up_where_the_house_says(book: Rulebook, moment: Moment) -> None:
    """A winner stays up if its house keeps winners up and its owner can pay for it, and else comes down.

    The part that is not tokens must be enough to be bet: `meeting.nothing_stands_that_could_not_be_made`.
    """
    if isinstance(moment.event, ev.Correct):
        return  # it comes to what the right throw would have come to: tests/laws/test_sessions.py
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


# Laws of the commission: the amounts charged and given back.


def commission_is_charged_as_the_house_says(book: Rulebook, moment: Moment) -> None:
    """Placing charges the commission on the whole wager, less the part due before; a win, if it is due then.

    An undo or a correction charges and gives back what the act did. That has a law of its own. The guilty
    give back the commission that had come back to them, for they forfeit the wager as it lay.
    """
    if isinstance(moment.event, ev.Undo | ev.Correct):
        return
    charged = Counter[tuple[str, Any]]()
    for effect in moment.came.effects:
        if isinstance(effect, fx.Vigorish):
            charged[effect.seat, effect.wager] += effect.amount
    chip = moment.before.floor.chip
    for effect in moment.came.effects:
        if isinstance(effect, fx.Staked):
            _charged_on_placing(book, moment, effect, charged.pop((effect.seat, effect.wager), 0), chip)
        elif isinstance(effect, fx.Paid) and effect.leg is None:
            terms = book.wagers[effect.wager.kind]
            rule = getattr(terms, "commission", None)
            due, taken = 0, charged.pop((effect.seat, effect.wager), 0)
            if rule:
                whole = vig(terms, effect.wager, effect.amount, chip)
                chips = vig(terms, effect.wager, effect.amount - sum(effect.tokens), chip)
                due += min(whole, effect.won) if rule.when == "won" else 0
                due += chips if rule.when == "placed" and rule.again and effect.up else 0
            assert taken == due
    guilty = moment.event.guilty if isinstance(moment.event, ev.Invalidate) else ()
    assert all(amount <= 0 or seat in guilty for (seat, _), amount in charged.items()), "charged for nothing"


def commission_is_given_back_as_the_house_says(book: Rulebook, moment: Moment) -> None:
    """A wager taken down in part keeps the commission on what stays; the rest comes back or is forgone."""
    event = moment.event
    if not isinstance(event, ev.TakeDown) or not moment.came:
        return
    before, after = moment.before.seat(event.by.person), moment.after.seat(event.by.person)
    assert before
    assert after
    old, new = before.on(event.wager), after.on(event.wager)
    rule = getattr(book.wagers[event.wager.kind], "commission", None)
    if old is None or new is None or rule is None:
        return
    assert new.commission == _paid_on(book, old, new, moment.before.floor.chip)
    assert (new.withdrawn > old.withdrawn) == (rule.when == "placed" and not rule.refunded) or old.withdrawn


def _charged_on_placing(book: Rulebook, moment: Moment, effect: fx.Staked, taken: int, chip: int) -> None:
    terms = book.wagers[effect.wager.kind]
    rule = getattr(terms, "commission", None)
    before, after = moment.before.seat(effect.seat), moment.after.seat(effect.seat)
    assert before
    assert after
    old, new = before.on(effect.wager), after.on(effect.wager)
    assert new
    if rule is None or rule.when == "won":
        assert taken == new.commission == 0
        return
    stood, gone = (old.amount, old.withdrawn) if old else (0, 0)
    before_it = vig(terms, effect.wager, stood + gone, chip) if old else 0
    assert taken == vig(terms, effect.wager, new.amount + gone, chip) - before_it
    assert new.withdrawn == gone
    assert new.commission == _paid_on(book, old, new, chip)


def _paid_on(book: Rulebook, old: Standing | None, new: Standing, chip: int) -> int:
    """The commission on what lies there, but for what the chips of a winner did not pay to stay up.

    Those come down last.
    """
    rule = getattr(book.wagers[new.wager.kind], "commission", None)
    if rule is None or rule.when == "won":
        return 0
    was, due = (vig(book.wagers[new.wager.kind], new.wager, s.amount, chip) if s else 0 for s in (old, new))
    free = was - old.commission if old else 0
    return due - min(free, due)
