"""Betting systems: what a player wants on the layout before each throw."""
