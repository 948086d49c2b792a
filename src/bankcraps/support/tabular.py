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
from typing import Any, Final, Literal, NamedTuple, Protocol, cast

from bankcraps.support.extras import missing
from bankcraps.support.files import shipped_rows
from bankcraps.support.lazy import version

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


def _columns() -> dict[str, Column]:
    """The columns in `columns.txt`; an exact number has two."""
    told: dict[str, Column] = {}
    for rows in shipped_rows("bankcraps.support", "columns.txt").values():
        for head, about in rows:
            name, written, unit = (*head.split(" | "), "")[:3]
            type_ = cast("ColumnType", written.removeprefix("exact "))
            told[name] = Column(type_, about, unit)
            if type_ != written:
                told[f"{name}_fraction"] = Column("text", f"`{name}` exactly, as text in lowest terms", unit)
    return told


COLUMNS: Final = _columns()
"""Every column by name."""


# Small tables of HTML, for notebooks.


def html(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """A table with a caption; the first column is left-aligned, figures are right-aligned."""
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
    told["version"] = version()
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
