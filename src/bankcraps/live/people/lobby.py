"""The lobby's messages: a line for each table, and the request to open one."""

from typing import TYPE_CHECKING, Final, Literal, get_args, get_origin

import msgspec
from msgspec.structs import fields

from bankcraps.errors import BankcrapsError, did_you_mean
from bankcraps.game.chips import dollars, printed
from bankcraps.game.engine import Limits
from bankcraps.game.engine.opening import DEFAULT_CHIP
from bankcraps.game.rulebook import BOOKS, load_rulebook
from bankcraps.live.log.settings import DealtBy, DiceKind, Pace, TableSettings, Timing
from bankcraps.support.decode_errors import with_choices
from bankcraps.support.structs import struct_of

SHORTEST_PASSPHRASE: Final = 8
"""The fewest characters of a passphrase."""

_SECONDS: Final = {name.removesuffix("_ms"): name for name in Timing.__struct_fields__}
"""Words for how long each part of a round lasts, in seconds."""


class NewBot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bot that somebody asks for.

    Attributes:
        name: the name it plays under.
        system: a name of the library, a text in the language of systems, or a chart as JSON.
        bankroll: the chips it buys, in dollars.
    """

    name: str
    system: str
    bankroll: str


_NOT_CHOSEN: Final = ("digest", "own_chips")
"""The settings of a table that follow from the others."""

if TYPE_CHECKING:
    _Chosen = TableSettings
else:
    _Chosen = msgspec.defstruct(
        "_Chosen",
        [(one.name, one.type, one.default) for one in fields(TableSettings) if one.name not in _NOT_CHOSEN],
        frozen=True,
        kw_only=True,
    )


class NewTable(_Chosen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to open a table.

    What is not described here is as in `TableSettings`.

    Attributes:
        rules: the id of the rulebook.
        options: options of the book.
        limits: MIN:MAX or MIN:MAX:UNIT, in dollars.
        chip: the smallest chip, in dollars; empty for one dollar.
        hosted: whether the person who opens the table is its host. Then it has chips of its own.
        bots: bots of the house that play there.
    """

    options: dict[str, str] = msgspec.field(default_factory=dict[str, str])  # pyright: ignore[reportIncompatibleVariableOverride]
    limits: str = "5:500"  # pyright: ignore[reportIncompatibleVariableOverride]
    chip: str = ""  # pyright: ignore[reportIncompatibleVariableOverride]
    # A timing of its own, so that the log has its times: it leaves out the settings' default.
    timing: Timing = Timing()
    hosted: bool = True
    bots: tuple[NewBot, ...] = ()

    if TYPE_CHECKING:
        digest: str = ""


_KINDS: Final = {one.name: one.type for one in fields(NewTable) if one.name != "rules"}
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    name: ("yes", "no") if kind is bool else tuple(str(one) for one in get_args(kind) if one)
    for name, kind in _KINDS.items()
    if kind is bool or get_origin(kind) is Literal
}
"""Settings that have one of a few values."""

_IN_WORDS: Final = {*_CHOICES, *(name for name, kind in _KINDS.items() if kind is str)}


class TableLine(msgspec.Struct, frozen=True):
    """A line of the lobby.

    Attributes:
        table: the table's id.
        address: where it is served, if another process serves it; else empty. That process knows the rest.
        rules, title, limits, pace, dice, dealt: its settings.
        house: the rulebook's title.
        players, places: the number of players, and of places for them.
        free: the number of people who may sit down before those on the waiting list have to be asked.
        shooter: the player who has the dice; empty for nobody.
        point: the point; 0 for a come-out.
        sits: whether the person who asks plays there.
        opened: whether the person who asks opened the table.
        listed: whether the lobby shows it to everybody.
    """

    table: str
    address: str = ""
    rules: str = ""
    title: str = ""
    limits: str = ""
    pace: Pace | Literal[""] = ""
    dice: DiceKind | Literal[""] = ""
    players: int = 0
    places: int = 0
    point: int = 0
    house: str = ""
    shooter: str = ""
    free: int = 0
    sits: bool = False
    opened: bool = False
    listed: bool = True
    dealt: DealtBy = ""


