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
    says = f"pip install 'bankcraps[{extra}]', or in a checkout pip install '.[{extra}]'"
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
