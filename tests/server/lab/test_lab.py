"""The lab of a house over HTTP, with a process that answers."""

import asyncio
import json
import os
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlencode

import httpx
import msgspec
import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import open_house, soon

from bankcraps import exact, load_rulebook
from bankcraps.analysis.results.reading import decode_result
from bankcraps.client import HouseError, Lab
from bankcraps.game.records.codec import encode
from bankcraps.lab.kinds import KINDS
from bankcraps.lab.questions import LabQuestion
from bankcraps.server.jobs import process, worker
from bankcraps.server.jobs.jobs import LabLimits
from bankcraps.server.jobs.process import JobRequest, LabProcess, Place
from bankcraps.strategies.library import text_system
from bankcraps.strategies.slots import SystemSlots, read_slots
from bankcraps.support import extras

LOWEST = vars(process)["_LOWEST"]
"""The priority outside of tests."""
PATIENT = {"Prefer": f"wait={IN_TIME}"}
PASS = "/api/lab/session?rules=nsw&strategy=pass&bankroll=100&throws=20"
LONG = "/api/lab/simulate?strategy=pass&bankroll=100&shooters=100000&sessions=10000000"


@pytest.fixture(autouse=True)
def _own_answers(monkeypatch, tmp_path):
    """Chains and answers of a test's own."""
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "cache"))


async def patiently(house, path, **headers):
    """Ask until there is an answer or a reason against one."""
    while True:
        response = await house.get(path, headers=PATIENT | headers)
        if response.status_code != 202:
            return response


async def begun(house, path):
    """Ask without waiting, and return the address of the job."""
    response = await house.get(path, headers={"Prefer": "respond-async"})
    assert response.status_code == 202, response.text
    return response.headers["location"]


@asynccontextmanager
async def events(house, job, **headers):
    """The events of a job, each with its number and data."""
    async with house.http() as http, http.stream("GET", f"{job}/events", headers=headers) as response:
        assert response.headers["content-type"].startswith("text/event-stream")

        async def all_of_them():
            fields = {}
            async for line in response.aiter_lines():
                name, _, value = line.partition(": ")
                if name:
                    fields[name] = value
                elif fields:
                    yield fields.get("event"), int(fields.get("id", 0)), json.loads(fields["data"])
                    fields = {}

        yield all_of_them()


async def test_answers_come_from_a_process_and_outlive_the_house(tmp_path, monkeypatch):
    async with open_house(tmp_path) as house:
        response = await patiently(house, PASS + "&distribution=true")
        assert response.status_code == 200, response.text
        solved = exact.session("nsw", "pass", bankroll=100, throws=20)
        assert response.json() == json.loads(encode(solved.to_dict(distribution=True)))
        tag, edition = response.headers["etag"], response.headers["bankcraps-edition"]
        assert response.headers["cache-control"] == "no-cache"
        for tags, status in ((f'W/{tag}, "x"', 304), ("*", 304), (f'"not-{tag[1:]}', 200), (tag[1:-1], 200)):
            again = await house.get(PASS + "&distribution=true", headers={"If-None-Match": tags})
            assert again.status_code == status, tags
        for_ever = await house.get(f"{PASS}&distribution=true&edition={edition}")
        assert "immutable" in for_ever.headers["cache-control"]

        for said, status, why in (
            ("strategy=pss&bankroll=100&throws=20", 422, "did you mean pass"),
            ("strategy=when+point:+pas+9&bankroll=100&throws=20", 422, "pas"),
            ("strategy=pass&bankroll=100", 400, "say how long the session is"),
            ("strategy=three_point_molly&bankroll=500&until_settled=true", 422, "too long to solve"),
        ):
            refused = await patiently(house, f"/api/lab/session?{said}")
            assert refused.headers["content-type"] == "application/problem+json"
            assert (refused.status_code, refused.json()["status"]) == (status, status), refused.text
            assert why in refused.json()["detail"]
            assert refused.json()["simulates"] == (why == "too long to solve")
            at = refused.json()["at"]
            assert (at and at["word"]) == {"pas": "pas", "did you mean pass": ""}.get(why)

        mine = tmp_path / "mine.toml"
        mine.write_text("id = 'mine'\nextends = 'nsw'\nwagers.field.pays.12 = '3 to 1'\n", encoding="utf-8")

        def ask():
            with Lab(house.address) as lab:
                assert lab.odds(mine, "field").house == "mine"
                found = lab.session("nsw", "pass", 100, throws=20)
                with pytest.raises(HouseError, match="did you mean pass"):
                    lab.session("nsw", "pss", 100, throws=20)
                more = lab.session("nsw", "pass", 100, throws=20, streaks=True, drawdown=True)
                assert all((more.streaks, more.drawdown, more.distribution))
                return found

        assert await asyncio.to_thread(ask) == decode_result(response.content)

    async def start(_):
        raise AssertionError("the answer was kept")

    monkeypatch.setattr(LabProcess, "start", start)
    async with open_house(tmp_path) as house:
        again = await house.get(PASS + "&distribution=true")
        assert (again.status_code, again.content) == (200, response.content)


