"""Small Markov chains, whole: every state with what its bets need and cost, and where each throw leads.

A state is a line: its number, the puck and the wagers, then memory, need, fees, and where bets and leaving
lead. Below it are its arrows as in the DOT picture: of 36 throws, how many lead where, and what they win.
"""

import json

import pytest

from bankcraps import explore
from bankcraps.analysis.chain.model import dot

CHAINS = [
    ("three_four_five", "pass_odds_max"),
    ("nsw", "dont_pass"),
    ("three_four_five", "place_6_8"),
    ("nsw", "buy_sampler"),
]


def lines(chain):
    arrows = [line.strip() for line in dot(chain).splitlines() if " -> " in line]
    for number, state in enumerate(chain.states):
        left = "gone" if state.left else f"needs {state.need} cents"
        fees = "".join(f"; {fee.wager} costs {-fee.net}" for fee in state.fees)
        refused = "".join(f"; refused: {chain.refusals[at][1]}" for at in state.refused)
        leads = f"bets lead to {state.post}, leaving to {state.leave}{'; stops' if state.stops else ''}"
        yield f"{number} {state} ({state.memory or 'no memory'}; {left}; {leads}{fees}{refused})"
        yield from (f"  {arrow}" for arrow in arrows if arrow.startswith(f"{number} ->"))


@pytest.mark.parametrize(("house", "system"), CHAINS)
def test_chain(house, system, golden):
    chain = explore(house, system)
    labels = [f"label {number}: {label}" for number, label in enumerate(chain.labels)]
    told = [repr(chain), json.dumps(chain.to_dict(), indent=1), *lines(chain), *labels]
    told += [chain._repr_html_(), *map(str, chain.to_arrow().to_pylist()[:3]), ""]
    golden(f"chains/{house}-{system}.txt", "\n".join(told))
