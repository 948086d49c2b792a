"""Craps itself: dice, wagers, money, rulebooks, the engine, the words of the table, and records."""
