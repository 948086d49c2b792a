"""The houses: their rules, edges, explanations and drills."""
