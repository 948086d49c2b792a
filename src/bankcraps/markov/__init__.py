"""The Markov chain of a house and a system: model, exploration, disk cache, stopping rule, accounts."""

from bankcraps.markov.exploration import ChainError, explore
from bankcraps.markov.model import Chain, DecisionState

__all__ = ["Chain", "ChainError", "DecisionState", "explore"]
