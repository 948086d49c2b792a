"""A live table at the terminal: the screen of the terminal table as a window on a table far away."""
