"""The stores of logs and books: one protocol, in SQLite or in PostgreSQL."""
