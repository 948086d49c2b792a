"""Results as tables: HTML for notebooks, Arrow for pandas, polars, DuckDB and PyArrow.

`COLUMNS` says what each column is, once: its type, its unit and its meaning. Results, records, files of
Parquet and the page of the documentation take them from there. A result that is `Tabular` gives its columns
by name. PyArrow is loaded when a table is first asked for.
"""

from collections.abc import Mapping, Sequence, Sized
from functools import cache
from html import escape
from importlib import import_module
from io import BytesIO
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple, Protocol

from bankcraps.support.extras import missing

ColumnType = Literal["text", "texts", "whole number", "seed", "number", "yes or no", "time"]
"""The type of a column. A seed is a whole number from 0 to 2**64 - 1; a time has milliseconds, in UTC."""


class Column(NamedTuple):
    """A column.

    Attributes:
        type: the type of its values. Any value may be null, if it does not apply.
        about: its meaning.
        unit: the unit; empty for none.
    """

    type: ColumnType
    about: str
    unit: str = ""


def _exact(**figures: tuple[str, str]) -> dict[str, Column]:
    """Exact figures: each as a number, and beside it as text in lowest terms."""
    told: dict[str, Column] = {}
    for name, (about, unit) in figures.items():
        told[name] = Column("number", about, unit)
        told[f"{name}_fraction"] = Column("text", f"`{name}` exactly, as text in lowest terms", unit)
    return told


def _money(**sums: str) -> dict[str, Column]:
    """Means of money, under a name that ends in `_cents`."""
    return {f"{name}_cents": Column("number", about, "cents") for name, about in sums.items()}


_QUESTION: Final = {
    "house": Column("text", "the house: its rulebook's id, with the options chosen"),
    "system": Column("text", "the betting system's name"),
    "bankroll_cents": Column("whole number", "what the player brings", "cents"),
    "plan": Column("text", "when the player leaves: the length, the goal and the floor"),
    "seed": Column("seed", "the seed of the dice; null for an exact result"),
}

_SESSIONS: Final = {
    "sessions": Column(
        "whole number", "how many sessions were played; in a distribution, how many came to it"
    ),
    "session": Column("whole number", "the number of a session of the seed, from 0"),
    "exact": Column(
        "yes or no", "whether the figures are exact; otherwise they are those of sessions played"
    ),
    "final_cents": Column("whole number", "what is taken home once every wager is decided", "cents"),
    "chance": Column("number", "an exact probability"),
    "chance_fraction": Column("text", "`chance` exactly, as text in lowest terms"),
    "share": Column("number", "the share of the sessions played"),
    "value": Column("whole number", "a value of a distribution: cents, or a count"),
    "lowest_cents": Column("whole number", "the least owned before any throw's betting", "cents"),
    "highest_cents": Column("whole number", "the most owned before any throw's betting", "cents"),
    "throws": Column("whole number", "throws until the player leaves, or of a shooter's hand"),
    "end": Column("text", "why the player left: goal, ruin, limit, floor, stopped or cut"),
    "drawdown_cents": Column("whole number", "the largest fall from an earlier peak", "cents"),
    "streak": Column("whole number", "the longest run of rounds on the line that each lost money"),
    "under_water": Column("whole number", "throws after which the player owned less than the bankroll"),
    "decisions": Column("whole number", "decisions on the line"),
    "shooters": Column("whole number", "shooters' hands ended"),
    "action_cents": Column("whole number", "chips staked on what the dice decided, pushes included", "cents"),
    "throw": Column("whole number", "the number of a throw; in a path, 0 is the start"),
    "owned_cents": Column(
        "whole number", "what the player owns: before a throw's betting, or on a path", "cents"
    ),
    "owned_after_cents": Column("whole number", "what the player owns after the throw", "cents"),
}

_FIGURES: Final = {
    "risk": Column("number", "the risk of ruin that the bankroll was asked for"),
    "p_ahead": Column("number", "the probability of taking home more than the bankroll"),
    "p_ruin_or_floor": Column("number", "the probability of ruin, or of falling below the floor"),
    "p_never": Column("number", "the probability that the session never ends"),
    "p_goal": Column("number", "the probability of reaching the goal, or the system's own stop ahead"),
    "p_ruin": Column("number", "the probability of ruin: too little for the next wager"),
    "p_floor": Column(
        "number", "the probability of falling below the floor, or of the system's own stop behind"
    ),
    "p_limit": Column("number", "the probability of playing to the end of the session"),
    "p_stopped": Column("number", "the probability that the system stops by itself"),
    "error_bound": Column("number", "the largest possible error of an exact probability"),
    "p_ahead_se": Column("number", "the standard error of `p_ahead`"),
    "p_ruin_or_floor_se": Column("number", "the standard error of `p_ruin_or_floor`"),
    "edge_se": Column("number", "the standard error of `edge`"),
    **_money(
        mean="the mean of what is taken home",
        mean_se="the standard error of `mean_cents`",
        sd="the standard deviation of what is taken home",
        cost="the expected loss, all wagers together; of a wager that stands, until it is decided",
        gain_per_throw="what the player wins in a throw in the long run",
        difference="what the system takes home less what the first one does, on the same dice",
        difference_se="the standard error of `difference_cents`",
        difference_exact="the exact difference of the means",
    ),
}

