"""A client of a house's lab, for programs: questions over HTTP, answered as the lab's own functions do.

>>> def risk(address: str) -> float:
...     with Lab(address) as lab:
...         return lab.session("nsw", "pass", bankroll=200, throws=300).ends["ruin"]

The house works on the questions, so that this needs none of the lab's packages.
"""

from collections.abc import Sequence
from decimal import Decimal
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, NotRequired, Self, Unpack, cast, overload
from urllib.parse import urlencode

import httpx
import msgspec
from msgspec.structs import replace

from bankcraps.analysis import lab_options as lab
from bankcraps.analysis.results import as_json as data
from bankcraps.analysis.results.reading import decode_result
from bankcraps.analysis.results.session import EndlessSessionData, SessionData
from bankcraps.client.house import HouseError, connection, read_address, silent
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Money
from bankcraps.house_edge.odds import OddsReport
from bankcraps.lab.kinds import RULES
from bankcraps.lab.questions import read_fields, read_question
from bankcraps.strategies.slots import SystemSlots
from bankcraps.support.files import UnreadableError, read_text

_PATIENCE_S: Final = 20
"""Seconds that each request waits for its answer."""


_LARGEST_BOOK: Final = 2**20
"""The most bytes of a rulebook's file."""


Book = str | Path
"""A house by its name, or the file of your own rulebook."""


# The options of `Lab.best` for each aim, beside its goal.


class _ToGoal(lab.LabMenuOptions, total=False):
    against: str | None
    settled: bool
    throws: int | None
    decisions: int | None
    shooters: int | None


class _Soonest(lab.LabMenuOptions):
    least_throws_at: float


class _Utility(lab.LabMenuOptions):
    throws: int
    utility: str


class _Utilities(lab.LabMenuOptions):
    throws: int
    utility: list[str]


class _StillPlaying(lab.LabMenuOptions):
    still_playing: int
    at_least: Money
    at_most: NotRequired[Money | None]


class _Action(lab.LabMenuOptions):
    action: Money
    throws: int
    at_most: NotRequired[Money | None]


