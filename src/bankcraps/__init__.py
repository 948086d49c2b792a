"""Casino craps done completely: houses as rulebooks, and one table that settles every wager as they say."""

__version__ = "0.1.0"
