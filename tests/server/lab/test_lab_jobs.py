"""The lab's queue: the people who may ask, the next question, and questions that end badly."""

import asyncio
import os
from collections import Counter

import msgspec
import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import soon

from bankcraps.lab.questions import LabQuestion
from bankcraps.server.jobs.jobs import Asker, BusyError, Jobs, KeptAnswers, LabLimits, UnknownJobError
from bankcraps.server.jobs.process import NOTHING, Finished, Note, Progress, Refused, SoFar

RESULT = msgspec.Raw(b'{"schema":"x"}')


class Bench:
    """Processes that answer a question when the test lets them.

    Attributes:
        began, started, ended: which questions they began, and how many processes were started and ended.
    """

    def __init__(self):
        self.began = []
        self.started = self.ended = 0
        self.let = {}
        self.says = {}

    def __call__(self, most_bytes, *, yields):
        assert (most_bytes, yields) == (LabLimits().most_bytes, False)
        return self

    async def start(self):
        self.started += 1

    async def answer(self, question, given):
        assert given == NOTHING
        name = question.values[0][1]
        self.began.append(name)
        done = False
        try:
            for said in self.says.get(name, ()):
                if isinstance(said, Exception):
                    raise said
                done = isinstance(said, Refused)
                yield said
            if done:
                return
            await self.let.setdefault(name, asyncio.Event()).wait()
            done = True
            yield Finished(RESULT)
        finally:
            if not done:
                await self.end()

    async def end(self):
        self.ended += 1

    def finish(self, name):
        self.let.setdefault(name, asyncio.Event()).set()


@pytest.fixture
def bench():
    return Bench()


@pytest.fixture
async def open_jobs(bench, monkeypatch):
    """Make jobs, and close them after the test."""
    monkeypatch.setattr("bankcraps.server.jobs.process.LabProcess", bench)
    made = []

    def make(folder=None, **limits):
        made.append(Jobs(LabLimits(**{"processes": 1} | limits), KeptAnswers(folder)))
        return made[-1]

    yield make
    for jobs in made:
        await jobs.close()
        assert not vars(jobs)["_workers"]


def question(name):
    return LabQuestion("hand", (("rules", name),))


def asks(jobs, name, address="", person=""):
    return jobs.ask(name, question(name), Asker(address or f"address of {name}", person))


async def test_questions_are_worked_on_in_turn(open_jobs, bench):
    jobs = open_jobs()
    found = [asks(jobs, name) for name in "abc"]
    await soon(lambda: bench.began == ["a"])
    assert [jobs.ahead(job) for job in found] == [0, 1, 2]
    bench.finish("a")
    await soon(lambda: bench.began == ["a", "b"])
    assert [job.state for job in found] == ["finished", "working", "waiting"]
    assert await jobs.answered("a") == bytes(RESULT)
    assert await jobs.answered("b") is None
    bench.finish("b")
    bench.finish("c")
    assert await found[2].wait(IN_TIME)


async def test_a_lab_that_closes_takes_every_question_back(open_jobs, bench):
    jobs = open_jobs()
    found = [asks(jobs, name) for name in "ab"]
    await soon(lambda: bench.began == ["a"])
    async with asyncio.TaskGroup() as tasks:
        waits = [tasks.create_task(job.wait(IN_TIME)) for job in found]
        await jobs.close()
    assert [job.state for job in found] == ["cancelled"] * 2
    assert all(wait.result() for wait in waits)
    with pytest.raises(BusyError, match="the house closes"):
        asks(jobs, "c")


async def test_only_so_many_bytes_of_answers_are_remembered(open_jobs, bench, monkeypatch):
    monkeypatch.setattr("bankcraps.server.jobs.jobs._MOST_BYTES", 2 * len(RESULT))
    jobs = open_jobs()
    for name in "abcd":
        bench.finish(name)
        assert await asks(jobs, name).wait(IN_TIME)
    with pytest.raises(UnknownJobError):
        jobs.find("a")
    assert [jobs.find(name).key for name in "bcd"] == ["b", "c", "d"]


async def test_addresses_and_people_take_turns(open_jobs, bench):
    jobs = open_jobs()
    for name in "abcd":
        asks(jobs, name, "home")
    for name, person in (("e", ""), ("f", "Bob"), ("g", "Bob"), ("h", "Cas")):
        asks(jobs, name, "office", person)
    asks(jobs, "i", "train", "Bob")
    asks(jobs, "d", "abroad")  # joins a question that would be the last of its address
    assert [jobs.ahead(jobs.find(name)) for name in "adei"] == [0, 1, 2, 3]
    for name in "abcdefghi":
        bench.finish(name)
    await soon(lambda: jobs.find("h").done)
    assert "".join(bench.began) == "adeifbgch"


