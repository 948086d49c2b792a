"""The shooter: whose turn it is to throw, and the set of dice."""
