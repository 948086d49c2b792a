"""`bankcraps drill`: a dealer's drill in plain lines."""

import secrets
import sys
import time
from typing import Annotated, Final, Unpack

import click

from bankcraps import training
from bankcraps.analysis import lab_options as lab
from bankcraps.analysis.lab_options import Option
from bankcraps.cli.columns import echo_columns, echo_json
from bankcraps.cli.options import Whole, asks
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import dollars, money
from bankcraps.game.dealing import FAMILIES, Action, Answer, Correction, WagerToSettle, lies
from bankcraps.game.notation.phrases import calls
from bankcraps.game.rulebook import Rulebook, load_rulebook
from bankcraps.training.questions.calls import BetSpoken
from bankcraps.training.questions.chips import ChipsToCut
from bankcraps.training.questions.order import WagersToOrder

_ACTIONS: Final[dict[str, Action]] = {"t": "take", "l": "leave", "p": "leave", "m": "travel"}
_HINTS: Final[dict[str, str]] = {
    "settle": "type the pay in dollars without the stake, t to take, l to leave or push, m to move; q ends",
    "order": "type the letters in the order in which the wagers are settled, as in BAC; q ends",
    "keys": "type the figure in dollars; a pay is without the stake; q ends",
    "chips": "type how many of which chips, as in 3x25 2x5; q ends",
    "calls": "type each wager with what lies there afterwards, as in place 6 12; place 8 12; q ends",
}
_RIGHT: Final = {
    "take": "take it",
    "leave": "nobody wins: leave it, or give it back",
    "travel": "move it to its number",
}


class _Options(lab.HouseOption):
    """The house and the level of a drill, and how many exercises."""

    asks: Annotated[
        tuple[training.Asks, ...],
        Option(
            "What to ask. "
            + "; ".join(f"{name}: {says}" for name, (_, says) in training.ASKS.items())
            + ". May be repeated; exercises take turns.",
            default=("settle",),
            click={"type": click.Choice(list(training.ASKS))},
        ),
    ]
    family: Annotated[
        tuple[str, ...],
        Option(
            "A family of wagers to ask about; may be repeated. Without it, all that the house offers.",
            click={"type": click.Choice(list(FAMILIES))},
        ),
    ]
    amounts: Annotated[
        training.Amounts,
        Option(
            "Which amounts lie there. "
            + "; ".join(f"{name}: {says}" for name, says in training.AMOUNTS.items())
            + ".",
            default="even",
        ),
    ]
    players: Annotated[
        int, Option("How many players bet.", default=3, click={"type": Whole(1, training.MOST_PLAYERS)})
    ]
    exercises: Annotated[int, Option("How many exercises to ask.", default=5, click={"type": Whole(1, 1000)})]
    seed: Annotated[
        int | None,
        Option("Random seed. Without it, the exercises differ each time.", click={"type": Whole(0)}),
    ]
    as_json: Annotated[bool, Option("Print the exercises with their answers, and ask nothing.")]


_Score = dict[str, list[float]]
"""Right answers, wrong answers and seconds, by family of wagers or kind of question."""


@click.command("drill")
@asks(_Options)
def command(**options: Unpack[_Options]) -> None:
    """Train what a dealer does: pay and take the wagers of a throw, or what else --asks names.

    Each exercise is a layout and a throw from hands that were played. A wrong answer is corrected, with the
    sum and the clause. The page of a house has the same drill at /drill.
    """
    book, seed = load_rulebook(options["house"]), options["seed"]
    chosen, family = secrets.randbelow(10**6) if seed is None else seed, options["family"]
    level = training.Level(
        family or tuple(training.offered(book)), options["amounts"], options["players"], options["asks"]
    )
    made = (training.exercise(book, level, chosen, index) for index in range(options["exercises"]))
    if options["as_json"]:
        echo_json([_plain(book, one) for one in made])
        return
    score: _Score = {}
    hint = _HINTS[level.asks[0]] if len(level.asks) == 1 else "q ends"
    click.echo(f"{book.title}, seed {chosen}; {hint}")
    for number, one in enumerate(made, 1):
        click.secho(f"\nexercise {number}", bold=True)
        if not _ask(book, one, score):
            break
    _show(score)


def _plain(book: Rulebook, one: training.Exercise) -> dict[str, object]:
    return {
        "puck": one.state.puck,
        "throw": str(one.throw) if one.throw else None,
        "seats": {
            seat.name: {str(stands.wager): stands.amount for stands in seat.wagers}
            for seat in one.state.seats
        },
        "questions": [
            {
                "asks": question.words(book),
                **_about(book, question),
                "right": training.correction(book, one, at),
            }
            for at, question in enumerate(one.questions)
        ],
    }


