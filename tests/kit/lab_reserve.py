"""Processes of labs that outlive their houses, for the next house of a test.

Each takes a second of a processor to start, and most tests of a lab ask it one small question.
"""

from asyncio.subprocess import Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import pytest
import pytest_asyncio

from bankcraps.server.lab.process import LabProcess

__all__ = ["IN_ONE_LOOP", "one_process", "processes_kept"]

IN_ONE_LOOP = pytest.mark.asyncio(loop_scope="module")
"""The mark of tests whose houses share a process: it belongs to the loop in which it began."""


@asynccontextmanager
async def processes_kept() -> AsyncGenerator[None]:
    """Give each process that a house ends to the next house that starts one in this loop.

    The child that works in it ends with the house, as always, and with it all that it remembers.
    """
    reserve: list[tuple[tuple[int, bool], Process]] = []
    start, end = LabProcess.start, LabProcess.end

    async def begin(lab: Any) -> Process:
        kind = lab._most_bytes, lab._yields  # noqa: SLF001 - no house does this
        found = next((one for one in reserve if one[0] == kind), None)
        if lab._process is None and found is not None:  # noqa: SLF001
            reserve.remove(found)
            lab._process = found[1]  # noqa: SLF001
        return await start(lab)

    async def keep(lab: Any) -> None:
        lab._end_child()  # noqa: SLF001
        if lab._process is not None and lab._process.returncode is None:  # noqa: SLF001
            reserve.append(((lab._most_bytes, lab._yields), lab._process))  # noqa: SLF001
            lab._process = None  # noqa: SLF001
        await end(lab)

    with patch.object(LabProcess, "start", begin), patch.object(LabProcess, "end", keep):
        yield
    for _, process in reserve:
        process.kill()
        await process.wait()


@pytest_asyncio.fixture(scope="module", loop_scope="module", autouse=True)
async def one_process() -> AsyncGenerator[None]:
    """Let the houses of a module that imports this, which open one after another, share a process."""
    async with processes_kept():
        yield
