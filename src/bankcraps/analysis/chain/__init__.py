"""The Markov chain of a house and a system: model, exploration, disk cache, stopping rule."""

from bankcraps.support.extras import missing

if _without := missing("numpy"):
    raise _without

from bankcraps.analysis.chain.exploration import ChainError, Scope, explore
from bankcraps.analysis.chain.model import Chain, DecisionState

__all__ = ["Chain", "ChainError", "DecisionState", "Scope", "explore"]
