"""The rhythm of a round, the crew's chairs, and the decision about each command."""
