"""A real record, and the meaning of its lines."""

from typing import Final

from bankcraps import Table

from .markup import code, table

_SAID: Final = (
    "Ann: pass 10",
    "Ann: roll 4-2",
    "Ann: odds 20",
    "Ann: place 8 12",
    "boxperson: no_roll cocked",
    "@21:40 supervisor: post_sign limits 5:5000",
    "Ann: roll 3-3",
)
_NOTES: Final = {
    "craps": "the version of the format, always the first line",
    "rules": "the rulebook's id and a digest of its rules; `replay` refuses a book with other rules",
    "limits": "the minimum, maximum and unit of the table, in dollars",
    "chip": "the smallest chip, in dollars",
    "seat": "a place, a name and a buy-in: one line for each player, clockwise",
    "end": "the number of events; without this line the record was cut short",
}


def _record() -> list[str]:
    at = Table("nsw", {"Ann": 500, "Bob": 300})
    for line in _SAID:
        steps = at.say(line)
        if not all(steps):
            raise ValueError(f"the record of the documentation says {line!r}, which is refused")
    return at.record().text().splitlines()


def record() -> str:
    """A short record, whole."""
    return "```text\n" + "\n".join(_record()) + "\n```\n"


def record_lines() -> str:
    """Each sort of line in it, with its meaning."""
    examples: dict[str, str] = {}
    ended = False
    for line in filter(None, _record()):
        ended = ended or line.startswith("end ")
        examples.setdefault(_note(line, ended=ended), code(line.strip()))
    return table(["line", "what it is"], [(line, note) for note, line in examples.items()])


def _note(line: str, *, ended: bool) -> str:
    if line.startswith("  = "):
        return "a hash of the table after the event; `replay` must get the same"
    if line.startswith("  "):
        return (
            "the final amount in a rail" if ended else "the effects in words for people; nothing reads them"
        )
    label = line.split(" ", maxsplit=1)[0]
    return _NOTES.get(label, "an event: who did what" + (" and when" if line.startswith("@") else ""))
