"""Every wager of every house, and every act at the table, through a real socket."""

import pytest
from tests.server.live import a_table, open_house

from bankcraps import BOOKS, WAGERS, load_rulebook
from bankcraps.engine import events as ev
from bankcraps.engine.acts import ACTS, who_may
from bankcraps.server.web.limits import Limits, Rate

AMOUNTS = (1000, 500, 2000, 600, 2500, 3000, 400, 1200, 4000, 6000, 100, 200, 300)
"""Sums in cents, of which the house takes one for each wager."""

POINTS = {4: (3, 1), 5: (3, 2), 6: (4, 2), 8: (5, 3), 9: (5, 4), 10: (6, 4)}
FREE = Limits(commands=Rate(1e6, 1e6))


class Evening:
    """Ann plays at a table with real dice, and House sits in the chairs that throws need."""

    def __init__(self, book, ann, crew):
        self.book = book
        self.ann = ann
        self.crew = crew
        self.taken = set()
        self.left = [one for one in WAGERS.values() if book.terms(one)]

    async def chair(self, role):
        if role not in self.taken:
            answer = await self.crew.ask("take_chair", role=role)
            assert "refused" not in answer, answer
            self.taken.add(role)

    async def bets(self, *wagers):
        """Ann makes every wager that she has not made yet and the table takes now."""
        for wager in wagers or tuple(self.left):
            if await self.bet(wager) and wager in self.left:
                self.left.remove(wager)

    async def bet(self, wager):
        for amount in AMOUNTS:
            event = {"type": "bet", "wager": str(wager), "amount_cents": amount}
            answer = await self.ann.ask("act", event=event)
            if "refused" not in answer:
                return True
            assert answer["refused"]["code"] not in ("bad_message", "failed"), answer
            if "offered_cents" not in answer["refused"]:
                return False  # another sum would not help
        return False

    async def throw(self, first, second):
        """The dice come to rest like this, entered twice."""
        await self.ann.say("accept")
        event = {"type": "no_more_bets"}
        answer = await self.crew.ask("act", event=event)
        assert "refused" not in answer, answer
        for look in ("first", "second"):
            throw = {"a": first, "b": second}
            answer = await self.crew.ask("enter_throw", throw=throw, look=look)
            assert "refused" not in answer, answer


@pytest.mark.parametrize("rules", BOOKS)
async def test_every_wager_of_the_house(tmp_path, rules):
    book = load_rulebook(rules)
    table = a_table(rules, dice="entered", pace="boxperson", limits="1:5000")
    async with open_house(tmp_path, table, gift=10_000_000, limits=FREE) as house:
        boss = await house.sign_in("House", house.passphrase)
        async with house.playing("Ann", buy=90_000) as ann, house.at(cookie=boss) as crew:
            evening = Evening(book, ann, crew)
            for role in dict.fromkeys((who_may(book, ev.NoMoreBets)[0], "stickperson")):
                await evening.chair(role)
            come = [WAGERS[name] for name in ("come", "dont_come") if WAGERS[name].kind in book.wagers]
            for point in (6, 4):
                await evening.bets()
                await evening.bet(WAGERS["pass"])
                await evening.bet(WAGERS["dont_pass"])
                await evening.throw(*POINTS[point])
                await evening.bets()
                for number in (5, 8, 9, 10, 4, 6):
                    if number != point:
                        for wager in come:
                            await evening.bet(wager)
                        await evening.throw(*POINTS[number])
                        await evening.bets()
                await evening.throw(4, 3)
            stood = {wager for seat in _seats(ann) for wager in _wagers(seat)}
            assert [str(one) for one in evening.left if str(one) not in stood] == []


def _seats(wire):
    return [seat for message in wire.heard for seat in message.get("changes", {}).get("seats", [])]


def _wagers(seat):
    """The wagers that stand: a come wager that moved to its number is made by the dice, not by a bet."""
    return [standing["wager"] for standing in seat.get("wagers", [])]


SIGN = {"minimum_cents": 1000, "maximum_cents": 50_000, "unit_cents": 0}


