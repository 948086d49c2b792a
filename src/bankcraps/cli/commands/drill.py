"""`bankcraps drill`: a dealer's drill in plain lines."""

import secrets
import time
from typing import Final, TypedDict, Unpack

import click

from bankcraps.chips import dollars, money
from bankcraps.cli.columns import echo_columns
from bankcraps.cli.encoding import echo_json
from bankcraps.cli.options import lab_option
from bankcraps.drill import (
    AMOUNTS,
    FAMILIES,
    MOST_PLAYERS,
    Amounts,
    Correction,
    Exercise,
    Level,
    correction,
    exercise,
    offered,
)
from bankcraps.drill.correcting import named
from bankcraps.errors import BankcrapsError
from bankcraps.notation.names import HouseNames
from bankcraps.notation.stick_calls import calls
from bankcraps.rulebook import Rulebook, load_rulebook

_ACTIONS: Final = {"t": "take", "l": "leave", "p": "leave", "m": "travel"}
_HINT: Final = "type the pay in dollars without the stake, t to take, l to leave or push, m to move; q ends"
_RIGHT: Final = {
    "take": "take it",
    "leave": "nobody wins: leave it, or give it back",
    "travel": "move it to its number",
}


class _Asked(TypedDict):
    """The level."""

    families: tuple[str, ...]
    amounts: Amounts
    players: int


_Score = dict[str, list[float]]
"""Right answers, wrong answers and seconds, by family."""


@click.command("drill")
@lab_option("book")
@click.option(
    "--family",
    "families",
    multiple=True,
    type=click.Choice(list(FAMILIES)),
    help="A family of wagers to ask about; may be repeated. Without it, all that the house offers.",
)
@click.option(
    "--amounts",
    type=click.Choice(list(AMOUNTS)),
    default="even",
    show_default=True,
    help="; ".join(f"{name}: {says}" for name, says in AMOUNTS.items()) + ".",
)
@click.option("--players", type=click.IntRange(1, MOST_PLAYERS), default=3, show_default=True)
@click.option("--exercises", type=click.IntRange(1, 1000), default=5, show_default=True)
@click.option("--seed", type=click.IntRange(0), help="What decides the exercises; without it, chance.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the exercises with their answers, and ask nothing."
)
def command(
    *,
    book: str,
    exercises: int,
    seed: int | None,
    as_json: bool,
    **asked: Unpack[_Asked],
) -> None:
    """Pay and take the wagers of a throw, one after another, in the dealers' order.

    Each exercise is a layout and a throw from hands that were played. A wrong answer is corrected, with the
    sum and the clause. The page of a house has the same drill at /drill.
    """
    house, chosen = load_rulebook(book), secrets.randbelow(10**6) if seed is None else seed
    level = Level(asked["families"] or tuple(offered(house)), asked["amounts"], asked["players"])
    made = (exercise(house, level, chosen, index) for index in range(exercises))
    if as_json:
        echo_json([_plain(house, one) for one in made])
        return
    score: _Score = {}
    click.echo(f"{house.title}, seed {chosen}; {_HINT}")
    for number, one in enumerate(made, 1):
        click.secho(f"\nexercise {number}", bold=True)
        if not _ask(house, one, score):
            break
    _show(score)


def _plain(book: Rulebook, one: Exercise) -> dict[str, object]:
    return {
        "puck": one.state.puck,
        "throw": str(one.throw),
        "seats": {
            seat.name: {str(stands.wager): stands.amount for stands in seat.wagers}
            for seat in one.state.seats
        },
        "questions": [
            {
                "asks": named(book, question),
                "wager": str(question.standing.wager),
                "right": correction(book, one, at),
            }
            for at, question in enumerate(one.questions)
        ],
    }


def _ask(book: Rulebook, one: Exercise, score: _Score) -> bool:
    """Ask about each wager of an exercise. Return whether the drill continues."""
    names = HouseNames(book)
    for seat in one.state.seats:
        lies = ", ".join(
            names.stake(stands.wager, stands.amount) + (f" ({stands.call})" if stands.call else "")
            for stands in seat.wagers
        )
        click.echo(f"  {seat.name}: {lies or 'nothing'}")
    puck = f"the point is {one.state.puck}" if one.state.puck else "come-out"
    click.echo(f"  {puck}; {one.throw}: {calls(book, one.throw, one.state.puck)[0]}")
    family = {kind: name for name, (_, kinds) in FAMILIES.items() for kind in kinds}
    for at, question in enumerate(one.questions):
        right, began = correction(book, one, at), time.monotonic()
        answer = _answer(named(book, question))
        if answer is None:
            return False
        good = right.right(*answer)
        line = score.setdefault(family[question.standing.wager.kind], [0, 0, 0])
        line[0 if good else 1] += 1
        line[2] += time.monotonic() - began
        _correct(right, good=good)
    return True


def _answer(asks: str) -> tuple[str, int] | None:
    """Read an answer: the action, and the pay in cents; None to end the drill."""
    while True:
        try:
            said = click.prompt(asks, prompt_suffix=" ? ", default="", show_default=False).strip().lower()
        except click.Abort:
            return None
        if said in ("q", "quit", "exit"):
            return None
        if said[:1] in _ACTIONS and said in (said[:1], "take", "leave", "push", "move"):
            return _ACTIONS[said[0]], 0
        try:
            return "pay", dollars(said.removeprefix("pay ").strip())
        except BankcrapsError:
            click.echo(f"  {_HINT}")


def _correct(right: Correction, *, good: bool) -> None:
    does = f"pay {money(right.pay)}" if right.action == "pay" else _RIGHT[right.action]
    click.secho(f"  {'right' if good else 'no'}: {does}", fg="green" if good else "red")
    if right.sum:
        click.echo(f"  {right.sum}")
    if not good:
        for words in right.words:
            click.echo(f"  {words}")
        for reason in right.reasons:
            click.echo(f"  {reason.clause}: {reason.says}" if reason.says else f"  {reason.clause}")


def _show(score: _Score) -> None:
    if not score:
        return
    rows = [(FAMILIES[name][0], *line) for name, line in score.items()]
    rows.append(("all", *(sum(line[at] for line in score.values()) for at in range(3))))
    click.echo()
    echo_columns(
        ("", "right", "wrong", "seconds each"),
        [
            (name, str(int(right)), str(int(wrong)), f"{seconds / (right + wrong):.1f}")
            for name, right, wrong, seconds in rows
        ],
    )
