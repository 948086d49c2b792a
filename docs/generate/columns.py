"""The columns of the tables of results and records."""

from bankcraps.support.tabular import COLUMNS


def columns() -> str:
    """A line for each column: its name, its type, its unit and its meaning."""
    lines = ["| column | type | unit | meaning |", "| --- | --- | --- | --- |"]
    lines += [f"| `{name}` | {one.type} | {one.unit} | {one.about} |" for name, one in COLUMNS.items()]
    return "\n".join(lines) + "\n"
