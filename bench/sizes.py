"""The size of the wheel, and of the environment that `make run` installs, beside their goals.

Both are made anew in a temporary folder, from this checkout, and need a registry of packages.

    .venv/bin/python bench/sizes.py
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
MEGABYTE: Final = 1_000_000
WHEEL_GOAL, ENVIRONMENT_GOAL = 2, 400
"""The goals, in megabytes: below each."""


def main() -> None:
    uv = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    with tempfile.TemporaryDirectory() as folder:
        wheel, environment = Path(folder, "wheel"), Path(folder, "environment")
        run([uv, "build", "--quiet", "--wheel", "--out-dir", str(wheel)])
        run(
            [uv, "sync", "--quiet", "--locked", "--no-dev", "--extra", "server", "--extra", "client"],
            UV_PROJECT_ENVIRONMENT=str(environment),
            UV_COMPILE_BYTECODE="1",
        )
        print(f"{'size in megabytes':<32}{'measured':>10}{'goal':>8}")
        row("the wheel", sum(path.stat().st_size for path in wheel.glob("*.whl")), WHEEL_GOAL)
        row("the environment of make run", size(environment), ENVIRONMENT_GOAL)


def run(command: list[str], **settings: str) -> None:
    """Run uv for this checkout."""
    subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}, check=True)  # noqa: S603 - uv


def size(folder: Path) -> int:
    """The bytes of all files in a folder, links not followed."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())


def row(name: str, count: int, goal: int) -> None:
    """Print a size beside its goal."""
    print(f"{name:<32}{count / MEGABYTE:>10.2f}{goal:>8}")


if __name__ == "__main__":
    main()
