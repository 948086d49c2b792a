"""Putting chips on the layout, taking them off, and calling wagers on and off."""
