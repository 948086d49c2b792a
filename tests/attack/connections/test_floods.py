"""Floods of commands, of pages, of long texts. `bench/attack.py` plays honestly beside some at a house."""

import asyncio
import json
import re._parser as patterns  # pyright: ignore[reportMissingImports]
import threading
from functools import partial

import pytest
from starlette.requests import Request
from tests.kit.deadline import IN_TIME
from tests.server.live import open_house
from tests.server.tables.test_bots import CHART

from bankcraps import Table, load_rulebook
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.floor import players
from bankcraps.game.notation import nicknames
from bankcraps.game.records.codec import encode
from bankcraps.lab.kinds import LONGEST_TEXT
from bankcraps.server.bots.bots import system_of
from bankcraps.server.people.money import LimitKeeper
from bankcraps.server.stores.logs import Tables
from bankcraps.server.stores.sqlite import SqliteDatabase
from bankcraps.server.web.api import history
from bankcraps.server.web.api import table as table_pages
from bankcraps.server.web.edge import endpoints as edge
from bankcraps.server.web.edge import rates
from bankcraps.server.web.edge.endpoints import Endpoint, Prepared, answer, routes_of
from bankcraps.server.web.edge.rates import (
    ApiThreads,
    FairThrottle,
    Quota,
    QuotaLimits,
    Rate,
    TooManyError,
    who_asks,
)
from bankcraps.strategies.library import read_text
from bankcraps.strategies.policy import Observation
from bankcraps.strategies.rules.rule_policy import Rules
from bankcraps.strategies.slots import read_slots
from bankcraps.strategies.text import parsing as trees

# Many people of one address send commands as fast as they can. Others have their turns.

EVE = [("eve's", f"Eve{number}") for number in range(20)]


async def order_of(*coming):
    """Let people come at once, and return the order in which they had their turns."""
    throttle, had = FairThrottle(), []

    async def come(address, person):
        await throttle.wait(address, person)
        had.append(person)

    async with asyncio.timeout(IN_TIME), asyncio.TaskGroup() as group:
        for address, person in coming:
            group.create_task(come(address, person))
    return had


async def test_addresses_take_turns_however_many_people_one_of_them_has():
    had = await order_of(*EVE * 5, ("ann's", "Ann"), ("bob's", "Bob"))
    assert {"Ann", "Bob"} <= set(had[:8])
    assert len(had) == 102
    had = await order_of(*[("ann's", "Ann")] * 50, *EVE * 5, ("bob's", "Bob"))
    assert 20 <= had[:50].count("Ann") <= 30


async def test_the_people_of_an_address_take_turns():
    had = await order_of(*[EVE[0]] * 50, *[EVE[1]] * 50, ("eve's", "Ann"))
    assert had.index("Ann") < 8
    assert abs(had[:50].count("Eve0") - had[:50].count("Eve1")) <= 6


async def test_few_commands_wait_for_nobody_and_somebody_who_goes_is_left_out():
    throttle = FairThrottle()
    with pytest.raises(StopIteration):  # it does not wait at all
        throttle.wait("ann's", "Ann").send(None)
    for _ in range(10):
        gone = asyncio.ensure_future(throttle.wait("eve's", "Eve"))
        await asyncio.sleep(0)
        gone.cancel()
    async with asyncio.timeout(IN_TIME):
        for _ in range(10):
            await throttle.wait("bob's", "Bob")


async def test_commands_of_a_person_keep_their_order_among_those_of_many():
    throttle, had = FairThrottle(), []

    async def come(number):
        await throttle.wait("here", "Ann" if number % 2 else "Bob")
        had.append(number)

    tasks = []
    for number in range(200):
        tasks.append(asyncio.create_task(come(number)))
        if number % 7 == 0:
            await asyncio.sleep(0)
    async with asyncio.timeout(IN_TIME):
        await asyncio.gather(*tasks)
    assert [number for number in had if number % 2] == list(range(1, 200, 2))
    assert [number for number in had if not number % 2] == list(range(0, 200, 2))


async def test_refusals_are_paid_for_by_the_person_and_the_address(monkeypatch):
    now, slept = [0.0], []

    async def sleep(seconds):
        slept.append(seconds)
        now[0] += seconds

    quota = Quota(QuotaLimits(refused=Rate(2, 1), refused_from=Rate(3, 0.5)))
    for name in ("_refused", "_refused_from"):
        monkeypatch.setattr(getattr(quota, name), "_clock", lambda: now[0])
    monkeypatch.setattr(rates.asyncio, "sleep", sleep)
    for _ in range(2):
        await quota.pay_for_refusal("Eve", "here")
    assert not slept
    await quota.pay_for_refusal("Eve", "here")
    assert slept == [1.0]
    await quota.pay_for_refusal("Ann", "there")
    assert slept == [1.0]
    await quota.pay_for_refusal("Bob", "here")
    assert slept[1:] == [1.0]  # half of the allowance for one has come back at this address


