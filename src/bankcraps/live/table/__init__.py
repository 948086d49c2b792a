"""A live table at one moment: its commands, their effects, and the right to give them."""
