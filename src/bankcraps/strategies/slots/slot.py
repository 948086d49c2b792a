"""A system as slots, as data. Every place is counted in characters from the beginning of the text."""

import msgspec

__all__ = ["Slot", "SlotAdd", "SlotChoice", "SlotRule", "SystemSlots", "TextError", "TextSpan"]


class TextSpan(msgspec.Struct, frozen=True):
    """A part of the text: from `start` up to, but not including, `end`."""

    start: int
    end: int


class SlotChoice(msgspec.Struct, frozen=True):
    """A choice for a slot.

    Attributes:
        text: the words to write there.
        says: a description for people.
    """

    text: str
    says: str


class Slot(msgspec.Struct, frozen=True):
    """A part of the text that can be replaced.

    Attributes:
        kind: its kind: one of the lists of choices, or `number`, `words` or `text`, where people write. What
            leads to a stage has a list for each stage that it stands in: `go one`, `stage one`.
        start, end: where it stands.
        choice: the text of the choice that stands there, whatever numbers and wagers it has; empty for other
            words, which stay as they are until somebody chooses.
        slots: the slots inside it.
        removes: the text to delete to remove it; None if it must stay.
    """

    kind: str
    start: int
    end: int
    choice: str = ""
    slots: tuple["Slot", ...] = ()
    removes: TextSpan | None = None


class SlotAdd(msgspec.Struct, frozen=True):
    """A place where something can be added.

    Attributes:
        kind: the list of choices for it.
        at: the place.
        says: a description for people.
        before, after: the text around the choice.
    """

    kind: str
    at: int
    says: str
    before: str = ""
    after: str = ""


class SlotRule(msgspec.Struct, frozen=True):
    """A rule with its steps, or a line for the whole system, or a line that cannot be read.

    Attributes:
        start, end: where it stands.
        head: the beginning of a rule, or all of a line; None for steps that no rule begins.
        steps: the steps of the rule.
        adds: the parts that can be added to it.
        moves: whether it may change places with a neighbour that also moves.
        removes: the text to delete to remove it.
    """

    start: int
    end: int
    head: Slot | None
    steps: tuple[Slot, ...]
    adds: tuple[SlotAdd, ...]
    moves: bool
    removes: TextSpan


class TextError(msgspec.Struct, frozen=True):
    """The reason why the text is no system.

    Attributes:
        says: the reason, in a sentence.
        at: the wrong word; None if it is the whole text.
    """

    says: str
    at: TextSpan | None = None


class SystemSlots(msgspec.Struct, frozen=True):
    """A text as rules with slots, and what may stand in them at a house.

    Attributes:
        text: the text that all places are in.
        rules: its rules and lines, in order.
        adds: where a rule or a line can be added.
        choices: the choices for each kind of slot.
        wrong: the reason that the text is no system; None if it is one.
    """

    text: str
    rules: tuple[SlotRule, ...]
    adds: tuple[SlotAdd, ...]
    choices: dict[str, tuple[SlotChoice, ...]]
    wrong: TextError | None = None
