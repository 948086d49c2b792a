"""The floor: players coming and going, signs, disputes, and what a supervisor may do."""
