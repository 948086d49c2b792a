"""What the log of a live table says, and how its rows are chained."""
