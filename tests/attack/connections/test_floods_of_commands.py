"""Many people of one address send commands as fast as they can. Others have their turns."""

import asyncio

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import open_house

from bankcraps.server.people.limit_keeper import LimitKeeper
from bankcraps.server.web.edge import rates as module
from bankcraps.server.web.edge.rates import Quota, QuotaLimits, Rate, Turns

EVE = [("eve's", f"Eve{number}") for number in range(20)]


async def order_of(*coming):
    """Let people come at once, and return the order in which they had their turns."""
    turns, had = Turns(), []

    async def come(address, person):
        await turns.come(address, person)
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
    turns = Turns()
    with pytest.raises(StopIteration):  # it does not wait at all
        turns.come("ann's", "Ann").send(None)
    for _ in range(10):
        gone = asyncio.ensure_future(turns.come("eve's", "Eve"))
        await asyncio.sleep(0)
        gone.cancel()
    async with asyncio.timeout(IN_TIME):
        for _ in range(10):
            await turns.come("bob's", "Bob")


async def test_commands_of_a_person_keep_their_order_among_those_of_many():
    turns, had = Turns(), []

    async def come(number):
        await turns.come("here", "Ann" if number % 2 else "Bob")
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
    monkeypatch.setattr(module.asyncio, "sleep", sleep)
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
    turn, come = LimitKeeper.turn, Turns.come

    def noted(keeper, name):
        asked.append(name)
        return turns.setdefault(name, turn(keeper, name))

    async def comes(line, address, person):
        held.extend(name for name, lock in turns.items() if lock.locked())
        await come(line, address, person)

    monkeypatch.setattr(LimitKeeper, "turn", noted)
    monkeypatch.setattr(Turns, "come", comes)
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
