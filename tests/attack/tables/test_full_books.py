"""A host has the books of a table filled, so that the database refuses each throw that pays, and no other."""

import itertools

import pytest
from msgspec.structs import replace
from tests.attack.nights import a_night, run
from tests.server.live import a_table

from bankcraps.cli.commands import verify
from bankcraps.cli.commands.admin import command as admin
from bankcraps.game.chips import LARGEST, printed
from bankcraps.live.proof.ledger import bank, taken
from bankcraps.live.table import commands as cm
from bankcraps.server.house import House
from bankcraps.server.people.money import grant
from bankcraps.server.stores import logs
from bankcraps.server.stores.store import open_store

FEW = 3 * LARGEST
ZED, BOB, SUE = cm.Sender("Zed"), cm.Sender("Bob"), cm.Sender("Sue", frozenset({"supervisor"}))
ALL = printed(LARGEST)


@pytest.fixture
def low(monkeypatch):
    """Bounds that three purchases reach, and not 200,000."""
    monkeypatch.setattr(logs, "MOST", FEW)


@pytest.fixture
async def hosted(tmp_path, low):  # noqa: ARG001
    """A table of Ann's with chips of its own, where Sue rules on disputes: the house, and who says what."""
    store = open_store(str(tmp_path / "house.db"))
    house = House(store, "http://here", plays=False)
    settings = replace(a_table("three_four_five", limits="5:1000000"), hosted=True, own_chips=True)
    host = await house.open_table(settings, "Ann")
    await host.tell(cm.Opened())
    ids = itertools.count()

    async def refused(sender, line):
        answer = await host.ask(sender, cm.Say(id=f"{next(ids)}", line=line))
        return answer.refused and answer.refused.message

    assert (await host.ask(SUE, cm.TakeChair(id="chair", role="supervisor"))).refused is None
    assert [await refused(one, "sit") for one in (ZED, BOB)] == [None, None]
    yield store, host, refused
    await house.close()
    store.close()


async def test_a_bank_pays_no_award_beyond_its_bound_and_every_throw(hosted):
    store, host, refused = hosted
    assert await refused(ZED, "buy in 1000000") is None
    for _ in range(3):
        assert await refused(SUE, f'award Bob {ALL} "x"') is None
        assert await refused(BOB, "cash out") is None
    full = f"bank/{host.table.id} would be beyond "
    assert (await refused(SUE, 'award Bob 1 "x"')).startswith(full)
    assert await refused(SUE, 'award Zed -1 "x"') is None, "what brings it nearer to zero is taken"
    said = None
    while said is None:
        missing = FEW + store.money.balance(bank(host.table.id))
        assert missing <= 0 or await refused(SUE, f'award Bob {printed(missing)} "x"') is None
        said = (
            await refused(ZED, "pass 100") or await refused(ZED, "field 1000") or await refused(ZED, "throw")
        )
    assert store.money.balance(bank(host.table.id)) < -FEW, "a throw that pays more is written"
    assert said.startswith("no dice go out: ")
    assert not host.stopped
    assert not host.durable.fairness.locked


@pytest.mark.parametrize(
    ("line", "award"), [("buy in", f'award Bob -{ALL} "x"'), ("cash out", f'award Bob {ALL} "x"')]
)
async def test_nobody_brings_or_takes_more_than_the_bound(hosted, line, award):
    """A supervisor takes back again and again what one person brings, or awards it."""
    store, host, refused = hosted
    acts = [(BOB, f"buy in {ALL}"), (SUE, award)] if line == "buy in" else [(SUE, award), (BOB, line)]
    said = [await refused(*act) for _ in range(4) for act in acts]
    assert said[:6] == [None] * 6
    assert "would be beyond" in next(filter(None, said))
    table = host.table.id
    assert all(abs(store.money.balance(one)) <= FEW for one in (bank(table), taken(table, "Bob")))


@pytest.mark.parametrize("full", ["bank/{}", "rail/{}/Ann", "layout/{}/Ann", "wallet/Ann"])
async def test_no_dice_go_out_once_an_account_that_they_change_is_too_full(tmp_path, full):
    """A database of an earlier program may be so. Its keeper ends the table, and all chips go back."""
    database = str(tmp_path / "house.db")
    async with a_night(database) as night:
        with night.store.database.transaction():
            night.store.database.run(
                "INSERT INTO balances (account, amount) VALUES (?, ?) "
                "ON CONFLICT (account) DO UPDATE SET amount = excluded.amount",
                *(full.format(night.table), logs.MOST + 1),
            )
        answer = await night.refused("throw")
        assert answer.message.startswith("no dice go out: ")
        assert not night.host.durable.fairness.locked
        assert not night.host.stopped
    status, said = await run(admin, "--database", database, "close", night.table, "--lost")
    assert (status, said.splitlines()[0]) == (0, f"Table {night.table} has closed.")
    assert "locked and not shown" not in (await run(verify.command, database, night.table))[1]


@pytest.mark.usefixtures("low")
async def test_the_house_gives_no_more_than_the_books_hold(tmp_path):
    store = open_store(str(tmp_path / "house.db"))
    for name in ("Ann", "Bob", "Cat"):
        grant(store, name, LARGEST)
    with pytest.raises(Exception, match="issue would be beyond"):
        grant(store, "Dan", 1)
    store.close()
