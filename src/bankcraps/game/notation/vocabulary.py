"""The words for wagers: one table that makes the grammar, the help, and the boxes of a layout.

To add a kind of wager: add it to `game.wagers.Kind`, give it a type in `game.rulebook.terms.TERMS`, and add a
row here.
"""

from typing import Final, Literal, NamedTuple, get_args

from bankcraps.game.wagers import Kind

Group = Literal["The line", "Numbers", "One roll", "The shooter"]
Shape = Literal["flat", "numbered", "box", "hop"]
"""The words after a wager's word: none, a number, an optional number, or dice."""

Panel = Literal[
    "strip",
    "behind",
    "before",
    "corner",
    "odds",
    "seven",
    "hard",
    "total",
    "craps",
    "horn",
    "hop",
    "hand",
    "repeater",
]
"""The place of the wager on a layout: a strip along the end, a row behind the numbers (towards the dealer)
or before them, the corner by the field, the place of its flat wager (odds), or a group of the centre."""

CENTRE: Final[tuple[Panel, ...]] = ("seven", "hard", "total", "craps", "horn", "hop", "hand", "repeater")
"""The panels of the centre, from top to bottom."""


class Words(NamedTuple):
    """The words for a kind of wager.

    Attributes:
        kind: the kind.
        shape: the form of the words after its own word.
        panel: the part of a layout that shows it.
        pattern: its words, as a regular expression. Case does not matter.
        example: a line that bets it.
        priority: if two patterns match, the one with the higher priority wins.
    """

    kind: Kind
    shape: Shape
    panel: Panel
    pattern: str
    example: str
    priority: int = 0


GROUPS: Final[dict[Group, tuple[Words, ...]]] = {
    "The line": (
        Words(Kind.PASS, "flat", "strip", r"(pass([_ ]?line)?|(win|front)[_ ]line)\b(?!_)", "pass 10"),
        Words(
            Kind.DONT_PASS,
            "flat",
            "strip",
            r"(don'?t[_ ](pass|win)|dp|back[_ ]?line|dark[_ ]side)\b",
            "dont_pass 15",
        ),
        Words(Kind.COME, "box", "strip", r"come\b", "come 10"),
        Words(Kind.DONT_COME, "box", "behind", r"(don'?t[_ ]come|dc)\b", "dont_come 10"),
        Words(Kind.PASS_ODDS, "flat", "odds", r"pass[_ ]odds\b", "pass_odds 20", 2),
        Words(Kind.DONT_PASS_ODDS, "flat", "odds", r"(don'?t[_ ]pass|dp)[_ ]odds\b", "dont_pass_odds 20", 2),
        Words(Kind.COME_ODDS, "numbered", "odds", r"come[_ ]odds\b", "come_odds 6 50", 2),
        Words(
            Kind.DONT_COME_ODDS,
            "numbered",
            "odds",
            r"(don'?t[_ ]come|dc)[_ ]odds\b",
            "dont_come_odds 4 40",
            2,
        ),
    ),
    "Numbers": (
        Words(Kind.PLACE, "numbered", "before", r"place([ \t]+bets?)?([ \t]+to[ \t]+win)?\b", "place 6 12"),
        Words(
            Kind.PLACE_TO_LOSE,
            "numbered",
            "behind",
            r"place(_to_lose|([ \t]+bets?)?[ \t]+to[ \t]+lose)\b",
            "place_to_lose 4 11",
            2,
        ),
        Words(Kind.BUY, "numbered", "before", r"buy\b", "buy 4 25"),
        Words(Kind.LAY, "numbered", "behind", r"lay\b", "lay 10 40"),
        Words(Kind.BIG, "numbered", "corner", r"big\b", "big 6 10"),
        Words(Kind.HARD, "numbered", "hard", r"hard([ _]?way)?\b", "hard 8 5"),
    ),
    "One roll": (
        Words(Kind.FIELD, "flat", "strip", r"field\b", "field 5"),
        Words(Kind.ANY_CRAPS, "flat", "craps", r"(any[_ ]craps?|craps?[_ ]check)\b", "any_craps 2"),
        Words(Kind.ANY_SEVEN, "flat", "seven", r"(any[_ ](seven|7)|big[_ ]red)\b", "any_seven 1"),
        Words(Kind.TWO, "flat", "total", r"(two|aces|deuces?|snake[_ -]?eyes)\b", "two 1"),
        Words(Kind.THREE, "flat", "total", r"(three|ace[_ -]deuce)\b", "three 1"),
        Words(Kind.ELEVEN, "flat", "total", r"(eleven|yo[ _-]?(e?leven)|yo)\b", "eleven 1"),
        Words(Kind.TWELVE, "flat", "total", r"(twelve|box[_ -]?cars|midnight)\b", "twelve 1"),
        Words(
            Kind.CRAPS_ELEVEN,
            "flat",
            "craps",
            r"(craps?[ _]eleven|c ?& ?e|c[_ ]and[_ ]e)(?!\w)",
            "craps_eleven 2",
        ),
        Words(Kind.HORN, "flat", "horn", r"horn\b", "horn 4"),
        Words(Kind.HORN_HIGH, "numbered", "horn", r"horn[_ ]high\b", "horn_high 12 5"),
        Words(Kind.WORLD, "flat", "horn", r"(world|whirl)\b", "world 5"),
        Words(Kind.HOP, "hop", "hop", r"hop\b", "hop 3-4 1"),
    ),
    "The shooter": (
        Words(Kind.FIRE, "flat", "hand", r"fire\b", "fire 5"),
        Words(Kind.MAKE_EM_ALL, "flat", "hand", r"make[_ ]'?em[_ ]all\b", "make_em_all 5"),
        Words(Kind.TALL, "flat", "hand", r"tall\b", "tall 5"),
        Words(Kind.SMALL, "flat", "hand", r"small\b", "small 5"),
        Words(Kind.REPEATER, "numbered", "repeater", r"repeater\b", "repeater 6 5"),
    ),
}
"""The words by the group that help lists them in."""

WORDS: Final = tuple(row for rows in GROUPS.values() for row in rows)

ALSO: Final[dict[Kind, dict[str, str]]] = {
    Kind.PASS_ODDS: {"odds": "odds 20, odds max, double odds, odds 9 10, or: odds come 6 50"},
    Kind.LAY: {"no": "no 10 40, for lay 10 40"},
    Kind.HARD: {
        "hardways": "hardways 20, or: hardways 5 each",
        "across": "across 32, on all six numbers, or: across 5",
        "inside": "inside 22, on the 5 6 8 9, or: inside 5",
        "outside": "outside 20, on the 4 5 9 10, or: outside 5",
    },
    Kind.ANY_SEVEN: {"big_red": "big_red 1, for any_seven"},
    Kind.TWO: {"aces": "aces 1, for two", "snake_eyes": "snake_eyes 1, for two"},
    Kind.THREE: {"ace_deuce": "ace_deuce 1, for three"},
    Kind.ELEVEN: {"yo": "yo 1, for eleven"},
    Kind.TWELVE: {
        "boxcars": "boxcars 1, for twelve",
        "midnight": "midnight 1, for twelve",
        "hi_lo": "hi_lo 2, for two 1 and twelve 1",
    },
    Kind.CRAPS_ELEVEN: {"c&e": "c&e 2, for craps_eleven"},
    Kind.WORLD: {"whirl": "whirl 5, for world"},
    Kind.HOP: {"hop_sevens": "hop_sevens 3, for hop 6-1 1, hop 5-2 1 and hop 4-3 1"},
}
"""Other words for a kind of wager, each with an example, for help."""


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
