"""Houses are attacked with quick passphrases, on files that do not wait for the disk."""

import pytest
from tests.kit.lab_priority import lab_with_its_share
from tests.server.conftest import _quick_passphrases, _unsynced_files

from bankcraps.server.stores.store import open_store

__all__ = ["_quick_passphrases", "_unsynced_files", "lab_with_its_share"]


@pytest.fixture
def store(tmp_path):
    """The database of a house that is not open."""
    opened = open_store(str(tmp_path / "house.db"))
    yield opened
    opened.close()