def _acts(book, name):
    """An act of each type, with who does it: Ann, or the crew of the book."""
    floor = book.floor

    def first(reasons):
        return next(iter(reasons), "none")

    throw = {"a": 4, "b": 2}
    yield from (
        ("sit", {}),
        ("buy_in", {"amount_cents": 30_000}),
        ("bet", {"wager": "pass", "amount_cents": 1000}),
        ("undo", {}),
        ("bet", {"wager": "pass", "amount_cents": 1000}),
        ("bet", {"wager": "hard 8", "amount_cents": 1000}),
        ("call", {"wager": "hard 8", "call": "off"}),
        ("take_down", {"wager": "hard 8"}),
        ("issue_token", {"player": name, "amount_cents": 1000}),
        ("own_limits", {"player": name, "limits": SIGN}),
        ("colour_up", {"player": name}),
        ("cash_out", {"amount_cents": 1000}),
        ("warn", {"player": name, "reason": first(floor.breaches)}),
        ("post_sign", {"limits": SIGN}),
        ("set_limits", {"limits": SIGN}),
        ("offer", {"to": name}),
        ("accept", {}),
        ("choose", {"dice": [1, 2]}),
        ("same_dice", {}),
        ("no_more_bets", {}),
        ("throw", {}),
        ("no_roll", {"reason": "off_table", "dice": [1, 2]}),
        ("inspect", {"die": 1}),
        ("die_lost", {"die": 2}),
        ("new_set", {}),
        ("choose", {"dice": [1, 2]}),
        ("roll", {"throw": throw}),
        ("correct", {"throw": throw}),
        ("dispute", {"about": "the chips moved"}),
        ("decide", {"number": 1, "ruling": "stands"}),
        ("ask_review", {"number": 1}),
        ("investigate", {"number": 1, "finding": "all in order"}),
        ("order_pass", {"reason": first(book.dice.pass_ordered_for)}),
        ("pass_dice", {}),
        ("decline", {}),
        ("invalidate", {"reason": "fire"}),
        ("bet", {"wager": "pass", "amount_cents": 1000}),
        ("void", {"player": name, "wager": "pass", "reason": first(floor.void_for)}),
        ("vacate", {"player": name}),
        ("close", {}),
        ("leave", {}),
        ("sit", {}),
        ("exclude", {"player": name, "reason": first(floor.exclude_for)}),
    )


async def _done_at(house, rules, table):
    """Do every act at a table, and return the types that were done and those that the engine judged."""
    book = load_rulebook(rules)
    kinds = {act.__struct_config__.tag: act for act in ACTS}
    done, judged = set(), set()
    boss = await house.sign_in("House", house.passphrase)
    name = f"Ann_{rules}"
    player = await house.sign_in(name)
    async with house.at(cookie=boss, table=table) as crew, house.at(cookie=player, table=table) as ann:
        for tag, fields in _acts(book, name):
            roles = who_may(book, kinds[tag])
            wire = crew if roles else ann
            if roles:
                await crew.ask("take_chair", role=roles[0])
            answer = await wire.ask("act", event={"type": tag} | fields)
            if roles:
                await crew.ask("give_chair", role=roles[0])
            refused = answer.get("refused", {})
            assert refused.get("code") not in ("bad_message", "failed"), (tag, refused)
            assert refused.get("code") != "not_your_chair" or not roles, (tag, refused)
            judged.add(tag)
            if not refused:
                done.add(tag)
    return done, judged


ELSEWHERE = {
    "same_dice": "only between a no-roll that lost a die and the look at it: tests/house",
    "new_set": "only when two dice are lost: tests/house",
    "roll": "the dice say it, or the crew's `enter_throw`",
    "correct": "only real dice are corrected: tests/house/test_correcting.py",
    "set_limits": "only after the notice of a sign has run: tests/house",
    "close": "as above",
    "vacate": "only at a full table: tests/house",
    "investigate": "only after a decision and a review by the house that knows it",
    "ask_review": "as above",
    "decline": "only when the dice are offered",
    "pass_dice": "only by the shooter between hands",
}


async def test_every_act_is_done_at_some_house_and_judged_at_every(tmp_path):
    tables = [a_table(rules, pace="shooter", title=rules) for rules in BOOKS]
    async with open_house(tmp_path, *tables, gift=10_000_000, limits=FREE) as house:
        done = set()
        for line in house.tables:
            here, judged = await _done_at(house, line["rules"], line["table"])
            assert judged == {act.__struct_config__.tag for act in ACTS}
            done |= here
    assert {act.__struct_config__.tag for act in ACTS} - done - set(ELSEWHERE) == set()


async def test_what_is_no_act_of_the_engine_goes_through_the_socket_too(tmp_path):
    table = a_table("nsw")
    async with (
        open_house(tmp_path, table) as house,
        house.playing("Ann") as ann,
        house.at("Bob") as bob,
    ):
        assert "refused" not in await ann.ask("sit_out", out=True)
        assert "refused" not in await ann.ask("give_seed", seed="lucky")
        assert (await bob.ask("wait", waiting=True))["refused"]["code"] == "not_now"
        assert (await bob.ask("sit_out", out=True))["refused"]["code"] == "not_seated"