_SWEEPS: Final = {
    "limits": Column("text", "the sign at the table, as MIN:MAX:UNIT in dollars"),
    "chip_cents": Column("whole number", "the smallest chip of the table", "cents"),
    **_money(action_mean="the expected chips staked on what the dice decided, pushes included"),
    "throws_mean": Column("number", "the expected throws until the player leaves"),
    "problem": Column("text", "why a question of a sweep has no answer; null if it has one"),
    "question": Column("text", "a hash of all that decides the answer, by which a sweep goes on"),
}

_WAGERS: Final = {
    "label": Column("text", "the key of a wager: `pass_odds on 4`, as `report[...]` takes it"),
    "wager": Column("text", "the wager's canonical name: `pass_odds`"),
    "point": Column(
        "whole number", "the point it is made on, for odds on the line and wagers behind the point"
    ),
    "pays": Column("text", "the pay as the house prints it"),
    "clauses": Column("texts", "the clauses that the pay rests on"),
    "call": Column("text", '"on" or "off" if the player called a standing wager so'),
    "paid_cents": Column("whole number", "the commission paid in advance for the next decision", "cents"),
    "amount_cents": Column("whole number", "the amount asked about, or that an effect moved", "cents"),
    **_exact(
        win=("the probability of a win", ""),
        lose=("the probability of a loss", ""),
        push=("the probability of a push", ""),
        edge=("the house edge: the expected loss per bet made", "of the stake"),
        edge_resolved=("the expected loss per bet that does not push", "of the stake"),
        edge_outlay=("the expected loss per unit laid out, commission included", "of the outlay"),
        edge_per_throw=("the expected loss per throw on which the wager works", "of the stake"),
        throws_per_decision=("the expected throws until the wager is decided", "throws"),
        breakage=("what rounding and caps add to the edge of ideal pays", "of the stake"),
    ),
    "odds": Column("text", "the odds behind a flat wager: `2x`, or `full (3-4-5x)`"),
    "multiple": Column(
        "whole number", "the odds as a multiple of the flat wager; null for full odds that differ by number"
    ),
    **_exact(staked=("what is staked on a decision on average, flat and odds", "of the flat wager")),
    "cost_cents_fraction": Column("text", "`cost_cents` exactly, as text in lowest terms", "cents"),
    "sd": Column("number", "the standard deviation of the net of a decision", "of the stake"),
    "skew": Column("number", "the skewness of the net of a decision; null if nothing varies"),
}

_CHAIN: Final = {
    "state": Column("whole number", "the number of a state of the chain"),
    "standing": Column("text", "the puck and the wagers of the state"),
    "share_of_throws": Column("number", "the share of throws before which a layout stands"),
    "dice": Column("text", "the throw, as 4-3"),
    "ways": Column("whole number", "how many of the 36 throws it is"),
    "to": Column("whole number", "the number of the next state"),
    "change_cents": Column("whole number", "the change of what the player owns", "cents"),
}

_EFFECTS: Final = {
    "table": Column("text", "the id of a live table; null for a table of your own"),
    "seq": Column("whole number", "the row of the log, or the entry of the record, from 1"),
    "at": Column("time", "when it happened; null for a record, which has no date"),
    "hand": Column("whole number", "the number of the shooter's hand, from 1"),
    "event": Column("text", "the type of the event"),
    "by": Column("text", "who did it"),
    "line": Column("text", "the event as its line in a record"),
    "why": Column("text", "the reason they gave"),
    "effect": Column("text", "the type of the effect"),
    "seat": Column("text", "the player it is about; empty for none"),
    "won_cents": Column("whole number", "what the player won", "cents"),
    "wallet_cents": Column(
        "whole number", "what it added to the player's money away from the table", "cents"
    ),
    "rail_cents": Column("whole number", "what it added to the player's rail", "cents"),
    "layout_cents": Column("whole number", "what it added to the player's chips on the layout", "cents"),
    "bank_cents": Column("whole number", "what it added to the house's win at the table", "cents"),
    "puck": Column("whole number", "the point before the throw; null while the puck is off"),
    "told": Column("text", "what happened, in words"),
    "data": Column("text", "all fields of the effect as JSON"),
}

_CATALOGUES: Final = {
    "title": Column("text", "the name for people"),
    "about": Column("text", "what it is, in a sentence"),
    "origin": Column("text", "where the system comes from"),
    "text": Column("text", "the system in words"),
    "wagers": Column("texts", "the kinds of wager: those that a house offers, or that a system needs"),
    "houses": Column("texts", "those of the five houses that take every bet of the system"),
    "options": Column("texts", "the choices that a house leaves open, as `load_rulebook` takes them"),
}

