"""Reports of a simulation: the result, every session as a row, one session throw by throw."""
