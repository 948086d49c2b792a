"""Hosting a table: its commands, its dice, and the rows of its log on the disk."""
