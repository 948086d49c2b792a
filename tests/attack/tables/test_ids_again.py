"""Ids of commands that come again: the same answer, whatever others send, and never done twice."""

import pytest
from tests.server.stores.test_database_failures import Evening

from bankcraps.live.table import commands as cm
from bankcraps.server.hosting import pending as module
from bankcraps.server.hosting.pending import Remembered
from bankcraps.server.hosting.sealing import SystemDice
from bankcraps.server.house import House
from bankcraps.server.stores.store import open_store

ANN = cm.Sender("Ann")


@pytest.fixture
async def evening(tmp_path):
    file = str(tmp_path / "house.db")
    async with Evening(open_store(file), file) as evening:
        yield evening


@pytest.mark.some
async def test_many_commands_of_others_leave_a_refusal_as_it_was(evening):
    """Ann bets more than she has, and 4,300 commands of a neighbour later she has enough."""
    host, bet = evening.host, cm.Say(id="bet", line="place 6 360")
    first = await host.ask(ANN, bet)
    assert first.refused is not None
    for number in range(4300):
        await host.ask(cm.Sender("Eve"), cm.Say(id=f"eve-{number}", line="place 6 6"))
    assert (await evening.say("more", "buy_in 300")).refused is None
    assert await host.ask(ANN, bet) == first


async def test_after_a_restart_a_refusal_is_decided_anew_and_carried_out_once(evening):
    """Refusals are not written to disk, as the documents say."""
    assert (await evening.say("bet", "place 6 360")).refused is not None
    assert (await evening.say("more", "buy_in 300")).refused is None
    await evening.house.close()
    evening.house = House(evening.store, SystemDice(), "http://here")
    answers = [await evening.say("bet", "place 6 360") for _ in range(2)]
    assert answers[0].refused is None
    assert answers[1] == answers[0]


def test_answers_are_forgotten_of_those_who_have_most_and_then_of_the_silent(monkeypatch):
    monkeypatch.setattr(module, "_OF_PERSON", 8)
    monkeypatch.setattr(module, "_AT_LEAST", 2)
    monkeypatch.setattr(module, "_OF_ALL", 20)
    answers = Remembered()
    answers.put("Ann", "a", "refused")
    for number in range(1000):
        answers.put(f"Eve{number % 3}", f"e{number}", "refused")
    assert answers.get("Ann", "a") == "refused"
    for number in range(1000):
        answers.put(f"Eve{number}", "e", "refused")
    assert answers.get("Ann", "a") is None
    assert answers.get("Eve999", "e") == "refused"
    assert sum(map(len, vars(answers)["_of"].values())) == vars(answers)["_count"] <= 20


def test_nothing_is_left_of_people_whose_commands_are_forgotten():
    answers = Remembered()
    for name in ("Ann", "Bob"):
        answers.put(name, "a", "refused")
    answers.put("Ann", "b", "refused")
    for name in ("Ann", "Bob", "Cid"):
        answers.drop(name, "a")
    assert vars(answers) == {"_of": {"Ann": {"b": "refused"}}, "_count": 1}
