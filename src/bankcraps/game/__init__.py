"""Craps itself: dice, wagers and money, the rulebooks, the engine, the words of the table, and records."""