def _about(book: Rulebook, question: training.Question) -> dict[str, object]:
    if isinstance(question, WagerToSettle):
        return {"wager": str(question.standing.wager)}
    if isinstance(question, ChipsToCut):
        return {"stack": question.stack()}
    return {"items": question.items(book)} if isinstance(question, WagersToOrder | BetSpoken) else {}


def _ask(book: Rulebook, one: training.Exercise, score: _Score) -> bool:
    """Ask every question of an exercise. Return whether the drill continues."""
    _show_table(book, one)
    for at, question in enumerate(one.questions):
        _show_items(book, question)
        began = time.monotonic()
        found = _marked(book, one, at)
        if found is None:
            return False
        good, right = found
        line = score.setdefault(question.family, [0, 0, 0])
        line[0 if good else 1] += 1
        line[2] += time.monotonic() - began
        _correct(right, good=good)
    return True


def _show_items(book: Rulebook, question: training.Question) -> None:
    """Show the wagers to put in order, or the stack to size into, from its top."""
    if isinstance(question, WagersToOrder):
        for letter, item in zip(question.letters, question.items(book), strict=True):
            click.echo(f"  {letter}  {item}")
    if isinstance(question, BetSpoken):
        puck = f"the point is {question.state.puck}" if question.state.puck else "come-out"
        click.echo("  " + "; ".join((puck, *question.items(book))))
    if isinstance(question, ChipsToCut):
        for value in reversed(question.stack()):
            click.echo(f"  {f'[ {money(value)} ]':^11}".rstrip())


def _show_table(book: Rulebook, one: training.Exercise) -> None:
    """Show what lies on the layout, and the throw."""
    if one.throw is None:
        return
    for seat in one.state.seats:
        said = (lies(book, seat.name, stands) for stands in seat.wagers)
        click.echo(f"  {seat.name}: {', '.join(one.partition(': ')[2] for one in said) or 'nothing'}")
    puck = f"the point is {one.state.puck}" if one.state.puck else "come-out"
    click.echo(f"  {puck}; {one.throw}: {calls(book, one.throw, one.state.puck)[0]}")


def _marked(book: Rulebook, one: training.Exercise, at: int) -> tuple[bool, Correction] | None:
    """Read an answer until it can be marked; None to end the drill."""
    question = one.questions[at]
    settles, asks = isinstance(question, WagerToSettle), question.words(book).rstrip("?.")
    while True:
        try:
            said = click.prompt(asks, prompt_suffix=" ? ", default="", show_default=False)
        except click.Abort as end:
            if isinstance(end.__context__, EOFError):
                return None
            raise
        said = said.strip()
        if said.lower() in ("q", "quit", "exit"):
            return None
        answer = _settling(said.lower()) if settles else Answer("say", said=said)
        if answer is None:
            click.echo(f"  {_HINTS['settle']}")
            continue
        try:
            return training.marked(book, one, at, answer)
        except BankcrapsError as error:
            click.echo(f"  {error}")


def _settling(said: str) -> Answer | None:
    """Read what is done with a wager: an action, or a pay in dollars; None if it is neither."""
    if said[:1] in _ACTIONS and said in (said[:1], "take", "leave", "push", "move"):
        return Answer(_ACTIONS[said[0]])
    try:
        return Answer("pay", dollars(said.removeprefix("pay ").strip()))
    except BankcrapsError:
        return None


def _correct(right: Correction, *, good: bool) -> None:
    does = {"pay": f"pay {money(right.pay)}", "say": right.sum, **_RIGHT}[right.action]
    click.secho(f"  {'right' if good else 'no'}: {does}", fg="green" if good else "red")
    if right.sum and right.action != "say":
        click.echo(f"  {right.sum}")
    if not good:
        for words in right.words:
            click.echo(f"  {words}")
        for reason in right.reasons:
            click.echo(f"  {reason.clause}: {reason.says}" if reason.says else f"  {reason.clause}")


def _show(score: _Score) -> None:
    if not score:
        return
    titles = {**FAMILIES, **training.ASKS}
    rows = [(titles[name][0], *line) for name, line in score.items()]
    rows.append(("all", *(sum(line[at] for line in score.values()) for at in range(3))))
    # Answers that come from a file or a pipe take nobody any time.
    shown = 3 if sys.stdin.isatty() else 2
    click.echo()
    echo_columns(
        ("", "right", "wrong", "seconds each")[: shown + 1],
        [
            (name, *(str(int(right)), str(int(wrong)), f"{seconds / (right + wrong):.1f}")[:shown])
            for name, right, wrong, seconds in rows
        ],
    )
