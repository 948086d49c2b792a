"""The work of a table's dealers: a score for each, to print and as a spreadsheet."""

from typing import Final

import msgspec

from bankcraps.live.dealing.score import DealerScore
from bankcraps.live.dealing.work import own_score
from bankcraps.live.log.entries import ChairTaken, Dealt
from bankcraps.live.people.profile import dollars, moment, sheet, text
from bankcraps.live.round.dealers import deals
from bankcraps.live.table.commands import Sender
from bankcraps.live.table.log_replay import LogReplay, Replayed
from bankcraps.live.table.permissions import hosts

__all__ = ["DealingLog", "DealingSummary", "dealing_sheet", "dealing_summary"]


class DealingSummary(msgspec.Struct, frozen=True):
    """The scores of the dealers of a table.

    Attributes:
        title: the name of the table; empty if it has only that of its house.
        house_title: the name of the house.
        dealt: whether wrong deals were refused ("strict") or happened ("free").
        since, until: when something was dealt first and last, in milliseconds since 1970; 0 for never.
        open: the number of tasks that the dealers still have.
        mine: whether these are only the person's own scores.
        dealers: a score for each dealer, in the order in which they dealt first.
    """

    title: str
    house_title: str
    dealt: str
    since: int
    until: int
    open: int
    mine: bool
    dealers: tuple[DealerScore, ...]


class DealingLog(LogReplay):
    """The dealing at a table, read from its log.

    Attributes:
        since, until: as in the summary.
        boxes: the people who have held the box.
    """

    since: int = 0
    until: int = 0
    boxes: frozenset[str] = frozenset()

    def take(self, one: Replayed) -> None:
        """Note when people dealt, and who the box was."""
        entry = one.row.entry
        if isinstance(entry, ChairTaken) and entry.role == "boxperson":
            self.boxes |= {entry.person}
        elif isinstance(entry, Dealt) and entry.how != "not_done":
            self.since, self.until = self.since or one.row.at, one.row.at


def dealing_summary(log: DealingLog, sender: Sender, *, over: bool) -> DealingSummary | None:
    """Return the scores that a person may see; None if they may see none.

    Whoever is the box or was it, and the host, see all, but not while they deal themselves. A dealer sees
    their own.

    Args:
        log: the log of the table.
        sender: the person.
        over: whether the table has closed for good.
    """
    table, book = log.table, log.book
    assert table is not None
    assert book is not None
    own = own_score(table.work, sender.person, free=table.settings.dealt == "free" and not over)
    leads = hosts(table, sender.person) or sender.person in log.boxes
    sees_all = leads and (over or not deals(book, table, sender))
    if not table.settings.dealt or not (sees_all or own):
        return None
    return DealingSummary(
        title=table.settings.title,
        house_title=book.title,
        dealt=table.settings.dealt,
        since=log.since,
        until=log.until,
        open=len(table.work.tasks),
        mine=not sees_all,
        dealers=table.work.scores if sees_all else own,
    )


_HEAD: Final = (
    "dealer", "dealt", "right", "wrong", "wrong by", "out of order", "not done",
    "average seconds", "longest seconds", "began (UTC)", "ended (UTC)", "table", "house",
)  # fmt: skip


def dealing_sheet(found: DealingSummary) -> str:
    """Return the scores as CSV, a row for each dealer. Money is in dollars, times are in seconds."""
    ends = [moment(at) if at else "" for at in (found.since, found.until)]
    place = *ends, text(found.title), text(found.house_title)
    return sheet(_HEAD, ([*_score(one), *place] for one in found.dealers))


def _score(one: DealerScore) -> list[str]:
    counts = one.dealt, one.right, one.wrong, dollars(one.off), one.early, one.not_done
    average = one.late_ms / one.dealt if one.dealt else 0
    return [text(one.person), *map(str, counts), *(f"{ms / 1000:.1f}" for ms in (average, one.latest_ms))]
