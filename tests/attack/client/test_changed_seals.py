"""A house changes the seal of a throw after it heard the seeds, or leaves out what would prove the throw."""

from types import SimpleNamespace

import pytest

from bankcraps.client.live import OwnSeeds
from bankcraps.client.seeds import is_due
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import DICE
from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import Seed, commitment_of, sealed_throw
from bankcraps.live.table.commands import GiveSeed
from bankcraps.live.wire.messages import Answer, Item
from bankcraps.live.wire.table_view import FairnessView
from bankcraps.terminal.join.watch import ThrowCheck

SECRET, OTHER = bytes(32), bytes([1] * 32)
ANN, BOB = Seed("Ann", "a1"), Seed("Bob", "b1")


def rolled(secret, number=7, seeds=(ANN,)):
    return en.Acted(ev.Rolled(throw=sealed_throw(secret, "k3x9", number, seeds), by=DICE), "hash")


def shown(secret, number=7, withheld=""):
    return en.SecretShown(number, secret.hex(), withheld)


def sealed(secret, number=7):
    return en.CommitmentShown(number, commitment_of(secret))


LOCKED = en.SeedsLocked(7, (ANN,))
HONEST = [LOCKED, rolled(SECRET), shown(SECRET), sealed(OTHER, 8)]


def view(number=7, secret=SECRET, **more):
    fairness = FairnessView(number, commitment_of(secret) if secret else "", **more)
    return SimpleNamespace(id="k3x9", fairness=fairness, seats=[SimpleNamespace(name="Ann")])


@pytest.mark.parametrize(
    ("news", "wrong"),
    [
        (HONEST, ""),
        ([LOCKED, shown(SECRET, withheld="nobody may throw"), sealed(OTHER, 8)], ""),
        ([sealed(OTHER), LOCKED, rolled(OTHER), shown(OTHER)], "the commitment to throw 7 was changed"),
        ([rolled(SECRET, seeds=(BOB,)), shown(SECRET)], "throw 7 counted, and its seeds were never locked"),
        (
            [LOCKED, en.SeedsLocked(7, (BOB,)), rolled(SECRET, seeds=(BOB,)), shown(SECRET)],
            "the seeds of throw 7 were changed when they were locked",
        ),
        ([LOCKED, rolled(SECRET), sealed(OTHER, 8)], "the secret of throw 7 was not shown"),
        ([LOCKED, rolled(OTHER), rolled(SECRET), shown(SECRET)], "the secret of throw 7 was not shown"),
    ],
)
def test_every_throw_is_proved(news, wrong):
    check = ThrowCheck(view())
    check.hear(news)
    assert check.wrong.startswith(wrong)
    assert bool(check.wrong) == bool(wrong)


def test_a_lost_connection_does_not_hide_another_seal():
    check = ThrowCheck(view())
    check.begin(view())
    assert check.wrong == ""
    check.begin(view(secret=OTHER))
    assert check.wrong == "the commitment to throw 7 was changed after it was shown"


def own(*steps):
    """Give a seed for throw 7, which the house takes as row 3. Then news come, or the whole table."""
    seeds = OwnSeeds()
    seeds.ask(GiveSeed(id="1", seed="a1"), view())
    seeds.answered(Answer("1", 3), "Ann")
    for at, step in enumerate(steps, 5):
        if isinstance(step, SimpleNamespace):
            seeds.welcome(step, at, "Ann")
        else:
            seeds.hear([Item(at, step)], view(), "Ann")
    return seeds.wrong


ANEW = "the house sealed throw 7 anew after you gave your seed for it"


@pytest.mark.parametrize(
    ("steps", "wrong"),
    [
        (HONEST, ""),
        ([view(locked=True, seeds=(ANN,)), rolled(SECRET), shown(SECRET)], ""),
        ([view(8, OTHER), en.SeedsLocked(8, (BOB,)), shown(OTHER, 8)], ""),
        ([shown(SECRET, withheld="nobody may throw"), sealed(OTHER, 8)], ""),
        ([sealed(OTHER)], ANEW),
        ([view(secret=OTHER)], ANEW),
        ([LOCKED, rolled(OTHER), shown(OTHER)], ANEW),
        ([rolled(SECRET), shown(SECRET)], "the house took your seed for throw 7, and never locked it"),
        (
            [view(locked=True, seeds=(BOB,))],
            "the house took your seed for throw 7, and locked the throw without it",
        ),
    ],
)
def test_a_seed_counts_for_the_seal_that_it_was_given_for(steps, wrong):
    assert own(*steps) == wrong


@pytest.mark.parametrize(("secret", "due"), [(SECRET, True), (b"", False)])
def test_no_seed_is_given_before_the_throw_is_sealed(secret, due):
    """A house that knows the seed first could choose a secret for it."""
    you = SimpleNamespace(may=("give_seed",), seed="")
    assert is_due(SimpleNamespace(view=view(secret=secret), you=you)) == due
