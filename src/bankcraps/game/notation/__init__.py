"""The notation: what people say at a table, read and written, for the terminal, scripts and records."""

from bankcraps.game.notation.names import tell_refusal
from bankcraps.game.notation.reading import Past, Said, Understood, read, understand, understood
from bankcraps.game.notation.writing import tell, write_effect, write_event

__all__ = [
    "Past",
    "Said",
    "Understood",
    "read",
    "tell",
    "tell_refusal",
    "understand",
    "understood",
    "write_effect",
    "write_event",
]
