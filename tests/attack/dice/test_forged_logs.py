"""Logs that a house forges: the audit, `verify` and both scripts of the documentation refuse them.

The documentation has these logs in `forged_logs.json`, so that anybody can try a checker of their own.
`pytest tests/attack/dice/test_forged_logs.py --write-golden` writes it anew.
"""

import hashlib
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.live.proof.forged import FORGED, HONEST, lines_of, night, part
from tests.live.proof.test_fairness import DOCS, NODE

from bankcraps.cli.commands import audit, verify

PUBLISHED = DOCS / "forged_logs.json"

ALL = {**HONEST, **FORGED}

DRIVER = """
const [script, ...logs] = process.argv.slice(1);
const found = {};
for (const log of logs) {
  const said = [];
  console.log = (...words) => said.push(words.join(" "));
  process.argv[2] = log;
  delete require.cache[require.resolve(script)];
  try {
    require(script);
    found[log] = [true, said];
  } catch (error) {
    found[log] = [false, [error.message]];
  }
}
process.stdout.write(JSON.stringify(found));
"""
"""Runs the script of Node for many logs in one process."""


@pytest.fixture(scope="module")
def fresh() -> dict[str, list[str]]:
    rows = night()
    return {what: lines_of(make(rows)) for what, make in ALL.items()}


@pytest.fixture(scope="module")
def published(fresh, request) -> dict[str, list[str]]:
    """The logs in the documentation. Each is the beginning of an honest one, with other lines behind it."""
    if request.config.getoption("--write-golden"):
        publish(fresh)
    told = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    logs = told["good"] + told["forged"]
    return {one["what"]: told["night"][: one["keep"]] + one["then"] for one in logs}


def publish(fresh: dict[str, list[str]]) -> None:
    whole = lines_of(night())

    def told(some) -> list[dict]:
        kept = {what: _alike(whole, fresh[what]) for what in some}
        return [{"what": what, "keep": keep, "then": fresh[what][keep:]} for what, keep in kept.items()]

    about = (
        "Logs for checkers. Each is the first `keep` lines of `night`, and then the lines of `then`. "
        "A checker must take the good ones and refuse the forged ones: `what` is the trick."
    )
    logs = {"about": about, "night": whole, "good": told(HONEST), "forged": told(FORGED)}
    PUBLISHED.write_text(f"{json.dumps(logs, indent=1, ensure_ascii=False)}\n", encoding="utf-8")


def _alike(one: list[str], other: list[str]) -> int:
    """Return how many lines both begin with."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (mine, theirs) in enumerate(pairs) if mine != theirs), min(len(one), len(other)))


@pytest.fixture(scope="module")
def files(fresh, published, tmp_path_factory) -> dict[tuple[str, str], Path]:
    """A file of each log. Those that were published are the same until the program changes."""
    folder = tmp_path_factory.mktemp("logs")
    found = {}
    for number, (what, lines) in enumerate([*fresh.items(), *published.items()]):
        source = "fresh" if number < len(fresh) else "published"
        if source == "fresh" or lines != fresh[what]:
            found[source, what] = folder / f"{number}.jsonl"
            found[source, what].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def by_node(files) -> dict[str, tuple[bool, list[str]]]:
    return said_by_node(files)


def said_by_node(files) -> dict[str, tuple[bool, list[str]]]:
    """Return what the script of Node says of some files."""
    words = [str(NODE), "-e", DRIVER, str(DOCS / "check_dice.js"), *map(str, files.values())]
    return json.loads(subprocess.check_output(words, encoding="utf-8", timeout=300))


def by_python(log: Path, monkeypatch, capsys) -> tuple[bool, list[str]]:
    monkeypatch.setattr(sys, "argv", ["check_dice.py", str(log)])
    try:
        runpy.run_path(str(DOCS / "check_dice.py"))
    except SystemExit as error:
        capsys.readouterr()
        return False, [str(error)]
    return True, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("what", ALL)
def test_all_checkers_agree(what, files, by_node, monkeypatch, capsys):
    for source, log in ((source, log) for (source, named), log in files.items() if named == what):
        one, other = by_python(log, monkeypatch, capsys), tuple(by_node[str(log)])
        assert one == other
        found = {
            "verify": CliRunner().invoke(verify.command, [str(log), "--summary"]).exit_code == 0,
            "check_dice": one[0],
        }
        if source == "fresh":  # the rulebook of a published log may be older than the program's
            found["audit"] = CliRunner().invoke(audit.command, ["--log", str(log)]).exit_code == 0
        assert found == dict.fromkeys(found, what in HONEST)


def test_all_logs_are_published(published):
    assert list(published) == list(ALL)


def before_the_first_commitment(rows, at) -> list[str]:
    """The sentences of `verify` about a part of the night, from a place on."""
    log = "".join(f"{line}\n" for line in part(rows[at:], at))
    Path("part.jsonl").write_text(log, encoding="utf-8")
    done = CliRunner().invoke(verify.command, ["part.jsonl", "--summary"])
    assert done.exit_code == 0, done.output
    return done.output.splitlines()[:3]


def test_verify_says_what_it_did_not_check_in_a_part(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = night()
    begins = "  this log begins in the middle: bots that the house seated before count as players here"
    unchecked = "  throws before the first commitment here, which were not checked: "
    counted = "  sealed throws counted: {}; the faces of each are those that its secret gives"
    cases = {10: (1, 1), 14: (0, 1), len(rows) - 5: (1, 0), len(rows) - 1: (0, 0)}
    for at, (before, checked) in cases.items():
        said = [begins, f"{unchecked}{before}", counted.format(checked)]
        assert before_the_first_commitment(rows, at) == said, at


def test_a_script_says_what_it_cannot_know(files, monkeypatch, capsys):
    log = files["fresh", "the last throw is locked, and not shown yet"]
    said = by_python(log, monkeypatch, capsys)[1]
    assert said[:-1] == ["1 5-3, seeds: 2", "2 withheld", "3 locked and not shown yet"]
    head = json.loads(log.read_text(encoding="utf-8").splitlines()[-1])["head"]
    assert said[-1] == f"good up to row 39, head {head}"


# Files that are no logs, and rows that are none.

FIRST = lines_of(night())[0]


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
def garbage(tmp_path_factory):
    """The files, and what the script of Node says of them."""
    folder = tmp_path_factory.mktemp("garbage")
    files = {what: folder / f"{number}.jsonl" for number, what in enumerate(GARBAGE)}
    for what, file in files.items():
        file.write_text(GARBAGE[what])
    return files, said_by_node(files)


@pytest.mark.parametrize("what", GARBAGE)
def test_garbage_is_refused_in_a_sentence(what, garbage, monkeypatch, capsys):
    file = garbage[0][what]
    for good, (said, *_) in (by_python(file, monkeypatch, capsys), garbage[1][str(file)]):
        assert (good, said.partition(":")[0]) in ((False, "row 0"), (False, "row 1"))
        assert not {"undefined", "Error", "JSON"} & set(said.split())
    assert CliRunner().invoke(verify.command, [str(file)]).exit_code == 1
