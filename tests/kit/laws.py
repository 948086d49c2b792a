"""What holds at every moment of every session, by any house: each law asserts one thing.

`LAWS` are laws of a moment (a house, and the table before, what was done, what came of it); `SESSION_LAWS`
are laws of a whole session. `hold(session)` is all of them at once, for whatever else drives the engine.
"""

import copy
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import msgspec

from bankcraps import Rulebook, Wager, refusal, step
from bankcraps.dice import NUMBERS
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine import shooter, thrower
from bankcraps.engine.state import Hand, Seat, Standing
from bankcraps.rulebook.terms import FireTerms, LineTerms, OddsTerms, OneRollTerms
from bankcraps.wagers import FLATS, ODDS, Kind, find
from tests.kit.amounts import ladder, sign_for
from tests.kit.ledger import Ledger
from tests.kit.oracle import fate, is_off, legs_of, vig
from tests.kit.sessions import Moment, Session, play

__all__ = ["LAWS", "SESSION_LAWS", "hold"]

COMES: Final = (Kind.COME, Kind.DONT_COME)


# Chips.


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


# No means no.


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


def a_bare_roll_is_the_throwers(book: Rulebook, moment: Moment) -> None:
    """A throw without a name is that of whoever the dice are with."""
    if not isinstance(moment.event, ev.Rolled) or moment.event.by:
        return
    named = msgspec.structs.replace(moment.event, by=thrower(book, moment.before))
    assert step(book, moment.before, named) == moment.came


# Winning and losing.

ENDS: Final[dict[type[fx.Effect], str]] = {
    fx.Paid: "wins",
    fx.Lost: "loses",
    fx.Returned: "returned",
    fx.Tied: "ties",
    fx.Moved: "moves",
}


def _called(moment: Moment) -> dict[tuple[str, Any], list[fx.Effect]]:
    """What was called out for each wager of a throw; fire wagers wait for the hand to end."""
    called: dict[tuple[str, Any], list[fx.Effect]] = {}
    for effect in moment.came.effects:
        if type(effect) in ENDS and effect.wager.kind is not Kind.FIRE:
            called.setdefault((effect.seat, effect.wager), []).append(effect)
    return called


def a_throw_does_what_craps_says(book: Rulebook, moment: Moment) -> None:
    """Every wager at the table ends as the game told a second time says, to the cent."""
    if not isinstance(moment.event, ev.Rolled) or not moment.came:
        return
    called, chip = _called(moment), moment.before.floor.chip
    for seat in moment.before.seats:
        for standing in seat.wagers:
            if standing.wager.kind is Kind.FIRE:
                continue
            due = fate(book, chip, moment.before.puck, moment.event.throw, standing)
            effects = called.pop((seat.name, standing.wager), [])
            if due.ends == "legs":
                legs = {(e.leg.kind, e.amount, e.won if isinstance(e, fx.Paid) else None) for e in effects}
                assert legs == set(due.legs)
                assert len(effects) == len(due.legs)
            elif due.ends == "stands":
                assert not effects
                assert moment.after.seat(seat.name).on(standing.wager) == _unbuttoned(moment, standing)
            else:
                assert [ENDS[type(effect)] for effect in effects] == [due.ends]
                _as_due(effects[0], standing, due)
    assert not called


def _as_due(effect: fx.Effect, standing: Standing, due: Any) -> None:
    assert effect.amount == standing.amount
    if isinstance(effect, fx.Paid):
        assert effect.won == due.won
        assert effect.leg is None
    if isinstance(effect, fx.Moved):
        assert effect.to is find(standing.wager.kind, due.to)


def _unbuttoned(moment: Moment, standing: Standing) -> Standing:
    """A point that is set lifts "on" buttons."""
    if moment.after.puck and not moment.before.puck and standing.call == "on":
        return msgspec.structs.replace(standing, call=None)
    return standing


