"""Texts of the largest size that a house takes: reading them is work in proportion, and many take turns."""

import asyncio
import json
import re._parser as patterns
import threading

import pytest
from starlette.requests import Request
from tests.server.tables.test_bot_charts import CHART

from bankcraps import Table, load_rulebook
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.floor import players
from bankcraps.game.notation import spoken
from bankcraps.game.records.codec import encode
from bankcraps.lab.fields import LONGEST_TEXT
from bankcraps.server.bots.turns import system_of
from bankcraps.server.web.edge.answers import answer, guarded
from bankcraps.server.web.edge.rates import ApiThreads, Quota, QuotaLimits, who_asks
from bankcraps.strategies.library import read_text
from bankcraps.strategies.observation import Observation
from bankcraps.strategies.rules.rule_policy import Rules
from bankcraps.strategies.slots.reading import read_slots
from bankcraps.strategies.text import parsing as trees

NSW = load_rulebook("nsw")

LONG = {
    "colons": ":",
    "steps": "it;",
    "bets": "pass 1;",
    "lines that cannot be read": "x\n",
    "talk": "five dollars on the pass line\n",
    "pieces of talk": "a: five on the line:\n",
    "numbers": "two ",
    "a rule a line": "when come_out: pass 1\n",
    "one stage again and again": "stage a:\n",
    "many stages": "".join(f"stage a{number}:\n" for number in range(400)),
    "many moves": "".join(f"stage a{number}: go to a1 when point\n" for number in range(200)),
}


@pytest.fixture
def parsed(monkeypatch):
    """The texts that the parser of systems was given, from now on."""
    texts, parser = [], trees._parser()  # noqa: SLF001

    class Noting:
        def parse(self, text, start):
            texts.append(text)
            return parser.parse(text, start)

        def parse_interactive(self, text, start):
            texts.append(text)
            return parser.parse_interactive(text, start)

    monkeypatch.setattr(trees, "_parser", Noting)
    trees.lines_as_talk.cache_clear()
    return texts


@pytest.mark.parametrize("part", LONG.values(), ids=LONG)
def test_a_long_system_is_parsed_a_few_times_and_its_slots_are_no_flood(parsed, part):
    text = (part * LONGEST_TEXT)[:LONGEST_TEXT]
    found = read_slots(text, NSW)
    lines = sum(map(bool, text.replace(";", "\n").split("\n")))
    assert len(parsed) <= 8 * lines + 5
    assert sum(map(len, parsed)) <= 8 * len(text)
    assert len(encode(found)) <= 64 * LONGEST_TEXT


def test_a_line_that_cannot_be_read_is_parsed_once(parsed):
    """Its slots and its error need the same, and what talk does not change is not parsed again."""
    text = "x\n" * 1000
    read_slots(text, NSW)
    assert sum(one == "x" for one in parsed) == 1000


def test_a_number_in_words_has_an_end():
    """Words of numbers one after the other are not all tried from each of them."""
    _, widest = patterns.parse(spoken._PARTS["<number>"].replace(r"[ \t-]+", " ")).getwidth()  # noqa: SLF001
    assert widest < 100
    assert spoken.plain("seven hundred seventy seven dollars on the line").split()[0] == "777"


def test_a_name_is_read_by_a_pattern_of_one_part():
    """Two parts that can read the same letters try every division of 16,000 underlines."""
    assert len(patterns.parse(players._BETWEEN.pattern)) == 1  # noqa: SLF001
    assert players.written_name("_" * 16_000) == "_" * 16_000
    assert players.written_name(" Big _ Al__B ") == "Big_Al__B"


# Systems that the house's process plays.


def with_progressions(count, on="pass"):
    lines = [f"progression martingale on {on} up to 7 steps"] * count
    return "\n".join(["when come_out: pass 10", *lines])


@pytest.mark.parametrize(
    "text",
    [
        with_progressions(9),
        "progression paroli on pass\n" * 5
        + "stage one:\nwhen come_out: pass 10\n"
        + "progression paroli on pass\n" * 4,
    ],
)
def test_a_system_of_a_bot_has_few_progressions_at_once(text):
    with pytest.raises(BankcrapsError, match="at most 8 progressions at once, not 9"):
        system_of(text)
    assert read_text(text)  # at a terminal it is read


def test_each_progression_asks_no_more_than_it_must(monkeypatch):
    """None of their wagers stands before the first bet, so the rules are asked once, not 2**85 times."""
    asked, right = [], Rules.layout

    def layout(rules, observation, memory):
        asked.append(memory)
        return right(rules, observation, memory)

    monkeypatch.setattr(Rules, "layout", layout)
    system = read_text(with_progressions(85))
    wanted = system.layout(Observation(NSW, Table(NSW, {"Ann": 1000}).state), system.start())
    assert {str(wager): amount for wager, amount in wanted.stakes.items()} == {"pass": 1000}
    assert len(asked) == 1


def test_a_bet_of_a_chart_goes_through_few_layouts():
    """Thousands of them would be thousands of bets at every throw, each in the log of the table."""
    bet = {"stakes": {"field": 500}, "through": [{"field": 600}, {"field": 500}] * 8}
    assert system_of(json.dumps(CHART | {"bets": [bet, bet]}))
    bet["through"] *= 100
    with pytest.raises(BankcrapsError, match="at most 16 layouts, not 1,600"):
        system_of(json.dumps(CHART | {"bets": [bet, bet]}))


# Turns of those who ask for work.


async def in_order(asked):
    """The order in which one thread does the work of askers, all of whom wait behind somebody."""
    threads, goes_on, done = ApiThreads(1), threading.Event(), []

    async def ask(address, person, work):
        who_asks.set((address, person))
        await threads.work(work)

    first = asyncio.create_task(ask("somebody", "", goes_on.wait))
    await asyncio.sleep(0)
    others = [asyncio.create_task(ask(*one, lambda one=one: done.append(one))) for one in asked]
    await asyncio.sleep(0)
    goes_on.set()
    await asyncio.gather(first, *others)
    threads.close()
    return done


async def test_sixteen_requests_of_an_address_delay_an_exam_by_one():
    done = await in_order([*[("crowd", "")] * 16, ("school", "Ann")])
    assert done[1] == ("school", "Ann")


async def test_people_of_one_address_take_turns_too():
    done = await in_order([*[("school", "Bob")] * 16, ("school", "Ann"), ("home", "")])
    assert done.index(("school", "Ann")) == 2
    assert done.index(("home", "")) == 1


async def test_a_request_that_is_given_up_keeps_its_thread_until_it_is_done():
    threads, goes_on, done = ApiThreads(1), threading.Event(), []
    given_up = asyncio.create_task(threads.work(goes_on.wait))
    waits = asyncio.create_task(threads.work(done.append, "never"))
    after = asyncio.create_task(threads.work(done.append, "after"))
    await asyncio.sleep(0)
    given_up.cancel()
    waits.cancel()
    await asyncio.gather(given_up, waits, return_exceptions=True)
    assert done == []
    goes_on.set()
    await after
    assert done == ["after"]
    await threads.work(done.append, "another")
    assert done == ["after", "another"]
    threads.close()


async def test_work_of_a_request_takes_the_turns_of_its_address_and_cookie():
    async def handler(_):
        return answer(who_asks.get())

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "client": ("2001:db8::1", 1),
        "headers": [(b"cookie", b"bankcraps=abc")],
    }
    asked = await guarded(handler, Quota(QuotaLimits()))(Request(scope))
    assert asked.body == b'["2001:db8::/64","bankcraps=abc"]'
