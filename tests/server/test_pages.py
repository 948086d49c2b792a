"""The pages of data: a table's rulebook and hands, the description of all pages, the schema of messages."""

import json
import re
import socket
from functools import cache
from pathlib import Path
from typing import get_args

import jsonschema
import pytest
from tests.page.dealing import Crew
from tests.server.live import a_table, open_house, real_dice

from bankcraps import BOOKS, load_rulebook, odds
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.opening import DEFAULT_CHIP
from bankcraps.game.rulebook import clauses_of
from bankcraps.game.rulebook.listing import differences, listing
from bankcraps.game.wagers import Kind
from bankcraps.live.wire.messages import ClientMessage, ServerMessage, json_schema
from bankcraps.server.serving import lan_address
from bankcraps.server.web.api.table import spots_of
from bankcraps.server.web.edge import page
from bankcraps.server.web.edge.endpoints import ADDRESSES, Done, Endpoint, openapi
from bankcraps.server.web.edge.page import invitation
from bankcraps.support.results import Data, wire

SCHEMA = json_schema()
ROOT = Path(__file__).parents[2]


@cache
def _validator(kind):
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", **SCHEMA})


def _valid(kind, message):
    _validator(kind).validate(message)


async def _a_hand(ann, crew):
    """Ann throws a six and a seven."""
    dealers = await Crew.at(crew, "nsw")
    await ann.done("10 pass")
    await ann.say("accept")
    await dealers.throw(4, 2)
    await ann.done("5 field")
    await dealers.throw(3, 4)


async def test_a_hand_is_listed_and_told_again_and_every_message_fits_the_schema(tmp_path):
    async with real_dice(tmp_path) as (house, ann, crew):
        path = f"/api/tables/{house.table}/hands"
        assert (await house.get(path)).json() == []
        await _a_hand(ann, crew)
        await ann.say("nothing more")
        (hand,) = (await house.get(path)).json()
        told = (await house.get(f"{path}/1")).json()
        assert (await house.get(f"{path}?after=1")).json() == []
        for wrong in (f"{path}/2", f"{path}/0", f"{path}?after=x"):
            assert "error" in (await house.get(wrong)).json()
        for message in ann.heard + crew.heard:
            _valid("ServerMessage", message)
    assert (hand["shooter"], hand["throws"], hand["ended"]) == ("Ann", 2, "seven_out")
    heard = [item for message in ann.heard for item in message.get("items", [])]
    last = told["items"][-1]
    assert [item for item in heard if item["seq"] == last["seq"]] == [last]
    assert [item["seq"] for item in told["items"]] == list(range(hand["first"], hand["last"] + 1))
    assert told["before"]["puck"] == 0


async def test_the_rules_of_a_table_are_those_of_its_book(tmp_path):
    async with open_house(tmp_path, a_table("nsw", limits="10:1000")) as house:
        rules = (await house.get(f"/api/tables/{house.table}/rules")).json()
    book = load_rulebook("nsw")
    names = {one["wager"]: one["name"] for one in rules["wagers"]}
    assert names["pass"] == "Win Line"
    assert "place 6" in names
    assert "place 12" not in names
    assert rules["digest"] == book.digest
    sources = {line.key: line.source for line in listing(book)}
    assert {line["key"]: line["source"] for line in rules["values"]} == sources
    assert rules["clauses"]
    sums = {one["name"]: (one["each"], one["whole"]) for one in rules["spreads"]}
    assert sums == {"across": (5, 32), "inside": (5, 22), "outside": (5, 20)}
    odds_of = {spot.wager: spot.odds for spot in spots_of(book, DEFAULT_CHIP)}
    assert (odds_of["pass"], odds_of["dont_come 4"]) == ("pass_odds", "dont_come_odds 4")
    assert {odds_of["come"], odds_of["place 6"], odds_of["pass_odds"]} == {None}


