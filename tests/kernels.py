"""Make the machine code of the lab and the list of fonts once, before the tests.

Each of their processes would make its own. One that needs more than five seconds to list the fonts says so on
its standard error, which tests look at.

    python -m tests.kernels
"""

import gc
import importlib
from unittest import mock

from bankcraps import exact
from bankcraps.analysis.chain.arrays import UnitPlan
from bankcraps.analysis.simulation.kernels import fast
from bankcraps.analysis.simulation.kernels.packing import NONE, pack
from bankcraps.analysis.simulation.simulators import play_fast, play_full, trajectories
from tests.analysis.simulation.chains import pass_with_odds, random_chain
from tests.analysis.simulation.singly import every_walk


def main() -> None:
    """Play and solve one short session of each sort. The machine code is kept beside the sources.

    Matplotlib lists its fonts when it is loaded.
    """
    gc.freeze()
    gc.set_threshold(20_000)  # a compiler makes many objects: at every 700, the usual number, it took a fifth
    plan = UnitPlan(100, 50)
    short = pack(pass_with_odds(), plan)
    wide = pack(random_chain(400, seed=4, most=1_000_000), plan)
    by_records = short._replace(short=NONE)
    for packed in (by_records, wide):
        play_full(packed, seed=1, first=0, sessions=1)
        trajectories(packed, seed=1, first=0, sessions=1)
        with mock.patch.object(fast, "HAS_GATHER", new=False):
            play_fast(packed, seed=1, first=0, sessions=1)
    # Tests play in these ways on every processor. Here they share the parts that the others have compiled.
    with every_walk():
        for packed in (by_records, short):
            play_fast(packed, seed=1, first=0, sessions=1)
    exact.session("nsw", "pass", 1000, decisions=200, extremes=False)  # far from ruin it jumps
    exact.session("nsw", "pass", 100, throws=5)  # ruin is out of reach, so it sweeps backwards, too
    importlib.import_module("matplotlib.font_manager")  # it keeps its list in the home folder


if __name__ == "__main__":
    main()