def nothing_pays_without_being_at_risk(book: Rulebook, moment: Moment) -> None:
    """What is paid stood there before, in that amount, in action; nothing both wins and loses but legs."""
    verdicts: Counter[tuple[str, Any]] = Counter()
    for effect in moment.came.effects:
        if not isinstance(effect, fx.Paid | fx.Lost):
            continue
        seat = moment.before.seat(effect.seat)
        standing = seat.on(effect.wager) if seat else None
        assert standing is not None
        assert standing.amount >= effect.amount > 0
        assert effect.wager.kind is Kind.FIRE or isinstance(moment.event, ev.Rolled)
        assert effect.wager.kind is Kind.FIRE or not is_off(
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
            ]
            if standing.wager.kind in FLATS and effects:
                (effect,) = effects
                assert isinstance(effect, fx.Returned)
                assert (effect.amount, effect.why) == (standing.amount, "off")
            else:
                assert not effects


def the_bank_pays_what_is_won(book: Rulebook, moment: Moment) -> None:
    """The bank gains what was lost, forfeited, charged and sold, less what was won and given back."""
    del book
    due = 0
    tokens = {(seat.name, s.wager) for seat in moment.before.seats for s in seat.wagers if s.token}
    for effect in moment.came.effects:
        match effect:
            case fx.Lost(seat, wager, amount) if (seat, wager) not in tokens:
                due += amount
            case fx.Forfeited(seat, wager, amount) if (seat, wager) not in tokens:
                due += amount
            case fx.Paid(_, _, _, won):
                due -= won
            case fx.Vigorish(_, _, amount) | fx.CashedOut(_, amount):
                due += amount
            case fx.Bought(_, amount):
                due -= amount
            case _:
                pass
    assert moment.after.bank - moment.before.bank == due


def commission_is_charged_as_the_house_says(book: Rulebook, moment: Moment) -> None:
    """On placing, the whole commission on what then stands; from a winner, on winning or for staying up."""
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
                due += min(whole, effect.won) if rule.when == "won" else 0
                due += whole if rule.when == "placed" and effect.up else 0
            assert taken == due
    assert all(amount < 0 for amount in charged.values()), "charged for nothing"


def winners_stay_up_where_the_house_says(book: Rulebook, moment: Moment) -> None:
    """A winner stays up if its house keeps winners up and its owner can pay for it, and else comes down."""
    chip = moment.before.floor.chip
    for effect in moment.came.effects:
        if not isinstance(effect, fx.Paid) or effect.leg:
            continue
        terms, seat = book.wagers[effect.wager.kind], moment.before.seat(effect.seat)
        standing = seat.on(effect.wager) if seat else None
        assert seat
        assert standing
        dear = sum(vig(book.wagers[s.wager.kind], s.wager, s.amount, chip) for s in seat.wagers)
        stays = terms.winner == "stays" and not standing.token
        assert effect.up == stays or (stays and seat.rail < dear)


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
    paid = old.commission if old else 0
    assert taken == max(0, vig(terms, effect.wager, new.amount, chip) - paid)
    assert new.commission == paid + taken


# What may stand.


def odds_have_their_flat(book: Rulebook, moment: Moment) -> None:
    """Odds lie behind their flat wager, on a number, and never above what it carries."""
    for seat in moment.after.seats:
        for standing in seat.wagers:
            if standing.wager.kind not in FLATS:
                continue
            flat = seat.on(find(FLATS[standing.wager.kind], standing.wager.number))
            assert flat is not None, f"{standing.wager} without its flat"
            number = standing.wager.number or moment.after.puck
            assert number in NUMBERS
            assert carried(book, standing.wager, standing.amount, number) <= flat.amount


def carried(book: Rulebook, wager: Wager, amount: int, number: int) -> Fraction:
    """The flat wager that so much in odds needs."""
    terms = book.wagers[wager.kind]
    assert isinstance(terms, OddsTerms)
    measured = amount * (terms.pays[number].ratio if terms.measure == "win" else Fraction(1))
    return measured / terms.limit[number]


