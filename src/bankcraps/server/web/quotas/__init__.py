"""Limits on what one person, or one address, may ask of the house."""
