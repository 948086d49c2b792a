"""The figures of wagers for people: a table of many, every figure of a few, alike ones under one name."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import click
import msgspec

from bankcraps.cli.columns import echo_columns, echo_notes, fraction, room
from bankcraps.exact.figures import Odds
from bankcraps.exact.houses import Compared
from bankcraps.exact.showing import percent

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["echo_in_full", "echo_table", "grouped"]


class _Column(msgspec.Struct, frozen=True):
    """A column: its head, what is in it, what that means, and whether only a wide screen has it."""

    head: str
    cell: Callable[[Odds], str]
    means: str = ""
    wide: bool = False


_COLUMNS: Final[tuple[_Column, ...]] = (
    _Column("win", lambda one: percent(one.win, 2), "chance of winning a decision"),
    _Column("", lambda one: fraction(one.win), wide=True),
    _Column("lose", lambda one: percent(one.lose, 2), "chance of losing it"),
    _Column("", lambda one: fraction(one.lose), wide=True),
    _Column("push", lambda one: percent(one.push, 2) if one.push else "", "chance that neither does"),
    _Column("edge", lambda one: percent(one.edge), "expected loss for each unit wagered, pushes counted"),
    _Column("", lambda one: fraction(one.edge) if one.edge else ""),
    _Column(
        "resolved",
        lambda one: percent(one.edge_resolved) if one.push and one.edge else "",
        "the edge with pushes left out, where there are any",
        wide=True,
    ),
    _Column(
        "outlay",
        lambda one: percent(one.edge_outlay) if one.edge_outlay != one.edge else "",
        "the edge for each unit laid out, where a commission is paid beside the wager",
        wide=True,
    ),
    _Column(
        "breakage",
        lambda one: percent(one.breakage) if one.breakage is not None else "",
        "how much of the edge is rounding to chips, and caps",
    ),
    _Column(
        "a throw",
        lambda one: percent(one.edge_per_throw),
        "expected loss for each throw on which the wager is in action",
    ),
    _Column(
        "throws",
        lambda one: f"{float(one.throws_per_decision):.2f}",
        "how many throws it takes to decide it, of those on which it is in action",
    ),
    _Column("sd", lambda one: f"{one.sd:.3f}", "standard deviation of the net, for each unit wagered"),
    _Column(
        "skew",
        lambda one: "" if one.skew is None else f"{one.skew:.2f}",
        "its skewness: above nothing, seldom much; below it, often a little",
        wide=True,
    ),
)

_WIDE: Final = 140
"""A line on which all columns fit."""

_LONGEST: Final = 24
"""The longest fraction shown where there is a line for it."""


def echo_table(groups: list[tuple[str, Odds]]) -> None:
    """Wagers by name, best first, with what the columns mean."""
    columns = [column for column in _COLUMNS if not column.wide or room() >= _WIDE]
    ranked = sorted(groups, key=lambda group: group[1].edge)
    rows = [[label, *(column.cell(one) for column in columns)] for label, one in ranked]
    echo_columns(["wager", *(column.head for column in columns)], rows)
    filled = [column for at, column in enumerate(columns, 1) if any(row[at] for row in rows)]
    echo_notes([(column.head, column.means) for column in filled if column.means])


def echo_in_full(one: Odds) -> None:
    """Every figure of a wager, a line each."""
    resolved = [("edge_resolved", one.edge_resolved, "with pushes left out")] if one.push else []
    outlay = [("edge_outlay", one.edge_outlay, "for each unit laid out, commission included")]
    broken = [] if one.breakage is None else [("breakage", one.breakage, "of that is rounding and caps")]
    lines: list[tuple[str, Fraction, str]] = [
        ("win", one.win, ""),
        ("lose", one.lose, ""),
        ("push", one.push, ""),
        ("edge", one.edge, "expected loss for each unit wagered, pushes counted"),
        *resolved,
        *(outlay if one.edge_outlay != one.edge else []),
        *broken,
        ("edge_per_throw", one.edge_per_throw, "for each throw on which it is in action"),
    ]
    width = max(len(fraction(value, _LONGEST)) for _, value, _ in lines)
    for name, value, note in lines:
        click.echo(f"  {name:<20} {fraction(value, _LONGEST):>{width}}  {percent(value):>8}  {note}".rstrip())
    throws = one.throws_per_decision
    click.echo(f"  {'throws_per_decision':<20} {fraction(throws, _LONGEST):>{width}}  {float(throws):>8.4f}")
    click.echo(f"  {'sd':<20} {'':>{width}}  {one.sd:>8.4f}  of the net, for each unit wagered")
    if one.skew is not None:
        click.echo(f"  {'skew':<20} {'':>{width}}  {one.skew:>8.4f}")
    if one.amount is not None:
        each = float(one.edge * one.amount) / 100
        click.echo(f"  {'costs':<20} {'':>{width}}  {each:>8.4f}  dollars a decision")


# Names of several wagers.

One = TypeVar("One", bound=Odds | Compared)


def grouped(wagers: Iterable[One], alike: Callable[[One], object]) -> list[tuple[str, One]]:
    """Wagers of one kind with the same figures under one name, in the order of the table."""
    found: dict[tuple[str, object], list[One]] = {}
    members: dict[str, int] = {}
    for one in wagers:
        kind = _kind(one)
        members[kind] = members.get(kind, 0) + 1
        found.setdefault((kind, alike(one)), []).append(one)
    return [(_together(kind, group, members[kind]), group[0]) for (kind, _), group in found.items()]


def _kind(one: Odds | Compared) -> str:
    return one.label.rpartition(" ")[0] or one.label


def _together(kind: str, group: Sequence[Odds | Compared], members: int) -> str:
    details = [one.label.removeprefix(kind).strip() for one in group]
    if len(group) == 1:
        return group[0].label
    if len(group) == members:
        return kind.removesuffix(" on")
    if len(group) > _NAMED:  # only hops are so many
        hard = [first == second for first, _, second in (detail.partition("-") for detail in details)]
        return f"{kind} {'hard' if all(hard) else 'easy' if not any(hard) else 'easy and hard'}"
    return " ".join([kind, *details])


_NAMED: Final = 4
"""So many wagers of a kind are named one by one."""
