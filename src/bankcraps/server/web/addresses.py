"""Every address of the house, with its handler, whose docstring describes it."""

from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.advice.act_forms import ActForm
from bankcraps.live.advice.explaining import Explained
from bankcraps.live.advice.offer import BetOffer
from bankcraps.live.advice.outlook import Outlook
from bankcraps.live.people.lobby import NewBot, NewTable, TableLine
from bankcraps.live.people.more_money import MoneyOffer
from bankcraps.live.table.personal_limits import LimitsNow, PersonalLimits
from bankcraps.live.wire.messages import SeatHistory
from bankcraps.server.web.api.bots import BotApi, HandOver, SeatsBots, SeatSystemApi
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
from bankcraps.server.web.api.evenings import DealingApi, EveningApi
from bankcraps.server.web.api.exams import ExamApi
from bankcraps.server.web.api.exports import KINDS
from bankcraps.server.web.api.hand_history import HandLine, HandReplay
from bankcraps.server.web.api.history import (
    HANDS_QUERY,
    REPLAY_QUERY,
    STATISTICS_QUERY,
    THROWS_QUERY,
    DisputeLine,
    Replay,
    SealedThrows,
    TableStatistics,
)
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
from bankcraps.server.web.api.lobby import Closing, ClosingApi, LobbyApi
from bankcraps.server.web.api.people import LimitsApi, MoneyApi
from bankcraps.server.web.api.rules import TableRules
from bankcraps.server.web.api.table import (
    EXPORT_QUERY,
    KIND_QUERY,
    OUTLOOK_QUERY,
    SPAN_QUERY,
    TableApi,
)
from bankcraps.server.web.edge.answers import Done, Opened
from bankcraps.server.web.edge.health import Health, HealthApi
from bankcraps.server.web.edge.openapi import Endpoint
from bankcraps.server.web.edge.page import Invitation
from bankcraps.server.web.edge.sessions import Sessions, SignIn, Who

__all__ = ["Apis", "addresses"]


class Apis(msgspec.Struct, frozen=True):
    """The handlers of a house, by what they are about.

    Attributes:
        lab: None for a house without a lab.
        described: answers with the description of all addresses.
    """

    sessions: Sessions
    limits: LimitsApi
    money: MoneyApi
    evenings: EveningApi
    dealing: DealingApi
    lobby: LobbyApi
    closing: ClosingApi
    exams: ExamApi
    lab: LabApi | None
    tables: TableApi
    bots: BotApi
    seats: SeatSystemApi
    health: HealthApi
    described: Callable[[Request], Awaitable[Response]]


def addresses(apis: Apis) -> list[Endpoint]:
    """Return every address of the API with its handler. Some rooms of many addresses list their own."""
    history = apis.tables.history
    return [
        Endpoint("POST", "/api/session", apis.sessions.sign_in, Who, reads=SignIn),
        Endpoint("POST", "/api/session/guest", apis.sessions.sign_in_anew, Who),
        Endpoint("GET", "/api/session", apis.sessions.who, Who),
        Endpoint("DELETE", "/api/session", apis.sessions.sign_out, Done),
        Endpoint("GET", "/api/limits", apis.limits.look, LimitsNow),
        Endpoint("POST", "/api/limits", apis.limits.change, LimitsNow, reads=PersonalLimits),
        Endpoint("GET", "/api/money", apis.money.offer, MoneyOffer),
        Endpoint("POST", "/api/money", apis.money.give, MoneyOffer),
        *apis.evenings.endpoints(),
        *apis.dealing.endpoints(),
        Endpoint("GET", "/api/tables", apis.lobby.look, list[TableLine]),
        Endpoint("POST", "/api/tables", apis.lobby.open, Opened, reads=NewTable, status=201),
        Endpoint("DELETE", "/api/tables/{table}", apis.closing.close, Done),
        Endpoint("GET", "/api/tables/{table}/closing", apis.closing.look, Closing),
        Endpoint("POST", "/api/tables/{table}/closing", apis.closing.announce, Closing),
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
        *apis.exams.endpoints(),
        *([] if apis.lab is None else apis.lab.endpoints()),
        Endpoint("GET", "/api/tables/{table}/rules", apis.tables.rules, TableRules),
        Endpoint("GET", "/api/tables/{table}/invitation", apis.tables.invitation, Invitation),
        Endpoint("GET", "/api/tables/{table}/outlook", apis.tables.outlook, list[Outlook], OUTLOOK_QUERY),
        Endpoint("GET", "/api/tables/{table}/offer", apis.tables.offer, BetOffer | None, OUTLOOK_QUERY),
        Endpoint("GET", "/api/tables/{table}/explained", apis.tables.explained, Explained, KIND_QUERY),
        Endpoint("GET", "/api/tables/{table}/hands", history.hands, list[HandLine], HANDS_QUERY),
        Endpoint("GET", "/api/tables/{table}/hands/{hand:int}", history.hand, HandReplay),
        Endpoint("GET", "/api/tables/{table}/stay", history.stay, SeatHistory),
        Endpoint("GET", "/api/tables/{table}/acts", apis.tables.acts, tuple[ActForm, ...]),
        Endpoint("GET", "/api/tables/{table}/throws", history.throws, SealedThrows, THROWS_QUERY),
        Endpoint("GET", "/api/tables/{table}/disputes", history.disputes, list[DisputeLine]),
        Endpoint(
            "GET",
            "/api/tables/{table}/statistics",
            history.statistics,
            TableStatistics,
            STATISTICS_QUERY,
        ),
        Endpoint("GET", "/api/tables/{table}/replay", history.replay, Replay, REPLAY_QUERY),
        *(
            Endpoint(
                "GET",
                f"/api/tables/{{table}}/export.{kind}",
                apis.tables.export(kind),
                query=SPAN_QUERY if kind == "jsonl" else EXPORT_QUERY,
                media=media,
                says=f"The table as {says}.",
            )
            for kind, (says, media) in KINDS.items()
        ),
        Endpoint("GET", "/api/bots/names", apis.bots.names, list[str]),
        Endpoint("GET", "/api/tables/{table}/bots", apis.bots.may, SeatsBots),
        Endpoint("POST", "/api/tables/{table}/bots", apis.bots.seat, Done, reads=NewBot, status=201),
        Endpoint("DELETE", "/api/tables/{table}/bots/{name}", apis.bots.dismiss, Done),
        Endpoint("POST", "/api/tables/{table}/seat", apis.seats.start, Done, reads=HandOver, status=201),
        Endpoint("DELETE", "/api/tables/{table}/seat", apis.seats.stop, Done),
        Endpoint("GET", "/health", apis.health.health, Health),
        Endpoint("GET", "/health/live", apis.health.live, Done),
        Endpoint("GET", "/metrics", apis.health.measured),
        Endpoint("GET", "/api/openapi.json", apis.described),
    ]
