"""Two guests make money at a table of their own, and take it to a table of the house to choose its throws."""

import pytest
from tests.attack.nights import entries
from tests.server.commands import audited
from tests.server.live import a_table, open_house

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import LARGEST, printed
from bankcraps.live.log import entries as en
from bankcraps.server.people.personal_data import forget
from bankcraps.server.stores.store import open_store

GIFT = 100_000
HOME = {"rules": "classic", "pace": "shooter", "listed": False, "dice": "entered"}


async def wallet(house, cookie):
    return (await house.get("/api/session", cookie)).json()["wallet_cents"]


async def opens(house, cookie, **how):
    """Open a table, and return its id."""
    return (await house.get("/api/tables", cookie, "POST", json=HOME | how)).json()["table"]


async def test_awards_and_chosen_dice_make_no_money_for_a_wallet(tmp_path):
    """A home game goes on with chips of its own: a host who deals, a guest who plays, and the settling up."""
    async with open_house(tmp_path) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        table = await opens(house, ann)
        async with house.at(table=table, cookie=ann) as host, house.at(table=table, cookie=bob) as guest:
            limits = await house.get("/api/limits", bob, "POST", json={"loss_cents": 1000})
            assert limits.status_code == 200  # it guards the wallet, and these chips cost none
            for role in ("supervisor", "boxperson"):
                assert "refused" not in await host.ask("take_chair", role=role)
            for line in ("sit", "buy in 5000", "pass 500"):  # more than the wallet has
                await guest.done(line)
            await guest.done("throw")
            for look in ("first", "second"):
                answer = await host.ask("enter_throw", throw={"a": 5, "b": 6}, look=look)
                assert "refused" not in answer, answer
            await host.done('award Bob 5000 "a present"')
            lines = (await house.get(f"/api/tables/{table}/settle-up", ann)).json()["players"]
            assert [(one["player"], one["result_cents"]) for one in lines] == [("Bob", 550_000)]
            await guest.done("cash out")
            await guest.done("leave")
        assert [await wallet(house, one) for one in (ann, bob)] == [GIFT, GIFT]
    assert "the books balance" in audited(str(tmp_path / "house.db"))


async def test_no_throw_of_the_house_is_vetoed_by_a_full_rail(tmp_path):
    """The attack as it was found: award, buy in near to what a column holds, a new seed, and buy in again."""
    async with open_house(tmp_path, a_table("nsw")) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        table = await opens(house, ann)
        async with house.at(table=table, cookie=ann) as host, house.at(table=table, cookie=bob) as guest:
            await host.ask("take_chair", role="supervisor")
            await guest.done("sit")
            answers = [await host.say(f'award Bob {printed(LARGEST // 4)} "more"') for _ in range(6)]
            codes = [answer.get("refused", {}).get("code", "") for answer in answers]
            assert codes == ["", "", "", "", "too_many_chips", "too_many_chips"]
            await guest.done("leave")
        async with house.at(cookie=bob) as shooter:
            await shooter.done("sit")
            for sum_, code in ((2**62 // 100 - 1, "bad_words"), (LARGEST // 100, "not_enough_money")):
                assert (await shooter.say(f"buy in {sum_}"))["refused"]["code"] == code
            await shooter.done("buy in 500")
            for number in range(30):
                await shooter.ask("give_seed", seed=f"seed-{number}")
                await shooter.say("pass 10")
                await shooter.say(f"buy in {LARGEST // 100}")
                await shooter.ask("act", event={"type": "throw"})
            locked = house.table
        assert (await house.get("/health")).json()["stopped"] == {}
    store = open_store(str(tmp_path / "house.db"), only_read=True)
    thrown = len(entries(store, locked, en.SeedsLocked))
    assert thrown == len(entries(store, locked, en.SecretShown)) >= 20
    store.close()
    assert "the books balance" in audited(str(tmp_path / "house.db"))


async def test_large_chips_make_no_money_for_a_wallet(tmp_path):
    """At nsw a winner is paid up to the next chip (6.7): with chips of $100, $100 on the six wins $200."""
    asked = {"rules": "nsw", "dice": "sealed", "limits": "100:100", "chip": "100"}
    async with open_house(tmp_path) as house:
        ann = await house.sign_in("Ann")
        for how, status in (({"hosted": False}, 400), ({"hosted": False, "chip": "1"}, 201), ({}, 201)):
            opened = await house.get("/api/tables", ann, "POST", json=HOME | asked | how)
            assert opened.status_code == status, opened.text
        hosted = opened.json()["table"]
        async with house.at(table=hosted, cookie=ann) as host:  # the chips there are the table's own
            await host.done("sit")
            await host.done("buy in 1000")
        assert await wallet(house, ann) == GIFT


async def test_nobody_is_deleted_who_still_plays_at_a_hosted_table(tmp_path):
    """A contract wager of an account that is gone would keep the table from closing."""
    async with open_house(tmp_path) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        table = await opens(house, ann)
        async with house.at(table=table, cookie=bob) as guest:
            for line in ("sit", "buy in 500"):
                await guest.done(line)
            store = open_store(str(tmp_path / "house.db"))
            with pytest.raises(
                BankcrapsError, match=f"Bob has \\$500 at table {table}: they leave the table first"
            ):
                forget(store, "Bob")
            await guest.done("leave")
            assert forget(store, "Bob").tables == (table,)
            store.close()
