"""Pictures for links to the lab. They show answers that are there: no question is worked out for one."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.errors import BankcrapsError
from bankcraps.lab.previews import shown
from bankcraps.lab.questions import LabQuestion, edition, key_of
from bankcraps.server.jobs.job import Asker
from bankcraps.server.jobs.jobs import Jobs
from bankcraps.server.jobs.messages import Finished
from bankcraps.server.web.api.lab.questions import asked, lasting
from bankcraps.server.web.edge.page import plain_picture

__all__ = ["LabPictures"]

_PATIENCE_S: Final = 8.0
"""Seconds for a picture to be drawn. Programs that show links wait little longer."""

_LARGEST: Final = 2**22
"""The most bytes of an answer that is drawn."""


class LabPictures:
    """Draws answers for the previews of links."""

    def __init__(self, jobs: Jobs, asker: Callable[[Request], Awaitable[Asker]]) -> None:
        """Draw by the processes of a lab, within its limits for whoever asks."""
        self._jobs = jobs
        self._asker = asker

    async def picture(self, kind: str, request: Request) -> Response:
        """Answer with the picture of a question, or with that of the program if it is not answered."""
        try:
            return await self._drawn(*asked(kind, request), request) or await plain_picture(request)
        except BankcrapsError:  # whoever shows a link reads no sentences
            return await plain_picture(request)

    async def _drawn(self, question: LabQuestion, asked_of: str, request: Request) -> Response | None:
        now = await asyncio.to_thread(edition)
        drawn = replace(question, form="png")
        key = key_of(drawn, now)
        found = await self._jobs.answered(key) or await self._draw(key, drawn, question, now, request)
        if found is None:
            return None
        return Response(found, headers=lasting(key, now, asked_of), media_type="image/png")

    async def _draw(
        self, key: str, drawn: LabQuestion, question: LabQuestion, now: str, request: Request
    ) -> bytes | None:
        """Draw the answer to a question, if there is one and the lab has time."""
        for one in shown(question):
            answer = await self._jobs.answered(key_of(one, now))
            if answer is not None and len(answer) <= _LARGEST:
                break
        else:
            return None
        job = self._jobs.ask(key, drawn, await self._asker(request), answer)
        await job.wait(_PATIENCE_S)
        said = job.latest(Finished)
        return None if said is None else bytes(said.result)
