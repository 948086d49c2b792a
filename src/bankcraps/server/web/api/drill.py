"""The dealers' drill on the web. Requests name seed, number and level, so the house stores nothing."""

from collections.abc import Iterable
from typing import Final, cast, get_args

import msgspec
from msgspec.structs import replace
from starlette.requests import Request

from bankcraps import training
from bankcraps.errors import BankcrapsError
from bankcraps.game.dealing import FAMILIES, Action, Answer, Correction, WagerToSettle, lies
from bankcraps.game.dice import Throw
from bankcraps.game.engine.opening import DEFAULT_CHIP
from bankcraps.game.engine.state import Seat
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.phrases import calls
from bankcraps.game.rulebook import Rulebook, load_rulebook
from bankcraps.server.web.api.houses import known_house
from bankcraps.server.web.api.table import WagerLine, spots_of
from bankcraps.server.web.edge.endpoints import Endpoint, whole_number
from bankcraps.training import ASKS, Amounts, Asks, Exercise, Level, Question
from bankcraps.training.level import LONGEST_SAID
from bankcraps.training.questions.calls import BetSpoken
from bankcraps.training.questions.chips import ChipsToCut
from bankcraps.training.questions.order import WagersToOrder


class DrillAsks(msgspec.Struct, frozen=True):
    """A kind of question: its name in requests, a title, and what the student does."""

    asks: str
    title: str
    says: str


class DrillFamily(msgspec.Struct, frozen=True):
    """A family of wagers that can be drilled at a house: its name in requests, a title, and its wagers."""

    family: str
    title: str
    wagers: list[str]


class DrillAmounts(msgspec.Struct, frozen=True):
    """A choice of amounts, and what it means."""

    amounts: str
    says: str


class DrillHouse(msgspec.Struct, frozen=True):
    """The drill at a house: its levels, chips and wagers.

    Attributes:
        rules: the rulebook, with the options that differ from the default.
        title: its name.
        asks, families, amounts: the levels.
        most_players: the most players who bet.
        denominations_cents: the values of its chips.
        spots: the wagers of its layout.
    """

    rules: str
    title: str
    asks: list[DrillAsks]
    families: list[DrillFamily]
    amounts: list[DrillAmounts]
    most_players: int
    denominations_cents: list[int]
    spots: list[WagerLine]


class DrillQuestion(msgspec.Struct, frozen=True):
    """A question.

    Attributes:
        asks: the question in words; of a wager to settle, the player, the amount and the wager.
        family: the family of the wager, or the kind of question.
        kind: the kind of question.
        seat, wager: the player and the canonical name of a wager to settle; or the player who speaks, and no
            wager; otherwise empty.
        amount_cents: the sum that lies there.
        items: the wagers to put in order, in words, with the letters A, B and so on; or those that lie there
            when a bet is spoken.
        stack_cents: the chips of a stack to size into, from the bottom up.
    """

    asks: str
    family: str
    kind: Asks = "settle"
    seat: str = ""
    wager: str = ""
    amount_cents: int = 0
    items: tuple[str, ...] = ()
    stack_cents: tuple[int, ...] = ()


class DrillExercise(msgspec.Struct, frozen=True):
    """A layout, a throw, and the questions in order.

    Attributes:
        seats: the players and their wagers before the throw.
        lies: the same wagers in words, for those who do not see the layout.
        puck: the point before the throw, or 0.
        throw: the throw; nothing if the questions are about none.
        call: the stickperson's call; empty without a throw.
        throws: the throws before it.
        questions: the questions; wagers to settle come in the dealers' order.
        others: the wagers that the throw also decides and that this level does not ask about, in words.
    """

    seats: list[Seat]
    lies: list[str]
    puck: int
    throw: Throw | None
    call: str
    throws: list[Throw]
    questions: list[DrillQuestion]
    others: list[str]


class DrillCorrection(msgspec.Struct, frozen=True):
    """Whether an answer is right, and what is.

    Attributes:
        right: whether the answer is right.
        correction: the right answer, with the sum and the clauses.
    """

    right: bool
    correction: Correction


