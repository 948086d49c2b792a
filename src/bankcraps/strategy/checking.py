"""What a house would not have of a system: wagers it lacks, sums off the unit, bets at the wrong moment.

Nothing about wagers is known here: each bet is put before the judge of the table, at every point.
"""

from collections.abc import Iterator

import msgspec

from bankcraps.chips import LARGEST, Cents
from bankcraps.engine import events as ev
from bankcraps.engine import player
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS, open_table
from bankcraps.engine.state import Limits, State
from bankcraps.engine.step import refusal
from bankcraps.engine.wagering.spots import booked_as
from bankcraps.rulebook.loader import load_rulebook
from bankcraps.rulebook.schema import Rulebook
from bankcraps.strategy.acts import Act, CallIt, Odds
from bankcraps.strategy.changes import Change, Regress
from bankcraps.strategy.program import Program, TextSystem
from bankcraps.strategy.protocol import System
from bankcraps.strategy.rules import When
from bankcraps.wagers import BOX_NUMBERS, ODDS, Wager, find

__all__ = ["check", "options_that_allow"]

_YOU = "you"
_PUCKS = (0, *BOX_NUMBERS)


def check(
    system: System, book: Rulebook, limits: Limits = DEFAULT_LIMITS, chip: Cents = DEFAULT_CHIP
) -> list[str]:
    """What of a system's wagers the house would refuse, in sentences; nothing where it takes them all.

    A wager is a problem where it is refused whatever the point is, among the points at which its rule could
    apply. Systems that are not text say nothing of themselves beforehand.
    """
    while not isinstance(system, TextSystem):
        inside = getattr(system, "base", None)
        if inside is None:
            return []
        system = inside
    table = open_table(book, [(_YOU, Cents(LARGEST))], limits, chip)
    tables = {puck: msgspec.structs.replace(table, puck=puck) for puck in _PUCKS}
    return list(dict.fromkeys(_problems(system.program, book, tables)))


def options_that_allow(system: System, book: Rulebook) -> list[str]:
    """The options of a book, each by itself, at which the house would take every wager of a system."""
    found: list[str] = []
    for name, option in book.options.items():
        for choice in option.choices:
            if choice == book.chosen[name]:
                continue
            spec = f"{book.id}:{name}={choice}"
            if not check(system, load_rulebook(spec)):
                found.append(spec)
    return found


def _problems(program: Program, book: Rulebook, tables: dict[int, State]) -> Iterator[str]:
    for rule in program.rules:
        if isinstance(rule, When):
            pucks = [puck for puck in _PUCKS if rule.condition.possible(puck) and _open(program, puck)]
            for act in rule.acts:
                yield from _of_act(act, book, [tables[puck] for puck in pucks])
            continue
        for step in rule.steps:
            if isinstance(step, Act):
                yield from _of_act(step, book, list(tables.values()))
            else:
                yield from _of_change(step, book, list(tables.values()))


def _open(program: Program, puck: int) -> bool:
    return all(gate.possible(puck) for gate in program.gates)


def _of_act(act: Act, book: Rulebook, tables: list[State]) -> Iterator[str]:
    for wager, amount in act.bets():
        yield from _refused(book, tables, wager, amount)
    if isinstance(act, Odds) and act.flat is not None:
        odds = find(ODDS[act.flat], act.number) if act.number else None
        if ODDS[act.flat] not in book.wagers or (odds is not None and book.terms(odds) is None):
            yield f"{book.title} does not offer {odds or ODDS[act.flat].value}"
    if isinstance(act, CallIt) and len(act.target.wagers) == 1:
        (wager,) = act.target.wagers
        terms = book.terms(wager)
        if terms is not None and not terms.calls:
            yield f"{wager} is always in action at {book.title} and cannot be called {act.call}"


def _of_change(change: Change, book: Rulebook, tables: list[State]) -> Iterator[str]:
    if isinstance(change, Regress) and len(change.target.wagers) == 1:
        (wager,) = change.target.wagers
        yield from _refused(book, tables, wager, change.amount)


def _refused(book: Rulebook, tables: list[State], wager: Wager, amount: Cents) -> Iterator[str]:
    """The first of the refusals, where every table refuses."""
    found: list[str] = []
    for table in tables:
        refused = refusal(book, table, ev.Bet(wager, amount, by=player(_YOU)))
        laid = booked_as(book, wager, table.puck)
        if refused is not None:
            found.append(refused.message)
        elif laid is not wager:
            found.append(f"{book.title} takes {wager} made then as {laid}")
        else:
            return
    yield from found[:1]
