"""Who is around a table: places, talk, the lobby, tables that nobody comes to."""