def drill_house(request: Request) -> DrillHouse:
    """The families of wagers, and the amounts, that dealers can drill at a house."""
    book = _book(request)
    names = HouseNames(book)
    return DrillHouse(
        rules=book.spec,
        title=book.title,
        asks=asks_of(ASKS),
        families=[
            DrillFamily(name, title, [names.kind(kind) for kind in kinds if kind in book.wagers])
            for name in training.offered(book)
            for title, kinds in [FAMILIES[name]]
        ],
        amounts=[DrillAmounts(name, says) for name, says in training.AMOUNTS.items()],
        most_players=training.most_players(book),
        denominations_cents=[*book.table.chips(DEFAULT_CHIP)],
        spots=spots_of(book, DEFAULT_CHIP),
    )


def asks_of(kinds: Iterable[Asks]) -> list[DrillAsks]:
    """Describe kinds of question."""
    return [DrillAsks(kind, *ASKS[kind]) for kind in kinds]


def drill_exercise(request: Request) -> DrillExercise:
    """An exercise of a dealers' drill. The same request gives the same exercise."""
    book = _book(request)
    return shown(book, training.exercise(book, *_wanted(request, book)))


def shown(book: Rulebook, made: Exercise) -> DrillExercise:
    """Describe an exercise, without what is right."""
    puck = made.state.puck
    return DrillExercise(
        seats=[replace(seat, earlier=()) for seat in made.state.seats],
        lies=[lies(book, seat.name, stands) for seat in made.state.seats for stands in seat.wagers],
        puck=puck,
        throw=made.throw,
        call=calls(book, made.throw, puck)[0] if made.throw else "",
        throws=list(made.throws),
        questions=[shown_question(book, one) for one in made.questions],
        others=[one.words(book) for one in made.others],
    )


def shown_question(book: Rulebook, one: Question) -> DrillQuestion:
    """Describe a question, without what is right."""
    stands = one.standing if isinstance(one, WagerToSettle) else None
    return DrillQuestion(
        asks=one.words(book),
        family=one.family,
        kind=cast("Asks", one.family if one.family in ASKS else "settle"),
        seat=one.seat if isinstance(one, WagerToSettle | BetSpoken) else "",
        wager=str(stands.wager) if stands else "",
        amount_cents=stands.amount if stands else 0,
        items=one.items(book) if isinstance(one, WagersToOrder | BetSpoken) else (),
        stack_cents=one.stack() if isinstance(one, ChipsToCut) else (),
    )


def drill_correction(request: Request) -> DrillCorrection:
    """Whether an answer to a question of an exercise is right, and what is."""
    book = _book(request)
    number, pay = whole_number(request, "question"), whole_number(request, "pay_cents")
    made = training.exercise(book, *_wanted(request, book))
    asked = request.query_params
    action, said = asked.get("action", ""), asked.get("said", "")[:LONGEST_SAID]
    if action not in ("", *get_args(Action)):
        raise BankcrapsError(f"an action is {', '.join(get_args(Action))}, not {action[:40]!r}")
    right, what = training.marked(book, made, number, Answer(cast("Action", action), pay, said))
    return DrillCorrection(right, what)


def _book(request: Request) -> Rulebook:
    return house_book(request.path_params["house"], request.query_params.get("options", ""))


def house_book(name: str, options: str) -> Rulebook:
    """Load a house of a request, with options: one of ours, never a file."""
    house = known_house(name)
    if ":" in options:
        raise BankcrapsError(f"write an option as name=choice, not {options[:40]!r}")
    return load_rulebook(f"{house}:{options}" if options else house)


def _wanted(request: Request, book: Rulebook) -> tuple[Level, int, int]:
    asked = request.query_params
    level = Level(
        families=tuple(filter(None, asked.get("families", "").split(","))) or tuple(training.offered(book)),
        amounts=cast("Amounts", asked.get("amounts", "even")),
        players=whole_number(request, "players", 3),
        asks=cast("tuple[Asks, ...]", tuple(filter(None, asked.get("asks", "").split(",")))) or ("settle",),
    )
    return level.each_once(), whole_number(request, "seed"), whole_number(request, "index")


DRILL: Final = (
    Endpoint("GET", "/api/drill/{house}", drill_house),
    Endpoint("GET", "/api/drill/{house}/exercise", drill_exercise),
    Endpoint("GET", "/api/drill/{house}/correction", drill_correction),
)
"""The addresses of the drill with their handlers."""
