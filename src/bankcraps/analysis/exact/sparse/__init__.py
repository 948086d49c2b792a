"""The solver where the grid has no room: only the pairs of a class and a sum that players come to."""