def come_wagers_travel(book: Rulebook, moment: Moment) -> None:
    """A come wager comes to lie on a number only by a throw of that number, out of the box."""
    del book
    for seat in moment.after.seats:
        earlier = moment.before.seat(seat.name)
        for standing in seat.wagers:
            if standing.wager.kind not in COMES or not standing.wager.number:
                continue
            if earlier and earlier.on(standing.wager) and not _moved_to(moment, seat, standing):
                continue
            assert isinstance(moment.event, ev.Rolled)
            assert moment.event.throw.total == standing.wager.number
            assert _moved_to(moment, seat, standing)
            box = earlier.on(find(standing.wager.kind)) if earlier else None
            assert box is not None
            assert (box.amount, box.token) == (standing.amount, standing.token)


def _moved_to(moment: Moment, seat: Seat, standing: Standing) -> bool:
    return any(
        isinstance(effect, fx.Moved) and effect.to is standing.wager and effect.seat == seat.name
        for effect in moment.came.effects
    )


def a_bet_is_within_the_limits(book: Rulebook, moment: Moment) -> None:
    """What stands after a bet is on the sign: the least, the most, in units."""
    event = moment.event
    if not isinstance(event, ev.Bet) or not moment.came:
        return
    (staked,) = (effect for effect in moment.came.effects if isinstance(effect, fx.Staked))
    assert staked.amount == event.amount
    seat = moment.before.seat(event.by)
    assert seat
    sign = sign_for(moment.before, seat)
    terms = book.wagers[staked.wager.kind]
    least, unit = ladder(terms, sign)
    assert staked.stands >= least
    assert not (staked.stands - least) % unit
    if terms.maximum == "table":
        assert staked.stands <= sign.maximum
    if terms.maximum == "win":
        assert could_win(book, moment.before.puck, staked.wager, staked.stands) <= sign.maximum