COLUMNS: Final[dict[str, Column]] = (
    _QUESTION | _SESSIONS | _FIGURES | _SWEEPS | _WAGERS | _CHAIN | _EFFECTS | _CATALOGUES
)
"""Every column by name."""


# Small tables of HTML, for notebooks.


def html(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """A table with a caption; the first column to the left, figures to the right."""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(_cell(at, cell) for at, cell in enumerate(row))}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption>{f'<tr>{top}</tr>' if top else ''}{body}</table>"


def _cell(at: int, text: str) -> str:
    side = "right" if at else "left"
    return f'<td style="text-align:{side}">{escape(text)}</td>'


# Tables of Arrow, and what makes a result one.


class ArrowTable(Protocol):
    """A `pyarrow.Table`. PyArrow has no types; these are the members that most programs use."""

    @property
    def num_rows(self) -> int:
        """The number of rows."""
        ...

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
        ...

    @property
    def schema(self) -> Any:  # noqa: ANN401 - PyArrow has no types
        """The `pyarrow.Schema`; its metadata has the question and the version of Bankcraps."""
        ...

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - as above
        """A column, a `pyarrow.ChunkedArray`."""
        ...

    def to_pydict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
        ...

    def to_pylist(self) -> list[dict[str, Any]]:
        """The rows as dicts."""
        ...

    def to_pandas(self) -> Any:  # noqa: ANN401 - as above
        """A `pandas.DataFrame`."""
        ...

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table for other libraries, as the Arrow PyCapsule interface wants it."""
        ...


class Same(NamedTuple):
    """A column with one value in every row; it also goes into the metadata of the table."""

    value: object


class Tabular:
    """A result that is a table: `polars.DataFrame(result)`, `pandas.DataFrame.from_arrow(result)`.

    DuckDB and PyArrow take it, too. `bankcraps.support.tabular.COLUMNS` says what each column is.
    """

    __slots__ = ()

    def _columns(self) -> Mapping[str, object]:
        """The columns by name: a sequence, a NumPy array, or one value for all rows."""
        raise NotImplementedError

    def to_arrow(self) -> ArrowTable:
        """A `pyarrow.Table`.

        Raises:
            BankcrapsError: if PyArrow is not installed.
        """
        return arrow_table(self._columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The same for other libraries, as the Arrow PyCapsule interface wants it."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)


def arrow_table(columns: Mapping[str, object]) -> ArrowTable:
    """A table of columns by name; their types come from `COLUMNS`.

    Args:
        columns: a sequence or a NumPy array each, or one value for all rows.

    Raises:
        BankcrapsError: if PyArrow is not installed.
    """
    pyarrow = _pyarrow()
    schema = arrow_schema(columns)
    lengths = (len(one) for one in columns.values() if isinstance(one, Sized) and not isinstance(one, Same))
    count = next(lengths, 1)
    arrays = [
        pyarrow.repeat(pyarrow.scalar(values.value, type=schema.field(name).type), count)
        if isinstance(values, Same)
        else pyarrow.array(values, type=schema.field(name).type)
        for name, values in columns.items()
    ]
    return pyarrow.Table.from_arrays(arrays, schema=schema)


def arrow_schema(columns: Mapping[str, object]) -> Any:  # noqa: ANN401 - PyArrow has no types
    """The `pyarrow.Schema` of columns; those of one value, and the version, are its metadata.

    Raises:
        BankcrapsError: if PyArrow is not installed.
    """
    told = {
        name: str(one.value)
        for name, one in columns.items()
        if isinstance(one, Same) and one.value is not None
    }
    told["version"] = import_module("bankcraps").__version__
    types = _types()
    return _pyarrow().schema([(name, types[COLUMNS[name].type]) for name in columns], metadata=told)


def parquet_of(table: ArrowTable) -> bytes:
    """A table as a Parquet file.

    Raises:
        BankcrapsError: if PyArrow is not installed.
    """
    _pyarrow()
    file = BytesIO()
    import_module("pyarrow.parquet").write_table(table, file)
    return file.getvalue()


def by_column(names: Sequence[str], rows: Sequence[Mapping[str, object]]) -> dict[str, list[object]]:
    """Rows as columns of these names. What a row lacks is null."""
    return {name: [row.get(name) for row in rows] for name in names}


@cache
def _pyarrow() -> ModuleType:
    if without := missing("pyarrow"):
        raise without
    return import_module("pyarrow")


@cache
def _types() -> dict[str, object]:
    """The types of Arrow by those of `COLUMNS`."""
    pyarrow = _pyarrow()
    return {
        "text": pyarrow.string(),
        "texts": pyarrow.list_(pyarrow.string()),
        "whole number": pyarrow.int64(),
        "seed": pyarrow.uint64(),
        "number": pyarrow.float64(),
        "yes or no": pyarrow.bool_(),
        "time": pyarrow.timestamp("ms", tz="UTC"),
    }
