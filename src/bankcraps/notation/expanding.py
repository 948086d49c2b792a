"""Turns a phrase into events, which depend on what stands on the table."""

from typing import Final, Literal

from bankcraps.chips import Cents, printed
from bankcraps.engine import events as ev
from bankcraps.engine.state import Seat, State
from bankcraps.engine.wagering.taking_down import may_come_down
from bankcraps.notation.phrases import All, Odds, Said, Spread
from bankcraps.rulebook.schema import Rulebook
from bankcraps.wagers import BOX_NUMBERS, COMES, FLATS, HARD_NUMBERS, ODDS, Kind, Wager, find

__all__ = ["SHARES", "expand"]

SHARES: Final[dict[str, dict[Wager, int]]] = {
    "across": {find(Kind.PLACE, n): 6 if n in (6, 8) else 5 for n in BOX_NUMBERS},
    "inside": {find(Kind.PLACE, n): 6 if n in (6, 8) else 5 for n in (5, 6, 8, 9)},
    "outside": {find(Kind.PLACE, n): 5 for n in (4, 5, 9, 10)},
    "hardways": {find(Kind.HARD, n): 1 for n in HARD_NUMBERS},
    "hi_lo": {find(Kind.TWO): 1, find(Kind.TWELVE): 1},
}
"""How dealers split a sum: in units of five, but six on the 6 and 8, which pay 7 to 6."""


def expand(said: Said, by: str, book: Rulebook, state: State) -> list[ev.Event]:
    """Return the events that a line means, without actor and time."""
    words = said.words
    if isinstance(words, ev.Event):
        return [words]
    seat = state.seat(by)
    if seat is None:
        raise said.unclear(f"{by} is not at this table")
    if isinstance(words, Odds):
        return [_odds(said, words, seat, state)]
    if isinstance(words, Spread):
        return _spread(said, words, state)
    return _all(said, words, book, state, seat)


def _odds(said: Said, words: Odds, seat: Seat, state: State) -> ev.Event:
    wager = _odds_wager(said, words, seat, state)
    if words.act in ("bet", "press"):
        press = words.act == "press"
        return ev.Bet(wager, words.amount, press, words.token, words.confirmed, words.unrejected)
    if words.act == "down":
        return ev.TakeDown(wager)
    return ev.Call(wager, "on" if words.act == "on" else "off")


def _odds_wager(said: Said, words: Odds, seat: Seat, state: State) -> Wager:
    flat = words.flat
    if flat is not None:
        if flat.kind not in ODDS or (flat.kind in COMES and not flat.number):
            message = f"{flat.name} cannot have odds; say, for example: odds come 6 50"
            raise said.unclear(message)
        return find(ODDS[flat.kind], flat.number)
    stands = [s.wager for s in seat.wagers]
    if words.act not in ("bet", "press"):
        behind = [wager for wager in stands if wager.kind in FLATS]
    else:
        line = [wager for wager in stands if wager.kind in (Kind.PASS, Kind.DONT_PASS)]
        flats = line or [wager for wager in stands if wager.kind in COMES and wager.number]
        behind = [find(ODDS[wager.kind], wager.number) for wager in flats]
    if len(behind) == 1:
        return behind[0]
    if behind:
        named = " or ".join(f"odds {wager.name.replace('_odds', '')}" for wager in behind)
        raise said.unclear(f"say which odds: {named}")
    default = Kind.PASS_ODDS if words.act in ("bet", "press") or state.puck else Kind.COME_ODDS
    if default is Kind.COME_ODDS:
        raise said.unclear(f"{seat.name} has no odds on the layout")
    return find(default)


def _spread(said: Said, words: Spread, state: State) -> list[ev.Event]:
    shares, puck, chip = SHARES[words.name], state.puck, state.floor.chip
    choices = [shares]
    if puck and words.name in ("across", "inside", "outside"):
        choices.append({wager: share for wager, share in shares.items() if wager.number != puck})
    for chosen in choices:
        whole = sum(chosen.values())
        if words.amount > 0 and words.amount % (whole * chip) == 0:
            unit = words.amount // whole
            return [ev.Bet(wager, Cents(unit * share)) for wager, share in chosen.items()]
    sums = " or ".join(printed(sum(chosen.values()) * chip) for chosen in choices)
    message = f"{words.name} needs a multiple of {sums}, not {printed(words.amount)}"
    raise said.unclear(message)


def _all(said: Said, words: All, book: Rulebook, state: State, seat: Seat) -> list[ev.Event]:
    found: list[ev.Event] = []
    for standing in seat.wagers:
        terms = book.terms(standing.wager)
        if words.act == "down":
            if may_come_down(book, state, standing.wager) is None and not _goes_with_flat(
                book, state, seat, standing.wager
            ):
                found.append(ev.TakeDown(standing.wager))
        elif terms is not None and terms.calls and _may_call(book, state, standing.wager.kind, words.act):
            found.append(ev.Call(standing.wager, words.act))
    if not found:
        acts = {"down": "come down", "on": "be called on", "off": "be called off"}
        raise said.unclear(f"{seat.name} has no wager that may {acts[words.act]}")
    return found


def _may_call(book: Rulebook, state: State, kind: Kind, call: Literal["on", "off"]) -> bool:
    return not state.out or book.betting.may_while_out(call, kind)


def _goes_with_flat(book: Rulebook, state: State, seat: Seat, wager: Wager) -> bool:
    """Whether a wager is odds that come down with their flat wager anyway."""
    kind = FLATS.get(wager.kind)
    flat = find(kind, wager.number) if kind else None
    return flat is not None and seat.on(flat) is not None and may_come_down(book, state, flat) is None