async def test_the_slots_of_a_text_come_at_once_and_without_a_process(tmp_path, monkeypatch):
    async def start(_):
        raise AssertionError("a text needs no process")

    monkeypatch.setattr(LabProcess, "start", start)
    text = "when come_out: pass 10 # ours\nwhen pont: odds max"
    async with open_house(tmp_path) as house:
        query = urlencode({"rules": "nsw", "strategy": text})
        response = await house.get(f"/api/lab/rules?{query}")
        assert response.status_code == 200, response.text
        found = msgspec.json.decode(response.content, type=SystemSlots)
        assert found == read_slots(text, load_rulebook("nsw"))
        assert found.wrong is not None
        assert text[found.wrong.at.start : found.wrong.at.end] == "pont"
        steps = [text[one.start : one.end] for one in found.rules[0].steps]
        assert steps == ["pass 10", "when pont: odds max"]
        named = (await house.get("/api/lab/rules?strategy=three_point_molly")).json()
        assert named["text"] == text_system("three_point_molly").text
        for said, why in (
            ("rules=nws", "did you mean nsw"),
            ("strategy=" + "x" * 5000, "at most 4,096 characters"),
            ("book=id", "book"),
        ):
            refused = await house.get(f"/api/lab/rules?{said}")
            assert (refused.status_code, refused.headers["content-type"]) == (400, "application/problem+json")
            assert why in refused.json()["detail"]
        foreign = await house.get("/api/lab/rules", headers={"origin": "https://elsewhere.example"})
        assert foreign.status_code == 403

        def ask():
            with Lab(house.address) as lab:
                return lab.rules("nsw", text), lab.rules("nsw", "")

        same, empty = await asyncio.to_thread(ask)
        assert same == found
        assert (empty.text, empty.rules) == ("", ())


async def test_a_question_gives_way_to_the_next_once_its_client_hangs_up(tmp_path):
    async with open_house(tmp_path, lab=LabLimits(each=1)) as house, asyncio.timeout(IN_TIME):
        left = await begun(house, LONG)
        other = f"{LONG}&seed=1"
        while (await house.get(other, headers={"Prefer": "respond-async"})).status_code == 429:
            async with house.http() as http:
                with suppress(httpx.TimeoutException):
                    await http.get(LONG, headers=PATIENT, timeout=0.2)
        assert (await house.get(left)).json()["state"] == "cancelled"


async def test_tables_come_before_the_processes_of_a_lab(monkeypatch):
    monkeypatch.setattr("bankcraps.server.jobs.process._LOWEST", LOWEST)
    lab = LabProcess(LabLimits().most_bytes)
    started = await lab.start()
    await soon(lambda: os.getpriority(os.PRIO_PROCESS, started.pid) == 19)
    await lab.end()


async def test_a_simulation_is_followed_and_taken_back_and_a_process_that_is_killed_is_told(
    tmp_path, monkeypatch
):
    """At one house: each process of a lab takes a second to start."""
    processes, start, next_one = [], LabProcess.start, f"{LONG}&seed=1"

    async def noted(process):
        started = await start(process)
        if started not in processes:
            processes.append(started)
        return started

    monkeypatch.setattr(LabProcess, "start", noted)
    async with open_house(tmp_path, lab=LabLimits(each=2)) as house, asyncio.timeout(IN_TIME):
        job = await begun(house, LONG)
        await soon(lambda: processes)
        later_job = await begun(house, next_one)
        full = await house.get(LONG + "&seed=2")
        assert (full.status_code, full.headers["retry-after"]) == (429, "5")
        async with events(house, job) as news:
            told = []
            async for kind, _, data in news:
                told.append((kind, data))
                if kind == "so_far":
                    processes[0].kill()
        assert told[-1][0] == "refused"
        assert "was ended" in told[-1][1]["detail"]
        await soon(lambda: len(processes) > 1)
        await _is_followed_and_taken_back(house, later_job, next_one)
    assert all(process.returncode is not None for process in processes)


