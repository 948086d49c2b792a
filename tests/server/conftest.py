"""Databases for the tests of the server: real SQLite files, and a real PostgreSQL server for the test run."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from tests.kit.chosen_dice import dice_show  # noqa: F401 - a fixture
from tests.kit.deadline import IN_TIME
from tests.kit.lab_priority import lab_with_its_share  # noqa: F401 - a fixture
from tests.server.live import open_house
from tests.server.postgres import Database, shared

from bankcraps.server import house as house_module
from bankcraps.server.stores import postgres as postgres_store
from bankcraps.server.stores import sqlite
from bankcraps.server.stores.store import open_store


@pytest.fixture(autouse=True)
def _quick_passphrases(monkeypatch):
    """Passphrases are hashed with little work: every house makes one when it opens for the first time."""
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr("bankcraps.server.people.accounts._HASHER", quick)


@pytest.fixture(autouse=True)
def _unsynced_files(monkeypatch):
    """SQLite does not wait for the disk. Tests kill processes, and not the machine."""
    settings = tuple(line.replace("synchronous = FULL", "synchronous = OFF") for line in sqlite.SETTINGS)
    monkeypatch.setattr(sqlite, "SETTINGS", settings)


@pytest.fixture(autouse=True)
def _patient_databases(monkeypatch):
    """PostgreSQL waits for a process of a busy machine as long as a test does."""
    settings = {"statement_timeout": f"{IN_TIME}s", "lock_timeout": f"{IN_TIME}s"}
    monkeypatch.setattr(postgres_store, "_SETTINGS", vars(postgres_store)["_SETTINGS"] | settings)
    monkeypatch.setattr(postgres_store, "_PATIENCE", f"{IN_TIME}s")


@pytest.fixture(autouse=True)
def _quick_rounds(monkeypatch):
    """Bots play as quickly as the table lets them."""
    monkeypatch.setattr("bankcraps.server.bots.bots._ROUND_S", 0)
    monkeypatch.setattr("bankcraps.server.bots.bots._ROUND_BESIDE_ONE_S", 0)
    monkeypatch.setattr("bankcraps.live.round.rhythm._LEAST_MS", 1)


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory) -> Iterator[str]:
    """The URL of the PostgreSQL server of this test run, which all workers share."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    folder = tmp_path_factory.getbasetemp()
    url, lock = shared(folder.parent if worker else folder)
    yield url
    lock.close()


@pytest.fixture(scope="session")
def own_database(postgres_server) -> Database:
    """The database that this worker has for itself on the shared server."""
    return Database(postgres_server, f"of_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}")


@pytest.fixture
def postgres(own_database) -> Database:
    """An empty PostgreSQL database."""
    own_database.empty()
    return own_database


@pytest.fixture
def postgres_url(postgres) -> str:
    """The URL of an empty PostgreSQL database."""
    return postgres.url


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path: Path) -> str:
    """The address of an empty database, of both kinds in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def store(database):
    """An empty store, of both kinds in turn."""
    opened = open_store(database)
    yield opened
    opened.close()


@pytest.fixture
def long_leases(monkeypatch):
    """Leases of an hour, in milliseconds. Another process can take a table when its lease is over.

    A lease longer than two of the house's own comes from a wrong clock: the house takes the table back.
    """
    monkeypatch.setattr(house_module, "_LEASE_MS", 3_600_000)
    return 3_600_000


@pytest.fixture
async def house(tmp_path):
    """An open house with a table at rest."""
    async with open_house(tmp_path) as opened:
        yield opened
