"""A throw: what it pays, where the puck goes, and when the hand ends."""
