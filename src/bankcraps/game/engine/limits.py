"""The betting limits on the sign of a table, or of one player."""

import msgspec

from bankcraps.errors import MoneyError, quoted, require_text
from bankcraps.game.chips import LARGEST, Cents, dollars, money, printed


class Limits(msgspec.Struct, frozen=True, omit_defaults=True, rename=lambda name: f"{name}_cents"):
    """The table's betting limits, in cents.

    Attributes:
        minimum, maximum: the least and the most that may stand on one wager.
        unit: amounts above the minimum are multiples of this; 0 if the sign states no unit.
    """

    minimum: Cents
    maximum: Cents
    unit: Cents

    @classmethod
    def read(cls, written: str) -> "Limits":
        """Read MIN:MAX or MIN:MAX:UNIT in dollars. Without UNIT, amounts go up chip by chip.

        Raises:
            MoneyError: if the text is not two or three sums of money.
        """
        require_text(written, "limits")
        parts = written.split(":")
        if len(parts) not in (2, 3):
            raise MoneyError(
                f"write limits as MIN:MAX or MIN:MAX:UNIT, such as 10:500:5, not {quoted(written)}"
            )
        least, most, *unit = map(dollars, parts)
        return cls(least, most, unit[0] if unit else Cents(0))

    def __str__(self) -> str:
        """Write the limits as `read` reads them: `10:500:5`."""
        unit = f":{printed(self.unit)}" if self.unit else ""
        return f"{printed(self.minimum)}:{printed(self.maximum)}{unit}"

    def step(self, chip: Cents) -> Cents:
        """The step in which wagers go up, in cents: the unit, or the smallest chip if there is none."""
        return self.unit or chip

    def problem(self, chip: int) -> str:
        """Say what is wrong with these limits, or return an empty text.

        Args:
            chip: the table's smallest chip, in cents.
        """
        if any(type(sum_) is not int for sum_ in (self.minimum, self.maximum, self.unit)):
            return f"limits are in whole cents, not {self}"
        if not 0 < self.minimum <= self.maximum <= LARGEST:
            return f"limits need a minimum above 0 and a maximum no lower than the minimum, not {self}"
        if self.unit < 0 or self.unit % chip or self.minimum % chip:
            return f"minimum and unit must be multiples of the smallest chip, {money(chip)}, not {self}"
        return ""