def could_win(book: Rulebook, puck: int, wager: Wager, stake: int) -> Fraction:
    """The most a wager could win, exactly; for a wager of legs, the most that one leg could."""
    terms = book.wagers[wager.kind]
    if isinstance(terms, OneRollTerms) and terms.legs:
        units = legs_of(terms, wager)
        return max(
            could_win(book, puck, find(leg), stake // terms.units * share) for leg, share in units.items()
        )
    if isinstance(terms, OddsTerms):
        return stake * terms.pays[wager.number or puck].ratio
    return stake * terms.best(wager).ratio


def a_no_has_its_reason(book: Rulebook, moment: Moment) -> None:
    """A wager that is refused for a sum or a time is indeed too small, too large, too early, or too late."""
    event, refused, state = moment.event, moment.came.refusal, moment.before
    if refused is None or not isinstance(event, ev.Bet | ev.TakeDown):
        return
    seat = state.seat(event.by)
    if seat is None or seat.name in state.floor.excluded or refused.code in ("time_runs_back", "bad_amount"):
        return
    wager = laid(book, event, state.puck)
    terms, standing = book.terms(wager), seat.on(wager)
    if terms is None:
        assert refused.code in ("not_offered", "table_closed", "not_standing")
        return
    there = standing.amount if standing else 0
    total = there + event.amount if isinstance(event, ev.Bet) else there - (event.amount or there)
    sign, chip = sign_for(state, seat), state.floor.chip
    least, unit = ladder(terms, sign)
    number = wager.number or (0 if wager.kind in COMES else state.puck)
    held = {"always": False, "never": True, "until_number": bool(number)}
    flat = seat.on(find(FLATS[wager.kind], wager.number)) if wager.kind in FLATS else None
    fee = max(0, vig(terms, wager, total, chip) - (standing.commission if standing else 0))
    behind = [
        s for s in seat.wagers if ODDS.get(wager.kind) is s.wager.kind and s.wager.number == wager.number
    ]
    reasons: dict[str, Callable[[], bool]] = {
        "under_minimum": lambda: total < least,
        "off_unit": lambda: bool((total - least) % unit),
        "over_maximum": lambda: (
            total > sign.maximum
            if terms.maximum == "table"
            else could_win(book, state.puck, wager, total) > sign.maximum
        ),
        "over_odds_limit": lambda: bool(flat) and carried(book, wager, total, number) > flat.amount,
        "needs_flat": lambda: wager.kind in FLATS and flat is None,
        "not_enough_chips": lambda: (event.amount or 0) + fee > seat.rail,
        "not_payable": lambda: bool((event.amount or 0) % chip),
        "not_standing": lambda: standing is None,
        "no_increase": lambda: standing is not None and held[terms.increase],
        "contract": lambda: held[terms.take_down] or any(may_not_fall(book, s.wager, number) for s in behind),
        "odds_stand": lambda: any(carried(book, s.wager, s.amount, number) > total for s in behind),
        "bets_closed": lambda: state.out,
        "table_closed": lambda: state.floor.closed,
        "not_now": lambda: standing is None and (terms.made != "any" or wager.kind in (*FLATS, *COMES)),
        "token": lambda: bool(standing and standing.token) or bool(getattr(event, "token", False)),
        "not_your_act": lambda: bool(getattr(event, "confirmed", ())),
    }
    assert reasons[refused.code](), refused


def laid(book: Rulebook, event: ev.Bet | ev.TakeDown, puck: int) -> Wager:
    """Where the chips go: a pass wager after the point may be taken as a place wager."""
    terms = book.wagers.get(event.wager.kind)
    astride = isinstance(terms, LineTerms) and terms.after_point == "place" and isinstance(event, ev.Bet)
    return find(Kind.PLACE, puck) if puck and astride else event.wager


def may_not_fall(book: Rulebook, wager: Wager, number: int) -> bool:
    """Whether a wager is a contract by now."""
    until = book.wagers[wager.kind].take_down
    return until == "never" or (until == "until_number" and bool(number))


def contracts_stand(book: Rulebook, moment: Moment) -> None:
    """A wager that may not come down does not, at its owner's word; and one that may not go up does not."""
    if not moment.came or not isinstance(moment.event, ev.Bet | ev.TakeDown | ev.Leave):
        return
    for seat in moment.before.seats:
        later = moment.after.seat(seat.name)
        for standing in seat.wagers:
            now = later.on(standing.wager) if later else None
            amount = now.amount if now else 0
            terms = book.wagers[standing.wager.kind]
            number = standing.wager.number or (0 if standing.wager.kind in COMES else moment.before.puck)
            held = {"always": False, "never": True, "until_number": bool(number)}
            assert amount >= standing.amount or not held[terms.take_down]
            assert amount <= standing.amount or not held[terms.increase]


# The dice.


def the_puck_goes_where_the_dice_say(book: Rulebook, moment: Moment) -> None:
    """On at a point number, off at that number again or a seven; only an invalid game moves it else."""
    del book
    before, after = moment.before.puck, moment.after.puck
    if not isinstance(moment.event, ev.Rolled) or not moment.came:
        assert after == (0 if isinstance(moment.event, ev.Invalidate) and moment.came else before)
        return
    total = moment.event.throw.total
    if before:
        assert after == (0 if total in (before, 7) else before)
    else:
        assert after == (total if total in NUMBERS else 0)


def a_seven_out_passes_the_dice(book: Rulebook, moment: Moment) -> None:
    """After seven-out nobody has the dice; those of a shooter have passed to the next player clockwise."""
    event, state, effects = moment.event, moment.after, moment.came.effects
    out = any(isinstance(effect, fx.SevenOut) for effect in effects)
    if isinstance(event, ev.Rolled) and moment.came:
        assert out == bool(moment.before.puck and event.throw.total == 7)
    if not out:
        return
    assert not state.turn.held
    assert not state.dice.chosen
    who = event.by or thrower(book, moment.before)
    seat = state.seat(who)
    if seat is not None:
        assert fx.DicePassed(who, "seven out") in effects
        assert shooter(state) == next(other.name for other in state.clockwise(seat.place + 1))


def fire_ends_with_the_hand(book: Rulebook, moment: Moment) -> None:
    """Once the dice have passed, no shooter's points are remembered and no wager on them stands."""
    if not any(isinstance(effect, fx.DicePassed) for effect in moment.came.effects):
        return
    rolled_on = isinstance(moment.event, ev.Rolled) and not isinstance(
        moment.came.effects[-1], fx.DicePassed | fx.SetBrought
    )
    if rolled_on:
        made = {effect.point for effect in moment.came.effects if isinstance(effect, fx.PointMade)}
        assert set(moment.after.hand.made) <= made
    else:
        assert moment.after.hand == Hand()
    if not moment.before.hand.fresh:
        assert not any(seat.on(find(Kind.FIRE)) for seat in moment.after.seats)
    del book


def dice_are_counted(book: Rulebook, moment: Moment) -> None:
    """The dice of a set are each in one place."""
    dice = moment.after.dice
    every = sorted((*dice.chosen, *dice.bowl, *dice.away, *dice.lost))
    assert every == list(range(1, book.dice.set_size + 1))


LAWS: Final[tuple[Callable[[Rulebook, Moment], None], ...]] = (
    no_chip_is_made_or_lost,
    chips_are_where_chips_can_be,
    a_spot_is_taken_once,
    seats_are_people,
    a_refused_event_changes_nothing,
    there_is_one_judge,
    the_same_again_is_the_same,
    a_bare_roll_is_the_throwers,
    a_throw_does_what_craps_says,
    nothing_pays_without_being_at_risk,
    off_wagers_neither_win_nor_lose,
    the_bank_pays_what_is_won,
    commission_is_charged_as_the_house_says,
    winners_stay_up_where_the_house_says,
    odds_have_their_flat,
    come_wagers_travel,
    a_bet_is_within_the_limits,
    a_no_has_its_reason,
    contracts_stand,
    the_puck_goes_where_the_dice_say,
    a_seven_out_passes_the_dice,
    fire_ends_with_the_hand,
    dice_are_counted,
)


# Laws of a whole session.


def effects_tell_all(session: Session) -> None:
    """Rails, tokens and wagers can be kept from the effects alone."""
    ledger = Ledger(session.opening.state)
    for moment in session.happened:
        ledger.write(moment.came.effects)
        ledger.check(moment.after)


def playing_it_again_is_the_same(session: Session) -> None:
    """The same events at the same opening give the same tables and effects."""
    again = play(session.opening, [moment.event for moment in session.moments])
    assert again.moments == session.moments


def fire_pays_by_points_made(session: Session) -> None:
    """A fire wager is decided when the hand ends, by the different points its shooter made."""
    terms = session.book.wagers.get(Kind.FIRE)
    if terms is None:
        return
    assert isinstance(terms, FireTerms)
    made: set[int] = set()
    for moment in session.happened:
        for effect in moment.came.effects:
            match effect:
                case fx.PointMade(point):
                    made.add(point)
                case fx.Lost(_, wager) if wager.kind is Kind.FIRE:
                    assert len(made) not in terms.pays
                case fx.Paid(_, wager) if wager.kind is Kind.FIRE:
                    assert len(made) in terms.pays
                case fx.DicePassed() | fx.DiceTaken():
                    made.clear()
                case _:
                    pass


def wagers_are_made_in_time(session: Session) -> None:
    """A wager that is new on the layout was made when the house takes it."""
    fresh = True
    for moment in session.happened:
        for effect in moment.came.effects:
            match effect:
                case fx.Staked(name, wager):
                    seat, puck = moment.before.seat(name), moment.before.puck
                    if seat and not seat.on(wager):
                        _made_in_time(session.book, wager, puck, fresh=fresh)
                case fx.Thrown():
                    fresh = False
                case fx.DicePassed() | fx.SevenOut() | fx.DiceTaken():
                    fresh = True
                case _:
                    pass


def _made_in_time(book: Rulebook, wager: Wager, puck: int, *, fresh: bool) -> None:
    terms = book.wagers[wager.kind]
    assert wager.kind not in COMES or not wager.number
    if terms.made == "puck_on":
        assert puck
    elif terms.made == "new_shooter":
        assert fresh
        assert not puck
    elif terms.made == "come_out" and not (isinstance(terms, LineTerms) and terms.after_point == "put"):
        assert not puck


SESSION_LAWS: Final[tuple[Callable[[Session], None], ...]] = (
    wagers_are_made_in_time,
    effects_tell_all,
    playing_it_again_is_the_same,
    fire_pays_by_points_made,
)


def hold(session: Session) -> None:
    """Hold a session to every law."""
    for moment in session.moments:
        for law in LAWS:
            law(session.book, moment)
    for law in SESSION_LAWS:
        law(session)
