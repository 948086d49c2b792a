"""The shooter's hand as it has been printed.

Sources: S. N. Ethier and Fred M. Hoppe, "A world record in Atlantic City and the length of the shooter's hand
at craps", The Mathematical Intelligencer 32 (4), 2010, 44-48, also arXiv:0906.1545; on 23 May 2009 Patricia
DeMauro sevened out with her 154th throw. Donald Catlin, "How Long is a Roll?", parts 1 and 2, January and
February 2000, casinocitytimes.com.
"""

from fractions import Fraction
from math import isclose

import pytest

from bankcraps.house_edge.shooter_hand import hand

HAND = hand("classic")

# Ethier and Hoppe's closed form of the chance of n throws or more: the sum of c_i e_i^(n - 1).
ROOTS = (0.862473751659322030, 0.741708271459795977, 0.709206775794379015, 0.186611201086502979)
WEIGHTS = (1.211844812464518572, -0.006375542263784777, -0.004042671248651503, -0.201426598952082292)


def test_mean():
    """1671/196, 8.525510: Ethier and Hoppe; "just over eight and a half": Catlin."""
    assert HAND.mean == Fraction(1671, 196)
    assert round(float(HAND.mean), 6) == 8.525510


def test_154_throws():
    """0.178882426 times 10 to the -9: about 1 in 5.59 billion."""
    chance = float(HAND.p_at_least(154))
    assert round(chance * 1e9, 9) == 0.178882426
    assert round(1 / chance / 1e9, 2) == 5.59


@pytest.mark.parametrize("throws", [*range(1, 20), 50, 100, 154, 200])
def test_closed_form(throws):
    told = sum(weight * root ** (throws - 1) for weight, root in zip(WEIGHTS, ROOTS, strict=True))
    assert isclose(float(HAND.p_at_least(throws)), told, rel_tol=1e-12)


def test_median():
    """The question of Catlin's part 2: half of all hands are over by the sixth throw."""
    assert HAND.median == 6
    assert HAND.p_at_least(6) > Fraction(1, 2) > HAND.p_at_least(7)
