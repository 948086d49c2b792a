"""Houses are attacked with quick passphrases, on files that do not wait for the disk."""

from tests.kit.lab_priority import lab_with_its_share
from tests.server.conftest import _quick_passphrases, _unsynced_files

__all__ = ["_quick_passphrases", "_unsynced_files", "lab_with_its_share"]
