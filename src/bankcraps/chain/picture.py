"""What each of the 36 throws does to a system's layout, drawn."""

from pathlib import Path

from matplotlib.figure import Figure

from bankcraps.chain.chain import DONE, Chain
from bankcraps.chips import printed
from bankcraps.errors import BankcrapsError
from bankcraps.plots import Heading, caption, die_by_die, heat

__all__ = ["draw_throw"]


def draw_throw(chain: Chain, puck: int | None = None, path: str | Path | None = None) -> Figure:
    """What each of the 36 throws does to the system's largest layout.

    Args:
        chain: the house and the system.
        puck: only layouts with the puck there, 0 for off; None for any.
        path: a PNG or SVG file to write, or None.

    Raises:
        BankcrapsError: if there is no such layout, or the file cannot be written.
    """
    playing = [m for m in chain.playing if m.row != DONE and (puck is None or m.puck == puck)]
    if not playing:
        raise BankcrapsError(f"{chain.system} never bets with the puck on {puck or 'off'}")
    # Where nothing new is wagered, what stands before the betting is the whole layout.
    largest = max(playing, key=lambda moment: (moment.need == 0, moment.face))
    stands = ", ".join(f"{name} {printed(amount)}" for name, amount, _ in largest.wagers) or "nothing yet"
    where = f"the point is {largest.puck}" if largest.puck else "a come-out throw"
    changes = [entry.delta + largest.fee for entry in chain.rows[largest.row]]
    heading = Heading(
        "What each throw does", f"{where}; on the layout: {stands}", caption(chain.rules, chain.system)
    )
    return heat(die_by_die(changes), heading, path=path)
