"""Addresses: those that programs read about, and the one in the network."""

import socket

import pytest

from bankcraps.errors import BankcrapsError
from bankcraps.server.serving import lan_address
from bankcraps.server.web.edge.answers import Done
from bankcraps.server.web.edge.openapi import Endpoint, openapi


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
