"""Live tables that people share, as pure code without clock, chance, socket or disk."""
