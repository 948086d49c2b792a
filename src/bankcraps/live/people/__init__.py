"""The people around a table: places, talk, the lobby, unused tables."""
