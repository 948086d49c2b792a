"""The clauses of the documents: their text, how we read them, and the values of the book that cite them."""

import re
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from bankcraps import BOOKS, Rulebook, load_rulebook
from bankcraps.game.rulebook import Clause, clauses_of
from bankcraps.game.rulebook.listing import Line, listing

from .markup import NONE, code, defined, listed, table

KINDS: Final = {
    "rule": "the engine enforces it",
    "procedure": "somebody at the table does it, and the engine judges when they may",
    "fact": "it informs people; there is nothing to enforce",
    "outside": "it does not concern a craps table",
}
_SCRIPTS: Final = Path(__file__).parents[2] / "tests" / "clauses"
_CHAPTER: Final = re.compile(r"^# (\d+\. .+)$\n+^\[\[clause\]\]\nid = \"(.+)\"$", re.MULTILINE)
_SCRIPT: Final = re.compile(r"^# (\S+) (\S.*)\n((?:(?!# ).*\n?)*)", re.MULTILINE)


@cache
def _known(book: str) -> dict[str, Clause]:
    return {clause.id: clause for clause in clauses_of(book)}


def anchor(book: str, clause: str) -> str:
    """The anchor of a clause in its page."""
    return f"{book}-{clause.replace('.', '-').lower()}"


def cited(book: str, source: str) -> str:
    """A value's source with links to its clauses: `6.3, 6.4`, or a convention in its words."""
    if source.startswith("convention"):
        return f"*{source}*"
    return ", ".join(_linked(book, clause) for clause in source.split(", "))


def _linked(book: str, clause: str) -> str:
    if clause not in _known(book):
        raise KeyError(f"{book} cites {clause!r}, which is not in its index")
    return f"[{clause}](/clauses/{book}.md#{anchor(book, clause)})"


# The values that cite each clause.


@cache
def _cites(book: str) -> dict[str, list[tuple[str, str]]]:
    """For each clause the values that cite it, as (section, key) pairs."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    for line in _every_line(load_rulebook(book)):
        if line.source.startswith("convention"):
            continue
        for clause in line.source.split(", "):
            found.setdefault(clause, {})[_place(line.key)] = None
    return {clause: list(places) for clause, places in found.items()}


def _every_line(book: Rulebook) -> list[Line]:
    """Every value of a book, with those that only an option adds."""
    lines = dict.fromkeys((line.key, line.source) for line in listing(book))
    for name, option in book.options.items():
        for choice in option.choices:
            chosen = load_rulebook(book.id, **{name: choice})
            lines |= dict.fromkeys((line.key, line.source) for line in listing(chosen))
    return [Line(key, "", source) for key, source in lines]


def _place(key: str) -> tuple[str, str]:
    """`wagers.place.pays.6` is `pays` of `place`; `dice.may_pass` is `may_pass` of `dice`."""
    parts = key.split(".")
    if parts[0] == "wagers":
        parts = parts[1:]
    if parts[0] == "options":
        return "options", parts[1]
    named = len(parts) > 2 and parts[1] in ("pays", "limit", "legs", "covers")  # noqa: PLR2004 - a table in a table
    return parts[0], ".".join(parts[1:2] if named else parts[1:])


def _resting(places: list[tuple[str, str]]) -> str:
    """The values as a sentence. Sections with the same keys stand together."""
    keys: dict[str, list[str]] = {}
    for section, key in places:
        keys.setdefault(section, []).append(key)
    sections: dict[tuple[str, ...], list[str]] = {}
    for section, names in keys.items():
        sections.setdefault(tuple(names), []).append(section)
    return "; ".join(
        f"{listed(map(code, names))} of {listed(map(code, group))}" for names, group in sections.items()
    )


# A page of clauses.


@cache
def _scripts(book: str) -> dict[str, list[str]]:
    """The scripts of `tests/clauses`, by clause."""
    file = _SCRIPTS / f"{book}.txt"
    if not file.is_file():
        return {}
    found: dict[str, list[str]] = {}
    for clause, title, lines in _SCRIPT.findall(file.read_text(encoding="utf-8")):
        said = re.sub(r"\n+## .*", "", f"{title}\n{lines}".rstrip())
        found.setdefault(clause, []).append(said.strip())
    return found


def _chapters(book: str) -> dict[str, str]:
    """The titles of the document's parts, by the first clause under each."""
    index = (
        resources.files("bankcraps.game.rulebook.clauses")
        .joinpath(f"{book}.toml")
        .read_text(encoding="utf-8")
    )
    return {clause: title for title, clause in _CHAPTER.findall(index)}


