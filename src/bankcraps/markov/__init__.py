"""The Markov chain of a house and a system: its model, exploration, disk cache, stopping rule and accounts."""

from bankcraps.markov.exploration import ChainError, explore
from bankcraps.markov.model import Chain, DecisionState

__all__ = ["Chain", "ChainError", "DecisionState", "explore"]