async def test_one_asker_leaves_a_process_for_others(open_jobs, bench):
    jobs = open_jobs(processes=2)
    asks(jobs, "a", "home", "Ann")
    asks(jobs, "b", "home")
    asks(jobs, "c", "office", "Ann")
    await soon(lambda: bench.began == ["a"])
    asks(jobs, "d", "office", "Bob")
    await soon(lambda: bench.began == ["a", "d"])
    bench.finish("a")
    await soon(lambda: bench.began == ["a", "d", "b"])
    await jobs.cancel(jobs.find("d"), Asker("office", "Bob"))
    await soon(lambda: bench.began == ["a", "d", "b", "c"])


async def test_a_question_that_nobody_follows_ends_soon(open_jobs, bench):
    jobs = open_jobs(abandoned_s=0)
    left, waiting = asks(jobs, "a"), asks(jobs, "b")
    await soon(lambda: left.state == waiting.state == "cancelled")
    followed = asks(jobs, "c")
    with followed.followed():
        await soon(lambda: bench.began[-1:] == ["c"])
        assert not await followed.wait(0)
        assert jobs.find("c").state == "working"
        bench.finish("c")
        assert await followed.wait(IN_TIME)
    assert await jobs.answered("c") == bytes(RESULT)
    assert jobs.find("c").state == "finished"


async def test_the_same_question_is_worked_on_once(open_jobs, bench):
    jobs = open_jobs()
    first, second = asks(jobs, "a", "home", "Ann"), asks(jobs, "a", "home", "Bob")
    assert first is second
    bench.finish("a")
    assert await first.wait(IN_TIME)
    assert asks(jobs, "a", "home", "Cas") is first
    assert bench.began == ["a"]


async def test_a_question_is_taken_back_when_nobody_asks_it_any_more(open_jobs, bench):
    jobs = open_jobs()
    job, waiting = asks(jobs, "a", "home", "Ann"), asks(jobs, "b", "home", "Ann")
    asks(jobs, "a", "home", "Bob")
    await soon(lambda: bench.began == ["a"])
    await jobs.cancel(job, Asker("elsewhere", "Ann"))
    assert job.state == "working"
    await jobs.cancel(job, Asker("home", "Bob"))
    assert (job.state, bench.ended) == ("cancelled", 1)
    await soon(lambda: bench.began == ["a", "b"])
    third = asks(jobs, "c", "home")
    await jobs.cancel(third, Asker("home", "Ann"))
    assert third.state == "waiting"
    await jobs.cancel(third, Asker("home"))
    assert third.state == "cancelled"
    again = asks(jobs, "a", "home", "Ann")
    assert again is not job
    bench.finish("b")
    bench.finish("a")
    assert await again.wait(IN_TIME)
    assert (waiting.state, bench.began) == ("finished", ["a", "b", "a"])


async def test_one_asker_has_a_share_and_all_have_a_bound(open_jobs, bench):
    jobs = open_jobs(each=2, waiting=3)
    for name in "ab":
        asks(jobs, name, "home", "Ann")
    await soon(lambda: bench.began == ["a"])
    for asker in (("elsewhere", "Ann"), ("home", "Bob")):
        with pytest.raises(BusyError, match="2 questions of yours are not answered yet"):
            asks(jobs, "c", *asker)
    assert asks(jobs, "a", "home", "Ann").state == "working"
    asks(jobs, "c", "office")
    asks(jobs, "d", "train")
    with pytest.raises(BusyError, match="3 questions wait already"):
        asks(jobs, "e", "abroad")
    for name in "abcd":
        bench.finish(name)
    assert await jobs.find("d").wait(IN_TIME)
    asks(jobs, "f", "home", "Ann")


async def test_questions_of_pages_that_were_left_give_way_to_the_next(open_jobs, bench):
    jobs = open_jobs(each=3)
    left, shared, polled = (asks(jobs, name, "home", "Ann") for name in "abc")
    asks(jobs, "b", "office", "Bob")
    await soon(lambda: bench.began == ["a"])
    for job in (left, shared):
        waiting = asyncio.ensure_future(job.wait(IN_TIME))
        await asyncio.wait([waiting], timeout=0)  # it begins
        waiting.cancel()
        await asyncio.wait([waiting])
    assert not await polled.wait(0)
    fourth = asks(jobs, "d", "home", "Ann")
    assert [one.state for one in (left, shared, polled, fourth)] == ["cancelled", *["waiting"] * 3]
    assert not shared.asked_by(Asker("home", "Ann"))
    asks(jobs, "e", "home", "Ann")
    with pytest.raises(BusyError, match="3 questions of yours"):
        asks(jobs, "f", "home", "Ann")
    for name in "bcde":
        bench.finish(name)
    assert await fourth.wait(IN_TIME)


