"""Run `make test` many times in clean clones, in the background, until one run fails: is green always green?

    python -m tests.many_runs FOLDER

makes twelve runs of the commit checked out here: five beside two processes that only use the processor, one
on a single core, and the others as they are. Each has a clone and a log of its own in FOLDER. Its environment
has nothing but PATH and HOME, a home folder in FOLDER that all runs share, so nothing is downloaded twice. A
run is red if `make test` fails, or if a process of it is still there afterwards. The first red run is
the last.
FOLDER/figures.txt has a line for each run. `--first 8` goes on with a row of which seven runs are made.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

GIT, MAKE = str(shutil.which("git")), str(shutil.which("make"))
ROOT = Path(__file__).parents[1]
BUSY = "busy"
SINGLE = "one core"
PLAIN = "as it is"
BURNERS = 2
LEAVING_S = 20
"""Seconds that processes of a run have to go after it, such as a database that closes."""


def kinds(runs: int) -> list[str]:
    """The kinds of so many runs, mixed: five of twelve busy, one of them on a single core.

    >>> from collections import Counter
    >>> Counter(kinds(12)) == {"as it is": 6, "busy": 5, "one core": 1}
    True
    """
    mixed = [BUSY if number % 12 in {1, 3, 6, 8, 10} else PLAIN for number in range(runs)]
    return [SINGLE if number % 12 == 5 else kind for number, kind in enumerate(mixed)]


@contextmanager
def beside(kind: str) -> Iterator[Callable[[], None] | None]:
    """Start the load beside a run of a kind; give the function that its process calls before it begins."""
    # They end with this process, also if it is killed.
    burns = f"import os\nwhile os.getppid() == {os.getpid()}: pass"
    burners = [subprocess.Popen([sys.executable, "-c", burns]) for _ in range(BURNERS if kind == BUSY else 0)]
    core = min(os.sched_getaffinity(0))
    try:
        yield (lambda: os.sched_setaffinity(0, {core})) if kind == SINGLE else None
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def left_behind(clone: Path) -> list[str]:
    """The commands of processes that run from a clone or in it. Readers of the log beside it do not."""
    found: list[str] = []
    inside = re.compile(rf"{re.escape(str(clone))}(?=[/\s]|$)")
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            place = str((process / "cwd").readlink())
        except OSError:
            continue  # it has ended
        if inside.search(command) or inside.match(place):
            found.append(f"{process.name}: {command.strip()}")
    return found


def after(clone: Path) -> list[str]:
    """The processes that a run leaves behind although they had time to go."""
    until = time.monotonic() + LEAVING_S
    while (left := left_behind(clone)) and time.monotonic() < until:
        time.sleep(0.5)
    return left


def run(folder: Path, number: int, kind: str) -> bool:
    """Run `make test` once, write its line, and return whether it was green."""
    clone, log = folder / f"run-{number}", folder / f"run-{number}.log"
    shutil.rmtree(clone, ignore_errors=True)
    subprocess.run([GIT, "clone", "--quiet", str(ROOT), str(clone)], check=True)
    begun = time.monotonic()
    with beside(kind) as first, log.open("w", encoding="utf-8") as output:
        code = subprocess.run(
            [MAKE, "test"],
            cwd=clone,
            env={"PATH": os.environ["PATH"], "HOME": str(folder / "home")},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=first,
            check=False,
        ).returncode
    took = time.monotonic() - begun
    left = after(clone)
    green = code == 0 and not left
    line = f"run {number:2}  {'green' if green else 'RED':5}  {kind:8}  {took:6.0f} s  {figures(clone, log)}"
    with (folder / "figures.txt").open("a", encoding="utf-8") as told:
        told.writelines(f"{each}\n" for each in (line, *(f"    left behind: {one}" for one in left)))
    for one in left:
        with suppress(ProcessLookupError):  # it has ended meanwhile
            os.kill(int(one.split(":")[0]), signal.SIGKILL)
    if green:
        shutil.rmtree(clone)
    return green


def figures(clone: Path, log: Path) -> str:
    """The commit of a run, the seed of its order, and what pytest counted."""
    commit = subprocess.run(
        [GIT, "rev-parse", "--short", "HEAD"], cwd=clone, check=True, capture_output=True, text=True
    ).stdout.strip()
    said = log.read_text(encoding="utf-8", errors="replace")
    seed = (re.findall(r"randomly-seed=(\d+)", said) or ["-"])[-1]
    tests = (re.findall(r"=+ (.*\d+ passed.*) =+", said) or ["no tests"])[-1]
    return f"{commit}  seed {seed}  {tests}"


def main() -> None:
    """Start the runs in the background; or make them, in the process that stands there."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("folder", type=lambda given: Path(given).resolve())
    reader.add_argument("--runs", type=int, default=12)
    reader.add_argument("--first", type=int, default=1, help="the number of the first run that is made")
    reader.add_argument("--here", action="store_true", help="stay in the foreground")
    asked = reader.parse_args()
    (asked.folder / "home").mkdir(parents=True, exist_ok=True)
    if not asked.here:
        with (asked.folder / "runs.log").open("w", encoding="utf-8") as output:
            started = subprocess.Popen(
                [sys.executable, "-m", "tests.many_runs", *sys.argv[1:], "--here"],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        print(f"process {started.pid} makes {asked.runs} runs; see {asked.folder / 'figures.txt'}")  # noqa: T201
        return
    row = list(enumerate(kinds(asked.runs), start=1))[asked.first - 1 :]
    green = all(run(asked.folder, number, kind) for number, kind in row)
    sys.exit(0 if green else 1)


if __name__ == "__main__":
    main()
