"""What every request and every answer goes through."""
