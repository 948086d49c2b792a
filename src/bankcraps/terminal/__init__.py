"""The table in a terminal: `play` a table of this program, `join` a live one."""
