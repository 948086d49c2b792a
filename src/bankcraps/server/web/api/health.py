"""The health of a house, and its measurements."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.server.house import House, is_listed
from bankcraps.server.web.edge.answers import Done, answer
from bankcraps.server.web.edge.metrics import Metrics

__all__ = ["Health", "HealthApi"]


class Health(msgspec.Struct, frozen=True):
    """The tables of a house whose database answers.

    Attributes:
        tables: the number of tables that this process serves.
        stopped: the tables that do not play, each with the reason. The house is ready all the same, and its
            keeper can end such a table.
    """

    tables: int
    stopped: dict[str, str]


class HealthApi:
    """Says how a house is."""

    def __init__(self, house: House, metrics: Metrics) -> None:
        """Look after a house."""
        self._house = house
        self._metrics = metrics

    async def live(self, _: Request) -> Response:
        """Whether the process answers, also while the database does not: a restart would not help then."""
        return answer(Done())

    async def health(self, _: Request) -> Response:
        """Whether the house is ready, which means that its database answers; and which tables do not play."""
        await self._house.tables()  # the database answers, or this says why not
        stopped = dict[str, str]()
        for table, why in self._house.stopped.items():
            name = table if is_listed(table) else f"{table[:4]}..."  # the whole id is the link to the table
            stopped[name] = why.replace(table, name)
        return answer(Health(len(self._house.hosts), stopped))

    async def measured(self, _: Request) -> Response:
        """Measurements for Prometheus."""
        return Response(self._metrics.text(), media_type="text/plain; version=0.0.4")
