"""The floor: players who come and go, notices, disputes, and the acts of supervisors."""
