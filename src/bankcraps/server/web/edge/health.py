"""The health of a house, and its measurements for Prometheus."""

from collections.abc import Callable, Iterable

import msgspec
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.server.house import House, is_listed

_TRANSACTIONS = "Transactions of the log. Commands share them."
_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Health(msgspec.Struct, frozen=True):
    """The tables of a house whose database answers.

    Attributes:
        tables: the number of tables that this process serves.
        stopped: the tables that do not play, each with the reason. The house is ready all the same, and its
            keeper can end such a table.
    """

    tables: int
    stopped: dict[str, str]


class Metrics(Collector):
    """Counters of a house, and what is counted on request. Each house has its own."""

    def __init__(self, house: House, sockets: Callable[[], int]) -> None:
        """Measure a house; `sockets` returns how many clients are connected."""
        self._house = house
        self._sockets = sockets
        self._registry = CollectorRegistry()
        commands = Counter(
            "bankcraps_commands",
            "Commands of people, by what became of them: done, refused or failed.",
            ["result"],
            registry=self._registry,
        )
        results = ("done", "refused", "failed")
        self.commands: dict[str, Counter] = {result: commands.labels(result) for result in results}
        self.dropped: Counter = Counter(
            "bankcraps_clients_dropped", "Clients that were too slow.", registry=self._registry
        )
        self.acknowledged: Histogram = Histogram(
            "bankcraps_acknowledgement_seconds",
            "From a command to its answer, which waits for the disk.",
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._registry.register(self)

    def collect(self) -> Iterable[Metric]:
        """Return the numbers of this moment."""
        hosts = self._house.hosts
        players = (len(host.durable.state.seats) for host in hosts)
        entries = (host.durable.seq for host in hosts)
        writer = self._house.writer
        for family, name, says, number in (
            (GaugeMetricFamily, "tables", "Tables that this process serves.", len(hosts)),
            (GaugeMetricFamily, "tables_stopped", "Tables that do not play.", len(self._house.stopped)),
            (GaugeMetricFamily, "players", "Players at these tables.", sum(players)),
            (GaugeMetricFamily, "clients", "Connected clients.", self._sockets()),
            (GaugeMetricFamily, "log_entries", "Entries of these tables' logs.", sum(entries)),
            (CounterMetricFamily, "transactions", _TRANSACTIONS, writer.transactions),
            (CounterMetricFamily, "transaction_seconds", "Seconds that they took.", writer.spent_s),
        ):
            yield family(f"bankcraps_{name}", says, value=number)

    # Answers about the house.

    async def live(self, _: Request) -> None:
        """Whether the process answers, also while the database does not: a restart would not help then."""

    async def health(self, _: Request) -> Health:
        """Whether the house is ready, which means that its database answers; and which tables do not play."""
        await self._house.tables()  # the database answers, or this says why not
        stopped = dict[str, str]()
        for table, why in self._house.stopped.items():
            name = table if is_listed(table) else f"{table[:4]}..."  # the whole id is the link to the table
            stopped[name] = why.replace(table, name)
        return Health(len(self._house.hosts), stopped)

    async def measured(self, _: Request) -> Response:
        """Measurements for Prometheus."""
        return Response(generate_latest(self._registry), media_type="text/plain; version=0.0.4")
