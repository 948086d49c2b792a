"""Turns and permitted systems, shared by bots and the systems of people's seats."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from bankcraps.errors import BankcrapsError, require_text
from bankcraps.game.chips import Cents
from bankcraps.game.engine.limits import Limits
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.round.quiet import lone_player
from bankcraps.live.table.decision import Refused
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.strategies.chart import Chart, read_chart
from bankcraps.strategies.checking import check
from bankcraps.strategies.combinators import WithProgression
from bankcraps.strategies.library import is_chart, library, read_text, text_system
from bankcraps.strategies.policy import Policy
from bankcraps.strategies.text.program import TextSystem

_LONGEST_TEXT: Final = 4000

_MOST_PROGRESSIONS: Final = 8
"""The most progressions at once. Each may double the work of a throw, and the house plays its bots itself."""

_MOST_THROUGH: Final = 16
"""The most layouts on the way to a bet of a chart. Each is bets in the same round."""

LONGEST_CHART: Final = 2**16
"""The most characters of a chart, which a table keeps in its log."""

_LONGEST_WORDS: Final = {"name": 80, "about": 400, "house": 400, "limits": 80}
"""The most characters of the words of a chart, which people see."""

_ROUND_S: Final = 1.0
"""The least seconds from a bot's bets of one round to those of the next, to limit the load."""

_ROUND_BESIDE_ONE_S: Final = 0.2
"""The same where only one person plays, who should not have to wait for a bot."""

_ANYBODY_S: Final = 0.5
"""Seconds between a bot's checks for people at its table."""


def system_of(spec: str) -> TextSystem | Chart:
    """Read a system that somebody far away asks for: a name, a text or a chart as JSON. Never a file.

    Raises:
        BankcrapsError: if it is none of these.
    """
    require_text(spec, "a system")
    if is_chart(spec):
        return _chart_of(spec)
    if len(spec) > _LONGEST_TEXT:
        raise BankcrapsError(f"the system of a bot has at most {_LONGEST_TEXT} characters")
    if spec.strip().partition(":")[0] in library():
        return text_system(spec)
    if not any(mark in spec for mark in " :;\n"):
        raise BankcrapsError(f"there is no system {spec[:40]!r} in the library: see `bankcraps strategies`")
    return _playable(read_text(spec))


def _playable(system: TextSystem) -> TextSystem:
    """Return a system that the house's process can play throw by throw."""
    program = system.program
    at_once = max(len(part.said(WithProgression)) for part in program.parts)
    if at_once > _MOST_PROGRESSIONS:
        raise BankcrapsError(
            f"the system of a bot has at most {_MOST_PROGRESSIONS} progressions at once, not {at_once}: a "
            "progression on place, say, counts for all place wagers"
        )
    return system


def _chart_of(written: str) -> Chart:
    if len(written) > LONGEST_CHART:
        raise BankcrapsError(
            f"the chart of a bot has at most {LONGEST_CHART:,} characters, not {len(written):,}: a nearer "
            "goal, fewer wagers or larger units make it smaller"
        )
    chart = read_chart(written)
    for part, most in _LONGEST_WORDS.items():
        words: str = getattr(chart, part)
        if not words.isprintable() or not 0 < len(words) <= most:
            raise BankcrapsError(f"the {part} of a chart has from 1 to {most} characters, in one line")
    if (most := max((len(bet.through) for bet in chart.bets), default=0)) > _MOST_THROUGH:
        raise BankcrapsError(
            f"a bet of a bot's chart goes through at most {_MOST_THROUGH} layouts, not {most:,}"
        )
    return chart


def require_playable(policy: Policy, book: Rulebook, limits: Limits, chip: Cents) -> None:
    """Raise `BankcrapsError` if the house of a table cannot play a system."""
    if problems := check(policy, book, limits, chip):
        raise BankcrapsError(f"{policy.name[:80]} cannot be played at this table: {'; '.join(problems)}")


class BotTurn:
    """The turns of a bot, or of a seat's system. It bets with pauses, and only while somebody watches."""

    def __init__(
        self, host: TableHost, here: Callable[[TableHost], Iterable[str]], leaves: Callable[[], bool]
    ) -> None:
        """Take turns at a table.

        Args:
            host: the table.
            here: returns the names of those who are connected to it.
            leaves: whether the bot is to leave.
        """
        self._host = host
        self._here = here
        self._leaves = leaves
        self._next = 0.0

    async def come(self) -> bool:
        """Wait for the bot's turn in this round, and return whether it is to leave. Then it does not wait."""
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(self._next - clock())
        while not (  # noqa: ASYNC110 - no event says that somebody came
            self._is_watched() or self._leaves() or self._host.stopped
        ):
            await asyncio.sleep(_ANYBODY_S)
        alone = lone_player(self._host.book, self._host.durable)
        self._next = clock() + (_ROUND_BESIDE_ONE_S if alone else _ROUND_S)
        return self._leaves() and not self._host.stopped

    def _is_watched(self) -> bool:
        """Whether anybody besides this table's bots is connected."""
        bots = {bot.name for bot in self._host.durable.bots}
        return any(name not in bots for name in self._here(self._host))


def accepted(refused: Refused | None) -> None:
    """Raise an error with the table's reason if it refused something."""
    if refused is not None:
        raise BankcrapsError(refused.message)
