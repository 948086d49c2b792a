"""What a throw does to wagers, and the chips it moves."""
