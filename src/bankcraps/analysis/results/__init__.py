"""The parts of answers about sessions: figures, costs, runs, and their JSON."""
