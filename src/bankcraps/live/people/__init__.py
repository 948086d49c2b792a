"""The people around a table: places, talk, the lobby, tables that nobody comes to."""
