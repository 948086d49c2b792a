"""Results as tables: HTML for notebooks, Arrow for pandas, polars, DuckDB and PyArrow.

`columns.py` says what each column is, once. A result that is `Tabular` gives its columns by name; the types
come from there.
"""

from bankcraps.support.tabular.arrow_tables import (
    ArrowTable,
    Same,
    Tabular,
    arrow_schema,
    arrow_table,
    by_column,
    parquet_of,
)
from bankcraps.support.tabular.columns import COLUMNS, Column, html

__all__ = [
    "COLUMNS",
    "ArrowTable",
    "Column",
    "Same",
    "Tabular",
    "arrow_schema",
    "arrow_table",
    "by_column",
    "html",
    "parquet_of",
]
