"""The words for wagers, in one table. It makes the grammar, the help, and the groups of a layout.

To add a kind of wager: add it to `wagers.Kind`, give it a type in `rulebook.terms.TERMS`, and add a row here.
"""

from typing import Final, Literal, NamedTuple

from bankcraps.wagers import Kind

__all__ = ["GROUPS", "WORDS", "Words", "grammar"]

Group = Literal["The line", "Numbers", "One roll", "The shooter"]
Shape = Literal["flat", "numbered", "box", "hop"]
"""What comes between a wager's word and the amount: nothing, a number, perhaps a number, or dice."""


class Words(NamedTuple):
    """How people say a kind of wager.

    Attributes:
        kind: the kind.
        shape: what follows its word.
        group: the group that help and layouts list it in.
        pattern: its words, as a regular expression. Case does not matter.
        example: a line that bets it.
        also: other words for it, each with an example, for help.
        priority: if two patterns match, the one with the higher priority wins.
    """

    kind: Kind
    shape: Shape
    group: Group
    pattern: str
    example: str
    also: tuple[tuple[str, str], ...] = ()
    priority: int = 0


GROUPS: Final[tuple[Group, ...]] = ("The line", "Numbers", "One roll", "The shooter")

WORDS: Final = (
    Words(Kind.PASS, "flat", "The line", r"(pass([_ ]?line)?|win[_ ]line)\b(?!_)", "pass 10"),
    Words(Kind.DONT_PASS, "flat", "The line", r"don'?t[_ ](pass|win)\b", "dont_pass 15"),
    Words(Kind.COME, "box", "The line", r"come\b", "come 10"),
    Words(Kind.DONT_COME, "box", "The line", r"don'?t[_ ]come\b", "dont_come 10"),
    Words(
        Kind.PASS_ODDS,
        "flat",
        "The line",
        r"pass[_ ]odds\b",
        "pass_odds 20",
        (("odds", "odds 20, or: odds come 6 50"),),
        2,
    ),
    Words(Kind.DONT_PASS_ODDS, "flat", "The line", r"don'?t[_ ]pass[_ ]odds\b", "dont_pass_odds 20", (), 2),
    Words(Kind.COME_ODDS, "numbered", "The line", r"come[_ ]odds\b", "come_odds 6 50", (), 2),
    Words(
        Kind.DONT_COME_ODDS, "numbered", "The line", r"don'?t[_ ]come[_ ]odds\b", "dont_come_odds 4 40", (), 2
    ),
    Words(Kind.PLACE, "numbered", "Numbers", r"place\b", "place 6 12"),
    Words(Kind.PLACE_TO_LOSE, "numbered", "Numbers", r"place_to_lose\b", "place_to_lose 4 11"),
    Words(Kind.BUY, "numbered", "Numbers", r"buy\b", "buy 4 25"),
    Words(Kind.LAY, "numbered", "Numbers", r"lay\b", "lay 10 40"),
    Words(Kind.BIG, "numbered", "Numbers", r"big\b", "big 6 10"),
    Words(
        Kind.HARD,
        "numbered",
        "Numbers",
        r"hard(way)?\b",
        "hard 8 5",
        (
            ("hardways", "hardways 20, a quarter on each"),
            ("across", "across 32"),
            ("inside", "inside 22"),
            ("outside", "outside 20"),
        ),
    ),
    Words(Kind.FIELD, "flat", "One roll", r"field\b", "field 5"),
    Words(Kind.ANY_CRAPS, "flat", "One roll", r"any[_ ]craps\b", "any_craps 2"),
    Words(
        Kind.ANY_SEVEN,
        "flat",
        "One roll",
        r"(any[_ ](seven|7)|big[_ ]red)\b",
        "any_seven 1",
        (("big_red", "big_red 1, for any_seven"),),
    ),
    Words(
        Kind.TWO,
        "flat",
        "One roll",
        r"(two|aces|snake[_ ]eyes)\b",
        "two 1",
        (("aces", "aces 1, for two"), ("snake_eyes", "snake_eyes 1, for two")),
    ),
    Words(
        Kind.THREE,
        "flat",
        "One roll",
        r"(three|ace[_ -]deuce)\b",
        "three 1",
        (("ace_deuce", "ace_deuce 1, for three"),),
    ),
    Words(
        Kind.ELEVEN,
        "flat",
        "One roll",
        r"(eleven|yo[_-]leven|yo)\b",
        "eleven 1",
        (("yo", "yo 1, for eleven"),),
    ),
    Words(
        Kind.TWELVE,
        "flat",
        "One roll",
        r"(twelve|boxcars|midnight)\b",
        "twelve 1",
        (
            ("boxcars", "boxcars 1, for twelve"),
            ("midnight", "midnight 1, for twelve"),
            ("hi_lo", "hi_lo 2, for two 1 and twelve 1"),
        ),
    ),
    Words(
        Kind.CRAPS_ELEVEN,
        "flat",
        "One roll",
        r"(craps_eleven|crap_eleven|c&e|c_and_e)(?!\w)",
        "craps_eleven 2",
        (("c&e", "c&e 2, for craps_eleven"),),
    ),
    Words(Kind.HORN, "flat", "One roll", r"horn\b", "horn 4"),
    Words(Kind.HORN_HIGH, "numbered", "One roll", r"horn[_ ]high\b", "horn_high 12 5"),
    Words(Kind.WORLD, "flat", "One roll", r"(world|whirl)\b", "world 5", (("whirl", "whirl 5, for world"),)),
    Words(Kind.HOP, "hop", "One roll", r"hop\b", "hop 3-4 1"),
    Words(Kind.FIRE, "flat", "The shooter", r"fire\b", "fire 5"),
    Words(Kind.MAKE_EM_ALL, "flat", "The shooter", r"make[_ ]'?em[_ ]all\b", "make_em_all 5"),
    Words(Kind.TALL, "flat", "The shooter", r"tall\b", "tall 5"),
    Words(Kind.SMALL, "flat", "The shooter", r"small\b", "small 5"),
    Words(Kind.REPEATER, "numbered", "The shooter", r"repeater\b", "repeater 6 5"),
)


def grammar(shared: str) -> str:
    """Return the grammar of wagers: the shared rules with the words of the table above.

    Args:
        shared: the rules in Lark's notation. They refer to the shapes `flat`, `numbered` and `box`.
    """
    shapes = {shape: " | ".join(row.kind.name for row in WORDS if row.shape == shape) for shape in _SHAPES}
    rules = [f"!{shape}: {kinds}" for shape, kinds in shapes.items()]
    return "\n".join([shared, *rules, *map(_terminal, WORDS), ""])


_SHAPES: Final = ("flat", "numbered", "box")


def _terminal(row: Words) -> str:
    priority = f".{row.priority}" if row.priority else ""
    return f"{row.kind.name}{priority}: /{row.pattern}/i"
