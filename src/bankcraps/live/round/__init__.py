"""The rhythm of a round, and the decision about each command."""
