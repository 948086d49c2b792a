"""The stores of logs and books, in SQLite or in PostgreSQL."""
