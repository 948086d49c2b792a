"""Signing in: names, passphrases, sessions and roles, over real sockets."""

import asyncio
import logging

import pytest
from tests.server.live import a_table, open_house, soon

from bankcraps.server.people import accounts
from bankcraps.server.people.accounts import Accounts
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.store import open_store
from bankcraps.server.web.edge.rates import QuotaLimits, Rate
from bankcraps.server.web.sockets.broadcast import Broadcast

PASSPHRASE = "correct horse"


async def _post(house, name, passphrase="", **how):
    return await house.get(
        "/api/session", method="POST", json={"name": name, "passphrase": passphrase}, **how
    )


def _says(response, status, words):
    assert response.status_code == status, response.text
    assert words in response.json()["error"]


async def test_a_name_belongs_to_whoever_took_it(house):
    await house.sign_in("Ann")
    await house.sign_in("Bob", PASSPHRASE)
    taken = await _post(house, "Ann")
    _says(taken, 403, "choose another name, such as Ann2. If Ann is yours, give it a passphrase")
    assert "bankcraps admin" not in taken.text
    _says(await _post(house, "ANN"), 403, "choose another name")
    _says(await _post(house, "Bob"), 403, "do not fit: Bob has an account")
    _says(await _post(house, "bob", "wrong horse"), 403, "do not fit")
    assert (await _post(house, "bob", PASSPHRASE)).json()["name"] == "Bob"


WOULD_DO = {
    "Ann": "Ann3",
    "bob": "Bob2",
    "An n!": "An_n",
    "7 Zoe!": "Zoe",
    "Z\u200bia": "Z_ia",
    "\uff38ia": "Xia",
    "x" * 33: "x" * 32,
    "dealer": "",
    "7": "",
}


async def test_a_refused_name_comes_with_one_that_would_do(house):
    for name in ("Ann", "Ann2"):
        await house.sign_in(name)
    await house.sign_in("Bob", PASSPHRASE)
    for name, would_do in WOULD_DO.items():
        refused = (await _post(house, name)).json()
        assert refused.get("would_do", "") == would_do
        if would_do:
            assert would_do in refused["error"]
            assert (await _post(house, would_do)).json()["name"] == would_do


async def test_the_house_finds_a_name_for_a_guest_who_brings_none(house):
    first, second = [await house.get("/api/session/guest", method="POST", json={}) for _ in range(2)]
    name = first.json()["name"]
    assert (first.json()["guest"], name[:5]) == (True, "Guest")
    assert second.json()["name"] != name
    cookie = first.headers["set-cookie"].partition(";")[0]
    again = await house.get("/api/session/guest", cookie, "POST", json={})
    assert again.json()["name"] == name
    assert (await house.get("/api/session", cookie)).json()["name"] == name


async def test_what_is_no_name_is_refused(house):
    for name in ("", "An\nn", "x" * 33, "\u0410nn", "An\u202en", "../a"):
        _says(await _post(house, name), 403, "a name")
    for name in ("Dealer", "dice"):
        _says(await _post(house, name), 403, f"{name!r} is what tables call one of their own")


async def test_a_name_of_two_words_is_written_with_an_underline_and_is_one_name(house):
    assert (await _post(house, " Big  Al ")).json()["name"] == "Big_Al"
    for again in ("Big Al", "Big_Al", "big al", "Big\u00a0Al"):
        refused = (await _post(house, again)).json()
        assert "a guest plays as Big_Al already" in refused["error"]
        assert refused["would_do"] == "Big_Al2"
    assert (await _post(house, "Ann Bo", PASSPHRASE)).json()["name"] == "Ann_Bo"
    assert (await _post(house, "ann_bo", PASSPHRASE)).json()["name"] == "Ann_Bo"


async def test_a_guest_at_a_table_becomes_an_account_and_plays_on(house):
    async with house.playing("Ann", buy=200) as ann:
        answer = await _post(house, "Ann", PASSPHRASE, cookie=ann.cookie)
        assert answer.json() == {"name": "Ann", "roles": [], "guest": False, "wallet_cents": 80_000}
        assert not answer.cookies
        await ann.done("pass 10")
        assert (await house.get("/api/session", ann.cookie)).json()["guest"] is False
        assert (await _post(house, "Ann", PASSPHRASE)).json()["wallet_cents"] == 80_000


async def test_a_guest_watches_where_only_accounts_play(tmp_path):
    async with open_house(tmp_path, a_table(guests=False)) as house:
        async with house.at("Ann") as ann, house.at() as nobody:
            assert (await ann.say("sit"))["refused"]["code"] == "guests_watch"
            assert (await nobody.say("sit"))["refused"]["code"] == "not_signed_in"
        cookie = await house.sign_in("Bob", PASSPHRASE)
        async with house.at(cookie=cookie) as bob:
            await bob.done("sit")


