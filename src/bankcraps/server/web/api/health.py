"""The health of a house, and its measurements."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.house import House
from bankcraps.server.web.edge.answers import answer
from bankcraps.server.web.edge.metrics import Metrics

__all__ = ["Health", "HealthApi"]


class Health(msgspec.Struct, frozen=True):
    """The number of tables that this process serves, and why some do not play."""

    tables: int
    stopped: dict[str, str]


class HealthApi:
    """Says how a house is."""

    def __init__(self, house: House, metrics: Metrics) -> None:
        """Look after a house."""
        self._house = house
        self._metrics = metrics

    async def health(self, _: Request) -> Response:
        """Whether the database answers and every table plays."""
        await self._house.tables()  # the database answers, or this says why not
        hosts = self._house.hosts
        stopped = {_public_name(host): host.stopped for host in hosts if host.stopped}
        return answer(Health(len(hosts), stopped), 503 if stopped else 200)

    async def measured(self, _: Request) -> Response:
        """Measurements for Prometheus."""
        return Response(self._metrics.text(), media_type="text/plain; version=0.0.4")


def _public_name(host: TableHost) -> str:
    """Return the id of a table; of one that the lobby does not show, only how it begins."""
    return host.table.id if host.durable.settings.listed else f"{host.table.id[:4]}..."
