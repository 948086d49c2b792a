"""The shooter: whose the dice are, and the dice themselves."""
