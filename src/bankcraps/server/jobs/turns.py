"""The order of questions: addresses and people take turns, however much one of them asks."""

from collections.abc import Iterable

from bankcraps.server.jobs.job import Job

__all__ = ["Turns"]


class Turns:
    """The turns that each address and person had, on a count that moves on with the work.

    The question of whoever had the fewest is next. Somebody new begins where the count is, so that time away
    is not made up for (start-time fair queueing: P. Goyal, H. Vin and H. Cheng, SIGCOMM 1996).
    """

    def __init__(self) -> None:
        """Begin with nobody."""
        self._now = 0
        self._had: dict[str, int] = {}

    def order(self, waiting: Iterable[Job]) -> list[Job]:
        """Questions in the order in which they are answered if no others come."""
        left, had, order = list(waiting), dict(self._had), list[Job]()
        while left:
            order.append(min(left, key=lambda job: self._had_by(job, had)))  # of equals, the first
            left.remove(order[-1])
            _take(order[-1], self._had_by(order[-1], had), had)
        return order

    def take(self, job: Job) -> None:
        """Count the turn of a question that is worked on now."""
        self._now = self._had_by(job, self._had)
        _take(job, self._now, self._had)
        self._had = {name: had for name, had in self._had.items() if had > self._now}

    def _had_by(self, job: Job, had: dict[str, int]) -> int:
        """The turns that the askers of a question had: of several, the one who had the fewest."""
        return min(
            (max(had.get(name, self._now) for name in asker.names) for asker in job.askers), default=self._now
        )


def _take(job: Job, turn: int, had: dict[str, int]) -> None:
    """Give a turn to everybody who asks."""
    for asker in job.askers:
        for name in asker.names:
            had[name] = max(had.get(name, 0), turn) + 1
