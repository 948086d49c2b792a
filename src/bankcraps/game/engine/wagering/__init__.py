"""Bets, take-downs, undo, and calling wagers on and off."""
