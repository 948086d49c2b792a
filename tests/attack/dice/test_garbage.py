"""Files that are no logs, and rows that are none: both scripts and `verify` refuse them in a sentence."""

import hashlib
import json

import pytest
from click.testing import CliRunner
from tests.attack.dice.test_forged_logs import by_node, by_python
from tests.live.proof.forged import lines_of, night

from bankcraps.cli.commands import verify

__all__ = ["by_node"]

FIRST, *ROWS, LAST = lines_of(night())


def log_of(first_row: str) -> str:
    """Write a log with one row, whose hashes are right."""
    head = json.loads(FIRST)["hash"]
    head = hashlib.sha256(f"{head}\n{first_row}".encode()).hexdigest()
    return f'{FIRST}\n{{"hash":"{head}","row":{first_row}}}\n{{"rows":1,"head":"{head}"}}\n'


def row(entry) -> str:
    return log_of(json.dumps({"table": "k3x9", "seq": 1, "at": 1, "by": "", "command": "", "entry": entry}))


GARBAGE = {
    "nothing": "",
    "one line": f"{FIRST}\n",
    "no objects": "[]\n[]\n",
    "no table": "{}\n{}\n",
    "no end of brackets": f"{'[' * 100_000}\n{{}}\n",
    "a row that is a number": log_of("1"),
    "a row that is nothing": log_of("null"),
    "a row that is cut": log_of('{"table":'),
    "a row without an entry": log_of('{"table":"k3x9","seq":1}'),
    "an entry that is a number": row(1),
    "an entry without a type": row({}),
    "a type that is an object": row({"type": {}}),
    "an event that is a number": row({"type": "acted", "event": 1.5}),
    "a seed of nobody": row({"type": "seed_given", "seed": "a"}),
    "settings that are nothing": row({"type": "table_opened", "settings": None}),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("garbage")
    for number, text in enumerate(GARBAGE.values()):
        (folder / f"{number}.jsonl").write_text(text)
    return {what: folder / f"{number}.jsonl" for number, what in enumerate(GARBAGE)}


@pytest.mark.parametrize("what", GARBAGE)
def test_garbage_is_refused_in_a_sentence(what, files, by_node, monkeypatch, capsys):
    for good, (said, *_) in (by_python(files[what], monkeypatch, capsys), by_node[str(files[what])]):
        assert (good, said.partition(":")[0]) in ((False, "row 0"), (False, "row 1"))
        assert not {"undefined", "Error", "JSON"} & set(said.split())
    assert CliRunner().invoke(verify.command, [str(files[what])]).exit_code == 1
