"""Betting systems in words, for Hypothesis: all that can be said, sensible or not. And one in Python."""

import re

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


GRAMMAR = """
sum = <1-500> | 7.50 | 1,000 | $25
spot = pass | dont_pass | come | dont_come | place 6 | place 10 | buy 4 | lay 5 | hard 8 | field | horn
    | hop 3-4
some = <spot> | place | buy | hard | hop | odds | odds come | odds come 6 | line
target = <some> | all
past = natural | craps | dice_pass | 2 seven_outs in a row | 3 throws | throw of 2 or 12 | 2 wins of <target>
side = ahead | behind
money = <sum> | <share>
atom = always | come_out | point | point 6 | point not 4 or 5 | new_shooter | five_count | every 3rd shooter
    | <1-9> throws | <1-9> points made | <target> up | no <target> | 2 come up | 2 of five_count
    | owning <sum> or more | owning <sum> or less | <side> <sum> | <side> | <side> <sum> this shooter
    | <side> this shooter | <sum> below the peak | half below the peak | 5% below the peak
    | all of winnings below the peak | ahead last shooter | behind 5 last shooter | five_count last shooter
    | 2 points made last shooter | 2 points made by 2 of last 3 shooters
    | 3 of five_count by 2 of last 3 shooters
    | 2 wins of pass by 2 of last 3 shooters | 2 times natural by 2 of last 3 shooters
    | <1-3> times throw of 6 or 8 this shooter | <1-3> times throw of 6 or 8 last shooter
    | win of <target> this shooter | 2 wins of <target> this shooter | 3 losses of <target> this shooter
    | <1-9> dice_passes in a row | <1-9> dice_misses in a row | 2 throws since <past> | 1 shooter since <past>
    | 3 decisions since <past> | within 1 throw of <past> | within 2 shooters of <past>
    | within 1 decision of <past>
share = <1-100>% | <1-100>% of start | <1-100>% of winnings | <1-100>% of losses | half | all
    | half of winnings | 250% of losses | 10% of <some> | half of <some> | 120% of <some> | to reach <sum>
bet = <spot> <sum> | <spot> <share> | come <money> up to <1-6> | place 8 <sum> except point
    | inside 22 | inside 110 | inside 198 | across 32 except point | across 160 except point
    | odds <share> | odds pass <share> | odds come <share> | odds <sum> | odds max | odds pass 2x
    | odds come <sum> | odds dont_come 4 max | odds dont_come 4 <sum> | down <target> | on <target>
    | off <target> | stop
event = win | 3 wins | loss | 2 losses | point_made | seven_out | 2 seven_outs in a row | point_set
    | new_shooter | five_count | natural | dice_miss | 2 dice_passes in a row | throw of 3-3, 4-1
    | <1-9> throws
    | win of <target> | loss of <target> | 2 wins of <target> | 3 losses of <target>
    | 2 wins of <target> this shooter | seven_out when <condition> | throw of <2-12> or <2-12>
change = press pass | parlay pass | parlay pass up to 200 | press pass by <sum> up to <sum>
    | half press pass up to <sum> | take <sum> from pass | take <sum> from pass down to <sum>
    | regress pass to <sum> | reset pass | down pass | reset all | down all
unit = throws | shooters | decisions
wrapper = only when <condition> | at most <1-5> <target> a shooter | stop after <1-99> <unit>
    | stop after losing <sum> or winning <sum> | progression martingale on pass up to <1-9> steps
    | progression oscar on pass up to <1-9> steps | progression half press on pass up to <1-9> steps
    | progression series after wins <series> on pass | progression series after wins <series> back 2 on pass
    | progression series after wins <series> then stay on pass
act = <bet> | <change>
rule = when <condition>: <bet> | when <condition>: <bet>; <bet> | when <condition>: <bet>; <bet>; <bet>
    | after <event>: <act> | after <event>: <act>; <act> | after <event>: <act>; <act>; <act>
    | <wrapper> | <wrapper>
"""
"""All that can be said, by its parts. `<1-9>` is a number from 1 to 9."""


def _word(name: str) -> st.SearchStrategy[str]:
    least, _, most = name.partition("-")
    return st.integers(int(least), int(most)).map(str) if most else st.deferred(lambda: SAID[name])


def _built(words: str) -> st.SearchStrategy[str]:
    """The texts of one way to say something."""
    between = re.split(r"<([\w-]+)>", words)
    parts = [_word(part) if at % 2 else st.just(part) for at, part in enumerate(between)]
    return st.tuples(*parts).map("".join)


SAID = {
    name: st.one_of([_built(one) for one in re.split(r"\s*\| ", ways)])
    for name, ways in re.findall(r"^(\w+) = (.+(?:\n +.+)*)", GRAMMAR, re.MULTILINE)
}
SAID["series"] = st.lists(st.integers(1, 9).map(str), min_size=1, max_size=12).map(" ".join)
SAID["condition"] = st.recursive(
    SAID["atom"],
    lambda inner: st.one_of(st.builds("({}) and ({})".format, inner, inner),
        st.builds("{} or {}".format, inner, inner), st.builds("not ({})".format, inner)),
    max_leaves=5,
)  # fmt: skip
SHARE = SAID["share"]
TEXT = st.lists(SAID["rule"], max_size=6).map(lambda rules: "\n".join(["when come_out: pass 10", *rules]))
