"""A play as a file."""

from pathlib import Path

from bankcraps.errors import BankcrapsError
from bankcraps.new_files import UnwritableError, unwritten, write_bytes
from bankcraps.results.equal import Equal
from bankcraps.strategy.chart import Chart

__all__ = ["Saved"]


class Saved(Equal):
    """An answer with a play that can be written as a file.

    Attributes:
        system: the play as a system.
    """

    __slots__ = ()

    system: Chart

    def save(self, path: str | Path) -> None:
        """Write the play as a system's file, which `session`, `simulate` and the others read.

        Raises:
            BankcrapsError: if the file cannot be written.
        """
        try:
            write_bytes(path, self.system.to_json())
        except UnwritableError as error:
            raise BankcrapsError(unwritten(path, error)) from None
