"""Pages of data: the addresses that answer with JSON and files."""
