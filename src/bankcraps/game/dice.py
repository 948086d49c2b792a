"""A throw of two dice. Nothing in this module is random: a caller brings the generator."""

from typing import Annotated, Final, Protocol, SupportsIndex, cast

import msgspec

from bankcraps.errors import BankcrapsError, FaceError, quoted, whole_number

TOTALS: Final = range(2, 13)
"""Every total of two dice. A rulebook says which are points, naturals and craps."""

SEVEN: Final = 7


_Face = Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 1, "maximum": 6})]


class Throw(msgspec.Struct, frozen=True, order=True):
    """Two dice at rest. `Throw(4, 3)` and `Throw(3, 4)` differ, but have the same `combination`.

    Attributes:
        a, b: the faces, 1 to 6, in the order called.
    """

    a: _Face
    b: _Face

    def __post_init__(self) -> None:
        if type(self.a) is not int or type(self.b) is not int or not (0 < self.a < 7 and 0 < self.b < 7):  # noqa: PLR2004
            raise FaceError(f"a die shows 1 to 6, not {quoted(self.a)}-{quoted(self.b)}")

    @property
    def total(self) -> int:
        """The sum of the two faces, 2 to 12."""
        return self.a + self.b

    @property
    def hard(self) -> bool:
        """Whether both dice show the same face. A pair of twos is a hard four."""
        return self.a == self.b

    @property
    def combination(self) -> "Throw":
        """The throw with the lower face first, as hop wagers name it."""
        return self if self.a <= self.b else Throw(self.b, self.a)

    @property
    def ways(self) -> int:
        """The number of the 36 equally likely throws that have this combination: 1 if hard, else 2."""
        return 1 if self.hard else 2

    def __str__(self) -> str:
        """Write the throw as the notation does: `4-3`."""
        return f"{self.a}-{self.b}"


OUTCOMES: Final = tuple(Throw(a, b) for a in range(1, 7) for b in range(a, 7))
"""The 21 combinations; each comes in `ways` of 36 throws. Totals alone do not decide hops and hard ways."""


class PythonGenerator(Protocol):
    """The methods that a throw needs of a Python generator, such as `random.Random(7)` or `random` itself."""

    def randint(self, a: int, b: int, /) -> int:
        """Return a whole number from `a` to `b`, each with the same chance."""
        ...


class NumPyGenerator(Protocol):
    """The methods that a throw needs of a NumPy generator, such as `numpy.random.default_rng(7)`."""

    def integers(self, low: int, high: int, /) -> SupportsIndex:
        """Return a whole number from `low` to `high - 1`, each with the same chance."""
        ...


def throw_of(rng: PythonGenerator | NumPyGenerator) -> Throw:
    """Return the next throw of a generator: two faces, each of 1 to 6 with the same chance.

    >>> import random
    >>> str(throw_of(random.Random(7)))
    '3-2'

    Raises:
        BankcrapsError: if it is no generator. A seed is none: it would give the same throw each time.
    """
    if isinstance(rng, int):
        raise BankcrapsError(
            f"a seed gives the same throw each time: make a generator, rng = random.Random({quoted(rng)})"
        )
    randint = getattr(rng, "randint", None)
    if callable(randint):
        return Throw(cast("int", randint(1, 6)), cast("int", randint(1, 6)))
    integers = getattr(rng, "integers", None)
    if not callable(integers):
        raise BankcrapsError(f"dice need a generator, such as random.Random(7), not {quoted(rng)}")
    a, b = (whole_number("a face", integers(1, 7)) for _ in range(2))
    return Throw(a, b)