async def _is_followed_and_taken_back(house, job, question):
    key, told = job.rpartition("/")[2], {}
    unanswered = await house.get(question, headers={"If-None-Match": f'"{key}"', "Prefer": "respond-async"})
    assert unanswered.status_code == 202
    async with events(house, job) as news:
        async for kind, number, data in news:
            told[kind] = number, data
            if {"progress", "so_far"} <= set(told):
                break
    last, result = told["so_far"]
    assert result["sessions"] > 0
    assert result["interrupted"]
    line = (await house.get(job)).json()
    assert (line["key"], line["state"], line["of"]) == (key, "working", 10_000_000)
    assert line["question"] == question
    assert line["command"].startswith("bankcraps simulate --strategy pass")

    other = await house.get(job, "", "DELETE", headers={"origin": "https://elsewhere.example"})
    assert other.status_code == 403
    async with events(house, job, **{"Last-Event-ID": str(last)}) as news:
        done = await house.get(job, "", "DELETE")
        assert done.json() == {"done": True}
        later = [(kind, at) async for kind, at, _ in news]
    assert later[-1] == ("cancelled", 0)
    assert all(at > last for _, at in later if at)
    assert (await house.get(job)).json()["state"] == "cancelled"
    assert (await house.get("/api/lab/jobs/0")).status_code == 404
    job = (await house.get(PASS, headers={"Prefer": "respond-async"})).headers.get("location")
    answered = await patiently(house, PASS)
    assert answered.status_code == 200
    async with events(house, job, **{"Last-Event-ID": "1000"}) as news:
        assert [kind async for kind, _, _ in news] == ["finished"]


@pytest.mark.parametrize(
    ("kind", "texts", "place"),
    [
        ("compare", ["pass", "pass 10\nodds pass max; ods 3"], Place(1, 2, 16, "ods")),
        ("compare", ["when come_out:", "pass"], Place(0, 1, 1, "when")),
        ("compare", ["pass", "pss"], Place(1)),
        ("compare", ["pass", "when come_out: pass 10"], None),
        ("best", ["when come_out: pas 5"], Place(0, 1, 16, "pas")),
    ],
)
def test_the_place_of_wrong_words_is_found(kind, texts, place):
    name = "against" if kind == "best" else "strategy"
    asked = ("bankroll", "100"), ("goal", "200"), *((name, text) for text in texts)
    assert worker._place(LabQuestion(kind, asked)) == place  # noqa: SLF001 - the process would take seconds to start


def test_an_answer_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(worker, "MAX_FILE", 1000)
    asked = JobRequest(LabQuestion("odds", (("rules", "nsw"),)))
    said = worker._answered(asked, None)  # noqa: SLF001 - the process would take seconds to start
    assert said.error.endswith("bytes, and 1,000 are the most here: ask for less")


@pytest.mark.parametrize("installed", [True, False])
async def test_a_house_says_which_questions_it_cannot_answer(tmp_path, monkeypatch, installed):
    monkeypatch.setattr(extras, "find_spec", lambda name: name if installed else None)
    async with open_house(tmp_path) as house:
        kinds = (await house.get("/api/lab")).json()
    unanswered = {one["name"]: one["missing"] for one in kinds if one["missing"]}
    of_wagers = {"odds", "layout", "houses", "hand"}
    assert set(unanswered) == (set() if installed else set(KINDS) - of_wagers)
    assert all("make lab" in why for why in unanswered.values())


async def test_a_question_has_its_command_and_its_one_address(house):
    asked = "session/command?bankroll=100.00&strategy=pass+5%0Aodds+max&throws=20&rules=nsw&floor=0"
    said = (await house.get(f"/api/lab/{asked}")).json()
    question = "/api/lab/session?rules=nsw&strategy=pass+5%0Aodds+max&bankroll=100&throws=20"
    command = "bankcraps session --rules nsw --strategy 'pass 5\nodds max' --bankroll 100 --throws 20 --json"
    assert said == {"question": question, "command": command}
    for wrong, status, why in (
        ("session/command?throws=2", 400, "strategy is missing"),
        ("sesion/command", 404, "session"),
    ):
        refused = await house.get(f"/api/lab/{wrong}")
        assert (refused.status_code, why in refused.json()["detail"]) == (status, True), refused.text


async def test_a_house_without_a_lab(tmp_path):
    async with open_house(tmp_path, lab=None) as house:
        assert (await house.get(PASS)).status_code == 404
        assert (await house.get("/api/lab")).status_code == 404


def test_a_process_prepares_answers_only_while_nobody_asks(monkeypatch):
    there, asks = os.pipe()
    done = []

    def prepare(line, _):
        done.append(line)
        if line == b"b":
            os.write(asks, b"second\n")

    monkeypatch.setattr(worker, "_answered", prepare)
    with os.fdopen(there, "rb") as questions:
        os.write(asks, b"of a child that was ended\n")
        worker.forget_questions(questions)
        os.write(asks, b"first\n")
        lines = worker.lines(questions, [b"a", b"b", b"c"])
        assert (next(lines), done) == (b"first\n", [])
        assert (next(lines), done) == (b"second\n", [b"a", b"b"])
        os.close(asks)
        assert list(lines) == []
        worker.forget_questions(questions)
