"""A live table at one moment: its commands, their effects, and the limits that people set themselves."""
