"""The words for wagers: one table that makes the grammar, the help, and the boxes of a layout.

To add a kind of wager: add it to `game.wagers.Kind`, give it a type in `game.rulebook.terms.TERMS`, and add a
row here.
"""

from typing import Final, Literal, NamedTuple

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
        group: the group that help lists it in.
        panel: the part of a layout that shows it.
        pattern: its words, as a regular expression. Case does not matter.
        example: a line that bets it.
        also: other words for it, each with an example, for help.
        priority: if two patterns match, the one with the higher priority wins.
        means: when it wins, or what it is, for help. It holds at every house.
    """

    kind: Kind
    shape: Shape
    group: Group
    panel: Panel
    pattern: str
    example: str
    also: tuple[tuple[str, str], ...] = ()
    priority: int = 0
    means: str = ""


GROUPS: Final[tuple[Group, ...]] = ("The line", "Numbers", "One roll", "The shooter")

WORDS: Final = (
    Words(
        Kind.PASS,
        "flat",
        "The line",
        "strip",
        r"(pass([_ ]?line)?|(win|front)[_ ]line)\b(?!_)",
        "pass 10",
        means="wins on a natural or when the point is made; loses on craps or a seven-out",
    ),
    Words(
        Kind.DONT_PASS,
        "flat",
        "The line",
        "strip",
        r"(don'?t[_ ](pass|win)|dp|back[_ ]?line|dark[_ ]side)\b",
        "dont_pass 15",
        means="the reverse of pass, but the barred craps number is a tie",
    ),
    Words(
        Kind.COME,
        "box",
        "The line",
        "strip",
        r"come\b",
        "come 10",
        means="a pass bet made while the puck is on; the next throw is its come-out",
    ),
    Words(
        Kind.DONT_COME,
        "box",
        "The line",
        "behind",
        r"(don'?t[_ ]come|dc)\b",
        "dont_come 10",
        means="a don't pass bet made while the puck is on; the next throw is its come-out",
    ),
    Words(
        Kind.PASS_ODDS,
        "flat",
        "The line",
        "odds",
        r"pass[_ ]odds\b",
        "pass_odds 20",
        (("odds", "odds 20, odds max, double odds, odds 9 10, or: odds come 6 50"),),
        2,
        means="behind a pass bet with a point; pays true odds",
    ),
    Words(
        Kind.DONT_PASS_ODDS,
        "flat",
        "The line",
        "odds",
        r"(don'?t[_ ]pass|dp)[_ ]odds\b",
        "dont_pass_odds 20",
        (),
        2,
        means="behind a don't pass bet with a point; pays true odds",
    ),
    Words(
        Kind.COME_ODDS,
        "numbered",
        "The line",
        "odds",
        r"come[_ ]odds\b",
        "come_odds 6 50",
        (),
        2,
        means="behind the come bet on that number; pays true odds",
    ),
    Words(
        Kind.DONT_COME_ODDS,
        "numbered",
        "The line",
        "odds",
        r"(don'?t[_ ]come|dc)[_ ]odds\b",
        "dont_come_odds 4 40",
        (),
        2,
        means="behind the don't come bet on that number; pays true odds",
    ),
    Words(
        Kind.PLACE,
        "numbered",
        "Numbers",
        "before",
        r"place([ \t]+bets?)?([ \t]+to[ \t]+win)?\b",
        "place 6 12",
        means="wins if its number comes before a 7",
    ),
    Words(
        Kind.PLACE_TO_LOSE,
        "numbered",
        "Numbers",
        "behind",
        r"place(_to_lose|([ \t]+bets?)?[ \t]+to[ \t]+lose)\b",
        "place_to_lose 4 11",
        (),
        2,
        means="wins if a 7 comes before its number",
    ),
    Words(
        Kind.BUY,
        "numbered",
        "Numbers",
        "before",
        r"buy\b",
        "buy 4 25",
        means="wins if its number comes before a 7; pays true odds less a commission",
    ),
    Words(
        Kind.LAY,
        "numbered",
        "Numbers",
        "behind",
        r"lay\b",
        "lay 10 40",
        (("no", "no 10 40, for lay 10 40"),),
        means="wins if a 7 comes before its number; pays true odds less a commission",
    ),
    Words(
        Kind.BIG,
        "numbered",
        "Numbers",
        "corner",
        r"big\b",
        "big 6 10",
        means="wins if its number comes before a 7; pays even money",
    ),
    Words(
        Kind.HARD,
        "numbered",
        "Numbers",
        "hard",
        r"hard([ _]?way)?\b",
        "hard 8 5",
        (
            ("hardways", "hardways 20, or: hardways 5 each"),
            ("across", "across 32, on all six numbers, or: across 5"),
            ("inside", "inside 22, on the 5 6 8 9, or: inside 5"),
            ("outside", "outside 20, on the 4 5 9 10, or: outside 5"),
        ),
        means="wins if its number comes as a pair before a 7 and before any other way",
    ),
    Words(
        Kind.FIELD,
        "flat",
        "One roll",
        "strip",
        r"field\b",
        "field 5",
        means="wins if the next throw is a field number",
    ),
    Words(
        Kind.ANY_CRAPS,
        "flat",
        "One roll",
        "craps",
        r"(any[_ ]craps?|craps?[_ ]check)\b",
        "any_craps 2",
        means="wins if the next throw is 2, 3 or 12",
    ),
    Words(
        Kind.ANY_SEVEN,
        "flat",
        "One roll",
        "seven",
        r"(any[_ ](seven|7)|big[_ ]red)\b",
        "any_seven 1",
        (("big_red", "big_red 1, for any_seven"),),
        means="wins if the next throw is 7",
    ),
    Words(
        Kind.TWO,
        "flat",
        "One roll",
        "total",
        r"(two|aces|deuces?|snake[_ -]?eyes)\b",
        "two 1",
        (("aces", "aces 1, for two"), ("snake_eyes", "snake_eyes 1, for two")),
        means="wins if the next throw is 2",
    ),
    Words(
        Kind.THREE,
        "flat",
        "One roll",
        "total",
        r"(three|ace[_ -]deuce)\b",
        "three 1",
        (("ace_deuce", "ace_deuce 1, for three"),),
        means="wins if the next throw is 3",
    ),
    Words(
        Kind.ELEVEN,
        "flat",
        "One roll",
        "total",
        r"(eleven|yo[ _-]?(e?leven)|yo)\b",
        "eleven 1",
        (("yo", "yo 1, for eleven"),),
        means="wins if the next throw is 11",
    ),
    Words(
        Kind.TWELVE,
        "flat",
        "One roll",
        "total",
        r"(twelve|box[_ -]?cars|midnight)\b",
        "twelve 1",
        (
            ("boxcars", "boxcars 1, for twelve"),
            ("midnight", "midnight 1, for twelve"),
            ("hi_lo", "hi_lo 2, for two 1 and twelve 1"),
        ),
        means="wins if the next throw is 12",
    ),
    Words(
        Kind.CRAPS_ELEVEN,
        "flat",
        "One roll",
        "craps",
        r"(craps?[ _]eleven|c ?& ?e|c[_ ]and[_ ]e)(?!\w)",
        "craps_eleven 2",
        (("c&e", "c&e 2, for craps_eleven"),),
        means="half on any craps, half on eleven",
    ),
    Words(
        Kind.HORN, "flat", "One roll", "horn", r"horn\b", "horn 4", means="a quarter each on 2, 3, 11 and 12"
    ),
    Words(
        Kind.HORN_HIGH,
        "numbered",
        "One roll",
        "horn",
        r"horn[_ ]high\b",
        "horn_high 12 5",
        means="a horn with an extra unit on the number you name",
    ),
    Words(
        Kind.WORLD,
        "flat",
        "One roll",
        "horn",
        r"(world|whirl)\b",
        "world 5",
        (("whirl", "whirl 5, for world"),),
        means="a horn with an extra unit on any seven",
    ),
    Words(
        Kind.HOP,
        "hop",
        "One roll",
        "hop",
        r"hop\b",
        "hop 3-4 1",
        (("hop_sevens", "hop_sevens 3, for hop 6-1 1, hop 5-2 1 and hop 4-3 1"),),
        means="wins if the next throw shows these two dice",
    ),
    Words(
        Kind.FIRE,
        "flat",
        "The shooter",
        "hand",
        r"fire\b",
        "fire 5",
        means="wins if the shooter makes several different points in one hand",
    ),
    Words(
        Kind.MAKE_EM_ALL,
        "flat",
        "The shooter",
        "hand",
        r"make[_ ]'?em[_ ]all\b",
        "make_em_all 5",
        means="wins if every total but 7 comes before a 7",
    ),
    Words(
        Kind.TALL,
        "flat",
        "The shooter",
        "hand",
        r"tall\b",
        "tall 5",
        means="wins if 8, 9, 10, 11 and 12 all come before a 7",
    ),
    Words(
        Kind.SMALL,
        "flat",
        "The shooter",
        "hand",
        r"small\b",
        "small 5",
        means="wins if 2, 3, 4, 5 and 6 all come before a 7",
    ),
    Words(
        Kind.REPEATER,
        "numbered",
        "The shooter",
        "repeater",
        r"repeater\b",
        "repeater 6 5",
        means="wins if its number comes often enough before a 7",
    ),
)


def kinds_on(*panels: Panel) -> tuple[Kind, ...]:
    """The kinds of wager that layouts paint on some panels, panel by panel.

    >>> [kind.value for kind in kinds_on("seven", "craps")]
    ['any_seven', 'any_craps', 'craps_eleven']
    """
    return tuple(row.kind for panel in panels for row in WORDS if row.panel == panel)


def grammar(shared: str) -> str:
    """Return the grammar of wagers: the shared rules with the words of the table above.

    Args:
        shared: the rules in Lark's notation. They refer to the shapes `flat`, `numbered` and `box`.
    """
    kinds = {shape: [row.kind.name for row in WORDS if row.shape == shape] for shape in _SHAPES}
    rules = [f"!{shape}: {' | '.join(names)}" for shape, names in kinds.items()]
    return "\n".join([shared, *rules, *map(_terminal, WORDS), ""])


_SHAPES: Final = ("flat", "numbered", "box")


def _terminal(row: Words) -> str:
    priority = f".{row.priority}" if row.priority else ""
    return f"{row.kind.name}{priority}: /{row.pattern}/i"
