"""The layer that every request and every answer goes through."""
