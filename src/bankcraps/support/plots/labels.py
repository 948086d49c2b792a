"""Place labels so that none overlaps another."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["apart"]


@dataclass
class _Block:
    """Labels that touch: where the first begins, and where each would ideally begin."""

    members: list[int]
    start: float
    width: float
    wishes: list[float]


def apart(
    wanted: Sequence[float], widths: Sequence[float], low: float = 0.0, high: float = 1.0
) -> list[float]:
    """Centres for labels, between two bounds, in the same order, as close as possible to the wanted centres.

    Labels that would overlap stand side by side, around the mean of their wanted places. If there is not
    enough room for all, they begin at `low` and go beyond `high`.

    >>> apart([0.5, 0.5], [0.2, 0.2])
    [0.4, 0.6]
    >>> [round(centre, 3) for centre in apart([0.0, 0.02, 0.9], [0.1, 0.1, 0.1])]
    [0.05, 0.15, 0.9]
    """
    blocks: list[_Block] = []
    for label in sorted(range(len(wanted)), key=lambda k: wanted[k]):
        wish = wanted[label] - widths[label] / 2
        block = _Block([label], 0.0, widths[label], [wish])
        _settle(block, low, high)
        while blocks and blocks[-1].start + blocks[-1].width > block.start:
            block = _joined(blocks.pop(), block)
            _settle(block, low, high)
        blocks.append(block)
    centres = [0.0] * len(wanted)
    for block in blocks:
        at = block.start
        for label in block.members:
            centres[label] = at + widths[label] / 2
            at += widths[label]
    return centres


def _joined(left: _Block, right: _Block) -> _Block:
    wishes = left.wishes + [wish - left.width for wish in right.wishes]
    return _Block(left.members + right.members, 0.0, left.width + right.width, wishes)


def _settle(block: _Block, low: float, high: float) -> None:
    """Move a block to its ideal place, or to the nearest place within the bounds."""
    wish = sum(block.wishes) / len(block.wishes)
    block.start = max(low, min(wish, high - block.width))
