"""What an installation without some extra says, in Python and at the command line."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from bankcraps.extras import EXTRAS

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


def test_each_package_is_in_the_extra_that_it_is_said_to_come_with():
    extras = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]
    brings = {name: {re.split(r"[^\w-]", line)[0] for line in lines} for name, lines in extras.items()}
    of = packages_distributions()
    for extra, packages in EXTRAS.items():
        assert all(
            brings[extra] & {name.lower().replace("_", "-") for name in of[package]} for package in packages
        ), extra


@pytest.mark.turns
@pytest.mark.parametrize(
    ("line", "package", "extra"),
    [
        ("from bankcraps import exact", "numpy", "lab"),
        ("from bankcraps import simulate", "numpy", "lab"),
        ("from bankcraps import exact; exact.session('nsw', 'pass', 100, goal=200)", "scipy", "lab"),
        ("from bankcraps import simulate; simulate('nsw', 'pass', 100, throws=1)", "numba", "lab"),
        ("from bankcraps import odds; odds('nsw').plot()", "matplotlib", "lab"),
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
    checkout = "make lab" if extra == "lab" else f"pip install '.[{extra}]'"
    says = f"pip install 'bankcraps[{extra}]', or in a checkout {checkout}"
    assert (ran.stderr, ran.stdout) == ("", f"this needs {package}: {says}\n")


def test_a_command_says_what_to_install():
    code = "import sys; sys.modules['numpy'] = None; sys.argv = ['bankcraps', *sys.argv[1:]]\n"
    code += "from bankcraps.cli.main import main\nmain()"
    asks = [
        sys.executable,
        "-c",
        code,
        "session",
        "--strategy",
        "pass",
        "--bankroll",
        "100",
        "--throws",
        "10",
    ]
    ran = subprocess.run(asks, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.startswith(
        "bankcraps: this needs numpy: pip install 'bankcraps[lab]', or in a checkout"
    )


LEAN = """
import sys
sys.modules.update(dict.fromkeys({packages}))  # as if the lab were not installed
from bankcraps.cli.main import main
from bankcraps.server import serving
from bankcraps.server.lab.worker import _answered
from bankcraps.lab.questions import read_question
import msgspec

def run(*words):
    sys.argv = ["bankcraps", *words]
    try:
        main()
    except SystemExit as ended:
        return ended.code or 0

print([run(*line.split()) for line in {commands}], file=sys.stderr)
for kind, values in {questions}:
    said = _answered(msgspec.json.encode(read_question(kind, values.items())), print)
    print(type(said).__name__, getattr(said, "error", ""), file=sys.stderr)
"""


def test_an_installation_without_the_lab_opens_a_house_and_works_out_wagers():
    session = {"strategy": "pass", "bankroll": "100", "throws": "10"}
    code = LEAN.format(
        packages=EXTRAS["lab"],
        commands=[
            "odds --wager pass",
            "hand",
            "drill --help",
            "play --help",
            "strategies",
            "explain --strategy pass",
        ],
        questions=[("odds", {"wager": "pass"}), ("houses", {}), ("hand", {}), ("session", session)],
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    says = "this needs numpy: pip install 'bankcraps[lab]', or in a checkout make lab"
    assert ran.stderr.splitlines() == [
        f"bankcraps: {says}",
        "[0, 0, 0, 0, 0, 1]",
        "Finished ",
        "Finished ",
        "Finished ",
        f"Refused {says}",
    ]
    assert "7/495" in ran.stdout
