"""Turns a phrase into events, which depend on what stands on the table."""

import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import Final, Literal

from msgspec.structs import replace

from bankcraps.errors import NotationError
from bankcraps.game.chips import Cents, Rounding, money, printed
from bankcraps.game.engine import Seat, Standing, State, bet_range, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.wagering.commission import due_with_bet, prepays, vigorish
from bankcraps.game.engine.wagering.ranges import full_odds
from bankcraps.game.engine.wagering.sign_bounds import exact_unit, limits_for
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.phrases import (
    SHARES,
    All,
    Change,
    More,
    Odds,
    Said,
    SameBet,
    Several,
    Spread,
    Spreads,
    Stakes,
)
from bankcraps.game.notation.same_bet import Log, changes, may_be_meant, which_odds
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms
from bankcraps.game.wagers import (
    COMES,
    FLATS,
    LINE,
    NUMBERS,
    ODDS,
    Kind,
    Wager,
    find,
    flat_under,
    number_of,
    odds_behind,
)

LEAVES_OUT_POINT: Final[tuple[Spreads, ...]] = ("across", "inside", "outside")
"""The words for place wagers on several numbers. One of these may be the point."""

_PRESSED: Final = (Kind.BUY, Kind.LAY, Kind.PLACE_TO_LOSE)
_DOLLAR: Final = 100
_FIVE: Final = 500


def means_each(name: str, amount: int, *, without: int = 0) -> bool:
    """Whether an amount is for each number, and not the whole sum: `across 5` is 32 in all.

    It is if it is in fives, and below the smallest sum that dealers split: 32 across, 22 inside, 20 outside,
    or what these are without the point.

    Args:
        name: the word.
        amount: the amount, in cents.
        without: the point, which a sum may leave out; 0 for none.
    """
    if name not in LEAVES_OUT_POINT or amount <= 0 or amount % _FIVE:
        return False
    return amount < sum(share for wager, share in SHARES[name].items() if wager.number != without) * _DOLLAR


