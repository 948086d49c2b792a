"""Where logs and books are kept: one protocol, in SQLite or in PostgreSQL."""
