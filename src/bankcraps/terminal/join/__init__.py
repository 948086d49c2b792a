"""A live table on the screen of the terminal table."""