async def test_who_comes_back_has_not_left(open_jobs, bench):
    jobs = open_jobs(each=1)
    job = asks(jobs, "a", "home")
    first, second = (asyncio.ensure_future(job.wait(IN_TIME)) for _ in range(2))
    await soon(lambda: bench.began == ["a"])
    first.cancel()
    await asyncio.wait([first])
    assert not job.left, "the other page still waits"
    second.cancel()
    await asyncio.wait([second])
    assert job.left
    assert asks(jobs, "a", "home") is job
    with pytest.raises(BusyError):
        asks(jobs, "b", "home")


async def test_a_question_that_takes_too_long_is_refused_with_its_command(open_jobs, bench):
    jobs = open_jobs(seconds=0.001)
    job = asks(jobs, "a")
    assert await job.wait(IN_TIME)
    assert job.latest(Refused).error.endswith("in a terminal it may: bankcraps hand --rules a --json")
    assert bench.ended == 1


async def test_a_refused_question_may_be_asked_again(open_jobs, bench):
    jobs = open_jobs()
    bench.says["a"] = [Refused("no")]
    first = asks(jobs, "a")
    assert await first.wait(IN_TIME)
    bench.says["a"] = []
    bench.finish("a")
    second = asks(jobs, "a")
    assert await second.wait(IN_TIME)
    assert (first.state, second.state) == ("refused", "finished")


async def test_a_process_without_questions_ends_and_another_begins(open_jobs, bench):
    jobs = open_jobs(idle_s=0)
    for name in "ab":
        bench.finish(name)
        assert await asks(jobs, name).wait(IN_TIME)
        await soon(lambda: not vars(jobs)["_workers"])
    assert (bench.began, bench.ended) == (["a", "b"], 2)


async def test_a_fault_of_ours_is_told_and_the_next_question_answered(open_jobs, bench, caplog):
    jobs = open_jobs()
    bench.says["a"] = [ValueError("ours")]
    assert await asks(jobs, "a").wait(IN_TIME)
    assert jobs.find("a").latest(Refused).ours
    assert "the lab cannot work on a question of the kind hand" in caplog.text
    bench.finish("b")
    assert await asks(jobs, "b").wait(IN_TIME)


async def test_listeners_hear_the_latest_of_each_kind_from_where_they_left(open_jobs, bench):
    jobs = open_jobs()
    bench.says["a"] = [Progress(1, 9), SoFar(RESULT), Note("slow"), Progress(2, 9)]
    job = asks(jobs, "a")
    await soon(lambda: job.latest(Progress) == Progress(2, 9))
    heard = []

    async def listen(after):
        heard.extend([(one.number, type(one.said).__name__) async for one in job.listen(after) if one])

    async with asyncio.timeout(IN_TIME), asyncio.TaskGroup() as tasks:
        tasks.create_task(listen(0))
        tasks.create_task(listen(3))
        await asyncio.sleep(0)
        bench.finish("a")
    assert Counter(heard) == {(2, "SoFar"): 1, (3, "Note"): 1, (4, "Progress"): 2, (5, "Finished"): 2}


async def test_answers_are_kept_for_another_process(open_jobs, bench, tmp_path):
    key = "0123456789abcdef" * 2
    jobs = open_jobs(tmp_path / "answers")
    bench.finish("a")
    assert await jobs.ask(key, question("a"), Asker("home")).wait(IN_TIME)
    await jobs.close()
    again = open_jobs(tmp_path / "answers")
    assert [await again.answered(one) for one in (key, "../" + key)] == [bytes(RESULT), None]


def test_the_answers_used_least_go_first(tmp_path, monkeypatch):
    monkeypatch.setattr("bankcraps.server.jobs.jobs.MAX_FOLDER", 25)
    kept, keys = KeptAnswers(tmp_path), [f"{number:032x}" for number in range(3)]
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    for number, key in enumerate(keys):
        kept.keep(key, b"0123456789")
        if (tmp_path / f"{key}.json").exists():
            os.utime(tmp_path / f"{key}.json", ((9, 2, 3)[number],) * 2)
    kept.keep(keys[2], b"0123456789")
    assert [kept.find(key) is not None for key in keys] == [True, False, True]
    assert (tmp_path / "mine.txt").exists()
