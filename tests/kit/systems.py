"""Betting systems in words, for Hypothesis: all that can be said, sensible or not. And one in Python."""

from hypothesis import strategies as st

from bankcraps.strategies.library import system


class Counting:
    """The pass line. Its memory counts the throws and never forgets, so it has no finite chain."""

    name, text = "counting", ""

    def start(self):
        return 0

    def layout(self, view, memory):
        del memory
        return system("pass").layout(view, ())

    def remember(self, memory, effects):
        del effects
        return memory + 1


SUM = st.integers(1, 500).map(str) | st.sampled_from(["7.50", "1,000", "$25"])
SPOT = st.sampled_from([
    "pass", "dont_pass", "come", "dont_come", "place 6", "place 10", "buy 4", "lay 5", "hard 8", "field",
    "horn", "hop 3-4",
])  # fmt: skip
TARGET = SPOT | st.sampled_from(
    ["place", "buy", "hard", "hop", "odds", "odds come", "odds come 6", "line", "all"]
)
PAST = st.one_of(
    st.sampled_from(
        ["natural", "craps", "dice_pass", "2 seven_outs in a row", "3 throws", "throw of 2 or 12"]
    ),
    st.builds("2 wins of {}".format, TARGET),
)
ATOM = st.one_of(
    st.sampled_from(
        [
            "always",
            "come_out",
            "point",
            "point 6",
            "point not 4 or 5",
            "new_shooter",
            "five_count",
            "every 3rd shooter",
        ]
    ),
    st.builds("{} throws".format, st.integers(1, 9)),
    st.builds("{} points made".format, st.integers(1, 9)),
    st.builds("{} up".format, TARGET),
    st.builds("no {}".format, TARGET),
    st.just("2 come up"),
    st.builds("owning {} or {}".format, SUM, st.sampled_from(["more", "less"])),
    st.builds("{} {}".format, st.sampled_from(["ahead", "behind"]), SUM | st.just("")),
    st.builds("{} {} this shooter".format, st.sampled_from(["ahead", "behind"]), SUM | st.just("")),
    st.builds("{} below the peak".format, SUM | st.sampled_from(["half", "5%", "all of winnings"])),
    st.builds(
        "{} last shooter".format, st.sampled_from(["ahead", "behind 5", "2 points made", "five_count"])
    ),
    st.builds(
        "{} by 2 of last 3 shooters".format,
        st.sampled_from(["2 points made", "3 of five_count", "2 wins of pass", "2 times natural"]),
    ),
    st.just("2 of five_count"),
    st.builds(
        "{} times throw of 6 or 8 {} shooter".format, st.integers(1, 3), st.sampled_from(["this", "last"])
    ),
    st.builds("{} of {} this shooter".format, st.sampled_from(["win", "2 wins", "3 losses"]), TARGET),
    st.builds("{} dice_{} in a row".format, st.integers(1, 9), st.sampled_from(["passes", "misses"])),
    st.builds("{} since {}".format, st.sampled_from(["2 throws", "1 shooter", "3 decisions"]), PAST),
    st.builds("within {} of {}".format, st.sampled_from(["1 throw", "2 shooters", "1 decision"]), PAST),
)
CONDITION = st.recursive(
    ATOM,
    lambda inner: st.one_of(st.builds("({}) and ({})".format, inner, inner),
        st.builds("{} or {}".format, inner, inner), st.builds("not ({})".format, inner)),
    max_leaves=5,
)  # fmt: skip
SHARE = st.one_of(
    st.builds(
        "{}%{}".format, st.integers(1, 100), st.sampled_from(["", " of start", " of winnings", " of losses"])
    ),
    st.sampled_from(["half", "all", "half of winnings", "250% of losses"]),
    st.builds(
        "{} of {}".format, st.sampled_from(["10%", "half", "120%"]), TARGET.filter(lambda one: one != "all")
    ),
    st.builds("to reach {}".format, SUM),
)
BET = st.one_of(
    st.builds("{} {}".format, SPOT, SUM),
    st.builds("{} {}".format, SPOT, SHARE),
    st.builds("come {} up to {}".format, SUM | SHARE, st.integers(1, 6)),
    st.builds("odds {}{}".format, st.sampled_from(["", "pass ", "come "]), SHARE),
    st.builds("place 8 {} except point".format, SUM),
    st.builds("inside {}".format, st.integers(1, 9).map(lambda n: n * 22)),
    st.builds("across {} except point".format, st.integers(1, 9).map(lambda n: n * 32)),
    st.builds(
        "odds {}{}".format,
        st.sampled_from(["", "pass ", "come ", "dont_come 4 "]),
        st.sampled_from(["max", "2x"]) | SUM,
    ),
    st.builds("{} {}".format, st.sampled_from(["down", "on", "off"]), TARGET),
    st.just("stop"),
)
EVENT = st.one_of(
    st.sampled_from(
        [
            "win",
            "3 wins",
            "loss",
            "2 losses",
            "point_made",
            "seven_out",
            "2 seven_outs in a row",
            "point_set",
            "new_shooter",
            "five_count",
            "natural",
            "dice_miss",
            "2 dice_passes in a row",
        ]
    ),
    st.builds("{} of {}".format, st.sampled_from(["win", "loss", "2 wins", "3 losses"]), TARGET),
    st.builds("2 wins of {} this shooter".format, TARGET),
    st.builds("seven_out when {}".format, CONDITION),
    st.builds("throw of {} or {}".format, st.integers(2, 12), st.integers(2, 12)),
    st.builds("{} throws".format, st.integers(1, 9)),
    st.just("throw of 3-3, 4-1"),
)
CHANGE = st.one_of(
    st.sampled_from(["press pass", "parlay pass", "parlay pass up to 200"]),
    st.builds("press pass by {} up to {}".format, SUM, SUM),
    st.builds("half press pass up to {}".format, SUM),
    st.builds("take {} from pass".format, SUM),
    st.builds("take {} from pass down to {}".format, SUM, SUM),
    st.builds("regress pass to {}".format, SUM),
    st.sampled_from(["reset pass", "down pass", "reset all", "down all"]),
)
WRAPPER = st.one_of(
    st.builds("only when {}".format, CONDITION),
    st.builds("at most {} {} a shooter".format, st.integers(1, 5), TARGET),
    st.builds("stop after {} {}".format, st.integers(1, 99),
        st.sampled_from(["throws", "shooters", "decisions"])),
    st.builds("stop after losing {} or winning {}".format, SUM, SUM),
    st.builds("progression {} on pass up to {} steps".format,
        st.sampled_from(["martingale", "oscar", "half press"]), st.integers(1, 9)),
    st.builds("progression series after wins {}{} on pass".format,
        st.lists(st.integers(1, 9), min_size=1, max_size=12).map(lambda n: " ".join(map(str, n))),
        st.sampled_from(["", " back 2", " then stay"])),
)  # fmt: skip
RULES = st.one_of(
    st.builds("when {}: {}".format, CONDITION, st.lists(BET, min_size=1, max_size=3).map("; ".join)),
    st.builds("after {}: {}".format, EVENT, st.lists(BET | CHANGE, min_size=1, max_size=3).map("; ".join)),
    WRAPPER,
)
TEXT = st.lists(RULES, max_size=6).map(lambda rules: "\n".join(["when come_out: pass 10", *rules]))
