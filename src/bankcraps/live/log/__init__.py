"""The log of a live table: its contents, and how its rows are chained."""
