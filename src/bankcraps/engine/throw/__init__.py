"""A throw: what it pays, where the puck goes, and whether the hand ends."""