async def test_somebody_who_is_refused_too_often_is_not_read_on(tmp_path, monkeypatch):
    """The house answers as many refusals as it allows, and then delays reading the next message."""
    paid = asyncio.Event()
    pay = Quota.pay_for_refusal
    waiting = asyncio.Event()

    async def held(quota, person, address):
        waiting.set()
        await paid.wait()
        await pay(quota, person, address)

    monkeypatch.setattr(Quota, "pay_for_refusal", held)
    async with open_house(tmp_path) as opened, opened.at("Eve") as eve, opened.at("Ann") as ann:
        assert "refused" in await eve.say("pass 10")
        await eve.send({"type": "say", "id": "later", "line": "sit"})
        await asyncio.wait_for(waiting.wait(), IN_TIME)
        await ann.done("sit")
        assert [one["type"] for one in eve.heard].count("answer") == 1
        paid.set()
        assert (await eve.until("answer"))["id"] == "later"


async def test_strangers_take_no_turn_of_somebody_who_has_limits(tmp_path, monkeypatch):
    """They confirm late wagers of hers that do not wait. Her turn is hers, and waits for no other address."""
    turns, asked, held = {}, [], []
    turn, wait = LimitKeeper.turn, FairThrottle.wait

    def noted(keeper, name):
        asked.append(name)
        return turns.setdefault(name, turn(keeper, name))

    async def waits(line, address, person):
        held.extend(name for name, lock in turns.items() if lock.locked())
        await wait(line, address, person)

    monkeypatch.setattr(LimitKeeper, "turn", noted)
    monkeypatch.setattr(FairThrottle, "wait", waits)
    async with open_house(tmp_path) as house:
        ann, eve = await house.sign_in("Ann"), await house.sign_in("Eve")
        await house.get("/api/limits", ann, "POST", json={"loss_cents": 50_000})
        async with house.at(cookie=ann) as her, house.at(cookie=eve) as stranger:
            answer = await stranger.ask("confirm_late", player="Ann", confirmed=True)
            assert answer["refused"]["code"] == "not_your_chair"
            assert asked == []
            await her.done("sit")
    assert set(asked) == {"Ann"}
    assert held == []


# Pages that take work are asked for again and again: made once, off the event loop, and bounded.

PAGES = [
    # the page, the function that makes it, and whether it is kept
    ("/acts", table_pages, "act_forms", True),
    ("/rules", table_pages, "rules_of", True),
    ("/explained?kind=place", table_pages, "explained", True),
    ("/replay?first=2&last=3", history, "part_of_log", True),
    ("/invitation", table_pages, "invitation", True),
    ("/statistics", history, "statistics", False),
    ("/disputes", history, "next_step", False),
    ("/throws", history, "SealedThrows", False),
    ("/outlook", table_pages, "outlook", False),
    ("/offer?wager=field&cents=500", table_pages, "offer", False),
]


@pytest.fixture
def made_in(monkeypatch):
    """Note in which threads a function works from now on: `threads = made_in(module, name)`."""

    def noting(module, work):
        threads, right = [], getattr(module, work)

        def noted(*given, **named):
            threads.append(threading.current_thread().name)
            return right(*given, **named)

        monkeypatch.setattr(module, work, noted)
        return threads

    return noting


@pytest.mark.parametrize(("path", "module", "work", "kept"), PAGES)
async def test_a_page_is_made_off_the_event_loop_and_once_if_it_is_kept(
    tmp_path, made_in, path, module, work, kept
):
    async with open_house(tmp_path) as opened, opened.playing("Ann") as ann:
        await ann.done('dispute "my chips"')
        made, at = made_in(module, work), f"/api/tables/{opened.table}{path}"
        first = await opened.get(at)
        assert first.status_code == 200
        assert made
        if kept:
            assert first.headers["content-encoding"] == "gzip"
            plain = await opened.get(at, headers={"Accept-Encoding": "identity"})
            again = await opened.get(at)
            assert first.json() == plain.json() == again.json()
            assert len(made) == 1
    assert all(name.startswith("bankcraps-answers") for name in made)


class Asks:
    """A request."""

    client = None
    headers = {}  # noqa: RUF012 - nobody changes it


