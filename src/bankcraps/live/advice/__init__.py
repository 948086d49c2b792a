"""Advice for players: what a throw may do, why a wager won, what they may do."""