async def test_what_is_measured(house):
    async with house.playing("Ann") as ann:
        await ann.say("moon")
        text = (await house.get("/metrics")).text
        assert 'bankcraps_commands_total{result="done"} 2.0' in text
        assert 'bankcraps_commands_total{result="refused"} 1.0' in text
        assert "bankcraps_clients 1.0" in text
        assert "bankcraps_players 1.0" in text
        alerts = (ROOT / "examples" / "operating" / "alerts.yml").read_text(encoding="utf-8")
        named = set(re.findall(r"\bbankcraps_\w+", alerts))
        assert len(named) == 4
        assert named <= set(re.findall(r"^bankcraps_\w+", text, re.MULTILINE))
        assert (await house.get("/health")).json() == {"tables": 1, "stopped": {}}


async def test_the_description_is_true(house):
    described = (await house.get("/api/openapi.json")).json()
    assert described["openapi"] == "3.1.0"
    worded = {path for paths in ADDRESSES for path in paths.split() if path.startswith("/")}
    worded |= {asked.split()[1] for asked, _ in ADDRESSES["sentences"] if "/lab/" not in asked}
    assert {path.replace(":int}", "}") for path in worded} <= set(described["paths"])
    names = [one["operationId"] for each in described["paths"].values() for one in each.values()]
    assert len(set(names)) == len(names)
    fill = {"{table}": house.table, "{hand}": "1", "{name}": "Molly", "{attempt}": "1", "{house}": "nsw"}
    fill |= {"{other}": "classic"} | dict.fromkeys(("{exam}", "{roster}", "{key}"), "none")
    headers = {"Cookie": await house.sign_in("Ann")}
    async with house.http() as http:
        answers = [
            answer
            for path, operations in described["paths"].items()
            for answer in await _answers(http, path, operations, fill, headers)
        ]
    jsonschema.Draft202012Validator.check_schema({"$defs": described["components"]["schemas"]})
    whole = jsonschema.Draft202012Validator(described)  # it knows where the parts of a schema are
    for schema, data in answers:  # with no connection open: this holds up the loop in which the house runs
        assert list(whole.descend(data, schema)) == []


async def _answers(http, path, operations, fill, headers):
    """Ask a page by each method. Returns its answers in JSON, each with the schema that describes it."""
    where = path
    for part, value in fill.items():
        where = where.replace(part, value)
    found = []
    for method, operation in operations.items():
        answer = await http.request("OPTIONS", where)
        assert answer.status_code == 405
        assert set(answer.headers["allow"].split(", ")) - {"HEAD"} == {one.upper() for one in operations}
        if method == "get" and "hands/1" not in where:
            answer = await http.get(where, headers=headers)
            assert str(answer.status_code) in operation["responses"]
            content = operation["responses"][str(answer.status_code)].get("content", {})
            if "application/json" in content:
                found.append((content["application/json"]["schema"], answer.json()))
    return found


def test_every_message_is_in_the_schema(golden):
    named = SCHEMA["$defs"]
    kinds = (*get_args(ClientMessage), *ServerMessage.__subclasses__())
    assert {kind.__name__ for kind in kinds} <= set(named)
    golden("messages.json", json.dumps(SCHEMA, indent=1))


async def test_the_houses_are_those_of_the_books_with_what_each_leaves_open(tmp_path):
    async with open_house(tmp_path) as house:
        lines = (await house.get("/api/houses")).json()
    assert [one["rules"] for one in lines] == list(BOOKS)
    classic = load_rulebook("classic")
    (line,) = (one for one in lines if one["rules"] == "classic")
    options = {one["name"]: one for one in line["options"]}
    assert {name: one["default"] for name, one in options.items()} == classic.chosen
    changes = {one["name"]: one["changes"] for one in options["bar"]["choices"]}
    assert {"key": "wagers.dont_pass.bar", "of": "Don't Pass", "value": "2"} in changes["2"]
    assert changes["12"] == []


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.some
async def test_the_rules_of_a_house_have_every_wager_and_clause_and_edges_only_where_advice_is_allowed(
    name, tmp_path
):
    book = load_rulebook(name)
    async with open_house(tmp_path) as house:
        rules = (await house.get(f"/api/houses/{name}")).json()
        edges = await house.get(f"/api/houses/{name}/edges")
    families = {one["kind"]: one for group in rules["groups"] for one in group["wagers"]}
    assert set(families) == {kind.value for kind in book.wagers}
    assert [one["id"] for one in rules["clauses"]] == [one.id for one in clauses_of(name)]
    assert (edges.status_code, rules["advice"]) == ((200, True) if book.floor.may_advise else (403, False))
    if book.floor.may_advise:
        lines = {(one["kind"], one["on"]): one for one in edges.json()}
        seven = lines["any_seven", ""]
        assert (seven["edge"], seven["edge_share"], seven["edge_fraction"]) == ("16.67%", 1 / 6, "1/6")
        report = odds(name)
        labels = [label for one in lines.values() for label in one["labels"]]
        assert sorted(labels) == sorted(wager.label for wager in report)
        for one in lines.values():
            assert {float(report[label].edge) for label in one["labels"]} == {one["edge_share"]}
    assert families["pass"]["name"] == book.wagers[Kind.PASS].name
    known = {one["id"] for one in rules["clauses"]}
    cited = {rule["source"] for one in families.values() for rule in one["rules"]}
    for source in cited - {""}:
        assert source.startswith("convention") or set(source.split(", ")) <= known


