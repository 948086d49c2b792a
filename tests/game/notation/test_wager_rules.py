"""The rules of a house for a wager, apart from its pays, with the clause of each sentence."""

import pytest

from bankcraps import BOOKS, load_rulebook
from bankcraps.game.notation.wager_rules import wager_rules
from bankcraps.game.wagers import Kind

SAID = {
    ("nsw", Kind.PASS_ODDS): {
        "May be made": ("while the puck is on", "6.1.5"),
        "At most": ("2 times the flat", "6.1.5.1"),
        "May come down": ("at any time", "6.4"),
    },
    ("three_four_five", Kind.PASS_ODDS): {
        "At most": (
            "3 times the flat on 4 and 10; 4 times the flat on 5 and 9; 5 times the flat on 6 and 8",
            "D.2.limit",
        ),
    },
}


@pytest.mark.parametrize(("house", "kind"), SAID)
def test_a_rule_is_said_with_its_clause(house, kind):
    rules = {rule.label: rule for rule in wager_rules(load_rulebook(house), kind)}
    for label, (says, clause) in SAID[house, kind].items():
        assert rules[label].says == says
        assert rules[label].source.startswith(clause)


@pytest.mark.parametrize("house", BOOKS)
def test_every_rule_is_a_sentence_with_a_source(house):
    book = load_rulebook(house)
    for kind in book.wagers:
        rules = list(wager_rules(book, kind))
        assert len({rule.label for rule in rules}) == len(rules) >= 7
        assert all(rule.says and rule.source for rule in rules), kind