def settings_of(asked: NewTable, opener: str = "") -> TableSettings:
    """Return the settings of a new table. One that no person opens has no host.

    Raises:
        BankcrapsError: if the house, its options, limits, chip or times are not possible, or a person chooses
            large chips for a table for money: what is rounded up to them would make money.
    """
    timing = asked.timing
    if asked.calls and not asked.dealt:
        raise BankcrapsError("the stickperson calls throws only where people deal: say dealt=strict or free")
    if timing.warning_ms and timing.warning_ms == timing.betting_ms:
        raise BankcrapsError(
            f"the warning has to be shorter than the betting, and both last {timing.betting_ms} ms: nobody "
            "would have time before the warning"
        )
    # Only a house of ours: any other name is the path of a file, and clients read no files of the server.
    # A log holds only the digest of its rules, so checks need the rules of these houses.
    if asked.rules.partition(":")[0] not in BOOKS:
        raise BankcrapsError(_no_house(asked.rules))
    book = load_rulebook(asked.rules, **asked.options)
    chip, hosted = dollars(asked.chip) if asked.chip else DEFAULT_CHIP, asked.hosted and bool(opener)
    if chip > DEFAULT_CHIP and opener and not hosted:  # nsw 6.7 rounds what a winner is paid up to a chip
        raise BankcrapsError(
            f"a table that a person opens for money has chips of {printed(DEFAULT_CHIP)} or less, not "
            f"{printed(chip)}: payments are rounded to chips. At a table that you host, choose any chip"
        )
    return struct_of(
        TableSettings,
        asked,
        rules=book.id,
        digest=book.digest,
        options=tuple(sorted(book.chosen.items())),
        limits=Limits.read(asked.limits),
        chip=chip,
        hosted=hosted,
        own_chips=hosted,
    )


def _no_house(name: str) -> str:
    known = ", ".join(BOOKS)
    if not name.partition(":")[0].endswith(".toml"):
        return f"there is no house {name[:40]!r}; the houses are {known}{did_you_mean(name[:40], BOOKS)}"
    return (
        f"live tables only deal the houses {known}, not {name[:40]!r}; a file of your own is for "
        "`bankcraps play --rules FILE` and the lab"
    )


def read_bot(words: str) -> NewBot:
    """Read a bot from words: its name, its bankroll in dollars, and its system.

    >>> read_bot("Molly 500 three_point_molly").system
    'three_point_molly'

    Raises:
        BankcrapsError: if there are fewer words.
    """
    name, bankroll, system = (*words.split(maxsplit=2), "", "", "")[:3]
    if not system:
        example = "'Molly 500 three_point_molly'"
        raise BankcrapsError(f"a bot is a name, a bankroll and a system, such as {example}; not {words!r}")
    return NewBot(name=name, bankroll=bankroll, system=system)


def read_table(words: str) -> NewTable:
    """Read a table from words: a house, and then settings and options of its rulebook as `name=value`.

    The parts of a round, such as `betting` and `paying`, are in seconds.

    >>> read_table("nsw limits=10:1000 pace=shooter guests=no").pace
    'shooter'
    >>> read_table("nsw betting=30 warning=5").timing.betting_ms
    30000

    Raises:
        BankcrapsError: if a word is not `name=value`, or a value is not possible.
    """
    house, *rest = words.split() or [""]
    given: dict[str, object] = {"rules": house}
    timing: dict[str, int] = {}
    options: dict[str, str] = {}
    for word in rest:
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise BankcrapsError(
                f"{word!r} is not a setting of a table: write name=value, such as pace=shooter"
            )
        if name in _CHOICES and value not in _CHOICES[name]:
            raise BankcrapsError(f"{name} is one of {', '.join(_CHOICES[name])}, not {value[:40]!r}")
        if name in _IN_WORDS:
            given[name] = value == "yes" if _KINDS[name] is bool else value
        elif name in _SECONDS:
            given["timing"] = timing
            timing[_SECONDS[name]] = _milliseconds(name, value)
        else:
            options[name] = value
    given["options"] = options
    try:
        return msgspec.convert(given, NewTable)
    except msgspec.ValidationError as error:
        said = with_choices(error, NewTable, given)
        raise BankcrapsError(f"this table cannot be opened: {said}") from None


def _milliseconds(name: str, value: str) -> int:
    try:
        return int(float(value) * 1000)
    except (ValueError, OverflowError):
        raise BankcrapsError(
            f"{name} is a number of seconds, such as {name}=20, not {value[:40]!r}"
        ) from None