async def test_two_houses_differ_as_the_command_says(tmp_path):
    async with open_house(tmp_path) as house:
        both = (await house.get("/api/houses/nsw/and/pennsylvania")).json()
        wrong = await house.get("/api/houses/nsv")
    found = differences(load_rulebook("nsw"), load_rulebook("pennsylvania"))
    assert [(one["key"], one["first"], one["second"]) for one in both["differences"]] == [
        (one.key, one.first, one.second) for one in found
    ]
    assert all(one["means"] for one in both["differences"] if not one["key"].startswith("options."))
    assert (wrong.status_code, wrong.json()["error"]) == (404, "there is no house 'nsv'; did you mean nsw?")


async def test_the_link_to_a_table_is_said_with_its_code(tmp_path):
    async with open_house(tmp_path) as house:
        said = (await house.get(f"/api/tables/{house.table}/invitation")).json()
    assert said["link"].endswith(f"/tables/{house.table}")
    assert not said["everywhere"]
    finder = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")
    assert tuple(row[:7] for row in said["rows"][:7]) == finder
    assert {len(row) for row in said["rows"]} == {len(said["rows"])}


def test_a_link_that_only_the_house_understands_names_its_address_in_the_network():
    there = invitation("/tables/abc", "http://127.0.0.1:8420/", "http://192.168.1.5:8420")
    assert (there.link, there.everywhere) == ("http://192.168.1.5:8420/tables/abc", True)
    assert not invitation("/tables/abc", "http://localhost:8420/", "http://127.0.0.1:8420").everywhere
    public = invitation("/tables/abc", "https://craps.example/", "http://10.0.0.2:1")
    assert public.link == "https://craps.example/tables/abc"


async def test_wagers_are_explained_by_house_and_by_table(tmp_path):
    async with open_house(tmp_path, a_table("nsw")) as house:
        all_ = (await house.get("/api/houses/nsw/explained")).json()
        one = (await house.get(f"/api/tables/{house.table}/explained?kind=place")).json()
        none = await house.get(f"/api/tables/{house.table}/explained?kind=fire")
    assert {line["kind"] for line in all_} == {kind.value for kind in load_rulebook("nsw").wagers}
    assert one in all_
    assert none.status_code == 400
    assert "offers no" in none.json()["error"]


async def test_an_offer_has_its_edge_printed_as_a_number_and_exactly_where_the_house_may_advise(tmp_path):
    async with open_house(tmp_path, a_table("nsw"), a_table("washington")) as house:
        asked = "offer?wager=place 6&cents=1200"
        at = {one["rules"]: one["table"] for one in house.tables}
        nsw = (await house.get(f"/api/tables/{at['nsw']}/{asked}")).json()
        washington = (await house.get(f"/api/tables/{at['washington']}/{asked}")).json()
    assert (nsw["label"], nsw["edge"], nsw["edge_share"], nsw["edge_fraction"]) == ("", "", None, "")
    found = odds("washington", "place 6")["place 6"]
    assert (washington["label"], washington["edge"]) == ("place 6", "1.52%")
    assert (washington["edge_share"], washington["edge_fraction"]) == (float(found.edge), "1/66")


