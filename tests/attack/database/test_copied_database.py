"""Somebody copies a house's database while the betting is open, and wants to know the next throw."""

import re

from tests.attack.nights import a_night, entries

from bankcraps.live.log.entries import SecretShown
from bankcraps.live.log.fairness import commitment_of
from bankcraps.server.stores.dice_key import DiceKey, secret_again


async def test_nothing_in_a_copy_of_the_database_is_the_secret(tmp_path):
    async with a_night(tmp_path / "house.db") as night:
        commitment = night.host.durable.fairness.commitment
        copied = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.suffix != ".key")
    hexadecimal = {bytes.fromhex(one[1].decode()) for one in re.finditer(rb"(?=([0-9a-f]{64}))", copied)}
    raw = {copied[start : start + 32] for start in range(len(copied) - 31)}
    assert all(commitment_of(one) != commitment for one in hexadecimal | raw)


async def test_a_house_that_opens_again_throws_what_it_sealed(tmp_path):
    async with a_night(tmp_path / "house.db") as night:
        table, commitment = night.table, night.host.durable.fairness.commitment
    async with a_night(tmp_path / "house.db", table) as night:
        await night.says("throw")
        (shown,) = entries(night.store, table, SecretShown)
    assert commitment_of(bytes.fromhex(shown.secret)) == commitment


async def test_the_secret_that_an_older_program_left_in_the_database_still_counts(tmp_path):
    """It waits for one throw. The next is sealed with the key."""
    async with a_night(tmp_path / "house.db") as night:
        table, store, shown = night.table, night.store, night.host.durable.fairness.commitment
        secret = secret_again(store.secrets.key(), table, 1, store.secrets.secret(table, 1), shown).hex()
    async with a_night(tmp_path / "house.db", table) as night:
        with night.store.database.transaction():
            night.store.database.run("UPDATE secrets SET secret = ?", secret)
    (tmp_path / "house.db.key").unlink()
    async with a_night(tmp_path / "house.db", table) as night:
        await night.says("throw")
        assert [one.secret for one in entries(night.store, table, SecretShown)] == [secret]
        assert night.store.secrets.secret(table, 2).startswith(f"1 {night.store.secrets.key().id} ")


def test_a_database_that_is_put_back_draws_other_secrets():
    """The salt is new for each throw, so the throws so far say nothing about the next ones."""
    key = DiceKey(bytes(32))
    some = key.secret("t", 1, bytes(32))
    others = [
        key.secret("t", 1, b"\1" * 32),
        key.secret("t", 2, bytes(32)),
        key.secret("u", 1, bytes(32)),
        DiceKey(b"\1" * 32).secret("t", 1, bytes(32)),
    ]
    assert len({some, *others}) == 5
