"""A chain in the DOT language of Graphviz, to be looked at."""

from collections import defaultdict
from typing import Final

from bankcraps.chain.chain import DONE, WAYS, Chain
from bankcraps.chips import printed
from bankcraps.errors import BankcrapsError

__all__ = ["MOST_DRAWN", "dot"]

MOST_DRAWN: Final = 5_000
"""More moments than this make no picture."""


def dot(chain: Chain) -> str:
    """The moments of play as nodes; each arrow says in how many of 36 throws, and what is won or lost.

    Raises:
        BankcrapsError: if there are too many moments for a picture.
    """
    if len(chain.playing) > MOST_DRAWN:
        raise BankcrapsError(
            f"{chain.system} has {len(chain.playing)} states, and a picture of more than {MOST_DRAWN} "
            "shows nothing"
        )
    lines = [f"digraph {_quoted(chain.system)} {{", "  rankdir=LR; node [shape=box, fontname=sans-serif];"]
    for number, moment in enumerate(chain.moments):
        if not moment.left:
            lines.append(f"  {number} [label={_quoted(str(moment))}];")
            lines += (f"  {arrow}" for arrow in _arrows(chain, number))
    return "\n".join([*lines, "}", ""])


def _arrows(chain: Chain, number: int) -> list[str]:
    moment = chain.moments[number]
    if moment.row == DONE:
        return []
    ways: dict[tuple[int, int], int] = defaultdict(int)
    for entry, many in zip(chain.rows[moment.row], WAYS, strict=True):
        ways[entry.to, entry.delta + moment.fee] += many
    return [
        f"{number} -> {to} [label={_quoted(f'{many}/36 {_signed(delta)}')}];"
        for (to, delta), many in sorted(ways.items())
    ]


def _signed(cents: int) -> str:
    return f"+{printed(cents)}" if cents > 0 else printed(cents) if cents else ""


def _quoted(text: str) -> str:
    escaped = text.strip().replace("\\", "\\\\").replace('"', '\\"').replace("\n", "; ")
    return f'"{escaped}"'
