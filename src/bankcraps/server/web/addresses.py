"""Every address of the house, with its handler, whose docstring describes it."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.advice.explaining import Explained
from bankcraps.live.people.lobby import NewBot, NewTable, TableLine
from bankcraps.live.people.more_money import MoneyOffer
from bankcraps.live.table.personal_limits import LimitsNow, PersonalLimits
from bankcraps.server.jobs.jobs import Jobs
from bankcraps.server.people.grants import MoreMoney
from bankcraps.server.web.api.bots import BotApi, HandOver, SeatsBots
from bankcraps.server.web.api.drill import (
    CORRECTION_QUERY,
    DRILL_QUERY,
    EXERCISE_QUERY,
    DrillCorrection,
    DrillExercise,
    DrillHouse,
    drill_correction,
    drill_exercise,
    drill_house,
)
from bankcraps.server.web.api.edges import EdgeLine
from bankcraps.server.web.api.evenings import EveningApi
from bankcraps.server.web.api.exams import ExamApi
from bankcraps.server.web.api.houses import (
    Comparison,
    HouseLine,
    HouseRules,
    SystemLine,
    house_comparison,
    house_edges,
    house_explained,
    house_list,
    house_rules,
    system_list,
)
from bankcraps.server.web.api.lab.asking import LabApi
from bankcraps.server.web.api.lobby import Closing, LobbyApi
from bankcraps.server.web.api.people import PeopleApi
from bankcraps.server.web.api.table import (
    TableApi,
)
from bankcraps.server.web.edge.answers import Done, Opened
from bankcraps.server.web.edge.health import Health, HealthApi
from bankcraps.server.web.edge.openapi import Endpoint
from bankcraps.server.web.edge.sessions import Desk, Sessions, SignIn, Who

__all__ = ["addresses"]


Described = Callable[[Request], Awaitable[Response]]


def addresses(
    desk: Desk, money: MoreMoney, lab: Jobs | None, health: HealthApi, described: Described, *, openers: bool
) -> list[Endpoint]:
    """Return every address of the API with its handler. Some rooms of many addresses list their own.

    Args:
        desk: the house, and the person who asks.
        money: the rule by which people get more play money.
        lab: the lab; None for a house without one.
        health: says how the house is.
        described: answers with the description of all addresses.
        openers: whether people seat bots at tables that they opened.
    """
    sessions, people, tables, bots = (
        Sessions(desk),
        PeopleApi(desk, money),
        TableApi(desk),
        BotApi(desk, openers=openers),
    )
    lobby = LobbyApi(desk, bots)
    return [
        Endpoint("POST", "/api/session", sessions.sign_in, Who, reads=SignIn),
        Endpoint("POST", "/api/session/guest", sessions.sign_in_anew, Who),
        Endpoint("GET", "/api/session", sessions.who, Who),
        Endpoint("DELETE", "/api/session", sessions.sign_out, Done),
        Endpoint("GET", "/api/limits", people.limits, LimitsNow),
        Endpoint("POST", "/api/limits", people.set_limits, LimitsNow, reads=PersonalLimits),
        Endpoint("GET", "/api/money", people.offer, MoneyOffer),
        Endpoint("POST", "/api/money", people.give, MoneyOffer),
        *EveningApi(desk).endpoints(),
        Endpoint("GET", "/api/tables", lobby.look, list[TableLine]),
        Endpoint("POST", "/api/tables", lobby.open, Opened, reads=NewTable, status=201),
        Endpoint("DELETE", "/api/tables/{table}", lobby.close, Done),
        Endpoint("GET", "/api/tables/{table}/closing", lobby.closing, Closing),
        Endpoint("POST", "/api/tables/{table}/closing", lobby.announce, Closing),
        Endpoint("GET", "/api/houses", house_list, list[HouseLine]),
        Endpoint("GET", "/api/houses/{house}", house_rules, HouseRules),
        Endpoint("GET", "/api/houses/{house}/edges", house_edges, list[EdgeLine]),
        Endpoint("GET", "/api/houses/{house}/and/{other}", house_comparison, Comparison),
        Endpoint("GET", "/api/houses/{house}/explained", house_explained, list[Explained]),
        Endpoint("GET", "/api/systems", system_list, list[SystemLine]),
        Endpoint("GET", "/api/drill/{house}", drill_house, DrillHouse, DRILL_QUERY),
        Endpoint("GET", "/api/drill/{house}/exercise", drill_exercise, DrillExercise, EXERCISE_QUERY),
        Endpoint(
            "GET",
            "/api/drill/{house}/correction",
            drill_correction,
            DrillCorrection,
            CORRECTION_QUERY,
        ),
        *ExamApi(desk).endpoints(),
        *([] if lab is None else LabApi(lab, desk.session, desk.quota).endpoints()),
        *tables.endpoints(),
        Endpoint("GET", "/api/bots/names", bots.names, list[str]),
        Endpoint("GET", "/api/tables/{table}/bots", bots.may, SeatsBots),
        Endpoint("POST", "/api/tables/{table}/bots", bots.seat, Done, reads=NewBot, status=201),
        Endpoint("DELETE", "/api/tables/{table}/bots/{name}", bots.dismiss, Done),
        Endpoint("POST", "/api/tables/{table}/seat", bots.hand_over, Done, reads=HandOver, status=201),
        Endpoint("DELETE", "/api/tables/{table}/seat", bots.take_back, Done),
        Endpoint("GET", "/health", health.health, Health),
        Endpoint("GET", "/health/live", health.live, Done),
        Endpoint("GET", "/metrics", health.measured),
        Endpoint("GET", "/api/openapi.json", described),
    ]
