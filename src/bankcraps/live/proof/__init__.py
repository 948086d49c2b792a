"""Checking a table from its log: books, dice, audit, export."""