def split(
    shares: Mapping[Wager, int], amount: int, chip: int, *, each: bool = False
) -> dict[Wager, Cents] | None:
    """Return the bets that make up a sum, or those for an amount on each number; None if chips cannot.

    With 5 on each of the others, there are 6 on the 6 and 8.
    """
    whole = min(shares.values()) if each else sum(shares.values())
    if amount <= 0 or amount % (whole * chip):
        return None
    return {wager: Cents(amount // whole * share) for wager, share in shares.items()}


# A commission said inside the amount: "buy the 4 for 21" is a stake of 20 and its commission of 1.


def says_exactly(words: str, bet: ev.Bet) -> bool:
    """Whether words say a bet as a record does, such as `buy 4 21`."""
    exactly = re.escape(f"{bet.wager} {printed(bet.amount)}")
    return re.search(rf"{exactly}(?![\d.,]*\d)", words.lower()) is not None


def stake_within(
    book: Rulebook,
    wager: Wager,
    amount: Cents,
    chip: Cents,
    there: Standing | None = None,
    rounding: Rounding | None = None,
) -> tuple[Cents, bool]:
    """Return the stake that makes an amount together with its commission, and whether it is the rounder sum.

    The rounder sum is one on which chips pay the win and the commission exactly, or else a multiple of $5.
    The stake is the amount itself if no stake makes it so, or the amount is rounder.

    Args:
        book: the house.
        wager: the wager.
        amount: the amount said, in cents.
        chip: the smallest chip, in cents.
        there: the chips on the wager already.
        rounding: the way to round the commission; None for the house's own.
    """
    terms = book.terms(wager)
    if not isinstance(terms, NumberTerms) or terms.commission is None:
        return amount, False
    if rounding:
        terms = replace(terms, commission=replace(terms.commission, rounding=rounding))
    now, stood = prepays(terms), there.amount if there else 0

    def with_it(chips: int) -> int:
        stake = chips * chip
        due = due_with_bet(terms, wager, there, stood + stake, chip) if now else None
        return stake + (vigorish(terms, wager, stake, chip) if due is None else due)

    def roundness(stake: int) -> int:
        unit = exact_unit(book, wager, 0, chip)
        if stake % unit == 0 and vigorish(terms, wager, stake, chip) == vigorish(terms, wager, stake, 1):
            return 2
        said_exactly = stake == amount and wager.kind is Kind.LAY and stake % unit == 0
        return stake % _FIVE == 0 or said_exactly

    chips = bisect_left(range(amount // chip + 1), amount, key=with_it)
    stake = Cents(chips * chip)
    rounder = roundness(stake) - roundness(amount)
    if stake >= amount or with_it(chips) != amount or rounder < 0:
        return amount, False
    return stake, rounder > 0


def without_commission(said: Said, bet: ev.Bet, book: Rulebook, state: State, seat: Seat) -> ev.Bet:
    """Return the bet with its stake alone, if the amount said includes the commission.

    The words of a record, such as `buy 4 21`, say the stake. In talk the rounder of both sums is the stake.

    Raises:
        NotationError: if neither sum is rounder, or the house takes the commission only when the wager wins.
    """
    wager, amount, now = bet.wager, bet.amount, prepays(book.terms(bet.wager))
    stake, rounder = stake_within(book, wager, amount, state.floor.chip, seat.on(wager))
    if stake == amount or not (rounder or now) or says_exactly(said.text, bet):
        return bet
    if rounder and now:
        return replace(bet, amount=stake)
    ways = f"{wager} {printed(stake)}, or {wager} {printed(amount)}"
    if now:
        raise said.unclear(f"say the stake without its commission of {money(Cents(amount - stake))}: {ways}")
    raise said.unclear(f"the commission is due when the wager wins; say the stake alone: {ways}")


def expand(said: Said, by: str, book: Rulebook, state: State, log: Log, unit: Cents | None) -> list[ev.Event]:
    """Return the events that a line means, without actor and time. The table may refuse some of them.

    Args:
        said: the line.
        by: the speaker.
        book: the house.
        state: the table.
        log: the events so far and what came of each, for "press it".
        unit: the least on each number for a word such as "inside" without an amount, in cents.
    """
    words = said.words
    assert not isinstance(words, Several | SameBet)  # `understood` takes one part at a time
    seat = state.seat(by)
    if isinstance(words, More):
        words = _new(said, words.bet, seat)
    if isinstance(words, ev.Event):
        words = _travelled(said, words, seat) or words
        if seat is None or not isinstance(words, ev.Bet) or words.press or words.tokens:
            return [words]
        if words.wager.kind is Kind.HORN and _odd_horn(said, words, book, state, seat):
            raise said.unclear(
                f"a horn of {money(words.amount)} does not split in four; say which number is high, as in: "
                f"horn high yo {printed(words.amount)}"
            )
        return [without_commission(said, words, book, state, seat)]
    if seat is None:
        raise said.lacks(by, "{name:is} not at this table")
    if isinstance(words, Odds):
        return _odds(said, words, book, seat, state)
    if isinstance(words, Stakes):
        bets = (ev.Bet(wager, words.amount) for wager in words.wagers)
        return [without_commission(said, bet, book, state, seat) for bet in bets]
    if isinstance(words, Spread):
        return _spread(said, words, state, seat, unit)
    if isinstance(words, Change):
        return changes(said, words, book, state, seat, log)
    return _all(said, words, book, state, seat)


def _odd_horn(said: Said, bet: ev.Bet, book: Rulebook, state: State, seat: Seat) -> bool:
    """Whether the house takes a sum only as a horn high. What a record says is for the house to refuse."""
    if says_exactly(said.text, bet):
        return False
    flat = replace(bet, by=player(seat.name))
    high = replace(flat, wager=find(Kind.HORN_HIGH, 12))
    return bet.amount not in bet_range(book, state, flat) and bet.amount in bet_range(book, state, high)


def _travelled(said: Said, bet: ev.Event, seat: Seat | None) -> ev.Event | None:
    """Return what "press come 6" or "off my come bet" means where the come wager is on a number, or None.

    Without one there, "press come 6" adds $6 to the wager in the box. With both, the one on the 6 is meant;
    "press come by 6" and "press come $6" always mean the box.
    """
    if seat is not None and isinstance(bet, ev.TakeDown | ev.Call):
        return _where_it_went(said, bet, seat)
    if not isinstance(bet, ev.Bet) or seat is None:
        return None
    box, number = bet.wager, bet.amount // 100
    if not bet.press or box.kind not in COMES or box.number or bet.amount % 100 or number not in NUMBERS:
        return None
    there = seat.on(find(box.kind, number))
    return None if there is None or "$" in said.text else ev.Bet(there.wager, there.amount, press=True)


def _where_it_went(said: Said, act: ev.TakeDown | ev.Call, seat: Seat) -> ev.TakeDown | ev.Call:
    """Return an act on "my come bet" as one on the come wager on a number, if there is none in the box."""
    box = act.wager
    there = [one.wager for one in seat.wagers if one.wager.kind is box.kind]
    if box.kind not in COMES or box.number or not there or seat.on(box):
        return act
    if len(there) > 1:
        raise said.unclear(f"say which: {' or '.join(wager.name for wager in there)}")
    return replace(act, wager=there[0])


def _new(said: Said, bet: ev.Bet, seat: Seat | None) -> ev.Bet:
    """Return the bet of "12 on my 8" and "12 more on the 8", unless they may mean another wager there.

    Nothing is unclear if the wager stands that a bare number or "come" names, or none that could be meant.
    """
    wager, much, ways = bet.wager, printed(bet.amount), list[str]()
    if seat is None or seat.on(wager):
        return bet
    for one in (standing.wager for standing in seat.wagers if standing.wager.number):
        if one.number != (wager.number or one.number):
            continue
        if one.kind is wager.kind or (wager.number and one.kind in COMES):
            ways.append(f"{find(ODDS[one.kind], one.number).name} {much}")
        elif wager.number and one.kind in _PRESSED:
            ways.append(f"press {one.name} by {much}")
    if ways:
        raise said.unclear(f"say which: {' or '.join([*ways, f'{wager.name} {much}'])}")
    return bet


def _all_odds(
    said: Said, act: Literal["down", "on", "off"], book: Rulebook, state: State, seat: Seat
) -> list[ev.Event]:
    """Return the change of all odds of the player: "my odds are off"."""
    odds = tuple(standing.wager for standing in seat.wagers if standing.wager.kind in FLATS)
    if not odds:
        raise said.lacks(seat.name, "{name:has} no odds on the layout")
    return changes(said, Change(act, odds), book, state, seat)


def _odds(said: Said, words: Odds, book: Rulebook, seat: Seat, state: State) -> list[ev.Event]:
    if words.act not in ("bet", "press") and words.flat is None and not words.number:
        return _all_odds(said, words.act, book, state, seat)
    wager = _odds_wager(said, words, seat, state)
    if words.act in ("bet", "press"):
        amount = _odds_amount(said, words, wager, book, seat, state)
        press = words.act == "press"
        whole, tokens = words.tokens.whole(amount), words.tokens.faces(amount)
        return [ev.Bet(wager, whole, press, tokens, words.confirmed, words.unrejected)]
    if words.act == "down":
        return [ev.TakeDown(wager)]
    return [ev.Call(wager, "on" if words.act == "on" else "off")]


def _odds_amount(said: Said, words: Odds, wager: Wager, book: Rulebook, seat: Seat, state: State) -> Cents:
    """Say how much more goes on the odds."""
    if not (words.most or words.times):
        return words.amount
    flat = seat.on(flat_under(wager))
    if flat is None:
        return state.floor.chip  # the rules refuse it, and say why
    laid = seat.on(wager)
    stands = laid.amount if laid else Cents(0)
    bet = ev.Bet(wager, state.floor.chip, confirmed=words.confirmed, by=player(seat.name))
    more = full_odds(book, state, bet) if words.most else words.times * flat.amount - stands
    if not stands and more <= 0:
        return state.floor.chip  # the rules refuse it, and say why
    if more <= 0:
        raise said.unclear(f"{HouseNames(book).placed(wager, stands)} lie there already")
    return Cents(more)


def _odds_behind(said: Said, words: Odds, flat: Wager, seat: Seat) -> Wager:
    """Return the odds behind the flat wager that a line names."""
    there = [one.wager for one in seat.wagers if one.wager.kind is flat.kind and one.wager.number]
    if flat.kind in COMES and not flat.number and len(there) == 1:
        return find(ODDS[flat.kind], there[0].number)
    odds = odds_behind(flat)
    if odds is None:
        raise said.unclear(f"{flat.name} cannot have odds; say, for example: odds come 6 50")
    if not _is_on_side(flat, words):
        line, come = SIDES[words.side]
        other = (come if flat.kind in COMES else line).value
        raise said.unclear(f"say whose odds, as in: odds {flat.name} 20, or: odds {other} 20")
    return odds


def _odds_wager(said: Said, words: Odds, seat: Seat, state: State) -> Wager:
    if words.flat is not None:
        return _odds_behind(said, words, words.flat, seat)
    stands = [one.wager for one in seat.wagers if one.wager.kind in ODDS]
    if words.number:
        stands = [wager for wager in stands if number_of(wager, state.puck) == words.number]
        if not stands:
            says = "{name:has} no wager on the {number} that could have odds"
            raise said.lacks(seat.name, says, number=words.number)
    flats = [wager for wager in stands if _is_on_side(wager, words)]
    if not words.number:
        line = [wager for wager in flats if wager.kind in LINE]
        flats = line or [wager for wager in flats if wager.number]
    behind = [find(ODDS[wager.kind], wager.number) for wager in flats]
    if len(behind) > 1:
        raise which_odds(said, behind)
    if behind:
        return behind[0]
    if words.side:
        which = "with" if words.side == "take" else "against"
        raise said.lacks(seat.name, f"{{name:has}} no wager {which} the dice to {words.side} odds on")
    return find(Kind.PASS_ODDS)


SIDES: Final = {"take": (Kind.PASS, Kind.COME), "lay": (Kind.DONT_PASS, Kind.DONT_COME)}
"""The flat wagers with the dice and against them, by the word for odds on that side."""


def _is_on_side(wager: Wager, words: Odds) -> bool:
    """Whether odds on a wager are taken or laid as the words say, if they do."""
    return not words.side or wager.kind in SIDES[words.side]


def _spread(said: Said, words: Spread, state: State, seat: Seat, unit: Cents | None) -> list[ev.Event]:
    shares, puck, chip = SHARES[words.name], state.puck, state.floor.chip
    if words.amount is None:
        limits = limits_for(state, seat)
        least, step = max(unit or 0, limits.minimum), limits.step(chip)
        times = -(-least // (min(shares.values()) * step))
        return _bets({wager: Cents(times * step * share) for wager, share in shares.items()})
    choices = [shares]
    if puck and words.name in LEAVES_OUT_POINT:
        choices.append({wager: share for wager, share in shares.items() if wager.number != puck})
    if words.each or means_each(words.name, words.amount, without=puck):
        bets = split(shares, words.amount, chip, each=True)
        if bets is None:
            raise _not_for_each(said, words.name, words.amount, chip)
        return _bets(bets)
    for chosen in choices:
        bets = split(chosen, words.amount, chip)
        if bets is not None:
            return _bets(bets)
    wholes = [Cents(sum(chosen.values()) * chip) for chosen in choices]
    sums = " or ".join(dict.fromkeys(map(money, wholes)))
    less = words.amount // wholes[0] * wholes[0]
    near = ", or: ".join(f"{words.name} {printed(Cents(s))}" for s in (less, less + wholes[0]) if s > 0)
    message = f"{words.name} needs a multiple of {sums}, not {money(words.amount)}: say {near}"
    raise said.unclear(message)


def _bets(bets: Mapping[Wager, Cents]) -> list[ev.Event]:
    return [ev.Bet(wager, amount) for wager, amount in bets.items()]


def _not_for_each(said: Said, name: str, amount: Cents, chip: int) -> NotationError:
    """Say which amounts for each number there are, and how to bet the same on all of them."""
    shares = SHARES[name]
    least = money(min(shares.values()) * chip)
    message = f"{name} needs a multiple of {least} on each, not {money(amount)}"
    if name in LEAVES_OUT_POINT and amount > 0:
        numbers = " and ".join(str(wager.number) for wager in shares)
        message += f"; for the same on all, say: {money(amount)} each on {numbers}"
    return said.unclear(message)


def _all(said: Said, words: All, book: Rulebook, state: State, seat: Seat) -> list[ev.Event]:
    may = tuple(one.wager for one in seat.wagers if may_be_meant(words.act, book, state, one))
    if not may:
        acts = {"down": "come down", "on": "be called on", "off": "be called off"}
        raise said.lacks(seat.name, "{name:has} no wager that may {act}", act=acts[words.act])
    return changes(said, Change(words.act, may), book, state, seat)
