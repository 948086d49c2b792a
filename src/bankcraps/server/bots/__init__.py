"""Bots of the house, and betting systems that play people's seats."""
