"""A live table at one moment: its commands, their effects, and the people who may give them."""
