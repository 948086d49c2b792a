r"""Texts and the answers to them, word for word: the meaning of a line, the range of a bet, errors of files.

In a file of `answers` a heading says where, a line after `>` is asked, and the answer is below it. `\n` and
`\r` end lines, and `\s` is a blank. Write a heading and lines, let `make golden` answer, and read the diff.
"""

import re
from pathlib import Path

import pytest
from tests.game.notation.recorded import DIGEST, TEXT, played

from bankcraps import (
    BankcrapsError,
    NotationError,
    RecordError,
    Refusal,
    Table,
    load_rulebook,
    read_record,
    step,
)
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine import bet_range, legal_acts, refusal
from bankcraps.game.engine.actor import ROLES, crew, player
from bankcraps.game.notation import read, tell_refusal, write_event
from bankcraps.game.rulebook import read_rulebook

ADVISED = re.compile(r"(?:as in|for example|for each): (.+?)(?:, (?:or|for|to)\b|; |$)")
"""The line that an error suggests."""

MARKS = {"n": "\n", "r": "\r", "s": " ", "\\": "\\"}
HERE = Path(__file__).parent / "answers"
HEAD = 'id = "mine"\ntitle = "Mine"\nabout = "A house of my own."\nextends = "nsw"\n'


def table_of(heading):
    """The table of a heading: `classic:odds=double 5:500 Ann:100 others; pass 10; roll 4-2`."""
    opening, *lines = heading.split("; ")
    house, *words = opening.split()
    seats = {
        name: rail for name, _, rail in (word.partition(":") for word in words) if name[0].isalpha() and rail
    }
    limits = next((word for word in words if word[0].isdigit()), "1:10000:1")
    table = Table(house, seats, limits=limits, others="others" in words)
    for line in lines:
        assert all(table.say(line)), (heading, line)
    return table


def cents(amount):
    return printed(Cents(amount))


def words(_, line):
    """A line as the program reads it, or the place and the word that it cannot read."""
    try:
        said = read(line)
    except NotationError as error:
        assert (
            error.pointed() == f"{line}\n{' ' * (error.column - 1)}{'^' * max(1, len(error.word))}\n{error}"
        )
        return f"column {error.column} {error.word!r}: {error}"
    before = [f"[{part}]" for part in (said.by, said.at) if str(part) and part is not None]
    return " ".join((*before, write_event(said.words)))


def meanings(heading, line):
    """The events of a line at a table, what it leaves out, and the first refusal."""
    table = table_of(heading)
    try:
        meant = table.understood(read(line))
    except NotationError as error:
        assert all(map(read, ADVISED.findall(str(error)))), error
        return str(error)
    found, state = [*map(write_event, meant.events)], table.state
    for event in meant.events:
        came = step(table.rulebook, state, event)
        if not came:
            found.append(f"! {came.refusal.code} {came.refusal.clause or '-'}: {came.refusal.message}")
            told = tell_refusal(came.refusal, table.rulebook)
            found += [f"  {told}"] if told != came.refusal.message else []
            break
        state = came.state
    return "\n".join(found + [left.words(table.rulebook) for left in meant.left_out])


def bets(heading, line):
    """Whether a bet is taken, the range of such bets, the sums that chips pay, and the nearest one."""
    table = table_of(heading)
    (bet,) = table.understand(read(line))
    no, found = refusal(table.rulebook, table.state, bet), bet_range(table.rulebook, table.state, bet)
    said = "taken" if no is None else f"{no.code} {no.clause or '-'}: {no.message}"
    if no is not None and no.limit is not None:
        said += f" [{cents(no.limit)}, {cents(no.offered)}]"
    if isinstance(found, Refusal):
        return f"{said}\nno sum: {found.code}: {found.message}"
    ends = ((found.least, found.least_by), (found.most, found.most_by), (found.step, found.step_by))
    told = ", ".join(f"{cents(end)} {by.rule} {by.clause or '-'}" for end, by in ends)
    exact = [dollars for dollars in range(1, 13) if dollars * 100 in found.exact]
    nearest = found.nearest(bet.amount)
    return f"{said}\n{told}; to the chip {exact}; nearest {nearest and cents(nearest)}"


def acts(heading, line):
    """The acts without an amount, wager or name that somebody may do now."""
    table = table_of(heading)
    found = legal_acts(table.rulebook, table.state, crew(line) if line in ROLES else player(line))
    return " ".join(sorted(str(act.__struct_config__.tag) for act in found)) or "nothing"


def records(_, line):
    """The error of a record that is changed so: `old => new`, `cut 5` for its first lines, `only` a text."""
    what, _, rest = line.partition(" ")
    old, _, new = line.partition(" => ")
    if what == "cut":
        text = "\n".join(TEXT.split("\n")[: int(rest)])
    elif what in ("only", "ends"):
        text = rest if what == "only" else TEXT.replace("\n", rest)
    else:
        old, new = (part.replace("{digest}", DIGEST) for part in (old, new))
        assert old in TEXT, old
        text = TEXT.replace(old, new, 1)
    try:
        read_record(text, "a.craps")
    except RecordError as error:
        return f"cannot be read: {error.line}: {error}"
    with pytest.raises(RecordError) as caught:
        played(text, "a.craps")
    return f"cannot be played: {caught.value.line}: {caught.value}".replace(DIGEST, "{digest}")


def books(heading, line):
    """The error of a book: a house that extends New South Wales, a whole text, or a name with its options."""
    options = dict(one.split("=") for one in heading.split()[1:] if "=" in one)
    with pytest.raises(BankcrapsError) as caught:
        if_it_is_read(heading, line, options)
    at = " ".join(str(getattr(caught.value, name, None) or "-") for name in ("key", "line"))
    return f"{at}: " + re.sub(r"(not valid TOML): .*", r"\1", str(caught.value))


def if_it_is_read(heading, text, options):
    if heading.startswith("load"):
        load_rulebook(text, **options)
    read_rulebook(HEAD + text if heading == "extends nsw" else text, "mine.toml", **options)


@pytest.mark.parametrize(
    "answer", [words, meanings, bets, acts, records, books], ids=lambda answer: answer.__name__
)
def test_answers(answer, golden):
    name, heading, page = f"answers/{answer.__name__}.txt", "", []
    for line in (HERE.parent / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.removeprefix("# ")
        if line.startswith(("#", ">")) or not line:
            page.append(line)
        if line.startswith(">"):
            asked = re.sub(r"\\(.)", lambda mark: MARKS[mark[1]], line[1:].removeprefix(" "))
            page += [f"  {told}" for told in answer(heading, asked).split("\n")]
    golden(name, "\n".join([*page, ""]))
