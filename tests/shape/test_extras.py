"""The sentences of an installation without some extra, in Python and at the command line."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from bankcraps.cli import group as command_line
from bankcraps.support.extras import EXTRAS

PROJECT = Path(__file__).parents[2] / "pyproject.toml"

WITHOUT = """
import sys
for package in {packages}:
    sys.modules[package] = None  # as if it were not installed
from bankcraps import BankcrapsError
try:
    {line}
except BankcrapsError as error:
    print(error)
"""


RUN = """
import sys
sys.modules.update(dict.fromkeys({packages}))  # as if they were not installed
from bankcraps.cli.main import main

def run(*words):
    sys.argv = ["bankcraps", *words]
    try:
        main()
    except SystemExit as ended:
        return ended.code or 0

print([run(*line.split()) for line in {commands}], file=sys.stderr)
"""


def says(package, extra):
    """The sentence where a package of an extra is missing."""
    checkout = "make lab" if extra == "lab" else f"pip install '.[{extra}]'"
    return (
        f"this needs the extra `{extra}` ({package} is not installed): "
        f"type `pip install 'bankcraps[{extra}]'`, or in a checkout `{checkout}`"
    )


def test_each_package_is_in_the_extra_that_it_is_said_to_come_with():
    extras = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]
    brings = {name: {re.split(r"[^\w-]", line)[0] for line in lines} for name, lines in extras.items()}
    of = packages_distributions()
    for extra, packages in EXTRAS.items():
        assert all(
            brings[extra] & {name.lower().replace("_", "-") for name in of[package]} for package in packages
        ), extra


@pytest.mark.some
@pytest.mark.parametrize(
    ("line", "package", "extra"),
    [
        ("from bankcraps import exact", "numpy", "lab"),
        ("from bankcraps import simulate", "numpy", "lab"),
        ("from bankcraps import exact; exact.session('nsw', 'pass', 100, goal=200)", "scipy", "lab"),
        ("from bankcraps import simulate; simulate('nsw', 'pass', 100, throws=1)", "numba", "lab"),
        ("from bankcraps import odds; odds('nsw').plot()", "matplotlib", "lab"),
        ("from bankcraps.analysis import plots; plots.fan", "matplotlib", "lab"),
        ("from bankcraps.lab import preview_pictures", "matplotlib", "lab"),
        ("from bankcraps import odds; odds('nsw').to_arrow()", "pyarrow", "lab"),
        ("from bankcraps.client import House", "httpx", "client"),
        (
            "from bankcraps import simulate; simulate('nsw', 'pass', 100, throws=1, dask='a:1')",
            "distributed",
            "cluster",
        ),
    ],
)
def test_python_says_what_to_install(line, package, extra):
    code = WITHOUT.format(packages=[package], line=line)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.stderr, ran.stdout) == ("", f"{says(package, extra)}\n")


@pytest.mark.some
def test_the_help_of_every_command_needs_no_extra():
    packages = [package for extra in EXTRAS.values() for package in extra]
    commands = [f"{name} --help" for name in command_line.COMMANDS]
    code = RUN.format(packages=packages, commands=commands)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == f"{[0] * len(commands)}\n"
    assert ran.stdout.count("Usage: bankcraps ") == len(commands)


ANSWER = """
from bankcraps.server import serving
from bankcraps.server.jobs.process import JobRequest
from bankcraps.server.jobs.worker import _answered
from bankcraps.lab.questions import read_question

for kind, values in {questions}:
    said = _answered(JobRequest(read_question(kind, values.items())), print)
    print(type(said).__name__, getattr(said, "error", ""), file=sys.stderr)
"""


def test_an_installation_without_the_lab_opens_a_house_and_works_out_wagers():
    session = {"strategy": "pass", "bankroll": "100", "throws": "10"}
    code = (RUN + ANSWER).format(
        packages=EXTRAS["lab"],
        commands=[
            "odds --wager pass",
            "hand",
            "drill --help",
            "play --help",
            "strategies",
            "explain --strategy pass",
            "session --strategy pass --bankroll 9 --distribution",
        ],
        questions=[("odds", {"wager": "pass"}), ("houses", {}), ("hand", {}), ("session", session)],
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr.splitlines() == [
        f"bankcraps: {says('numpy', 'lab')}",
        "bankcraps: --distribution goes with --json",  # a wrong option is named there, too
        "[0, 0, 0, 0, 0, 1, 1]",
        "Finished ",
        "Finished ",
        "Finished ",
        f"Refused {says('numpy', 'lab')}",
    ]
    assert "7/495" in ran.stdout
