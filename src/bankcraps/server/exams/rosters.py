"""The classes of a school: a name and a list of students, which a teacher keeps.

A student is known by the name they sign in with, in any case of letters. An exam for a class is written only
by its students, and the board shows those who have not begun, too.
"""

import secrets
import string
from collections.abc import Sequence
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.floor.names import NAME_RULE, is_word, near_name, written_name
from bankcraps.game.records.codec import decoder, encode
from bankcraps.server.stores.exams import Exams, StoredRoster

__all__ = ["NewRoster", "NoStudentError", "Roster", "Rosters", "UnknownRosterError"]

_LETTERS: Final = string.ascii_lowercase + string.digits
_ID_LENGTH: Final = 10
_LONGEST_NAME: Final = 80
_MOST_STUDENTS: Final = 200
_MOST_ROSTERS: Final = 200


class UnknownRosterError(BankcrapsError):
    """There is no class of that id, or it is another teacher's."""


class NoStudentError(BankcrapsError):
    """A class has a student whose name nobody can sign in with.

    Attributes:
        would_do: a name that would do; empty if none is known.
        in_place_of: the name that is refused.
    """

    def __init__(self, name: str) -> None:
        self.would_do: str = near_name(name)
        self.in_place_of: str = name
        instead = f": {self.would_do} would do" if self.would_do else ""
        super().__init__(f"{name[:40]!r} is no name that somebody can sign in with; {NAME_RULE}{instead}")


class NewRoster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A class, as a teacher writes it down, and as it is kept: its name, and the names of its students."""

    name: str
    students: tuple[str, ...] = ()

    def checked(self) -> "NewRoster":
        """Return the class with tidy names, each student once, in alphabetical order.

        Raises:
            BankcrapsError: if a name is not possible, or there are too many.
        """
        name = " ".join(self.name.split())
        if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
            raise BankcrapsError(
                f"the name of a class has 1 to {_LONGEST_NAME} letters, such as Monday evening"
            )
        for one in self.students:
            if one.strip() and not is_word(written_name(one)):
                raise NoStudentError(one.strip())
        students = {one.casefold(): one for one in map(written_name, self.students) if one}
        if len(students) > _MOST_STUDENTS:
            raise BankcrapsError(f"a class has at most {_MOST_STUDENTS} students, not {len(students)}")
        return NewRoster(name, tuple(students[folded] for folded in sorted(students)))


class Roster(msgspec.Struct, frozen=True):
    """A class: its id, its teacher, its name and its students."""

    roster: str
    teacher: str
    name: str
    students: tuple[str, ...]

    def has(self, person: str) -> bool:
        """Whether somebody is a student of the class."""
        return person.casefold() in map(str.casefold, self.students)


_decode: Final = decoder(NewRoster)


class Rosters:
    """The classes in a store."""

    def __init__(self, exams: Exams) -> None:
        """Keep classes in a store."""
        self._exams = exams

    def make(self, owner: str, wanted: NewRoster, now: int) -> Roster:
        """Make a class.

        Raises:
            BankcrapsError: if it is not possible.
        """
        tidy = wanted.checked()
        if len(self._exams.rosters(owner)) >= _MOST_ROSTERS:
            raise BankcrapsError(f"a teacher has at most {_MOST_ROSTERS} classes")
        made = StoredRoster(_new_id(), owner, now, encode(tidy).decode())
        if not self._exams.add_roster(made):
            raise BankcrapsError("another class got the same id just now: make it once more")
        return _roster(made)

    def of(self, owner: str) -> Sequence[Roster]:
        """Return the classes of a teacher, the latest first."""
        return [_roster(one) for one in self._exams.rosters(owner)]

    def find(self, roster: str) -> Roster | None:
        """Return a class, or None if it is no more."""
        found = self._exams.roster(roster)
        return None if found is None else _roster(found)

    def own(self, owner: str, roster: str) -> Roster:
        """Return a class of a teacher.

        Raises:
            UnknownRosterError: if they have none of that id.
        """
        found = self.find(roster)
        if found is None or found.teacher != owner:
            raise UnknownRosterError(f"you have no class {roster[:40]!r}")
        return found

    def change(self, roster: Roster, wanted: NewRoster) -> Roster:
        """Replace the name and the students of a class. It counts at once, also for its exams."""
        self._exams.change_roster(roster.roster, encode(wanted.checked()).decode())
        return self.own(roster.teacher, roster.roster)

    def remove(self, roster: Roster) -> None:
        """Forget a class. Its exams stay, and nobody begins them any more."""
        self._exams.remove_roster(roster.roster)


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def _roster(stored: StoredRoster) -> Roster:
    try:
        kept = _decode(stored.body)
    except msgspec.MsgspecError as error:
        raise BankcrapsError(f"the class {stored.roster} cannot be read: {error}") from None
    return Roster(stored.roster, stored.owner, kept.name, kept.students)
