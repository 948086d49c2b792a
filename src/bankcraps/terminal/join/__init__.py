"""A live table on the screen of `play`."""
