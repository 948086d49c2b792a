"""Every session of a simulation as a table, and the path of any of them."""

import pyarrow as pa
import pytest
from pyarrow import parquet

from bankcraps import BankcrapsError, simulate

PLAN = {"bankroll": 100, "throws": 300}


@pytest.fixture(scope="module")
def played():
    return simulate("nsw", "pass", **PLAN, sessions=3000, seed=5)


def test_the_table_is_what_the_file_holds(played, tmp_path):
    path = tmp_path / "sessions.parquet"
    simulate("nsw", "pass", **PLAN, sessions=3000, seed=5, parquet=path)
    assert parquet.read_table(path).equals(played.each_session())
    assert parquet.read_metadata(path).metadata[b"plan"] == b"300 throws"


def test_the_path_of_any_session_ends_where_it_did(played):
    rows = played.each_session().to_pandas()
    for number in (0, 1234, 2999):
        path = pa.table(played.path(number)).to_pandas()
        assert set(path["session"]) == {number}
        assert path["throw"].iloc[-1] == rows["throws"][number]
        assert path["owned_cents"].min() >= rows["lowest_cents"][number]


def test_a_path_of_a_session_that_was_not_played_is_refused(played):
    for number in (-1, 3000):
        with pytest.raises(BankcrapsError, match="sessions 0 to 2,999 were played"):
            played.path(number)
