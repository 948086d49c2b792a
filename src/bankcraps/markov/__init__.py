"""The Markov chain of a house and a system: model, exploration, disk cache, stopping rule, accounts."""

from bankcraps.extras import missing

if _without := missing("numpy"):
    raise _without

from bankcraps.markov.exploration import ChainError, explore
from bankcraps.markov.model import Chain, DecisionState

__all__ = ["Chain", "ChainError", "DecisionState", "explore"]
