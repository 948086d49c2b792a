"""The table in a terminal: `play` opens one of your own, `join` shows a live one."""