async def test_who_comes_while_the_sessions_are_looked_at_stays(tmp_path, monkeypatch):
    look, looking, go_on = Broadcast._look_at_people, [], asyncio.Event()  # noqa: SLF001
    quick = Accounts.of_key

    async def slow(self, key):
        session = await quick(self, key)
        if looking:
            await go_on.wait()
        return session

    async def looks(self, only):
        looking.append(len(self.clients))
        await look(self, only)
        looking.append("over")

    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.001)
    async with open_house(tmp_path) as house:
        cookie = await house.sign_in("Bob")
        async with house.at("Ann"):
            monkeypatch.setattr(Broadcast, "_look_at_people", looks)
            monkeypatch.setattr(Accounts, "of_key", slow)
            await soon(lambda: looking == [1])
            monkeypatch.setattr(Accounts, "of_key", quick)
            async with house.at(cookie=cookie) as bob:
                go_on.set()
                await soon(lambda: looking.count("over") > 1)
                await bob.done("sit")


async def test_signing_out_ends_the_session_and_its_sockets(house):
    async with house.playing("Ann") as ann:
        assert (await house.get("/api/session", ann.cookie, "DELETE")).json() == {"done": True}
        await ann.ended()
        assert ann.heard[-1] == {"type": "bye", "reason": "your session has ended: sign in again"}
        assert (await house.get("/api/session", ann.cookie)).json()["name"] == ""


DAY_S = 24 * 3600


async def test_sessions_expire(tmp_path):
    store = open_store(str(tmp_path / "x.db"))
    days = 0
    store.clock = lambda: days * DAY_S * 1000
    accounts = Accounts(store, steady=lambda: days * DAY_S)
    token, _ = await accounts.sign_in("Ann", "")
    assert (await accounts.of_token(token)).person.name == "Ann"
    for days, kept in ((31, 1), (431, 0)):  # noqa: B007 - the clock reads it
        assert await accounts.of_token(token) is None
        await accounts.forget_expired()
        assert store.database.run("SELECT count(*) FROM sessions") == [(kept,)]
    store.close()


async def test_a_forged_cookie_is_nobodys(house):
    for cookie in ("bankcraps=forged", "bankcraps=", "bankcraps=" + "x" * 4000):
        assert (await house.get("/api/session", cookie)).json()["name"] == ""
        async with house.at(cookie=cookie) as wire:
            assert (await wire.say("sit"))["refused"]["code"] == "not_signed_in"


async def test_a_role_granted_or_taken_elsewhere_reaches_open_connections(tmp_path, monkeypatch):
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    async with open_house(tmp_path) as house:
        cookie = await house.sign_in("Bob", PASSPHRASE)
        elsewhere = Accounts(open_store(str(tmp_path / "house.db")))
        async with house.at(cookie=cookie) as bob:
            refused = (await bob.ask("take_chair", role="boxperson"))["refused"]
            assert "not granted" in refused["message"]
            await elsewhere.grant("Bob", "boxperson")
            while "boxperson" not in (await bob.until("you")).get("roles", []):
                pass
            assert "refused" not in await bob.ask("take_chair", role="boxperson")
            await elsewhere.revoke("Bob", "boxperson")
            while (await bob.until("happened"))["changes"].get("chairs") != []:
                pass
            assert "refused" in await bob.ask("take_chair", role="boxperson")
            await elsewhere.set_passphrase("Bob", "another horse")
            await bob.ended()
            assert bob.heard[-1]["type"] == "bye"


async def test_who_loses_a_chair_with_its_role_cannot_take_it_again_at_once(tmp_path, monkeypatch):
    """The role is taken after the house looked at the connections, and before it looks at the chairs."""
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    async with open_house(tmp_path) as house:
        cookie = await house.sign_in("Bob", PASSPHRASE)
        elsewhere = Accounts(open_store(str(tmp_path / "house.db")))
        await elsewhere.grant("Bob", "boxperson")
        look = Broadcast._look_at_people  # noqa: SLF001

        async def and_then_revoke(self, only):
            await look(self, only)
            monkeypatch.setattr(Broadcast, "_look_at_people", look)
            await elsewhere.revoke("Bob", "boxperson")

        async with house.at(cookie=cookie) as bob:
            assert "refused" not in await bob.ask("take_chair", role="boxperson")
            monkeypatch.setattr(Broadcast, "_look_at_people", and_then_revoke)
            while (await bob.until("happened"))["changes"].get("chairs") != []:
                pass
            assert "refused" in await bob.ask("take_chair", role="boxperson")


async def test_tries_at_the_same_time_do_not_pass_the_limit_of_wrong_passphrases(tmp_path):
    limits = QuotaLimits(wrong_name=Rate(3, 0.001))
    async with open_house(tmp_path, limits=limits) as house:
        for _ in range(5):
            await house.sign_in("Ann", PASSPHRASE)  # only a wrong one uses up a try
        answers = await asyncio.gather(*(_post(house, "Ann", f"wrong horse {n}") for n in range(12)))
        assert sorted(one.status_code for one in answers) == [403] * 3 + [429] * 9
        limited = await _post(house, "Ann", "wrong horse")
        _says(limited, 429, "too many wrong passphrases")
        assert int(limited.headers["retry-after"]) > 1


