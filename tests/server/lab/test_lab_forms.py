"""Answers of the lab over HTTP that are no JSON: rows as Parquet, and pictures for links."""

import asyncio
import struct
from io import BytesIO

import pyarrow.parquet as pq
import pytest
from tests.server.lab.test_lab import patiently
from tests.server.live import open_house

from bankcraps.client import Lab
from bankcraps.lab.questions import read_question
from bankcraps.server.jobs.process import Finished, LabProcess, packed, unpacked
from bankcraps.server.web.edge import page

PASS = "rules=nsw&strategy=pass&bankroll=100&throws=20"


@pytest.fixture(autouse=True)
def _own_answers(monkeypatch, tmp_path):
    """Chains and answers of a test's own."""
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def plain(monkeypatch, tmp_path):
    """The picture of the program, also where the page is not built."""
    picture = b"\x89PNG plain"
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "preview.png").write_bytes(picture)
    monkeypatch.setattr(page, "FOLDER", tmp_path / "page")
    return picture


def test_bytes_are_one_line_and_come_back():
    for content in (b"", b"\n\0" * 5, bytes(range(256)) * 5000):
        assert b"\n" not in packed(content)
        assert unpacked(packed(content)) == content


async def _rows_come_as_parquet(house):
    told = (await patiently(house, f"/api/lab/session?{PASS}&distribution=true")).json()
    file = await patiently(house, f"/api/lab/session.parquet?{PASS}")
    assert file.status_code == 200, file.text
    assert file.headers["content-type"] == "application/vnd.apache.parquet"
    assert file.headers["content-disposition"] == 'attachment; filename="session.parquet"'
    rows = pq.read_table(BytesIO(file.content)).to_pylist()
    assert [row["final_cents"] for row in rows] == told["distribution"]["final_cents"]
    assert [row["chance"] for row in rows] == told["distribution"]["chance"]
    same = {"If-None-Match": file.headers["etag"]}
    again = await house.get(f"/api/lab/session.parquet?{PASS}", headers=same)
    assert (again.status_code, again.content) == (304, b"")
    assert (await house.get(f"/api/lab/session?{PASS}", headers=same)).status_code != 304
    for said, status, why in (
        ("session.parquet?strategy=pass", 400, "bankroll is missing"),
        ("session.parquet?strategy=pss&bankroll=5&throws=5", 422, "did you mean pass"),
    ):
        refused = await patiently(house, f"/api/lab/{said}")
        assert refused.headers["content-type"] == "application/problem+json"
        assert (refused.status_code, why in refused.json()["detail"]) == (status, True), refused.text
    assert (await house.get("/api/lab/best.parquet?bankroll=5&goal=9")).status_code == 404
    paths = (await house.get("/api/openapi.json")).json()["paths"]
    described = paths["/api/lab/simulate.parquet"]["get"]
    assert list(described["responses"]["200"]["content"]) == ["application/vnd.apache.parquet"]
    assert {"202", "422"} <= set(described["responses"])
    await _every_session_is_a_job_like_any_other(house)
    rows = pq.read_table(BytesIO(await asyncio.to_thread(_by_the_client, house.address))).to_pylist()
    assert rows[0]["wager"] == "field"
    with_rows = {one["name"] for one in (await house.get("/api/lab")).json() if one["parquet"]}
    parquet = {path for path in paths if path.endswith(".parquet") and "/lab/" in path}
    assert parquet == {f"/api/lab/{name}.parquet" for name in with_rows}


async def _every_session_is_a_job_like_any_other(house):
    asked = f"/api/lab/simulate.parquet?{PASS}&sessions=3000&seed=1"
    began = await house.get(asked, headers={"Prefer": "respond-async"})
    assert began.status_code == 202
    line = began.json()
    assert line["question"].startswith("/api/lab/simulate.parquet?")
    assert line["command"].endswith("--sessions 3000 --seed 1 --parquet sessions.parquet")
    file = await patiently(house, line["question"])
    async with house.http() as http, http.stream("GET", f"{began.headers['location']}/events") as told:
        news = [line async for line in told.aiter_lines() if line]
    assert news[-2:] == ["event: finished", "data: null"]
    assert pq.read_table(BytesIO(file.content)).num_rows == 3000