async def test_answers_that_must_be_made_hold_slots_and_kept_ones_none():
    quota, threads = Quota(QuotaLimits(work=1)), ApiThreads()
    answers, began, goes_on = Prepared(quota, threads), asyncio.Event(), asyncio.Event()

    async def slowly():
        began.set()
        await goes_on.wait()
        return "slow"

    slow = asyncio.create_task(answers.answer(Asks(), "slow", slowly))
    await began.wait()
    with pytest.raises(TooManyError, match="too many requests that take work from your address"):
        await answers.answer(Asks(), "another", slowly)
    goes_on.set()
    assert (await slow).body == b'"slow"'
    with quota.work(""):
        assert (await answers.answer(Asks(), "slow", slowly)).body == b'"slow"'
    threads.close()


async def test_no_more_is_kept_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(edge, "_MOST_BYTES", 500)
    threads = ApiThreads()
    answers = Prepared(Quota(QuotaLimits()), threads)

    async def made():
        return "n" * 20

    for number in range(40):
        await answers.answer(Asks(), f"n{number}", made)
    assert 400 < answers._kept.bytes <= 500  # noqa: SLF001
    threads.close()


async def test_a_table_that_is_not_there_costs_no_transaction(tmp_path, monkeypatch):
    """Anybody may ask for any id. Those who play do not wait for the writer because of that."""
    async with open_house(tmp_path) as opened, opened.playing("Ann") as ann:
        begun, right = [], SqliteDatabase.transaction

        def transaction(database):
            begun.append(threading.current_thread().name)
            return right(database)

        monkeypatch.setattr(SqliteDatabase, "transaction", transaction)
        monkeypatch.setattr(Tables, "all", None)
        monkeypatch.setattr(Tables, "renew_leases", _leases)
        for path in ("rules", "hands", "stay", "acts", "invitation"):
            answer = await opened.get(f"/api/tables/nothere/{path}", ann.cookie)
            assert (answer.status_code, "no table" in answer.json()["error"]) == (404, True), path
        async with opened.at(table="nothere", hello=False) as wire:
            assert "no table" in (await wire.until("bye"))["reason"]
        assert len((await opened.get("/api/tables")).json()) == 1
        assert begun == []


def _leases(tables, owner, *_):
    """Say that all leases are kept, without a transaction."""
    return {info.table: info.epoch for info in tables.open() if info.owner == owner}


# Texts of the largest size that a house takes: reading them is work in proportion, and many take turns.

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


def test_a_number_in_words_has_an_end():
    """Words of numbers one after the other are not all tried from each of them."""
    _, widest = patterns.parse(nicknames._PARTS["<number>"].replace(r"[ \t-]+", " ")).getwidth()  # noqa: SLF001
    assert widest < 100
    assert nicknames.plain("seven hundred seventy seven dollars on the line").split()[0] == "777"


def test_a_name_is_read_by_a_pattern_of_one_part():
    """Two parts that can read the same letters try every division of 16,000 underlines."""
    assert len(patterns.parse(players._BETWEEN.pattern)) == 1  # noqa: SLF001
    assert players.written_name("_" * 16_000) == "_" * 16_000
    assert players.written_name(" Big _ Al__B ") == "Big_Al__B"


# Systems that the house's process plays.


def with_progressions(count):
    lines = ["progression martingale on pass up to 7 steps"] * count
    return "\n".join(["when come_out: pass 10", *lines])


PAROLI = "progression paroli on pass\n"
STAGE = "stage one:\nwhen come_out: pass 10\n"


@pytest.mark.parametrize("text", [with_progressions(9), PAROLI * 5 + STAGE + PAROLI * 4])
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
    others = [asyncio.create_task(ask(one[0], one[1], partial(done.append, one))) for one in asked]
    await asyncio.sleep(0)
    goes_on.set()
    await asyncio.gather(first, *others)
    threads.close()
    return done


async def test_addresses_take_turns_with_their_work_and_so_do_the_people_of_one():
    done = await in_order([*[("school", "Bob")] * 16, ("school", "Ann"), ("home", "")])
    assert [done.index(one) for one in (("home", ""), ("school", "Ann"))] == [1, 2]


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
        "type": "http", "method": "GET", "path": "/", "query_string": b"", "client": ("2001:db8::1", 1),
        "headers": [(b"cookie", b"bankcraps=abc")],
    }  # fmt: skip
    [route] = routes_of([Endpoint("GET", "/", handler)], Quota(QuotaLimits()), ApiThreads())
    asked = await route.endpoint(Request(scope))
    assert asked.body == b'["2001:db8::/64","bankcraps=abc"]'
