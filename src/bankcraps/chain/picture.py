"""What each of the 36 throws does to a system's layout, drawn."""

from pathlib import Path

from matplotlib.figure import Figure

from bankcraps.chain.chain import DONE, Chain, Moment
from bankcraps.chips import Cents, printed
from bankcraps.errors import BankcrapsError
from bankcraps.plots import Heading, caption, die_by_die, heat

__all__ = ["draw_throw"]


def draw_throw(chain: Chain, puck: int | None = None, path: str | Path | None = None) -> Figure:
    """What each of the 36 throws does to the system's largest layout: the one that may lose the most.

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
    largest = min(playing, key=lambda moment: (min(_changes(chain, moment)), -moment.face))
    stands = ", ".join(_layout(chain, largest))
    where = f"the point is {largest.puck}" if largest.puck else "a come-out throw"
    heading = Heading(
        "What each throw does", f"{where}; on the layout: {stands}", caption(chain.rules, chain.system)
    )
    return heat(die_by_die(_changes(chain, largest)), heading, path=path)


def _changes(chain: Chain, moment: Moment) -> list[int]:
    """What each combination changes, the bets of the moment included, in cents."""
    return [entry.delta + moment.fee for entry in chain.rows[moment.row]]


def _layout(chain: Chain, moment: Moment) -> list[str]:
    """What stands when the dice are thrown: what stood before the betting, and what else a throw decides."""
    stood = [(name, amount) for name, amount, _ in moment.wagers]
    made: dict[str, int] = {}
    for entry in chain.rows[moment.row]:
        for account in chain.tallies[entry.tally].accounts:
            if not any(f"{name} ".startswith(f"{account.wager} ") for name, _ in stood):
                made[account.wager] = max(made.get(account.wager, 0), account.action)
    return [f"{name} {printed(Cents(amount))}" for name, amount in (*stood, *made.items())]
