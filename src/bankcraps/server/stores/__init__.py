"""The store of a house: its data in parts by subject, in SQLite or in PostgreSQL."""
