"""Each goal beside its figure, in one table at the end of a benchmark."""

from typing import NamedTuple

__all__ = ["Figure", "Goals"]

_WIDTHS = (58, 14, 14)


class Figure(NamedTuple):
    """A measured figure beside the promised one.

    Attributes:
        what: what was measured, and under which load.
        measured: the figure.
        promised: the goal; None if nothing was promised.
        unit: the unit of both, as it stands after the number.
        at_least: whether the goal is the least that is good, and not the most.
    """

    what: str
    measured: float
    promised: float | None = None
    unit: str = ""
    at_least: bool = False

    @property
    def met(self) -> str:
        if self.promised is None:
            return ""
        good = self.measured >= self.promised if self.at_least else self.measured <= self.promised
        return "yes" if good else "no"


class Goals:
    """Collects figures, and prints them as a table.

    Attributes:
        under_load: whether the run is as long and as large as the goals are meant. A try of a script has the
            same table, but says nothing about goals.
    """

    def __init__(self, *, under_load: bool) -> None:
        self.under_load = under_load
        self._figures: list[Figure] = []

    def add(
        self,
        what: str,
        measured: float,
        promised: float | None = None,
        unit: str = "",
        *,
        at_least: bool = False,
    ) -> None:
        self._figures.append(Figure(what, measured, promised, unit, at_least))

    def show(self) -> None:
        """Print the table; nothing if nothing was measured."""
        if not self._figures:
            return
        what, promised, measured = _WIDTHS
        print(f"\n{'':<{what}}{'promised':>{promised}}{'measured':>{measured}}  met")
        for one in self._figures:
            goal = "" if one.promised is None else f"{one.promised:,.0f}{one.unit}"
            met = one.met if self.under_load else ""
            print(
                f"{one.what:<{what}}{goal:>{promised}}{f'{one.measured:,.0f}{one.unit}':>{measured}}  {met}"
            )
        if not self.under_load:
            print("a short run with little load: it does not say which goals are met")
