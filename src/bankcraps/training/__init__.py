"""The dealers' drill and its exams: questions from played hands, marked by the engine.

`exercise` plays hands with the engine from a seed, and stops before a throw that decides something. The
engine settles that throw. A level says what is asked about it: to pay or take each wager in the dealers'
order, or another kind of question (`ASKS`). `correction` says what is right, with the sum and the clause, and
`marked` whether an answer is.
"""

from bankcraps.support.lazy import lazy_names

__all__, __dir__, __getattr__ = lazy_names(__name__, __file__)
