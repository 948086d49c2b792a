"""A house in a file, with the evening of the module that asks for it."""

import pytest


@pytest.fixture
def file(evening, tmp_path):
    path = tmp_path / "house.db"
    evening.save(path)
    return path