async def test_browsers_get_the_page_at_its_addresses_and_where_there_is_nothing(tmp_path, monkeypatch):
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Bankcraps</title>")
    monkeypatch.setattr(page, "FOLDER", folder)
    browser = {"accept": "text/html,*/*"}
    async with open_house(tmp_path) as house:
        for path in (
            *("", "rules", "rules/nsw", "rules/nsw/classic", "settings", "glossary", "profile", "sign-in"),
            *("tables/x", "tables/x/settle-up", "first-hand", "lessons", "lessons/nsw", "lessons/nsw/come"),
        ):
            assert "<title>" in (await house.get(f"/{path}")).text
        lost = await house.get("/nowhere", headers=browser)
        data = [await house.get("/nowhere"), await house.get("/api/nowhere", headers=browser)]
    assert (lost.status_code, "<title>" in lost.text) == (404, True)
    assert [(one.status_code, "error" in one.json()) for one in data] == [(404, True), (404, True)]


def _below(kind):
    return [one for each in kind.__subclasses__() for one in (each, *_below(each))]


async def test_money_over_http_is_whole_cents(tmp_path):
    """A field of cents is a whole number, none, or a list of whole numbers; a mean of the lab need not be."""
    of_lab = {wire(kind).__name__ for kind in _below(Data)}
    async with open_house(tmp_path) as house:
        described = (await house.get("/api/openapi.json")).json()
    fields = {
        (name, field): kind
        for name, shape in described["components"]["schemas"].items()
        for field, kind in shape.get("properties", {}).items()
        if field.endswith("cents") and name not in of_lab
    }
    assert len(fields) > 50
    for where, kind in fields.items():
        whole = [one for one in kind.get("anyOf", [kind.get("items", kind)]) if one != {"type": "null"}]
        assert [one["type"] for one in whole] == ["integer"], where


# The description of an address, and the address in the network.


async def nothing(_):
    raise AssertionError


def described(path, **more):
    """The description of one endpoint, at the address as programs read it."""
    one = Endpoint(method="GET", path=path, says="It.", handler=nothing, **more)
    ((where, operations),) = openapi([one])["paths"].items()
    return where, operations["get"]


def test_parts_of_a_path_in_braces_are_parameters():
    where, operation = described("/api/tables/{table}/hands/{hand:int}", query={"from": "the first row"})
    assert where == "/api/tables/{table}/hands/{hand}"
    found = [(one["name"], one["in"], one.get("required", False)) for one in operation["parameters"]]
    assert found == [("table", "path", True), ("hand", "path", True), ("from", "query", False)]
    assert operation["parameters"][2]["description"] == "the first row"
    assert operation["operationId"] == "get_tables_table_hands_hand"
    _, text = described("/api/tables/{table}/export.craps", media="text/plain")
    assert text["operationId"] == "get_tables_table_export_craps"
    assert text["responses"]["200"]["content"] == {"text/plain": {}}
    assert "requestBody" not in text


def test_an_endpoint_says_what_it_answers_and_reads():
    _, operation = described("/api/it", answers=Done, reads=Done, status=201)
    schema = {"application/json": {"schema": {"$ref": "#/components/schemas/Done"}}}
    assert operation["responses"]["201"] == {"description": "It.", "content": schema}
    assert operation["requestBody"] == {"required": True, "content": schema}
    assert {"400", "403", "404", "429", "503"} < set(operation["responses"])
    assert "parameters" not in operation


class Probe:
    """A socket that finds a route, or none."""

    def __init__(self, *_, route=True):
        self.route = route

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def connect(self, _):
        if not self.route:
            raise OSError

    def getsockname(self):
        return "10.0.0.7", 54321


def test_the_address_in_the_network(monkeypatch):
    monkeypatch.setattr(socket, "socket", Probe)
    assert lan_address() == "10.0.0.7"
    monkeypatch.setattr(socket, "socket", lambda *_: Probe(route=False))
    with pytest.raises(BankcrapsError, match="this machine is in no network: leave --lan away"):
        lan_address()
