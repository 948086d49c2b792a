"""The processes of a lab: what they load first, their priority, and what happens when one is killed."""

import asyncio
import os

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.lab.test_lab import LONG, begun, events
from tests.server.live import open_house, soon

from bankcraps.lab.questions import read_question
from bankcraps.server.lab import process
from bankcraps.server.lab.jobs import LabLimits
from bankcraps.server.lab.messages import Finished
from bankcraps.server.lab.process import LabProcess

LOWEST = vars(process)["_LOWEST"]
"""The priority outside of tests."""


@pytest.fixture(autouse=True)
def _own_answers(monkeypatch, tmp_path):
    """Chains and answers of a test's own."""
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "cache"))


async def test_tables_come_before_the_processes_of_a_lab(monkeypatch):
    monkeypatch.setattr("bankcraps.server.lab.process._LOWEST", LOWEST)
    lab = LabProcess(LabLimits().most_bytes)
    started = await lab.start()
    await soon(lambda: os.getpriority(os.PRIO_PROCESS, started.pid) == 19)
    await lab.end()


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


async def test_a_process_that_is_killed_is_told_and_another_begins(tmp_path, monkeypatch):
    processes, start = [], LabProcess.start

    async def noted(process):
        started = await start(process)
        if started not in processes:
            processes.append(started)
        return started

    monkeypatch.setattr(LabProcess, "start", noted)
    async with open_house(tmp_path, lab=LabLimits(each=2)) as house:
        job = await begun(house, LONG)
        await soon(lambda: processes)
        await begun(house, LONG + "&seed=1")
        full = await house.get(LONG + "&seed=2")
        assert (full.status_code, full.headers["retry-after"]) == (429, "5")
        async with asyncio.timeout(IN_TIME), events(house, job) as news:
            told = []
            async for kind, _, data in news:
                told.append((kind, data))
                if kind == "so_far":
                    processes[0].kill()
        assert told[-1][0] == "refused"
        assert "was ended" in told[-1][1]["detail"]
        await soon(lambda: len(processes) > 1)
    assert all(process.returncode is not None for process in processes)
