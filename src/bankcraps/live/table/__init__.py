"""A live table at one moment: its commands, their effects, and who may give them."""
