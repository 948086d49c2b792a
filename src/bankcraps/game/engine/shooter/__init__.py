"""The shooter: whose turn it is, the dice, the throw, and the end of a hand."""
