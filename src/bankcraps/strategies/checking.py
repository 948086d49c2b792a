"""A house's refusals of a system: wagers it does not offer, amounts off the unit, bets at the wrong moment.

Each bet is put to the table's own judge, `game.engine.step.refusal`, once for every point. No rule is
repeated here. `systems` is the library as a table, with the houses that take each system.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from bankcraps.errors import BankcrapsError, RulebookError, did_you_mean
from bankcraps.game.chips import LARGEST, Cents, printed
from bankcraps.game.engine import Limits, Refusal, State, player, refusal
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS, open_table
from bankcraps.game.engine.wagering.ranges import range_of
from bankcraps.game.game import Game
from bankcraps.game.rulebook.loader import BOOKS, load_rulebook, split_name
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import LineTerms
from bankcraps.game.wagers import NUMBERS, ODDS, WAGERS, Kind, Wager, find
from bankcraps.strategies.chart import Chart
from bankcraps.strategies.combinators import Gate, WithProgression
from bankcraps.strategies.library import library, text_system
from bankcraps.strategies.offers import advantage
from bankcraps.strategies.policy import Policy
from bankcraps.strategies.progressions import Labouchere
from bankcraps.strategies.rules.amounts import FromMoney, Kelly
from bankcraps.strategies.rules.conditions import Condition
from bankcraps.strategies.rules.rule_policy import When, amounts_said
from bankcraps.strategies.rules.steps import Amount, CallOnOff, HaveOddsUp, Instruction, Regress
from bankcraps.strategies.text.program import Program, TextSystem
from bankcraps.support.tabular import Tabular, html

_YOU = "you"


def check(
    system: Policy, book: Rulebook, limits: Limits = DEFAULT_LIMITS, chip: Cents = DEFAULT_CHIP
) -> list[str]:
    """The problems a house has with a system's bets, each a sentence; empty if it takes them all.

    A bet is a problem if the house refuses it at every point at which its rule can apply. A policy written in
    Python cannot be checked beforehand: it has no problems here.
    """
    while not isinstance(system, TextSystem):
        if isinstance(system, Chart):
            return system.problems_at(book.spec, limits, chip)
        inside = getattr(system, "base", None)
        if inside is None:
            return []
        system = inside
    table = open_table(book, [(_YOU, Cents(LARGEST))], limits, chip)
    tables = {puck: msgspec.structs.replace(table, puck=puck) for puck in (0, *book.come_out.points)}
    parts = system.program.parts
    problems = [one for part in parts for one in _problems(part, book, tables)]
    problems += [one for part in parts for one in _above_maximum(part, limits)]
    return list(dict.fromkeys(problems))


def options_that_allow(system: Policy, house: str | Path, game: Game | None = None) -> list[str]:
    """The options of a house, each by itself, under which it takes every bet of a system.

    Each is a name that `load_rulebook` understands: `classic:bar=2`, `mine.toml:odds=double`.

    Args:
        system: the system.
        house: a rulebook's id or file, with the options that it has now.
        game: the game that it deals; with the usual limits and chips if None.
    """
    game, (named, _) = game or Game.read(house), split_name(str(house))
    found: list[str] = []
    for name, option in game.book.options.items():
        for choice in option.choices:
            if choice == game.book.chosen[name]:
                continue
            spec = f"{named}:{name}={choice}"
            with suppress(RulebookError):  # a choice may be about a wager that the file has taken out
                if not check(system, *game._replace(book=load_rulebook(spec))):
                    found.append(spec)
    return found


def _above_maximum(program: Program, limits: Limits) -> Iterator[str]:
    """The lines of numbers that lead to stakes which the table does not take: these would count as staked."""
    for line in program.said(WithProgression):
        made, amounts = line.progression, amounts_said(program.rules)
        if not isinstance(made, Labouchere):
            continue
        for wager in (one for one in amounts if one in line.target.wagers):
            most = max(one * made.most for one in amounts[wager] if not isinstance(one, FromMoney))
            if most > limits.maximum:
                asked, maximum = printed(Cents(most)), printed(limits.maximum)
                yield f"'{made}' stakes up to {asked} on {wager}, above the table maximum of {maximum}"


def _problems(program: Program, book: Rulebook, tables: dict[int, State]) -> Iterator[str]:
    everywhere, gates = list(tables.values()), [gate.condition for gate in program.said(Gate)]
    for rule in program.rules:
        if isinstance(rule, When):
            at = [
                table
                for puck, table in tables.items()
                if all(condition.possible(puck) for condition in (rule.condition, *gates))
            ]
            if not at and any(rule.condition.possible(puck) for puck in NUMBERS):
                yield _never(rule.condition, program, book, tables)
            for instruction in rule.instructions:
                yield from _of_instruction(instruction, book, at)
            continue
        for step in rule.steps:
            if isinstance(step, Instruction):
                yield from _of_instruction(step, book, everywhere)
            elif isinstance(step, Regress) and len(step.target.wagers) == 1:
                (wager,) = step.target.wagers
                yield from _refused(book, everywhere, wager, step.amount)


def _never(condition: Condition, program: Program, book: Rulebook, tables: Iterable[int]) -> str:
    """Say why a condition never holds: the house has no such point, or the `only` lines leave it out."""
    if any(condition.possible(puck) for puck in tables):
        gates = "' and '".join(gate.words for gate in program.said(Gate))
        return f"'{condition}' never holds together with '{gates}'"
    return f"'{condition}' never holds at {book.title}"


def _of_instruction(instruction: Instruction, book: Rulebook, tables: list[State]) -> Iterator[str]:
    for wager, amount in instruction.bets():
        if isinstance(amount, FromMoney):
            yield from _never_taken(book, tables, wager) or _kelly(amount, book, tables, [wager])
        else:
            yield from _refused(book, tables, wager, amount)
    if isinstance(instruction, HaveOddsUp):
        yield from _kelly(instruction.amount, book, tables, _odds_of(instruction, book))
    if isinstance(instruction, HaveOddsUp) and instruction.flat is not None:
        kind = ODDS[instruction.flat]
        odds = find(kind, instruction.number) if instruction.number else None
        if kind not in book.wagers or (odds is not None and book.terms(odds) is None):
            yield f"{book.title} does not offer {odds or kind.value}"
    if isinstance(instruction, CallOnOff) and len(instruction.target.wagers) == 1:
        (wager,) = instruction.target.wagers
        terms = book.terms(wager)
        if terms is not None and not terms.calls:
            yield f"{wager} is always in action at {book.title} and cannot be called {instruction.call}"


def _odds_of(instruction: HaveOddsUp, book: Rulebook) -> list[Wager]:
    """The odds that an instruction may take at a house."""
    kinds = [kind for flat, kind in ODDS.items() if instruction.flat in (None, flat) and kind in book.wagers]
    numbers = [instruction.number] if instruction.number else [None, *book.come_out.points]
    return [one for one in WAGERS.values() if one.kind in kinds and one.number in numbers]


def _kelly(amount: Amount, book: Rulebook, tables: list[State], wagers: list[Wager]) -> list[str]:
    """That Kelly bets nothing, if none of the wagers has an advantage at any table."""
    if not isinstance(amount, Kelly) or not wagers or not tables:
        return []
    found = [advantage(book, wager, table.puck) for wager in wagers for table in tables]
    if max(found) > 0:
        return []
    what = str(wagers[0]) if len(wagers) == 1 else "odds"
    costs = [one for one in found if one]
    edge = (
        f"the house edge is {float(-100 * max(costs)):.3f}% before rounding"
        if costs
        else "it pays what it costs"
    )
    return [f"Kelly bets nothing on {what}, which has no advantage at {book.title}: {edge}"]


def _never_taken(book: Rulebook, tables: list[State], wager: Wager) -> list[str]:
    """The first refusal, if every table refuses every amount."""
    found = [range_of(book, table, ev.Bet(wager, table.floor.chip, by=player(_YOU))) for table in tables]
    refused = [one.message for one in found if isinstance(one, Refusal)]
    return refused[:1] if len(refused) == len(found) else []


def _refused(book: Rulebook, tables: list[State], wager: Wager, amount: Cents) -> Iterator[str]:
    """The first refusal, if every table refuses."""
    found: list[str] = []
    for table in tables:
        refused = refusal(book, table, ev.Bet(wager, amount, by=player(_YOU)))
        terms = book.terms(wager)
        if refused is not None:
            found.append(refused.message)
        elif table.puck and isinstance(terms, LineTerms) and terms.after_point == "place":
            found.append(f"after the point, {book.title} pays {wager} as a place wager, without odds")
        else:
            return
    yield from found[:1]


class SystemEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A system of the library, with what it needs.

    Attributes:
        name: its name, as every function of the lab takes it.
        about: a description, in one sentence.
        origin: where it comes from.
        text: the system in words.
        wagers: the kinds of wager that it bets on.
        houses: those of the five houses that take all its bets.
    """

    name: str
    about: str
    origin: str
    text: str
    wagers: tuple[Kind, ...]
    houses: tuple[str, ...]


