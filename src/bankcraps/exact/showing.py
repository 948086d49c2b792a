"""Exact figures in writing: fractions with decimals beside them, and percentages."""

from fractions import Fraction

__all__ = ["both", "percent"]


def both(**figures: Fraction) -> dict[str, object]:
    """Figures as fractions in lowest terms, each with its decimal.

    >>> both(edge=Fraction(1, 66))
    {'edge': '1/66', 'edge_decimal': 0.015151515151515152}
    """
    told: dict[str, object] = {}
    for name, value in figures.items():
        told[name] = str(value)
        told[f"{name}_decimal"] = float(value)
    return told


def percent(value: Fraction, places: int = 3) -> str:
    """A fraction as a percentage, rounded half up.

    >>> percent(Fraction(1, 66)), percent(Fraction(0)), percent(Fraction(-1, 8), 1)
    ('1.515%', '0.000%', '-12.5%')
    """
    shifted = abs(value) * 100 * 10**places
    whole, rest = divmod((shifted + Fraction(1, 2)).__floor__(), 10**places)
    return f"{'-' if value < 0 else ''}{whole}.{rest:0{places}}%"
