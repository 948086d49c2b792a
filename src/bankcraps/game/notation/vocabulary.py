"""The words for wagers: one table that makes the grammar, and the boxes of a layout.

To add a kind of wager: add it to `game.wagers.Kind`, give it a type in `game.rulebook.terms.TERMS`, and add a
row here and its help to `usage.txt`.
"""

from typing import Final, Literal, NamedTuple, get_args

from bankcraps.game.wagers import Kind

Group = Literal["The line", "Numbers", "One roll", "The shooter"]
Shape = Literal["flat", "numbered", "box", "hop"]
"""The words after a wager's word: none, a number, an optional number, or dice."""

Centre = Literal["seven", "hard", "total", "craps", "horn", "hop", "hand", "repeater"]
Panel = Literal["strip", "behind", "before", "corner", "odds", Centre]
"""The place of the wager on a layout: a strip along the end, a row behind the numbers (towards the dealer)
or before them, the corner by the field, the place of its flat wager (odds), or a group of the centre."""

CENTRE: Final[tuple[Centre, ...]] = get_args(Centre)
"""The panels of the centre, from top to bottom."""


class Words(NamedTuple):
    """The words for a kind of wager.

    Attributes:
        kind: the kind.
        shape: the form of the words after its own word.
        panel: the part of a layout that shows it.
        pattern: its words, as a regular expression. Case does not matter.
        priority: if two patterns match, the one with the higher priority wins.
    """

    kind: Kind
    shape: Shape
    panel: Panel
    pattern: str
    priority: int = 0


GROUPS: Final[dict[Group, tuple[Words, ...]]] = {
    "The line": (
        Words(Kind.PASS, "flat", "strip", r"(pass([_ ]?line)?|(win|front)[_ ]line)\b(?!_)"),
        Words(Kind.DONT_PASS, "flat", "strip", r"(don'?t[_ ](pass|win)|dp|back[_ ]?line|dark[_ ]side)\b"),
        Words(Kind.COME, "box", "strip", r"come\b"),
        Words(Kind.DONT_COME, "box", "behind", r"(don'?t[_ ]come|dc)\b"),
        Words(Kind.PASS_ODDS, "flat", "odds", r"pass[_ ]odds\b", 2),
        Words(Kind.DONT_PASS_ODDS, "flat", "odds", r"(don'?t[_ ]pass|dp)[_ ]odds\b", 2),
        Words(Kind.COME_ODDS, "numbered", "odds", r"come[_ ]odds\b", 2),
        Words(Kind.DONT_COME_ODDS, "numbered", "odds", r"(don'?t[_ ]come|dc)[_ ]odds\b", 2),
    ),
    "Numbers": (
        Words(Kind.PLACE, "numbered", "before", r"place([ \t]+bets?)?([ \t]+to[ \t]+win)?\b"),
        Words(
            Kind.PLACE_TO_LOSE, "numbered", "behind", r"place(_to_lose|([ \t]+bets?)?[ \t]+to[ \t]+lose)\b", 2
        ),
        Words(Kind.BUY, "numbered", "before", r"buy\b"),
        Words(Kind.LAY, "numbered", "behind", r"lay\b"),
        Words(Kind.BIG, "numbered", "corner", r"big\b"),
        Words(Kind.HARD, "numbered", "hard", r"hard([ _]?way)?\b"),
    ),
    "One roll": (
        Words(Kind.FIELD, "flat", "strip", r"field\b"),
        Words(Kind.ANY_CRAPS, "flat", "craps", r"(any[_ ]craps?|craps?[_ ]check)\b"),
        Words(Kind.ANY_SEVEN, "flat", "seven", r"(any[_ ](seven|7)|big[_ ]red)\b"),
        Words(Kind.TWO, "flat", "total", r"(two|aces|deuces?|snake[_ -]?eyes)\b"),
        Words(Kind.THREE, "flat", "total", r"(three|ace[_ -]deuce)\b"),
        Words(Kind.ELEVEN, "flat", "total", r"(eleven|yo[ _-]?(e?leven)|yo)\b"),
        Words(Kind.TWELVE, "flat", "total", r"(twelve|box[_ -]?cars|midnight)\b"),
        Words(Kind.CRAPS_ELEVEN, "flat", "craps", r"(craps?[ _]eleven|c ?& ?e|c[_ ]and[_ ]e)(?!\w)"),
        Words(Kind.HORN, "flat", "horn", r"horn\b"),
        Words(Kind.HORN_HIGH, "numbered", "horn", r"horn[_ ]high\b"),
        Words(Kind.WORLD, "flat", "horn", r"(world|whirl)\b"),
        Words(Kind.HOP, "hop", "hop", r"hop\b"),
    ),
    "The shooter": (
        Words(Kind.FIRE, "flat", "hand", r"fire\b"),
        Words(Kind.MAKE_EM_ALL, "flat", "hand", r"make[_ ]'?em[_ ]all\b"),
        Words(Kind.TALL, "flat", "hand", r"tall\b"),
        Words(Kind.SMALL, "flat", "hand", r"small\b"),
        Words(Kind.REPEATER, "numbered", "repeater", r"repeater\b"),
    ),
}
"""The words by the group that help lists them in."""

WORDS: Final = tuple(row for rows in GROUPS.values() for row in rows)


def kinds_on(*panels: Panel) -> tuple[Kind, ...]:
    """The kinds of wager that layouts paint on some panels, panel by panel.

    >>> [kind.value for kind in kinds_on("seven", "craps")]
    ['any_seven', 'any_craps', 'craps_eleven']
    """
    return tuple(row.kind for panel in panels for row in WORDS if row.panel == panel)


def grammar(rules: str) -> str:
    """Return rules in Lark's notation, with those for the shapes and the words of the table above."""
    kinds = {shape: [row.kind.name for row in WORDS if row.shape == shape] for shape in get_args(Shape)}
    shapes = (f"!{shape}: {' | '.join(names)}" for shape, names in kinds.items() if shape != "hop")
    return "\n".join([rules, *shapes, *map(_terminal, WORDS), ""])


def _terminal(row: Words) -> str:
    priority = f".{row.priority}" if row.priority else ""
    return f"{row.kind.name}{priority}: /{row.pattern}/i"