class Systems(Tabular, msgspec.Struct, frozen=True):
    """Systems of the library, in its order.

    Attributes:
        entries: the systems.
    """

    entries: tuple[SystemEntry, ...]

    def __len__(self) -> int:
        """The number of systems."""
        return len(self.entries)

    def __iter__(self) -> Iterator[SystemEntry]:
        """The systems."""
        return iter(self.entries)

    def __getitem__(self, name: str) -> SystemEntry:
        """One system: `systems()["iron_cross"]`.

        Raises:
            BankcrapsError: if it is not among these.
        """
        known = {one.name: one for one in self.entries}
        if name not in known:
            raise BankcrapsError(f"{name!r} is not among these systems{did_you_mean(name, known)}")
        return known[name]

    def __repr__(self) -> str:
        """`<Systems: 110 systems>`."""
        return f"<Systems: {len(self.entries)} systems>"

    def _columns(self) -> Mapping[str, object]:
        return {
            "system": [one.name for one in self.entries],
            "about": [one.about for one in self.entries],
            "origin": [one.origin for one in self.entries],
            "text": [one.text for one in self.entries],
            "wagers": [[kind.value for kind in one.wagers] for one in self.entries],
            "houses": [list(one.houses) for one in self.entries],
        }

    def _repr_html_(self) -> str:
        rows = [
            (one.name, one.about, ", ".join(kind.value for kind in one.wagers), ", ".join(one.houses))
            for one in self.entries
        ]
        return html(("system", "what it does", "wagers", "houses"), rows)


