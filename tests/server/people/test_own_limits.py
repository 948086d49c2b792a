"""Limits that people set for themselves, through the whole server: by REST, at the socket, in words."""

import time

import pytest
from tests.server.live import a_table, open_house

from bankcraps.client import House
from bankcraps.errors import BankcrapsError
from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.table.personal_limits import PersonalLimits
from bankcraps.server.people.limit_keeper import LimitKeeper
from bankcraps.terminal.join.own_limits import is_about_limits, limits_in_words

HOUR = 3_600_000


async def _limit(house, cookie, **limits):
    response = await house.get("/api/limits", cookie, "POST", json=limits)
    assert response.status_code == 200, response.text
    return response.json()


async def _code(wire, line):
    return (await wire.say(line)).get("refused", {}).get("code", "")


async def test_a_loss_limit_stops_buying_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    async with open_house(tmp_path) as house, house.playing("Ann", buy=100) as ann:
        await ann.done("50 pass")
        left = (await _limit(house, ann.cookie, loss_cents=15_000))["left"]
        assert left["may_buy_cents"] == 5_000  # the 100 dollars at the table can be lost as well
        assert left["may_risk_cents"] == 10_000  # the 50 on the pass line can be lost as well
        assert await _code(ann, "buy in 51") == "own_limit"
        await ann.done("buy in 50")
        assert "leaves $0 to buy" in (await ann.say("buy in 5"))["refused"]["message"]
        for line in ("5 field", "take down field", "cash out 20", "buy in 20"):
            await ann.done(line)
        assert await _code(ann, "buy in 5") == "own_limit"
        await ann.told(lambda you: you["own"]["may_buy_cents"] == 0)  # with the next look


async def test_a_loss_limit_stops_bets_with_chips_bought_before(tmp_path):
    async with open_house(tmp_path) as house, house.playing("Ann", buy=500) as ann:
        await ann.done("50 pass")
        await _limit(house, ann.cookie, loss_cents=8_000)
        refused = (await ann.say("31 field"))["refused"]
        assert refused["message"].startswith("your loss limit leaves $30 to bet now, commission included")
        await ann.done("30 field")
        assert await _code(ann, "5 field") == "own_limit"
        await ann.done("take down field")


async def test_bets_sent_at_once_do_not_each_have_all_that_is_left(tmp_path):
    """From two windows, faster than the database can say what the first bet leaves."""
    async with open_house(tmp_path) as house, house.playing("Ann", buy=500) as ann:
        await _limit(house, ann.cookie, loss_cents=3_000)
        async with house.at(cookie=ann.cookie) as window:
            for number, wire in enumerate((ann, window, ann, window)):
                await wire.send({"type": "say", "id": f"n{number}", "line": "20 field"})
            answers = [await wire.until("answer") for wire in (ann, window, ann, window)]
    codes = [answer.get("refused", {}).get("code", "") for answer in answers]
    assert sorted(codes) == ["", "own_limit", "own_limit", "own_limit"]


async def test_a_time_out_in_mid_hand_forfeits_nothing(tmp_path):
    until = time.time_ns() // 1_000_000 + HOUR
    table = a_table("nsw", dice="entered", limits="1:500", pace="boxperson")
    async with open_house(tmp_path, table) as house, house.playing("Ann", buy=100) as ann:
        boss = await house.sign_in("House", house.passphrase)
        async with house.at(cookie=boss) as crew:
            for role in ("boxperson", "stickperson"):
                assert "refused" not in await crew.ask("take_chair", role=role)
            await ann.done("10 pass")
            await ann.done("5 field")
            await _limit(house, ann.cookie, time_out_until=until)
            for line in ("5 field", "sit", "buy in 5"):
                assert await _code(ann, line) == "own_limit"
            await ann.done("take down field")
            assert "refused" not in await crew.ask("act", event={"type": "no_more_bets"})
            for look in ("first", "second"):
                done = await crew.ask("enter_throw", throw={"a": 3, "b": 4}, look=look)
                assert "refused" not in done, done
            await ann.done("leave")
            assert (await house.get("/api/session", ann.cookie)).json()["wallet_cents"] == 101_000
            assert await _code(ann, "sit") == "own_limit"
            assert (await ann.ask("wait", waiting=True))["refused"]["code"] == "own_limit"


