"""The page about the server states the limits that the program has."""

# ruff: noqa: SLF001 - a limit need not be public to be stated
from pathlib import Path

import pytest

from bankcraps.live.round import judging, rhythm
from bankcraps.live.wire.messages import LONGEST_BYTES
from bankcraps.server import serving
from bankcraps.server.bots import bots
from bankcraps.server.web.edge import endpoints, headers, protocols
from bankcraps.server.web.edge import protocols as sockets
from bankcraps.server.web.edge.rates import QuotaLimits, Rate

PAGE = (Path(__file__).parents[2] / "docs" / "house" / "server.md").read_text(encoding="utf-8")
LIMITS = " ".join(PAGE[PAGE.index("\n## Limits") : PAGE.index("\n## The API")].split())
HAS = QuotaLimits()


def once(rate: Rate) -> str:
    """The number of requests allowed at once, as text."""
    return f"{rate.at_once:,.0f}"


def back(rate: Rate) -> str:
    """The time until one request comes back, as text."""
    seconds = round(1 / rate.per_second)
    return f"{seconds // 60} minutes" if seconds >= 120 else f"{seconds} s"


STATED = [
    f"| a message | {LONGEST_BYTES:,} bytes",
    f"{sockets._MOST_PARTS} parts; whole within {sockets._FINISH_S:.0f} seconds |",
    f"| a request | {endpoints.LARGEST_BODY:,} bytes of JSON",
    f"| commands of a person | {once(HAS.commands)} at once, then {HAS.commands.per_second:.0f} a second |",
    f"| {once(HAS.refused)} of a person, {once(HAS.refused_from)} of an address; ",
    f"then {HAS.refused.per_second:.0f} and {HAS.refused_from.per_second:.0f} a second:",
    f"| requests of an address | {once(HAS.requests)} at once, then {HAS.requests.per_second:.0f} a second |",
    f"| {once(HAS.wrong)} of an address, {once(HAS.wrong_name)} of it for one name; ",
    f"then one in {back(HAS.wrong)}, in {back(HAS.wrong_name)} |",
    f"| {once(HAS.wrong_name_elsewhere)}, then one in {back(HAS.wrong_name_elsewhere)} |",
    f"| people who sign in at once | {HAS.signing} of an address;",
    f"| {judging._MOST_DISPUTES} of a person at a table, {judging._MOST_OF_ALL} at a table |",
    f"; tokens of a player | {judging._MOST_OF_ALL} of each at a table |",
    f"| new names of an address | {once(HAS.newcomers)}, then one a second |",
    f"| {once(HAS.opened)} by a person, {once(HAS.opened_from)} from an address; ",
    f"then one in {back(HAS.opened)}, in {back(HAS.opened_from)} |",
    f"| {once(HAS.bots)} by a person, {once(HAS.bots_from)} from an address; ",
    f"then one in {back(HAS.bots)}, in {back(HAS.bots_from)}; each with at most ${bots._MOST // 100:,} |",
    f"| {HAS.bots_playing} at tables that a person opened, {HAS.bots_playing_from} at tables opened",
    f"| rounds that the clock plays | one in {'a second' if rhythm._LEAST_MS == 1000 else '?'}",
    f"| sockets | {HAS.sockets:,} of an address, {HAS.greeting} of them without a hello, {HAS.tables} of",
    f"| connections that ask for nothing | {protocols.OF_ADDRESS} of an address;",
    f"| a connection that says nothing, or never finishes a request | {HAS.greeting_s:.0f} seconds |",
    f"| a client that does not take its answer | {headers._PATIENCE_S:.0f} seconds |",
    f"| files that are exported at once | {HAS.exports} of an address, {HAS.exports_of_all} of all |",
    f"at once | {HAS.work} of an address, {HAS.work_of_all} of all |",
    f"keeps up to {endpoints._MOST_BYTES >> 20} MiB of such answers",
    f"to {serving._WANTED:,} at most, and says so in its log if it stays below {serving._FEW:,}.",
]


@pytest.mark.parametrize("stated", STATED)
def test_a_limit_is_stated_as_it_is(stated):
    assert stated in LIMITS