def systems(house: str | None = None) -> Systems:
    """The library of betting systems as a table, with the wagers each needs and the houses that take it.

    >>> len(systems("nsw")) < len(systems())
    True

    Args:
        house: only systems that this one of the five houses takes.

    Raises:
        BankcrapsError: if there is no such house.
    """
    if house is not None and house not in BOOKS:
        raise BankcrapsError(f"there is no house {house!r}; the houses are {', '.join(BOOKS)}")
    found = (_entry(name) for name in library())
    return Systems(tuple(one for one in found if house is None or house in one.houses))


@cache
def _entry(name: str) -> SystemEntry:
    told, read = library()[name], text_system(name)
    return SystemEntry(
        name=name,
        about=told.about,
        origin=told.origin,
        text=read.text,
        wagers=_wagers(read.program),
        houses=tuple(book for book in BOOKS if not check(read, load_rulebook(book))),
    )


def _wagers(program: Program) -> tuple[Kind, ...]:
    """The kinds that a program bets on, in the order of `Kind`; odds count as wagers of their own."""
    rules = [rule for part in program.parts for rule in part.rules]
    kinds = {wager.kind for wager in amounts_said(rules)}
    steps = [step for rule in rules for step in (rule.instructions if isinstance(rule, When) else rule.steps)]
    for step in steps:
        if isinstance(step, HaveOddsUp):
            kinds |= {ODDS[step.flat]} if step.flat else {ODDS[kind] for kind in kinds if kind in ODDS}
    return tuple(kind for kind in Kind if kind in kinds)
