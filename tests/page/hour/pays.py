"""The pays of wagers in the houses' documents, copied by hand from these and not from the rulebooks.

A pay is "a to b" or "a for b" as the document prints it. Where a document gives no pay, there is none here.
"""

from fractions import Fraction
from math import ceil, floor

EVEN = "1 to 1"
TRUE = {4: "2 to 1", 5: "3 to 2", 6: "6 to 5", 8: "6 to 5", 9: "3 to 2", 10: "2 to 1"}
LAID = {4: "1 to 2", 5: "2 to 3", 6: "5 to 6", 8: "5 to 6", 9: "2 to 3", 10: "1 to 2"}
PLACE = {4: "9 to 5", 5: "7 to 5", 6: "7 to 6", 8: "7 to 6", 9: "7 to 5", 10: "9 to 5"}
FIELD = {2: "2 to 1", 12: "2 to 1"} | dict.fromkeys((3, 4, 9, 10, 11), EVEN)
LINES = dict.fromkeys(("pass", "dont_pass", "come", "dont_come"), EVEN) | {"field": FIELD}
ODDS = {"pass_odds": TRUE, "come_odds": TRUE, "dont_pass_odds": LAID, "dont_come_odds": LAID}
HARD = {4: "7 to 1", 6: "9 to 1", 8: "9 to 1", 10: "7 to 1"}
CRAPS = (2, 3, 12)
PROPS = {
    "any_craps": dict.fromkeys(CRAPS, "7 to 1"),
    "any_seven": {7: "4 to 1"},
    "two": {2: "30 to 1"},
    "twelve": {12: "30 to 1"},
    "three": {3: "15 to 1"},
    "eleven": {11: "15 to 1"},
}

HOUSES = {
    # 004: even money on the lines, the field double on 2 and 12; no other pay is printed.
    "classic": LINES,
    # 000, rule 8.1
    "nsw": LINES
    | ODDS
    | {
        "place": PLACE,
        "place_to_lose": {4: "5 to 11", 5: "5 to 8", 6: "4 to 5", 8: "4 to 5", 9: "5 to 8", 10: "5 to 11"},
        "buy": TRUE,
        "lay": LAID,
        "big": {6: EVEN, 8: EVEN},
        "hard": {4: "7.5 to 1", 6: "9.5 to 1", 8: "9.5 to 1", 10: "7.5 to 1"},
        "any_craps": dict.fromkeys(CRAPS, "7.5 to 1"),
        "any_seven": {7: "4 to 1"},
        "two": {2: "33 to 1"},
        "twelve": {12: "33 to 1"},
        "three": {3: "16 to 1"},
        "eleven": {11: "16 to 1"},
    },
    # 002: PAYOFF ODDS, HOP BETS, FIRE BET
    "pennsylvania": LINES
    | ODDS
    | PROPS
    | {
        "place": PLACE,
        "buy": TRUE,
        "lay": LAID,
        "hard": HARD,
        "hop": {True: "30 to 1", False: "15 to 1"},
        "fire": {4: "24 to 1", 5: "249 to 1", 6: "999 to 1"},
    },
    # 003, rule 4.1
    "three_four_five": LINES
    | ODDS
    | PROPS
    | {
        "place": PLACE,
        "buy": TRUE,
        "lay": LAID,
        "hard": HARD,
        "craps_eleven": dict.fromkeys(CRAPS, "3 to 1") | {11: "7 to 1"},
    },
    # 001: ODDS, PLACE BETS, PROPOSITION BETS; it gives no pay of hard ways that stay up
    "washington": LINES
    | ODDS
    | {
        "place": PLACE,
        "big": {6: EVEN, 8: EVEN},
        "any_craps": dict.fromkeys(CRAPS, "8 for 1"),
        "any_seven": {7: "5 for 1"},
        "two": {2: "30 for 1"},
        "twelve": {12: "30 for 1"},
        "three": {3: "15 for 1"},
        "eleven": {11: "15 for 1"},
        "hop": {True: "30 for 1", False: "15 for 1"},
    },
}

UNITS = {"horn": {2: 1, 3: 1, 11: 1, 12: 1}, "world": {2: 1, 3: 1, 7: 1, 11: 1, 12: 1}}
"""The units of a wager of several parts, each on a total. A horn high has one more on its own."""

PARTS = {2: "two", 3: "three", 7: "any_seven", 11: "eleven", 12: "twelve"}

COMMISSION = {"nsw", "pennsylvania", "three_four_five"}
"""Houses whose documents take five per cent of a buy, and of what a lay can win."""


def net(house, wager, stake, throw, point):
    """The cents that a winning wager brings its player, or None if the document does not say.

    Chips are whole dollars. NSW pays up to the next chip (6.7), the others keep what chips cannot pay. In a
    wager of several parts, those that lose are lost.
    """
    kind, _, on = wager.partition(" ")
    total = sum(throw)
    units = _units(kind, on)
    if units is None:
        pay = _pay(HOUSES[house].get(kind), kind, on, throw, point)
        return None if pay is None else _chips(house, pay * stake)
    pay = _pay(HOUSES[house].get(PARTS[total]), PARTS[total], "", throw, point)
    if pay is None:
        return None
    part = Fraction(stake * units[total], sum(units.values()))
    return _chips(house, pay * part - (stake - part))


def commission(house, kind, stake, number):
    """Five per cent of a buy, or of what a lay can win, to the nearest chip."""
    if house not in COMMISSION:
        return None
    of = stake if kind == "buy" else stake * ratio(LAID[number])
    return floor(of / 20 / 100 + Fraction(1, 2)) * 100


def _units(kind, on):
    if kind == "horn_high":
        return UNITS["horn"] | {int(on): 2}
    return UNITS.get(kind)


def _pay(pays, kind, on, throw, point):
    if pays is None or isinstance(pays, str):
        return None if pays is None else ratio(pays)
    if kind == "hop":
        return ratio(pays[throw[0] == throw[1]])
    by_point = kind in ("pass_odds", "dont_pass_odds")
    number = point if by_point else int(on) if on.isdigit() else sum(throw)
    return ratio(pays[number]) if number in pays else None


def ratio(pay):
    """The dollars that one dollar wins."""
    a, word, b = pay.split()
    won = Fraction(a) / Fraction(b)
    return won - 1 if word == "for" else won


def _chips(house, won):
    chips = won / 100
    return 100 * (ceil(chips) if house == "nsw" else floor(chips))
