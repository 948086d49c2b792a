"""Bankcraps: casino craps done completely.

>>> from bankcraps import Table
>>> table = Table("nsw", {"Ann": 500})
>>> bool(table.bet("Ann", "place 6", 12))
True
"""

from bankcraps.chips import Cents, dollars
from bankcraps.dice import Throw
from bankcraps.engine import Limits, Refusal, State, Step, open_table, refusal, step
from bankcraps.errors import BankcrapsError, MoneyError, NotationError, RecordError, RulebookError
from bankcraps.notation import Record, read_record, replay
from bankcraps.pays import Pay
from bankcraps.rulebook import BOOKS, Rulebook, load_rulebook, read_rulebook
from bankcraps.table import Table
from bankcraps.wagers import WAGERS, Wager, wager

__version__ = "0.1.0"

__all__ = [
    "BOOKS",
    "WAGERS",
    "BankcrapsError",
    "Cents",
    "Limits",
    "MoneyError",
    "NotationError",
    "Pay",
    "Record",
    "RecordError",
    "Refusal",
    "Rulebook",
    "RulebookError",
    "State",
    "Step",
    "Table",
    "Throw",
    "Wager",
    "dollars",
    "load_rulebook",
    "open_table",
    "read_record",
    "read_rulebook",
    "refusal",
    "replay",
    "step",
    "wager",
]
