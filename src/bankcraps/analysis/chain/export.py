"""A chain in the DOT language of Graphviz."""

from collections import defaultdict
from typing import Final

from bankcraps.analysis.chain.model import ABSORBED, NO_BELOW, WAYS, Chain
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import printed

__all__ = ["MAX_NODES", "dot"]

MAX_NODES: Final = 5_000
"""The most states in a picture; more cannot be read."""


def dot(chain: Chain) -> str:
    """The states of play as nodes. Each arrow says how many of the 36 throws take it, and what they win.

    Raises:
        BankcrapsError: if there are too many states for a picture.
    """
    playing = len(chain.playing)
    if playing > MAX_NODES:
        raise BankcrapsError(
            f"{chain.system} has {playing} states, and a picture of more than {MAX_NODES} shows nothing"
        )
    lines = [f"digraph {_quoted(chain.system)} {{", "  rankdir=LR; node [shape=box, fontname=sans-serif];"]
    for number, state in enumerate(chain.states):
        if not state.left:
            lines.append(f"  {number} [label={_quoted(str(state))}];")
            lines += (f"  {arrow}" for arrow in _arrows(chain, number))
            if state.below != NO_BELOW:
                less = _quoted(f"owning less than {printed(state.least)}")
                lines.append(f"  {number} -> {state.below} [style=dashed, label={less}];")
    return "\n".join([*lines, "}", ""])


def _arrows(chain: Chain, number: int) -> list[str]:
    state = chain.states[number]
    if state.post == ABSORBED:
        return []
    ways: dict[tuple[int, int], int] = defaultdict(int)
    for transition, many in zip(chain.transitions[state.post], WAYS, strict=True):
        ways[transition.to, transition.delta + state.fee] += many
    return [
        f"{number} -> {to} [label={_quoted(f'{many}/36 {_signed(delta)}')}];"
        for (to, delta), many in sorted(ways.items())
    ]


def _signed(cents: int) -> str:
    return f"+{printed(cents)}" if cents > 0 else printed(cents) if cents else ""


def _quoted(text: str) -> str:
    escaped = text.strip().replace("\\", "\\\\").replace('"', '\\"').replace("\n", "; ")
    return f'"{escaped}"'