class Lab:
    """The lab of a house at an address. Money is in dollars, as in the lab's functions.

    A house is a name, such as "nsw" or "classic:bar=2", or the `Path` of your own rulebook, which is sent.

    Every method waits for the answer, however long the house takes. Ctrl-C takes the question back.
    """

    def __init__(self, address: str) -> None:
        """Set the address of a house, such as `http://127.0.0.1:8420`. Nothing is sent yet.

        Raises:
            HouseError: if this is no address.
        """
        self.address: str = read_address(address)[0]
        self._http = httpx.Client(**connection(self.address, 3 * _PATIENCE_S))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def odds(
        self, house: Book, wager: str | None = None, **options: Unpack[lab.LabOddsOptions]
    ) -> OddsReport:
        """The exact house edge of a house's wagers, or of one; beside it, what an amount costs at a table.

        Raises:
            BankcrapsError: for a question that has no answer, with the reason.
        """
        return self.ask("odds", **_house(house), wager=wager, **options)

    def session(
        self,
        house: Book,
        system: str,
        bankroll: Money,
        goal: Money | None = None,
        floor: Money = 0,
        **options: Unpack[lab.LabSessionOptions],
    ) -> SessionData | EndlessSessionData:
        """A session solved exactly, as by `bankcraps.exact.session`, with every final bankroll.

        Raises:
            BankcrapsError: for a question that has no answer, with the reason.
        """
        plan = _plan(house, system, bankroll, goal, floor)
        return self.ask("session", **plan, **{"distribution": True, **options})

    def simulate(
        self,
        house: Book,
        system: str,
        bankroll: Money,
        goal: Money | None = None,
        floor: Money = 0,
        **options: Unpack[lab.LabRunOptions],
    ) -> data.SimulateData:
        """Sessions played on seeded dice, as by `bankcraps.simulate`.

        Raises:
            BankcrapsError: for a question that has no answer, with the reason.
        """
        return self.ask("simulate", **_plan(house, system, bankroll, goal, floor), **options)

    def compare(
        self,
        house: Book,
        systems: Sequence[str],
        bankroll: Money,
        goal: Money | None = None,
        floor: Money = 0,
        **options: Unpack[lab.LabRunOptions],
    ) -> data.CompareData:
        """Systems side by side, as by `bankcraps.compare`.

        Raises:
            BankcrapsError: for a question that has no answer, with the reason.
        """
        return self.ask("compare", **_plan(house, list(systems), bankroll, goal, floor), **options)

    def risk(
        self, house: Book, system: str, floor: Money = 0, **options: Unpack[lab.LabRiskOptions]
    ) -> data.RiskData:
        """The risk of ruin of bankrolls, or the least bankrolls for some risks, as by `bankcraps risk`.

        Raises:
            BankcrapsError: for a question that has no answer, with the reason.
        """
        return self.ask("risk", **_house(house), strategy=system, floor=floor, **options)

    def explain(
        self,
        house: Book,
        system: str,
        bankroll: Money,
        goal: Money | None = None,
        floor: Money = 0,
        **options: Unpack[lab.LabExplainOptions],
    ) -> data.ExplainData:
        """A session throw by throw, as by `bankcraps.explain`.

        Raises:
            BankcrapsError: for a question that has no answer, with the reason.
        """
        return self.ask("explain", **_plan(house, system, bankroll, goal, floor), **options)

    @overload
    def best(
        self, house: Book, bankroll: Money, goal: Money, wagers: str | None = None, **aim: Unpack[_ToGoal]
    ) -> data.BestData: ...
    @overload
    def best(
        self, house: Book, bankroll: Money, goal: Money, wagers: str | None = None, **aim: Unpack[_Soonest]
    ) -> data.BestTimeData: ...
    @overload
    def best(
        self, house: Book, bankroll: Money, goal: Money, wagers: str | None = None, **aim: Unpack[_Utility]
    ) -> data.BestUtilityData: ...
    @overload
    def best(
        self, house: Book, bankroll: Money, goal: Money, wagers: str | None = None, **aim: Unpack[_Utilities]
    ) -> data.BestUtilityData | data.BestFrontierData: ...
    @overload
    def best(
        self, house: Book, bankroll: Money, *, wagers: str | None = None, **aim: Unpack[_StillPlaying]
    ) -> data.BestStillData: ...
    @overload
    def best(
        self, house: Book, bankroll: Money, *, wagers: str | None = None, **aim: Unpack[_Action]
    ) -> data.BestActionData: ...
    def best(
        self,
        house: Book,
        bankroll: Money,
        goal: Money | None = None,
        wagers: str | None = None,
        **aim: object,
    ) -> object:
        """The best play for an aim, with the names and meanings of the options of `bankcraps best`.

        A goal alone is reached before ruin, perhaps by a deadline, and beside a system to compare with
        (`against`) or, if `settled`, without chips that must stay on the layout. With `least_throws_at` it is
        reached in the fewest throws, and with `utility` what is taken home after the throws is judged; a list
        of several gives a table. `still_playing` and `action` have no goal.

        Raises:
            BankcrapsError: for a question that has no answer, with the reason.
        """
        asked = {**_house(house), "bankroll": bankroll, "goal": goal, "with": wagers}
        return self.ask("best", **asked, **aim)

    def rules(self, house: Book, system: str) -> SystemSlots:
        """The rules of a system as slots to fill in, with what may stand in them at a house.

        A text that is no system is answered, too, and says what is wrong.

        Raises:
            BankcrapsError: if the house or the length of the text is wrong.
        """
        question = read_fields(RULES, _written({**_house(house), "strategy": system or None}))
        said = self._answer(f"/api/lab/rules?{urlencode(question.values)}")
        return msgspec.json.decode(said, type=SystemSlots)

    def ask(self, kind: str, **fields: object) -> Any:  # noqa: ANN401 - one of `bankcraps.analysis.results.reading.RESULTS`
        """Ask any kind of question by the fields of its address, which `/api/lab` lists.

        Args:
            kind: such as "hand".
            fields: the values; a list for a field that is repeated. None leaves a field out.

        Raises:
            BankcrapsError: for a question that has no answer, with the reason.
        """
        question = read_question(kind, _written(fields))
        return decode_result(self._patiently(question.address))

    def parquet(self, kind: str, **fields: object) -> bytes:
        """The answer to a kind of question as a Parquet file; of a simulation, every session.

        Args:
            kind: such as "simulate". Best plays have no rows.
            fields: as for `ask`.

        Raises:
            BankcrapsError: for a question that has no answer, with the reason.
        """
        path = replace(read_question(kind, _written(fields)), form="parquet").address
        return self._patiently(path)

    def _patiently(self, path: str) -> bytes:
        """Wait for an answer. Ctrl-C takes the question back."""
        try:
            return self._answer(path)
        except KeyboardInterrupt:
            asked = self._get(path, "respond-async")
            if asked.status_code == HTTPStatus.ACCEPTED:
                self._http.delete(asked.headers["location"])
            raise

    def _answer(self, path: str) -> bytes:
        while (response := self._get(path, f"wait={_PATIENCE_S}")).status_code == HTTPStatus.ACCEPTED:
            pass
        if response.is_error:
            raise HouseError(_detail(response), response.status_code)
        return response.content

    def _get(self, path: str, prefer: str) -> httpx.Response:
        try:
            return self._http.get(path, headers={"Prefer": prefer})
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise silent(error, self.address) from None


def _house(house: Book) -> dict[str, str]:
    """A house of ours by its name, or the text of a book of your own."""
    if isinstance(house, str):
        return {"rules": house}
    try:
        return {"book": read_text(house, _LARGEST_BOOK)}
    except UnreadableError as error:
        raise BankcrapsError(f"{house} cannot be read: {error}") from None


def _plan(
    house: Book, system: str | list[str], bankroll: Money, goal: Money | None, floor: Money
) -> dict[str, object]:
    return {**_house(house), "strategy": system, "bankroll": bankroll, "goal": goal, "floor": floor}


def _written(fields: dict[str, object]) -> list[tuple[str, str]]:
    """Fields as the values of an address."""
    found: list[tuple[str, str]] = []
    for name, value in fields.items():
        several = cast("list[object]", value) if isinstance(value, list) else [value]
        found += [(name, _word(one)) for one in several if one is not None]
    return found


def _word(value: object) -> str:
    if isinstance(value, float):
        return f"{Decimal(repr(value)):f}"  # an address has no 1e-05
    return str(value).lower() if isinstance(value, bool) else str(value)


def _detail(response: httpx.Response) -> str:
    """The sentence of a problem."""
    try:
        told = response.json()
        return str(told.get("detail") or told["error"])
    except (ValueError, KeyError, AttributeError):
        return f"the house answers {response.status_code} {response.reason_phrase}"
