"""Systems and houses that no chain holds, and what is said of them."""

import pickle

import pytest

from bankcraps import BankcrapsError, exact, explore, simulate
from bankcraps.markov.exploration import ChainError, DeadlockError


def test_a_house_that_holds_a_wager_down_for_ever_is_no_house_to_play_stepwise_in(tmp_path):
    house = tmp_path / "held.toml"
    house.write_text(
        'id = "held"\ntitle = "Held"\nextends = "classic"\n'
        '[wagers.place]\ntake_down = "never"\nfrom = { take_down = "house rule" }\n',
        encoding="utf-8",
    )
    system = "when point: place 6 6; when place 6 up: off place 6"
    with pytest.raises(DeadlockError, match="no throw ever settles"):
        explore(str(house), system)
    with pytest.raises(DeadlockError, match="no throw ever settles"):
        simulate(str(house), system, 100, throws=5, sessions=2)
    with pytest.raises(BankcrapsError, match="has no upper bound; use `simulate`"):
        exact.session(str(house), "when point: place 6 6", 100, throws=5)
    assert simulate(str(house), "when point: place 6 6", 100, throws=5, sessions=50).sessions == 50


def test_a_refusal_says_the_same_after_a_journey():
    error = ChainError("because")
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert str(sent) == str(error) == "because; `simulate` plays it stepwise"
