"""Keeping a house: the options of its commands, its logs, its copies, and the data of a person."""
