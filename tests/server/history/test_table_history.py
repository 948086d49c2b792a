"""The history of a table from its log: throws, disputes, statistics, a replay of any part."""

import hashlib

import pytest
from tests.live.room import Room, seed_for
from tests.page.dealing import Crew
from tests.server.live import FREE, a_table, open_house, real_dice

from bankcraps.game.dice import Throw
from bankcraps.game.engine.events import Rolled
from bankcraps.live.log.entries import Acted, decode_row
from bankcraps.live.log.fairness import Seed, sealed_throw
from bankcraps.live.proof.dice_check import WrongDiceError
from bankcraps.server.web.api.history import LogHistory


async def _a_hand(ann, crew):
    """Ann wins a place wager and sevens out."""
    dealers = await Crew.at(crew, "nsw")
    await ann.done("10 pass")
    await ann.say("accept")
    await dealers.throw(4, 2)
    await ann.done("12 place 8")
    await dealers.throw(4, 4)
    await dealers.throw(3, 4)


async def test_statistics_disputes_and_the_throw_again(tmp_path):
    async with real_dice(tmp_path) as (house, ann, crew):
        at = f"/api/tables/{house.table}"
        await _a_hand(ann, crew)
        await ann.done('dispute "that was a four"')
        mine = (await house.get(f"{at}/statistics", cookie=ann.cookie)).json()
        nobody = (await house.get(f"{at}/statistics?hand=1")).json()
        later = (await house.get(f"{at}/statistics?hand=2", cookie=ann.cookie)).json()
        (line,) = (await house.get(f"{at}/disputes")).json()
        part = f"first={line['first']}&last={line['last']}"
        again = (await house.get(f"{at}/replay?{part}")).json()
        wrong = await house.get(f"{at}/replay?first=1&last=2")
    counted = mine["counted"]
    assert (counted["throws"], counted["net_cents"]) == (3, -800)
    assert [one["wager"] for one in counted["wagers"]] == ["pass", "place 8"]
    assert not mine["advice"]  # the house of New South Wales may give none, so no edge is shown
    assert all(one["expected_cents"] is None for one in counted["wagers"])
    assert (nobody["player"], nobody["counted"]["throws"], nobody["counted"]["wagers"]) == ("", 3, [])
    assert later["counted"]["throws"] == 0
    assert (line["step"], line["before"], line["clause"]) == ("decide", "games_supervisor", "9.11")
    last = again["steps"][-1]["item"]
    assert last["seq"] == line["last"] == line["first"] + 1
    assert (again["before"]["puck"], again["steps"][-1]["changes"]["puck"]) == (6, 0)
    assert wrong.status_code == 400


async def test_a_dispute_keeps_every_ruling_and_the_throw_as_it_was_first_called(tmp_path):
    async with real_dice(tmp_path) as (house, ann, crew):
        at = f"/api/tables/{house.table}"
        dealers = await Crew.at(crew, "nsw")
        for role in ("games_supervisor", "supervisor", "inspector"):
            await crew.ask("take_chair", role=role)
        await ann.done("10 pass")
        await ann.say("accept")
        await dealers.throw(3, 1)
        await ann.done('dispute "that was a three"')
        corrected = {"type": "correct", "throw": {"a": 1, "b": 2}}
        decided = {"type": "decide", "number": 1, "ruling": "it was a three"}
        upheld = decided | {"ruling": "it stays a three"}
        found = {"type": "investigate", "number": 1, "finding": "a three"}
        for event in (corrected, decided, None, upheld, None, found):
            if event is None:
                await ann.done("ask_review 1")
            else:
                answer = await crew.ask("act", event=event)
                assert "refused" not in answer, answer
        (line,) = (await house.get(f"{at}/disputes")).json()
        part = f"first={line['first']}&last={line['last']}"
        again = (await house.get(f"{at}/replay?{part}")).json()
    said = [(one["found"], one["role"], one["words"]) for one in line["said"]]
    assert said == [
        (False, "games_supervisor", "it was a three"),
        (False, "supervisor", "it stays a three"),
        (True, "inspector", "a three"),
    ]
    effects = [effect for step in again["steps"] for effect in step["item"].get("effects", ())]
    throws = [effect["throw"] for effect in effects if effect["type"] == "thrown"]
    assert throws == [{"a": 3, "b": 1}, {"a": 1, "b": 2}]


async def test_sealed_throws_can_be_checked_from_what_the_page_gets(tmp_path):
    async with (
        open_house(tmp_path, a_table(limits="1:500"), limits=FREE) as house,
        house.playing("Ann") as ann,
    ):
        await ann.ask("give_seed", seed="lucky")
        await ann.done("10 pass")
        await ann.ask("act", event={"type": "throw"})
        await ann.say("nothing more")
        told = (await house.get(f"/api/tables/{house.table}/throws")).json()
        after = (await house.get(f"/api/tables/{house.table}/throws?after=1")).json()
    (one,) = told["throws"]
    secret = bytes.fromhex(one["secret"])
    assert hashlib.sha256(secret).hexdigest() == one["commitment"]
    seeds = tuple(Seed(**seed) for seed in one["seeds"])
    assert seeds == (Seed("Ann", "lucky"),)
    assert sealed_throw(secret, house.table, 1, seeds) == Throw(**one["throw"])
    assert (told["counted"], told["fixed"], told["broken"]) == (1, {"Ann": 1}, {})
    assert after["throws"] == []


async def test_the_acts_are_given_as_forms(tmp_path):
    async with open_house(tmp_path, a_table("nsw")) as house:
        forms = (await house.get(f"/api/tables/{house.table}/acts")).json()
    (warn,) = (form for form in forms if form["type"] == "warn")
    assert (warn["roles"], warn["clause"]) == (["supervisor", "games_supervisor"], "convention")


def test_dice_that_are_passed_at_a_throw_throw_for_the_new_shooter():
    """Bob has thrown and bets no more, so Ann throws: her hand begins with this throw."""
    room = Room("three_four_five", seed=seed_for(7, 7), pace="clock")
    room.sits("Ann", "Bob")
    room.does("Bob", "pass 10")
    room.until("paying")
    room.until("betting")
    room.does("Ann", "pass 10")
    room.until("paying")
    room.until("betting")
    room.does("Ann", "pass_dice")
    rows = [decode_row(body) for body in room.rows]
    thrown = [row.seq for row in rows if isinstance(row.entry, Acted) and isinstance(row.entry.event, Rolled)]
    history = LogHistory(rows[0].table)
    for row in rows:
        history.read(row)
    bobs, anns = history.hands
    assert (bobs.shooter, bobs.last, bobs.throws, bobs.ended) == ("Bob", thrown[1] - 1, 1, "no line wager")
    assert (anns.hand, anns.shooter, anns.first, anns.throws) == (2, "Ann", thrown[1], 1)


def test_hands_are_told_though_the_dice_of_a_log_are_wrong():
    room = Room("three_four_five", seed=seed_for(4, 7), pace="clock")
    room.sits("Ann")
    room.does("Ann", "pass 10")
    for _ in range(2):
        room.until("paying")
        room.until("betting")
    history = LogHistory("another")
    for body in room.rows:
        history.read(decode_row(body))
    assert [line.ended for line in history.hands] == ["seven_out"]
    with pytest.raises(WrongDiceError, match="gives"):
        history.with_right_dice()