def clauses(book: str) -> str:
    """Every clause of a document, in its order."""
    chapters = _chapters(book)
    parts: list[str] = [] if chapters else ["## The clauses"]
    for clause in clauses_of(book):
        if clause.id in chapters:
            parts.append(f"## {chapters[clause.id]}")
        parts.append(_entry(book, clause))
    return "\n\n".join(parts) + "\n"


def _entry(book: str, clause: Clause) -> str:
    paragraphs = [clause.says]
    if clause.note:
        paragraphs.append(f"*How it was read:* {clause.note}")
    if clause.why:
        paragraphs.append(f"*Why it is outside:* {clause.why}")
    places = _cites(book).get(clause.id)
    if places:
        paragraphs.append(f"*Values that cite it:* {_resting(places)}.")
    shown = _scripts(book).get(clause.id)
    if shown:
        paragraphs.append(_at_the_table(shown))
    return defined(f"**[{clause.id}]{{#{anchor(book, clause.id)}}}** · {clause.kind}", *paragraphs)


def _at_the_table(shown: list[str]) -> str:
    """The scripts that show a clause, folded away."""
    scripts = "\n\n".join(shown)
    count = {1: "once", 2: "twice"}.get(len(shown), f"{len(shown)} times")
    head = f'<details class="scripts"><summary>At the table: shown {count}</summary>'
    return f"{head}\n\n```text\n{scripts}\n```\n\n</details>"


def counts() -> str:
    """The number of clauses of each kind in each document, and of those shown in scripts."""
    rows: list[tuple[str, ...]] = []
    for name in BOOKS:
        index = clauses_of(name)
        kinds = Counter(clause.kind for clause in index)
        shown = sum(clause.id in _scripts(name) for clause in index)
        of_each = (str(kinds[kind]) for kind in KINDS)
        rows.append((f"[{code(name)}](/clauses/{name}.md)", *of_each, str(len(index)), str(shown)))
    return table(["book", *KINDS, "all", "shown in scripts"], rows)


def values() -> str:
    """The numbers of values of each book from a clause and by convention."""
    rows: list[tuple[str, ...]] = []
    for name in BOOKS:
        lines = listing(load_rulebook(name))
        silent = sum(line.source.startswith("convention") for line in lines)
        rows.append((code(name), str(len(lines)), str(len(lines) - silent), str(silent)))
    return table(["book", "values", "from a clause", "by convention"], rows)


def conventions(book: str) -> str:
    """The values that the document does not settle, with our reasons."""
    rules = load_rulebook(book)
    found: dict[str, dict[tuple[str, str], None]] = {}
    for line in listing(rules):
        if line.source.startswith("convention"):
            found.setdefault(_why(rules, line), {})[_place(line.key)] = None
    rows = [(_resting(list(places)), why) for why, places in found.items()]
    shown = _scripts(book).get("convention")
    return table(["values", "the reason"], rows) + (f"\n\n{_at_the_table(shown)}\n" if shown else "")


def _why(book: Rulebook, line: Line) -> str:
    """The reason for a convention. A value without its own reason has the reason of its table."""
    source = line.source
    if source == "convention":
        section, key, *_ = line.key.split(".")
        source = getattr(book, section).cited(key)
    return source.removeprefix("convention").lstrip(": ")


def readings() -> str:
    """Every clause with a note on how we read it."""
    parts: list[str] = []
    for name in BOOKS:
        parts.append(f"## {load_rulebook(name).title}")
        noted = [clause for clause in clauses_of(name) if clause.note]
        for clause in noted:
            term = _linked(name, clause.id)
            parts.append(defined(term, clause.says, f"*Read as:* {clause.note}"))
        if not noted:
            parts.append(NONE)
    return "\n\n".join(parts) + "\n"