async def test_nobody_loosens_a_limit_at_once(tmp_path):
    async with open_house(tmp_path) as house, house.playing("Ann", buy=100) as ann:
        await _limit(house, ann.cookie, loss_cents=10_000, session_minutes=60)
        now = await _limit(house, ann.cookie)
        assert now["limits"] == {"loss_cents": 10_000, "session_minutes": 60}
        assert now["later"] == {}
        assert now["later_at"] > time.time_ns() // 1_000_000 + DAY_MS - HOUR
        again = (await house.get("/api/limits", ann.cookie)).json()
        assert (again["limits"], again["later"], again["later_at"]) == (now["limits"], {}, now["later_at"])
        assert await _code(ann, "buy in 5") == "own_limit"


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ({"loss_cents": -1}, "below zero"),
        ({"loss_cents": 10**13}, "limits nothing"),
        ({"session_minutes": 0}, "at least a minute"),
        ({"session_minutes": 10**13}, "limits nothing"),
        ({"time_out_until": 10**17}, "at most a year"),
        ({"loss_cents": 1.5}, "cannot be read"),
        ({"may_buy_cents": 1}, "cannot be read"),
    ],
)
async def test_limits_there_cannot_be(tmp_path, limits, says):
    async with open_house(tmp_path) as house:
        cookie = await house.sign_in("Ann")
        response = await house.get("/api/limits", cookie, "POST", json=limits)
        assert response.status_code == 400
        assert says in response.json()["error"]
        assert (await house.get("/api/limits")).status_code == 403
        foreign = {"origin": "http://evil.example"}
        assert (await house.get("/api/limits", cookie, "POST", json={}, headers=foreign)).status_code == 403


async def test_who_has_no_limits_costs_the_database_nothing(tmp_path, monkeypatch):
    async def fail(*_):
        raise AssertionError

    monkeypatch.setattr(LimitKeeper, "sender", fail)
    async with open_house(tmp_path) as house, house.playing("Ann") as ann:
        await ann.done("5 field")


async def test_commands_of_who_has_limits_stay_in_order(tmp_path):
    lines = ["sit", "buy in 100", *["5 field", "take down field"] * 10, "leave"]
    async with open_house(tmp_path) as house:
        cookie = await house.sign_in("Ann")
        await _limit(house, cookie, loss_cents=10_000)
        async with house.at(cookie=cookie) as ann:
            for number, line in enumerate(lines):
                await ann.send({"type": "say", "id": f"n{number}", "line": line})
            answers = [await ann.until("answer") for _ in lines]
            assert not [one for one in answers if "refused" in one]


@pytest.mark.usefixtures("long_leases")
async def test_limits_set_at_another_process_count_here_soon(tmp_path, postgres_url, monkeypatch):
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    async with (
        open_house(tmp_path, database=postgres_url) as house,
        open_house(tmp_path, database=postgres_url) as other,
        house.playing("Ann", buy=100) as ann,
    ):
        await ann.done("50 pass")
        await _limit(other, ann.cookie, loss_cents=10_000)
        await ann.told(lambda you: "may_buy_cents" in you.get("own", {}))
        assert await _code(ann, "buy in 5") == "own_limit"
        await ann.done("5 field")


async def test_limits_in_words(tmp_path):
    async with open_house(tmp_path) as there, House(there.address) as house:
        await house.sign_in("Ann")
        now = time.time_ns() // 1_000_000

        async def said(line):
            assert is_about_limits(line)
            return " ".join(await limits_in_words(house, line, now))

        assert await said("my limits") == "You have set no limits for yourself."
        assert await said("my_limits loss 200") == (
            "You lose at most $200 in a day. "
            "You may still buy chips for $200 today, and bet all that you have."
        )
        assert "at most 90 minutes" in await said("My_Limits session 90")
        assert "You take a time-out until" in await said("my limits time out 24")
        waits = await said("my_limits loss no")
        assert waits.startswith("You lose at most $200 in a day")
        assert "From " in waits
        assert (await house.limits()).latest.session_minutes == 90
        for wrong, says in (
            ("loss", "'loss' is no limit; say, for example: my_limits loss 200"),
            ("loss x", "'loss x' is no limit"),
            ("loss 0", r"a loss limit of \$0 .* say: my_limits loss 0 yes"),
            ("moon 5", "'moon 5' is no limit"),
            ("session 1.5", r"'1\.5' is no whole number of minutes"),
        ):
            with pytest.raises(BankcrapsError, match=f"^{says}"):
                await said(f"my_limits {wrong}")
        assert not is_about_limits("limits 5:500")
        assert not is_about_limits("my wagers")
        assert (await house.set_limits(PersonalLimits())).later is not None
