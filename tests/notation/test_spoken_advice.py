"""Advice for lines of newcomers that cannot be read."""

import pytest

from bankcraps.errors import NotationError
from bankcraps.notation import read


@pytest.mark.parametrize(
    ("line", "says"),
    [("come odds 20", "as in: odds come 8 20"), ("pass ten", "as in: pass 10")],
)
def test_a_newcomers_line_is_answered_with_one_that_is_read(line, says):
    with pytest.raises(NotationError, match=says):
        read(line)