async def test_new_names_and_requests_of_an_address_are_limited(tmp_path):
    limits = QuotaLimits(newcomers=Rate(2, 0.001), requests=Rate(30, 0.001))
    async with open_house(tmp_path, limits=limits) as house:
        await house.sign_in("Ann")
        await house.sign_in("Bob")
        _says(await _post(house, "Cleo"), 429, "too many new names")
        answers = [await house.get("/api/tables") for _ in range(30)]
        _says(answers[-1], 429, "too many requests")


async def test_another_sites_page_may_do_nothing(house):
    form = await house.get("/api/session", method="POST", content=b'{"name":"Ann"}')
    _says(form, 400, "application/json")
    cookie = await house.sign_in("Ann")
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        for method in ("POST", "DELETE"):
            refused = await house.get("/api/session", cookie, method, headers=headers)
            _says(refused, 403, "not the house's")
        with pytest.raises(Exception, match="HTTP 403"):
            async with house.at(cookie=cookie, headers=headers):
                pass


async def test_no_secret_is_in_a_log_or_a_page(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    async with open_house(tmp_path) as house:
        cookie = await house.sign_in("Bob", PASSPHRASE)
        await _post(house, "Bob", "a wrong passphrase")
        async with house.playing("Ann"):
            pages = ["/api/session", "/api/tables", "/health", "/metrics", f"/api/tables/{house.table}/hands"]
            shown = [(await house.get(path, cookie)).text for path in pages]
        token = cookie.partition("=")[2]
        store = open_store(str(tmp_path / "house.db"))
        hashed = store.people.get("Bob").passphrase
        sealed = [secret for (secret,) in store.database.run("SELECT secret FROM secrets")]
        store.close()
    ours = [one for one in caplog.records if one.name.startswith(("bankcraps", "uvicorn"))]
    said = [one.getMessage() for one in ours]
    for secret in (PASSPHRASE, "a wrong passphrase", token, hashed, house.passphrase, *sealed):
        assert secret not in "".join(shown + said)


async def test_every_answer_has_a_strict_policy(house):
    for path in ("/api/tables", "/nothing"):
        policy = (await house.get(path)).headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy


async def test_pages_and_data_are_compressed_for_clients_that_can_read_that(house):
    paths = [f"/api/tables/{house.table}/{page}" for page in ("rules", "export.jsonl")]
    wants = {"Accept-Encoding": "gzip"}
    rules, export = [(await house.get(path, headers=wants)).headers for path in paths]
    assert rules["content-encoding"] == "gzip"
    assert "content-encoding" not in export
    plain = await house.get(paths[0], headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers


async def test_roles_are_for_accounts(tmp_path):
    store = open_store(str(tmp_path / "x.db"))
    store.people.add(Person("Ann"))
    accounts = Accounts(store)
    await accounts.bot("Molly")
    for act, why in (
        (accounts.grant("Ann", "dealer"), "Ann is a guest"),
        (accounts.grant("Ann", "player"), "there is no role 'player'"),
        (accounts.grant("Molly", "dealer"), "Molly is a bot"),
        (accounts.set_passphrase("Molly", PASSPHRASE), "Molly is a bot"),
    ):
        with pytest.raises(Exception, match=why):
            await act
    store.close()


RECOMMENDED = accounts._HASHER  # noqa: SLF001 - before tests make it quick
"""The hasher of passphrases as the program sets it."""


def test_passphrases_are_hashed_as_argon2_recommends():
    assert RECOMMENDED.hash("correct horse").startswith("$argon2id$")
    assert RECOMMENDED.memory_cost >= 64 * 1024
    assert RECOMMENDED.time_cost >= 3


async def test_an_inspector_sees_wallets_and_nobody_else_does(tmp_path):
    async with open_house(tmp_path) as house:
        cookie = await house.sign_in("Ivy", PASSPHRASE)
        await Accounts(open_store(str(tmp_path / "house.db"))).grant("Ivy", "inspector")
        async with house.at(cookie=cookie) as ivy, house.playing("Ann", buy=400) as ann:
            await ann.done("place 6 12")
            due = {"wallet_cents": 60_000, "undo": 1}
            while (seen := await ivy.until("inspection")).get("people") != [{"name": "Ann"} | due]:
                pass
            assert seen["won_cents"] == 0
            assert (await ivy.say("Ann: place 6 12"))["refused"]["code"] == "not_your_act"
            await ivy.done("sit")
            while not (await ivy.until("inspection")).get("over"):  # a player sees what players see
                pass
            await ann.done("leave")
            await ivy.done("leave")
            while (await ivy.until("inspection")).get("over"):
                pass
            assert not [told for told in ann.heard if told["type"] == "inspection"]
