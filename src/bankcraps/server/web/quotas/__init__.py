"""How much one person, or one address, may ask of the house."""
