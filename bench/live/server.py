"""A house in a process of its own, and its costs: processor time, memory, transactions."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_BANKCRAPS = str(Path(sys.executable).with_name("bankcraps"))
_TICKS = os.sysconf("SC_CLK_TCK")
_OPEN_S = 30


class Server:
    """A house that `bankcraps serve` opened on 127.0.0.1, with its own limits.

    Attributes:
        process, address: the house.
        passphrase: its first supervisor's; empty if the house was opened before.
    """

    def __init__(self, process: subprocess.Popen[str], address: str, passphrase: str) -> None:
        self.process = process
        self.address = address
        self.passphrase = passphrase

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def cpu_s(self) -> float:
        """The processor time that the process has used, in seconds."""
        return _cpu_s(Path(f"/proc/{self.process.pid}/stat"))

    @property
    def loop_s(self) -> float:
        """The processor time of its event loop alone. Other threads write and read the database."""
        return _cpu_s(Path(f"/proc/{self.process.pid}/task/{self.process.pid}/stat"))

    @property
    def memory_kib(self) -> int:
        """The resident memory of the process, in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1])

    def metric(self, name: str) -> float:
        """Return a number that the house gives to Prometheus; 0 if there is none of that name."""
        with urllib.request.urlopen(f"{self.address}/metrics", timeout=10) as answer:  # noqa: S310 - ours
            found = re.search(rf"^{re.escape(name)} (\S+)$", answer.read().decode(), re.MULTILINE)
        return float(found[1]) if found else 0.0


def _cpu_s(stat: Path) -> float:
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


@contextmanager
def serving(database: str | Path, gift: int = 10_000_000, errors: Path | None = None) -> Iterator[Server]:
    """Open a house on any free port, and close it at the end.

    Args:
        database: its file or its URL. Several processes may serve one in PostgreSQL.
        gift: what newcomers get, in dollars.
        errors: where the house writes what it complains of; None for beside the file.
    """
    complains = errors or Path(database).with_suffix(".err")
    command = [_BANKCRAPS, "serve", "--port", "0", "--database", str(database)]
    with (
        complains.open("w") as written,
        subprocess.Popen(  # noqa: S603 - our own program
            [*command, "--rules", "classic", "--gift", str(gift)],
            stdout=subprocess.PIPE,
            stderr=written,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        ) as process,
    ):
        try:
            assert process.stdout
            said = ""
            while "Ctrl-C" not in said:
                line = process.stdout.readline()
                if not line:
                    raise SystemExit(f"the house did not open: {said}")
                said += line
            address = re.search(r"http://\S+", said)
            passphrase = re.search(r"with the passphrase (\S+)\.", said)
            assert address
            yield Server(process, address[0], passphrase[1] if passphrase else "")
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(_OPEN_S)
            except subprocess.TimeoutExpired:
                process.kill()
    complaints = complains.read_text()
    if complaints:
        print(f"the house said: {complaints}")


def run(*arguments: str) -> str:
    """Run a command of bankcraps, and return what it prints. It must succeed."""
    done = subprocess.run(  # noqa: S603 - our own program
        [_BANKCRAPS, *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"bankcraps {' '.join(arguments)} failed: {done.stdout}{done.stderr}")
    return done.stdout.strip()
