"""Answers about sessions as plain values: figures, costs, runs, and their JSON."""
