"""The effect of a throw on wagers, and the chips it moves."""
