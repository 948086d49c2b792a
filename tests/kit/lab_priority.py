"""The priority of a lab's processes in tests."""

import pytest


@pytest.fixture(autouse=True)
def lab_with_its_share(monkeypatch):
    """The lab's processes have the usual priority: at the lowest, the other tests leave them no time."""
    monkeypatch.setattr("bankcraps.server.jobs.process._LOWEST", 0)