def _by_the_client(address):
    with Lab(address) as lab:
        return lab.parquet("odds", rules="nsw", wager="field")


def size_of(png):
    """The width and height of a PNG (its first chunk)."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


BEST = (
    "bankroll=5&goal=10&with=pass",
    "limits=1:9&bankroll=5&with=place+6&goal=9&least_throws_at=0.4",
    "limits=1:9&bankroll=5&with=place+6&still_playing=6&at_least=2",
)
"""A best play for each aim whose picture no test of previews has."""


COMPARED = f"{PASS}&strategy=when+come_out:+pass+10&sessions=1000"

LINKS = (
    ("session", PASS, f"{PASS}&extremes=false&distribution=true"),
    ("odds", "rules=nsw&wager=place+6&amount=5", "rules=nsw&amount=5"),
    ("compare", COMPARED, f"{COMPARED}&distribution=true"),
    ("explain", PASS, f"{PASS}&layouts=true"),
    ("odds", "rules=nsw&wager=place&amount=5", "rules=nsw&amount=5"),
    *(("best", asked, asked) for asked in BEST),
)
"""The kind of a question, what a link to its answer says, and what the page asks for it."""


async def test_an_answer_is_drawn_for_a_link_and_its_rows_come_as_parquet(house, plain):
    """One house does it all: each has a process of the lab, which takes a second to start."""
    for kind, linked, _ in LINKS:
        unasked = await house.get(f"/api/lab/{kind}.png?{linked}")
        assert unasked.content == plain, linked
        assert "immutable" not in unasked.headers["cache-control"], linked
    for kind, linked, answered in LINKS:
        told = await patiently(house, f"/api/lab/{kind}?{answered}")
        assert told.status_code == 200, told.text
        await _is_drawn(house, f"/api/lab/{kind}.png?{linked}", told.headers["bankcraps-edition"], plain)
    await _rows_come_as_parquet(house)


async def _is_drawn(house, link, edition, plain):
    """The answer of this edition has a picture that may be kept for ever, and other editions show it, too."""
    drawn = await house.get(f"{link}&edition={edition}")
    for _ in range(20):
        if drawn.content != plain:
            break
        drawn = await house.get(f"{link}&edition={edition}")
    assert size_of(drawn.content) == (1200, 630), link
    assert drawn.headers["content-type"] == "image/png", link
    assert "immutable" in drawn.headers["cache-control"], link
    old = await house.get(f"{link}&edition=0123")
    assert (old.content, old.headers["cache-control"]) == (drawn.content, "no-cache"), link


async def test_no_process_starts_for_a_picture(tmp_path, plain, monkeypatch):
    async def start(_):
        raise AssertionError("a picture asks nothing")

    monkeypatch.setattr(LabProcess, "start", start)
    async with open_house(tmp_path) as house:
        for asked in (PASS, "strategy=pass", "", "edition=1&edition=2", "x=" + "y" * 4000):
            got = await house.get(f"/api/lab/session.png?{asked}")
            assert (got.status_code, got.content) == (200, plain)


async def test_wagers_are_answered_before_all_of_the_lab_is_loaded():
    process = LabProcess(2**32)
    heard = []

    async def ask(kind, **values):
        last = None
        async for said in process.answer(read_question(kind, values.items())):
            last = said
        assert isinstance(last, Finished), last
        heard.append(process._child)  # noqa: SLF001 - which child answers is nobody else's business

    try:
        await ask("layout", layout="pass 10")
        await ask("session", strategy="pass", bankroll="50", throws="5")
        await ask("odds", wager="field")
    finally:
        await process.end()
    assert [child.whole for child in heard] == [False, True, True]
    assert heard[0] != heard[1] == heard[2]
