"""A rulebook and a betting system walked over every throw until nothing new appears."""

from bankcraps.chain.chain import Chain, Moment
from bankcraps.chain.exploring import ChainError, explore
from bankcraps.chain.leaving import ENDS, ending

__all__ = ["ENDS", "Chain", "ChainError", "Moment", "ending", "explore"]
