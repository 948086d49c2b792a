"""Bots of the house and seats by systems: who may have them, their play, and their return after a restart."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace
from tests.kit.deadline import IN_TIME
from tests.server.commands import run
from tests.server.live import a_table, open_house, soon
from tests.server.test_serving import Serve, fails

from bankcraps import BankcrapsError, Limits, load_rulebook, system
from bankcraps.client import House, HouseError
from bankcraps.game.engine import Floor
from bankcraps.live.log import entries as en
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import NewBot, NewTable
from bankcraps.server.bots import bots
from bankcraps.server.bots.bots import LONGEST_CHART, bot_of, system_of
from bankcraps.server.house import House as HostedHouse
from bankcraps.server.web.edge.rates import QuotaLimits, Rate
from bankcraps.strategies.library import read_saved, saved_text

BRISK = Timing(betting_ms=150, warning_ms=0, throwing_ms=20, paying_ms=10, answer_ms=300)
MOLLY = NewBot(name="Molly", system="three_point_molly", bankroll="500")


def brisk(**how):
    return a_table("three_four_five", timing=BRISK, pace="clock", **how)


async def supervisor(house, opened):
    await house.sign_in("House", opened.passphrase)


def _whys(heard):
    """The reasons in all that happened."""
    items = [item for news in heard.so_far() for item in getattr(news, "items", ())]
    return [item.entry.why for item in items if getattr(item.entry, "why", "")]


async def test_a_supervisor_seats_a_bot_and_sends_it_away(tmp_path):
    async with open_house(tmp_path, brisk()) as opened, House(opened.address) as house:
        await supervisor(house, opened)
        async with house.table(opened.table) as live, asyncio.timeout(IN_TIME):
            heard = live.heard()
            await house.seat_bot(opened.table, MOLLY)
            await live.until(lambda view: view.fairness.counted >= 5)
            (bot,) = live.view.bots
            assert (bot.name, bot.system, bot.bankroll) == ("Molly", "three_point_molly", 50_000)
            assert live.view.seats[0].name == "Molly"
            await house.dismiss_bot(opened.table, "Molly")
            await live.until(lambda view: not view.seats)
            assert live.view.bots == ()
            whys = _whys(heard)
        assert whys[0].startswith("plays three_point_molly: when come_out: pass 10; when point: odds max")
        assert "when come_out: pass 10" in whys
        assert whys[-1] == "the house asks it to leave"
        with pytest.raises(HouseError, match="there is no bot of the name 'Molly'"):
            await house.dismiss_bot(opened.table, "Molly")


async def test_a_bot_that_is_sent_away_before_it_sits_down_does_not_stay(tmp_path, monkeypatch):
    """The table forgets it at once, so it would be a player like any other, and keep the table open."""
    sent_away, play = asyncio.Event(), bots.play_system

    async def plays_later(*asked, **how):
        await sent_away.wait()
        return await play(*asked, **how)

    monkeypatch.setattr(bots, "play_system", plays_later)
    async with open_house(tmp_path, brisk()) as opened, House(opened.address) as house:
        await supervisor(house, opened)
        async with house.table(opened.table) as live, asyncio.timeout(IN_TIME):
            await house.seat_bot(opened.table, MOLLY)
            await house.dismiss_bot(opened.table, "Molly")
            await live.until(lambda view: not view.bots)
            sent_away.set()
            heard = live.heard()
            await live.until(lambda view: bool(view.seats))
            await live.until(lambda view: not view.seats)
        assert _whys(heard)[1:] == ["the house asks it to leave"]


async def test_a_page_learns_who_may_seat_bots(tmp_path):
    async with open_house(tmp_path, brisk()) as opened:
        boss, ann = await opened.sign_in("House", opened.passphrase), await opened.sign_in("Ann")
        own = (await opened.get("/api/tables", ann, "POST", json={"rules": "nsw"})).json()["table"]
        asked = (boss, own), (ann, own), (boss, opened.table), (ann, opened.table), ("", own)
        said = [(await opened.get(f"/api/tables/{at}/bots", who)).json()["may"] for who, at in asked]
        assert said == [True, True, True, False, False]


async def test_who_may_seat_bots(tmp_path):
    async with open_house(tmp_path, brisk()) as opened, House(opened.address) as ann:
        with pytest.raises(HouseError, match="sign in first"):
            await ann.seat_bot(opened.table, MOLLY)
        await ann.sign_in("Ann")
        with pytest.raises(HouseError, match="only a supervisor, or whoever opened the table"):
            await ann.seat_bot(opened.table, MOLLY)
        with pytest.raises(HouseError, match="only a supervisor, or whoever opened the table"):
            await ann.dismiss_bot(opened.table, "Molly")
        table = await ann.open_table(NewTable(rules="nsw", timing=BRISK, bots=(MOLLY,)))
        async with ann.table(table) as live, asyncio.timeout(IN_TIME):
            await live.until(lambda view: len(view.seats) == 1)
        async with House(opened.address) as house:
            await supervisor(house, opened)
            with pytest.raises(HouseError, match=f"the bot Molly plays at table {table}: .*such as Bea"):
                await house.seat_bot(opened.table, MOLLY)


async def test_a_house_may_leave_bots_to_its_supervisors(tmp_path):
    async with open_house(tmp_path, brisk(), openers_seat_bots=False) as opened, House(opened.address) as ann:
        await ann.sign_in("Ann")
        with pytest.raises(HouseError, match="only a supervisor seats bots"):
            await ann.open_table(NewTable(rules="nsw", bots=(MOLLY,)))
        table = await ann.open_table(NewTable(rules="nsw"))
        with pytest.raises(HouseError, match="only a supervisor seats bots"):
            await ann.seat_bot(table, MOLLY)
        cookie = f"bankcraps={ann.session}"
        assert (await opened.get(f"/api/tables/{table}/bots", cookie)).json() == {"may": False}


WRONG = [
    ({"name": "Ann"}, "Ann is a person's name"),
    ({"name": "House"}, "House is a person's name"),
    ({"name": "dealer"}, "choose another name"),
    ({"name": "two; words"}, "a name is one word"),
    ({"system": "/etc/passwd"}, "no system '/etc/passwd' in the library"),
    ({"system": "no_such_one"}, "no system 'no_such_one' in the library"),
    ({"system": "when come_out: fire 5"}, "cannot be played at this table"),
    ({"system": "when come_out: "}, "this rule is empty"),
    ({"system": "x " * 3000}, "at most 4000 characters"),
    ({"bankroll": "0"}, "more than 0"),
    ({"bankroll": "many"}, "many"),
    ({"bankroll": "100001"}, "at most 100000, not 100001"),
    ({"bankroll": "1e30"}, "1e30"),
]


async def test_a_bot_that_cannot_be(tmp_path):
    async with open_house(tmp_path, a_table("nsw")) as opened, House(opened.address) as house:
        await opened.sign_in("Ann")
        await supervisor(house, opened)
        for wrong, says in WRONG:
            asked = {"name": "Molly", "system": "three_point_molly", "bankroll": "500"} | wrong
            with pytest.raises(HouseError) as caught:
                await house.seat_bot(opened.table, NewBot(**asked))
            assert says in str(caught.value), wrong
        async with house.table(opened.table) as live:
            assert live.view.bots == ()


async def test_the_refusal_of_a_bots_name_comes_with_one_that_would_do(tmp_path):
    async with open_house(tmp_path, a_table("nsw")) as house:
        cookie = await house.sign_in("Ann")
        for name, would_do in (("ann", "Ann2"), ("Big Al!", "Big_Al")):
            asked = {"rules": "nsw", "bots": [{"name": name, "system": "come", "bankroll": "500"}]}
            refused = (await house.get("/api/tables", cookie, "POST", json=asked)).json()
            assert (refused["would_do"], refused["in_place_of"]) == (would_do, name.replace(" ", "_"))


async def test_the_house_suggests_names_for_bots_that_nobody_has(tmp_path, monkeypatch):
    async with open_house(tmp_path, brisk()) as house:
        assert (await house.get("/api/bots/names")).status_code == 403
        boss, _ = await house.sign_in("House", house.passphrase), await house.sign_in("Cal")
        await house.sign_in("D0t")  # a name that looks like a person's would be refused
        bea = {"name": "Bea", "system": "come", "bankroll": "500"}
        at = f"/api/tables/{house.table}/bots"
        assert (await house.get(at, boss, "POST", json=bea)).status_code == 201
        names = (await house.get("/api/bots/names", boss)).json()
        assert names[0] == "Eli"
        assert not {"Bea", "Cal", "Dot"} & set(names)
        monkeypatch.setattr(bots, "_USUAL", ("Cal", "House"))
        assert (await house.get("/api/bots/names", boss)).json()[:3] == ["Cal2", "House2", "Cal3"]


async def test_a_table_whose_bots_cannot_come_is_not_left_open(tmp_path, monkeypatch):
    """A name may belong to a person, stand there twice, or be taken while the table is being opened."""
    zoe = NewBot(name="Zoe", system="three_point_molly", bankroll="500")
    async with open_house(tmp_path, brisk()) as opened, House(opened.address) as ann:
        await ann.sign_in("Ann")
        open_table = HostedHouse.open_table

        async def somebody_is_quicker(*asked):
            await opened.sign_in("Zoe")
            return await open_table(*asked)

        with pytest.raises(HouseError, match="Ann is a person's name"):
            await ann.open_table(NewTable(rules="nsw", bots=(MOLLY, replace(MOLLY, name="Ann"))))
        with pytest.raises(HouseError, match="two bots have the name Molly"):
            await ann.open_table(NewTable(rules="nsw", bots=(MOLLY, MOLLY)))
        assert (await opened.get("/api/session", await opened.sign_in("Molly"))).json()["guest"]
        monkeypatch.setattr(HostedHouse, "open_table", somebody_is_quicker)
        with pytest.raises(HouseError, match="Zoe is a person's name"):
            await ann.open_table(NewTable(rules="nsw", bots=(replace(MOLLY, name="Max"), zoe)))
        assert [line.table for line in await ann.tables()] == [opened.table]


async def test_a_house_that_closes_while_bots_come_has_nothing_to_complain_of(tmp_path, monkeypatch, caplog):
    async with open_house(tmp_path, brisk()) as opened, House(opened.address) as ann:
        await ann.sign_in("Ann")
        open_table = HostedHouse.open_table

        async def the_house_closes(house, *asked):
            host = await open_table(house, *asked)
            await house.hand_over()
            return host

        monkeypatch.setattr(HostedHouse, "open_table", the_house_closes)
        with caplog.at_level("INFO"), pytest.raises(HouseError, match="the house is closing"):
            await ann.open_table(NewTable(rules="nsw", bots=(MOLLY,)))
        (said,) = [one for one in caplog.records if "stays open without its bots" in one.getMessage()]
        assert said.levelname == "INFO"


async def test_an_address_opens_and_seats_no_more_than_it_may(tmp_path):
    limits = QuotaLimits(opened_from=Rate(1, 0.001), bots_from=Rate(2, 0.001))
    async with open_house(tmp_path, a_table("nsw"), limits=limits) as opened:
        with pytest.raises(HouseError, match="too many bots from your address"):  # no text is read before
            await _opens(opened, "Fay", "A", "B", "C", system="no system at all")
        await _opens(opened, "Bob", "A", "B")
        with pytest.raises(HouseError, match="too many new tables from your address"):
            await _opens(opened, "Dee")
        assert len((await opened.get("/api/tables")).json()) == 2


async def _opens(opened, name, *bots, system="when come_out: pass 10"):
    """Open a table with bots as a guest."""
    async with House(opened.address) as house:
        await house.sign_in(name)
        seated = (NewBot(name=f"Bot{bot}", system=system, bankroll="50") for bot in bots)
        await house.open_table(NewTable(rules="nsw", timing=BRISK, bots=tuple(seated)))


async def test_nobody_signs_in_as_a_bot(tmp_path):
    async with open_house(tmp_path, brisk()) as opened, House(opened.address) as house:
        await supervisor(house, opened)
        await house.seat_bot(opened.table, MOLLY)
        for passphrase in ("", "bot", "a passphrase"):
            async with House(opened.address) as thief:
                with pytest.raises(HouseError, match="Molly is a bot of the house: choose another name"):
                    await thief.sign_in("Molly", passphrase)


async def test_bots_go_on_when_the_house_opens_again(tmp_path):
    system = "when always: field 5; when come_out: pass 10; stop after 12 throws"
    stops = NewBot(name="Stan", system=system, bankroll="500")
    async with open_house(tmp_path, brisk()) as opened, House(opened.address) as house:
        table = opened.table
        await supervisor(house, opened)
        async with house.table(table) as live, asyncio.timeout(IN_TIME):
            await house.seat_bot(table, stops)
            await live.until(lambda view: view.fairness.counted >= 4)
    async with open_house(tmp_path) as opened, House(opened.address) as house:
        async with house.table(table) as live, asyncio.timeout(IN_TIME):
            before = live.view.fairness.counted
            assert live.view.bots[0].name == "Stan"
            await live.until(lambda view: not view.bots)
        hands = [await opened.get(f"/api/tables/{table}/hands/{n}") for n in range(1, 20)]
        items = [item for hand in hands if not hand.is_error for item in hand.json()["items"]]
        types = [item["entry"].get("event", {}).get("type") for item in items]
        assert types.count("buy_in") <= 1
        twelfth = [place for place, type_ in enumerate(types) if type_ == "roll"][11]
        assert 4 <= before < 12
        assert "bet" in types[:twelfth]
        assert "bet" not in types[twelfth:], "it remembered the throws before"


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("Molly 500", "a bot is a name, a bankroll and a system"),
        ("Molly much pass", "much"),
        ("Bea 50 best.json", "there is no system 'best.json'"),
    ],
)
def test_a_bot_that_serve_cannot_read(tmp_path, bot, says):
    said = fails("serve", "--port", "0", "--database", str(tmp_path / "house.db"), "--bot", bot)
    assert says in said


async def test_a_table_with_bots_says_how_to_close_it(tmp_path):
    table = "three_four_five betting=3600 warning=0"
    served = Serve(tmp_path, "--rules", "nsw", "--open-table", table, "--bot", "Molly 500 three_point_molly")

    async def admin(*words):
        return await asyncio.to_thread(run, "admin", "--database", served.database, *words)

    try:
        async with House(served.address) as house, asyncio.timeout(IN_TIME):
            table = next(line.table for line in await house.tables() if line.rules == "three_four_five")
            async with house.table(table) as live:
                await live.until(lambda view: view.seats and view.seats[0].wagers)
                said = (await admin("close", table)).stderr
                assert f": bankcraps admin dismiss {table} Molly\n" in said
                assert (await admin("dismiss", table, "Molly")).returncode == 0
                await live.until(lambda view: view.bots[0].leaves)
            said = (await admin("close", table)).stderr
            assert said.endswith("Close it again when that is done\n")
            assert "there is no bot of the name 'Max'" in (await admin("dismiss", table, "Max")).stderr
    finally:
        served.terminate()
    assert "there is no bot of the name 'Max'" in (await admin("dismiss", table, "Max")).stderr


# A best play as a bot: its chart comes as text, is read strictly, and the table keeps it.

CHART = {
    "chart": "bankcraps.chart/1",
    "name": "best play to 40",
    "about": "the best play to reach 40 before ruin",
    "house": "three_four_five",
    "limits": "5:50",
    "chip_cents": 100,
    "goal_cents": 4000,
    "free": {},
    "bets": [{"stakes": {"pass": 2000}}, {"stakes": {"pass": 1000}}],
    "rows": [{"puck": 0, "standing": {}, "from_cents": [0, 3000], "bets": [0, 1]}],
}


def written(**changed):
    return json.dumps(CHART | changed)


async def test_serve_reads_the_system_of_its_bot_from_a_file(tmp_path):
    chart, words = tmp_path / "best.json", tmp_path / "mine.txt"
    chart.write_text(written(), encoding="utf-8")
    words.write_text("when come_out: pass 10", encoding="utf-8")
    bots = ("--bot", f"Bea 20 {chart}", "--bot", f"Max 50 {words}")
    served, first = Serve(tmp_path, "--rules", "three_four_five", "--limits", "5:50", *bots), {}

    def both_have_bet(view):
        for seat in view.seats:
            if seat.wagers:
                first.setdefault(seat.name, [str(one) for one in seat.wagers])
        return len(first) > 1

    try:
        async with House(served.address) as house, asyncio.timeout(IN_TIME):
            (line,) = await house.tables()
            async with house.table(line.table) as live:
                await live.until(both_have_bet)
                assert first == {"Bea": ["pass $20"], "Max": ["pass $10"]}
                (bea,) = (bot for bot in live.view.bots if bot.name == "Bea")
                assert (bea.system, bea.text) == (CHART["name"], CHART["about"])
    finally:
        served.terminate()


def test_what_a_table_keeps_reads_as_the_same_system():
    for spec in (written(), "pass", "when come_out: pass 10"):
        policy = system_of(spec)
        kept = read_saved(saved_text(policy), policy.name)
        assert (kept, kept.name) == (policy, policy.name)
    assert read_saved("when come_out: pass 10", "mine") == system("when come_out: pass 10")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "this is no chart of Bankcraps"),
        ('{"chart":' * 7000, "this is no chart of Bankcraps"),
        (written(bets=[]), "row 0 of the chart must name one of its bets for each sum"),
        (written(name="n" * 81), "the name of a chart has from 1 to 80 characters, in one line"),
        (written(about="a\nb"), "the about of a chart has from 1 to 400 characters, in one line"),
        (written(about="a" * LONGEST_CHART), "the chart of a bot has at most 65,536 characters, not 65,"),
        (written(limits="5:500"), "best play to 40 cannot be played at this table: it is for a table of"),
    ],
)
def test_a_chart_that_will_not_do_is_refused_with_a_sentence(text, why):
    asked = NewBot(name="Bea", system=text, bankroll="20")
    with pytest.raises(BankcrapsError) as error:
        bot_of(asked, load_rulebook("three_four_five"), Floor(Limits.read("5:50"), 100))
    assert why in str(error.value)


# A person's seat by a system: it bets under their name, says why, and stops when they act, ask or close.

TEXT = "when come_out: pass 10"


def open_hands():
    return a_table("washington", timing=BRISK, pace="clock")


async def hands_over(opened, cookie, system=TEXT, table=""):
    where = f"/api/tables/{table or opened.table}/seat"
    return await opened.get(where, cookie, "POST", json={"system": system})


@asynccontextmanager
async def ann_at(opened, table=""):
    """Ann, with her account, at a table: her table, and the cookie of another page of hers."""
    async with House(opened.address) as ann:
        await ann.sign_in("Ann", "a passphrase of Ann")
        cookie = await opened.sign_in("Ann", "a passphrase of Ann")
        async with ann.table(table or opened.table) as live, asyncio.timeout(IN_TIME):
            yield live, cookie


async def sits(live):
    await live.say("sit")
    await live.say("buy_in 300")


async def test_a_system_plays_a_seat_and_its_player_takes_over(tmp_path):
    async with open_house(tmp_path, open_hands()) as opened, ann_at(opened) as (live, cookie):
        early = await hands_over(opened, cookie)
        assert early.json()["error"] == "Ann is not at this table: sit down first"
        assert (await hands_over(opened, "")).status_code == 403
        wrong = await hands_over(opened, cookie, "/etc/passwd")
        assert "no system '/etc/passwd' in the library" in wrong.json()["error"]
        await sits(live)
        heard = live.heard()
        assert (await hands_over(opened, cookie)).status_code == 201
        await live.until(lambda view: view.fairness.counted >= 3)
        assert live.view.systems[0].text.startswith(TEXT)
        entries = [item.entry for news in heard.so_far() for item in getattr(news, "items", ())]
        acts = [one for one in entries if isinstance(one, en.Acted) and one.event.by.person == "Ann"]
        assert {one.why for one in acts} - {""} == {TEXT}
        await soon(lambda: live.view.phase.name == "betting")
        while (await live.say("field 5")).refused:  # the betting may have just closed
            await live.until(lambda view: view.phase.name == "betting")
        await live.until(lambda view: not view.systems)
        assert live.seat is not None  # the person plays on


async def test_a_system_stops_on_asking_and_when_it_ends_by_itself(tmp_path):
    async with open_house(tmp_path, open_hands()) as opened, ann_at(opened) as (live, cookie):
        await sits(live)
        await hands_over(opened, cookie)
        await live.until(lambda view: view.fairness.counted >= 1)
        stopped = await opened.get(f"/api/tables/{opened.table}/seat", cookie, "DELETE", json={})
        assert stopped.status_code == 200
        await live.until(lambda view: not view.systems)
        again = await opened.get(f"/api/tables/{opened.table}/seat", cookie, "DELETE", json={})
        assert again.json()["error"] == "no system plays for Ann"
        heard = live.heard()
        await hands_over(opened, cookie, f"{TEXT}; stop after 2 throws")
        await live.until(lambda view: bool(view.systems))
        await live.until(lambda view: not view.systems)
        items = [item for news in heard.so_far() for item in getattr(news, "items", ())]
        ended = [item.entry.why for item in items if isinstance(item.entry, en.SystemStopped)]
        assert ended == ["stop after 2 throws"]
        assert live.seat is not None


async def test_a_system_goes_on_when_the_house_opens_again(tmp_path):
    async with open_house(tmp_path, open_hands()) as opened, ann_at(opened) as (live, cookie):
        await sits(live)
        await hands_over(opened, cookie)
        await live.until(lambda view: view.fairness.counted >= 1)
        table = opened.table
    async with open_house(tmp_path) as opened, ann_at(opened, table) as (live, _):
        assert [seat.name for seat in live.view.systems] == ["Ann"]
        before = live.view.fairness.counted
        await live.until(lambda view: view.fairness.counted >= before + 2)


async def test_a_player_who_is_gone_is_away_though_the_system_is_connected(tmp_path):
    """The house would else play on for somebody who has closed the page long ago."""
    async with open_house(tmp_path, open_hands()) as opened, House(opened.address) as watcher:
        async with ann_at(opened) as (live, cookie):
            await sits(live)
            await hands_over(opened, cookie)
            await live.until(lambda view: view.fairness.counted >= 1)
        async with watcher.table(opened.table) as live, asyncio.timeout(IN_TIME):
            await live.until(lambda view: view.guests[0].away_since is not None)
