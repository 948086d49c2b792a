"""The API: the addresses that answer with JSON and files."""
