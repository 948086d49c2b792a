"""The fields of questions: how each is written in an address, in one form for each value."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial
from typing import Final, NamedTuple

from bankcraps.analysis.bankroll_range import BankrollRange
from bankcraps.analysis.lab_options import Option, spelling
from bankcraps.errors import BankcrapsError, did_you_mean, quoted
from bankcraps.game.chips import dollars, printed, written_number
from bankcraps.game.engine.limits import Limits
from bankcraps.game.rulebook.loader import BOOKS, load_rulebook
from bankcraps.game.rulebook.overlay import choices_in
from bankcraps.house_edge.decisions.standing_wagers import read_standing, written_standing

LONGEST_TEXT: Final = 4096
"""The most characters of a text, such as a system in words."""

LONGEST_BOOK: Final = 16_384
"""The most characters of a rulebook; one that extends a house of ours has some hundreds."""

_SHARE: Final = re.compile(r"0?\.[0-9]{1,15}")


class Form(NamedTuple):
    """The written form of values.

    Attributes:
        read: the one form of what somebody wrote, or an error about the field named.
        value: that form as the lab's functions take it.
        several: the one form of a field that is said several times.
    """

    read: Callable[[str, str], str]
    value: Callable[[str], object] = str
    several: Callable[[list[str]], list[str]] = list


class Field(NamedTuple):
    """A part of a question.

    Attributes:
        name: its name in the address, as the option of the command is called.
        says: its meaning.
        form: the form in which it is written.
        default: its form where it is left out; None if there is none.
        required: whether it must be there.
        most: the number of times that it may be repeated.
        argument: its name in the lab's functions.
        only_with: the field without which this one changes nothing; empty if there is none.
    """

    name: str
    says: str
    form: Form
    default: str | None = None
    required: bool = False
    most: int = 1
    argument: str = ""
    only_with: str = ""


def _named(read: Callable[[str], str]) -> Callable[[str, str], str]:
    """Read a value, and begin each error about it with the name of the field."""

    def read_named(name: str, written: str) -> str:
        try:
            return read(written)
        except BankcrapsError as error:
            raise BankcrapsError(f"{name}: {error}") from None

    return read_named


def _money(written: str) -> str:
    cents = dollars(written)
    if cents < 0:
        raise BankcrapsError(f"{quoted(written)} is below 0")
    return printed(cents)


def _above_0(written: str) -> str:
    cents = dollars(written)
    if cents <= 0:
        raise BankcrapsError(f"{quoted(written)} is not above 0")
    return printed(cents)


def _limits(written: str) -> str:
    read = Limits.read(written)
    if problem := read.problem(chip=1):
        raise BankcrapsError(problem)
    return str(read)


def _switch(name: str, written: str) -> str:
    if written not in ("true", "false"):
        raise BankcrapsError(f"{name} is true or false, not {quoted(written)}")
    return written


def _text(name: str, written: str, longest: int = LONGEST_TEXT) -> str:
    plain = "\n".join(line.rstrip() for line in written.replace("\t", " ").strip().splitlines())
    if not plain:
        raise BankcrapsError(f"{name} is empty")
    if not plain.replace("\n", "").isprintable():
        raise BankcrapsError(f"{name} has characters that cannot be printed: {quoted(plain)}")
    if len(plain) > longest:
        raise BankcrapsError(f"{name} has at most {longest:,} characters here, not {len(plain):,}")
    return plain


def _house(name: str, written: str) -> str:
    """A book of ours with its options. No file is read for somebody who asks over a network."""
    book = written.partition(":")[0].strip()
    if book not in BOOKS:
        known = did_you_mean(book, BOOKS) or f"; there are {', '.join(BOOKS)}"
        raise BankcrapsError(f"{name}: there is no house {quoted(book)}{known}")
    chosen = choices_in(_text(name, written).partition(":")[2])
    usual = load_rulebook(book).options if chosen else {}
    others = (
        f"{option}={choice}"
        for option, choice in sorted(chosen.items())
        if option not in usual or choice != usual[option].default
    )
    return f"{book}:{','.join(others)}".removesuffix(":")


def _wager(name: str, written: str) -> str:
    return " ".join(_text(name, written).replace("_", " ").lower().split())


def _menu(name: str, written: str) -> str:
    return ", ".join(" ".join(word.split()) for word in _text(name, written).lower().split(","))


def _utility(name: str, written: str) -> str:
    return "".join(_text(name, written).lower().split())


def _layout(written: str) -> str:
    return written_standing(read_standing(_text("the layout", written)))


def _share(name: str, written: str) -> str:
    number = Decimal(written) if _SHARE.fullmatch(written) else Decimal(0)
    if not number:
        raise BankcrapsError(f"{name} is a number above 0 and below 1, such as 0.05, not {quoted(written)}")
    return f"{number.normalize():f}"


def _largest_first(written: list[str]) -> list[str]:
    return sorted(set(written), key=Decimal, reverse=True)


money: Final = Form(_named(_money))
above_0: Final = Form(_named(_above_0))
limits: Final = Form(_named(_limits))
bankrolls: Final = Form(_named(lambda written: str(BankrollRange.read(written))))
switch: Final = Form(_switch, "true".__eq__)
text: Final = Form(_text)
book: Final = Form(partial(_text, longest=LONGEST_BOOK))
house: Final = Form(_house)
wager: Final = Form(_wager)
menu: Final = Form(_menu)
utility: Final = Form(_utility)
layout: Final = Form(_named(_layout))
share: Final = Form(_share, float, _largest_first)


def up_to(most: int, least: int = 0) -> Form:
    """Whole numbers in a range."""

    def read(name: str, written: str) -> str:
        number = written_number(written, 20)
        if number is None or not least <= number <= most:
            raise BankcrapsError(
                f"{name} is a whole number from {least:,} to {most:,} here, not {quoted(written)}"
            )
        return str(number)

    return Form(read, int)


_FORMS: Final[Mapping[str, Form]] = {
    "BOOK": house,
    "CHANCE": share,
    "FROM:TO[:STEP]": bankrolls,
    "LAYOUT": layout,
    "MIN:MAX[:UNIT]": limits,
    "NAME": wager,
    "P": share,
    "TOML": book,
    "UTILITY": utility,
    "WAGERS": menu,
}
"""The forms of values by their unit; what has another is text."""


def field_of(option: Option, only_with: str = "") -> Field:
    """An option of the lab as a part of a question, which may change something only with another one."""
    return Field(
        spelling(option.name),
        option.asks or option.says.removeprefix("with --json, "),
        _form_of(option),
        None if option.default is None else str(option.default).lower(),
        option.required,
        option.times,
        option.name,
        only_with,
    )


def _form_of(option: Option) -> Form:
    if bool in option.types:
        return switch
    if option.most:
        return up_to(option.most, option.least)
    if option.unit == "DOLLARS":
        return above_0 if option.least else money
    return _FORMS.get(option.unit, text)
