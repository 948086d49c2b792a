"""The types of numbers and sums in options and arguments."""

from typing import Any

import click

from bankcraps.errors import MoneyError, quoted
from bankcraps.game.chips import dollars

__all__ = ["Dollars", "Fraction", "Whole"]


class Whole(click.IntRange):
    """The type of a whole number, in the digits 0 to 9: int() takes those of every script."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ANN401 - click's
        """Read a whole number."""
        return super().convert(_plain(self, value, param, ctx), param, ctx)


class Fraction(click.FloatRange):
    """The type of a number with a decimal point, in the same digits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - click's
        """Read a number."""
        return super().convert(_plain(self, value, param, ctx), param, ctx)


def _plain(
    kind: click.ParamType[Any],
    value: Any,  # noqa: ANN401 - click's
    param: click.Parameter | None,
    ctx: click.Context | None,
) -> Any:  # noqa: ANN401
    """Refuse what has digits of another script."""
    if isinstance(value, str) and not value.isascii():
        kind.fail(f"{quoted(value)}: write numbers in the digits 0 to 9", param, ctx)
    return value


class Dollars(click.ParamType[str]):
    """The type of a sum of money, kept as text. An error names the option."""

    name = "dollars"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401 - click's
        """Check that the text is a sum."""
        try:
            dollars(value)
        except MoneyError as error:
            self.fail(str(error), param, ctx)
        return value
