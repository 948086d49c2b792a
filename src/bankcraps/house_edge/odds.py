"""`odds`: the house edge of every wager of a house, exactly."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import ClassVar

import msgspec

from bankcraps.errors import BankcrapsError, did_you_mean, quoted, require_text, true_or_false
from bankcraps.game.chips import Money, dollars, printed
from bankcraps.game.engine import Limits, Refusal, State, Step
from bankcraps.game.engine.opening import DEFAULT_LIMITS
from bankcraps.game.game import Game
from bankcraps.game.rulebook import Rulebook, load_rulebook
from bankcraps.game.rulebook.terms import LineTerms, OddsTerms
from bankcraps.game.wagers import FLATS, ODDS, WAGERS, Kind, Wager, find, number_of
from bankcraps.house_edge import pictures
from bankcraps.house_edge.edge import WagerEdge, percent, sd_and_skew, wager_edge
from bankcraps.house_edge.ideal_edges import IdealEdges, ideal_edges
from bankcraps.house_edge.trial_table import Offer, TrialTable, decide, lone_seat, result_of, walk
from bankcraps.support import plots
from bankcraps.support.pictured import Pictured, Sketch
from bankcraps.support.results import Data, Json, JsonObject, Result, fraction_keys, wire
from bankcraps.support.tabular import Same, Tabular, by_column, html

BothNets = tuple[int, int, int]
"""The result of a decision: the net of the flat wager and of its odds in cents, and the odds' number or 0."""


class FlatWithOdds(Data, frozen=True, kw_only=True):
    """A flat wager whose player always takes or lays odds. All figures but `sd` are exact.

    Attributes:
        wager: the flat wager.
        multiple: the odds as a multiple of the flat wager. Where the house limits what don't odds win, it is
            how many times the flat wager they win. None for full odds that differ by number.
        odds: the same for people: "2x", "full (3-4-5x)".
        staked: the expected stake per decision, flat and odds, per unit of flat wager.
        edge: the expected loss per unit of all that is staked.
        sd: the standard deviation of the net of one decision, per unit of flat wager.
    """

    JSON: ClassVar = Json(
        "WithOddsData",
        "wager odds multiple staked edge sd",
        "A flat wager with odds behind it; `multiple` is null for full odds that differ by number.",
    )

    wager: str
    multiple: int | None
    odds: str
    staked: Fraction
    edge: Fraction
    sd: float

    def __repr__(self) -> str:
        """`<pass with 2x odds: edge 0.606% of all staked>`."""
        return f"<{self.label}: edge {percent(self.edge)} of all staked>"

    @property
    def label(self) -> str:
        """Its name among wagers: `pass with 2x odds`."""
        return f"{self.wager} with {self.odds} odds"

    def to_row(self) -> JsonObject:
        """Return its figures under the columns of single wagers: what is lost per bet, and of all staked."""
        return {
            "label": self.label,
            **self.to_dict(),
            **fraction_keys(edge=self.edge * self.staked, edge_outlay=self.edge),
        }


def flat_with_odds(table: TrialTable, wager: Wager) -> list[FlatWithOdds]:
    """A flat wager with single odds, double odds and so on up to what all numbers allow, and with full odds.

    One walk with single odds is enough, because ideal pays are proportional to the stake. The player makes
    the odds as soon as the flat wager has its number. They count as staked even if they come back because
    they were off.

    Args:
        table: a table with ideal pays.
        wager: `pass`, `dont_pass`, `come` or `dont_come`.
    """
    book = table.book
    terms, odds = book.wagers[wager.kind], book.wagers.get(ODDS[wager.kind])
    if not isinstance(terms, LineTerms) or not isinstance(odds, OddsTerms):
        return []
    unit, stakes = _stakes(terms, odds)
    starts = table.starts(wager, None, unit)
    if isinstance(starts, Refusal):
        return []
    chances = walk(book, starts, _both_nets(wager.kind), _odds_bettor(table, wager.kind, stakes)).absorption
    low, high = min(odds.limit.values()), max(odds.limit.values())
    multiples = "-".join(map(str, sorted(set(odds.limit.values()))))
    levels = [(k, f"{k}x", dict.fromkeys(odds.limit, k)) for k in range(1, int(low) + 1)]
    full = (int(low) if low == high == int(low) else None, f"full ({multiples}x)", odds.limit)
    return [_at_level(wager, level, unit, stakes, chances) for level in (*levels, full)]


def _stakes(terms: LineTerms, odds: OddsTerms) -> tuple[int, dict[int, int]]:
    """A flat wager in cents, and single odds on each number, such that all pays are whole cents."""
    unit = lcm(terms.pays.den, *(pay.den for pay in odds.pays.values()))
    if odds.measure == "stake":
        return unit, dict.fromkeys(odds.pays, unit)
    unit = lcm(unit, *(pay.num for pay in odds.pays.values()))
    return unit, {number: unit * pay.den // pay.num for number, pay in odds.pays.items()}


def _odds_bettor(table: TrialTable, kind: Kind, stakes: dict[int, int]) -> Callable[[State], State]:
    """Return a player who bets single odds behind every flat wager of a kind."""

    def then(state: State) -> State:
        seat = lone_seat(state)
        for standing in seat.wagers:
            number = number_of(standing.wager, state.puck)
            if standing.wager.kind is kind and number in stakes and seat.odds_on(standing.wager) is None:
                return table.bet(state, find(ODDS[kind], standing.wager.number), stakes[number]).state
        return state

    return then


def _both_nets(kind: Kind) -> Callable[[State, Step], BothNets | None]:
    """Return a function that gives the nets of a flat wager and its odds once the flat wager is decided."""

    def end(state: State, came: Step) -> BothNets | None:
        flat = result_of(kind, state, came)
        if flat is None:
            return None
        for standing in lone_seat(state).wagers:
            if standing.wager.kind is ODDS[kind]:
                behind = result_of(ODDS[kind], state, came)
                return flat[1], behind[1] if behind else 0, number_of(standing.wager, state.puck)
        return flat[1], 0, 0

    return end


def _at_level(
    wager: Wager,
    level: tuple[int | None, str, Mapping[int, Fraction | int]],
    unit: int,
    stakes: dict[int, int],
    chances: dict[BothNets, Fraction],
) -> FlatWithOdds:
    multiple, label, times = level
    nets: dict[Fraction, Fraction] = {}
    staked = Fraction(1)
    for (flat, odds, number), chance in chances.items():
        net = Fraction(flat + odds * times.get(number, 0), unit)
        nets[net] = nets.get(net, Fraction(0)) + chance
        staked += chance * Fraction(stakes.get(number, 0) * times.get(number, 0), unit)
    loss = -sum((net * chance for net, chance in nets.items()), Fraction(0))
    sd, _ = sd_and_skew(nets.items())
    return FlatWithOdds(
        wager=wager.name, multiple=multiple, odds=label, staked=staked, edge=loss / staked, sd=sd
    )


class RefusedWager(Data, frozen=True, kw_only=True):
    """A wager that the table does not take for an amount, by its label, and the reason."""

    JSON: ClassVar = Json(
        "RefusedWagerData",
        "label message",
        "A wager that the table does not take for an amount, by its label.",
    )

    label: str
    message: str

    def __repr__(self) -> str:
        """`<horn refused: horn goes in multiples of 4, and 5 is none>`."""
        return f"<{self.label} refused: {self.message}>"


class OddsReport(Pictured, Tabular, Result, frozen=True, kw_only=True, tag="bankcraps.odds/3"):
    """The figures of a house's wagers, in the order of the table.

    `plot` draws the edges as bars. Your own Axes must be empty; each bar needs some room: make it tall for
    many wagers. Without a label, a legend has the id of the house.

    Attributes:
        house: the rulebook's id, with its options.
        title: its name for people; empty if the report was read from JSON.
        wagers: the figures of each wager.
        amount: the amount asked about in cents, or None for ideal pays.
        refused: the wagers that the table does not take for that amount.
        with_odds: the flat wagers with odds behind them, if asked for.
    """

    JSON: ClassVar = Json(
        "OddsData", "house amount_cents wagers with_odds refused", "The figures of a house's wagers."
    )

    title: str = ""
    wagers: tuple[WagerEdge, ...]
    amount: int | None = None
    refused: tuple[RefusedWager, ...] = ()
    with_odds: tuple[FlatWithOdds, ...] = ()

    def __len__(self) -> int:
        """The number of wagers."""
        return len(self.wagers)

    def __iter__(self) -> Iterator[WagerEdge]:
        """The wagers, in the order of the table."""
        return iter(self.wagers)

    def __contains__(self, name: object) -> bool:
        """Whether a wager is in the report, by its name."""
        return any(name == one.label for one in self.wagers)

    def __getitem__(self, name: str) -> WagerEdge:
        """The figures of one wager: `report["place 6"]`, `report["pass_odds on 4"]`.

        Raises:
            BankcrapsError: if it is not in the report.
        """
        require_text(name, "the label of a wager")
        known = {one.label: one for one in self.wagers}
        if name in known:
            return known[name]
        why = next((f": {one.message}" for one in self.refused if one.label == name), "")
        raise BankcrapsError(f"{name!r} is not in this report{why or did_you_mean(name, known)}")

    def __repr__(self) -> str:
        """`<OddsReport nsw: 47 wagers, ideal pays, edges from 0.000% to 16.667%>`."""
        edges = [one.edge for one in self.wagers]
        span = f"edges from {percent(min(edges))} to {percent(max(edges))}"
        pays = "ideal pays" if self.amount is None else f"{printed(self.amount)} dollars as really paid"
        more = f" and {len(self.with_odds)} with odds" if self.with_odds else ""
        return f"<OddsReport {self.house}: {len(edges)} wagers{more}, {pays}, {span}>"

    def best_first(self) -> list[WagerEdge]:
        """The wagers by edge, the lowest first; equal edges stay in the order of the table."""
        return sorted(self.wagers, key=lambda one: one.edge)

    def to_dict(self) -> JsonObject:
        """Return the output of `bankcraps odds --json` as a dict."""
        told = super().to_dict()
        return told if self.amount is None else {**told, "refused": told.get("refused", [])}

    def _columns(self) -> Mapping[str, object]:
        """A row for each wager, and for each flat wager with odds behind it, if asked for."""
        names, rows = wire(WagerEdge).__struct_fields__, [one.to_dict() for one in self.wagers]
        if self.with_odds:
            names = (*names, "odds", "multiple", "staked", "staked_fraction")
            rows += [one.to_row() for one in self.with_odds]
        return {"house": Same(self.house), **by_column(names, rows)}

    def _sketch(self) -> Sketch:
        rows = [(one.label, float(one.edge)) for one in self.wagers]
        pays = "ideal pays" if self.amount is None else f"as a wager of {printed(self.amount)} is really paid"
        title = f"What each wager costs: {self.title or self.house}"
        heading = plots.Heading(title, pays, plots.caption(self.house))
        return Sketch(heading, lambda place: pictures.edges(place, rows), self.house)

    def _repr_html_(self) -> str:
        """For notebooks: the wagers, lowest edge first."""
        head = ("wager", "win", "lose", "push", "edge", "edge per throw", "throws", "sd")
        rows = [
            (
                one.label,
                *(percent(share) for share in (one.win, one.lose, one.push)),
                *(percent(cost) for cost in (one.edge, one.edge_per_throw)),
                f"{float(one.throws_per_decision):.2f}",
                f"{one.sd:.3f}",
            )
            for one in self.best_first()
        ]
        more = [
            (one.label, percent(one.edge), f"{float(one.staked):.3f}", f"{one.sd:.3f}")
            for one in sorted(self.with_odds, key=lambda one: one.edge)
        ]
        behind = html(("with odds", "edge of all staked", "staked", "sd"), more) if more else ""
        return html(head, rows, self.title or self.house) + behind


def odds(
    house: Rulebook | str,
    wager: str | Wager | None = None,
    *,
    amount: Money | None = None,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
    with_odds: bool = False,
) -> OddsReport:
    """The house edge and the other figures of every wager of a house.

    Without an amount, pays are ideal: nothing is rounded or capped. With an amount, the table pays what it
    really pays, rounded to its chips, and `breakage` is what that adds to the edge.

    >>> report = odds("pennsylvania", "place 6")
    >>> report["place 6"]
    <place 6: edge 1.515% (1/66), wins 45.455%, 3.27 throws>
    >>> report["place 6"].edge, report["place 6"].throws_per_decision
    (Fraction(1, 66), Fraction(36, 11))
    >>> odds("pennsylvania", "place 6", amount=5)["place 6"].breakage  # 5 dollars win 5, not 5.83
    Fraction(5, 66)

    Args:
        house: a rulebook, or its name.
        wager: one wager (`place 6`), all of a kind (`place`), or None for all wagers.
        amount: the stake in dollars, such as 5 or "12.50"; None for ideal pays.
        limits: the table's limits, as `Limits` or as "MIN:MAX:UNIT" in dollars; only for an amount.
        chip: the smallest chip of the table in dollars, 1 by default; only for an amount.
        with_odds: also compute flat wagers with odds behind them, with ideal pays.

    Raises:
        BankcrapsError: for an unknown wager, one that the house does not offer, or an amount that the table
            refuses for every wager asked about.
    """
    rules = house if isinstance(house, Rulebook) else load_rulebook(house)
    ideal = ideal_edges(rules)
    stake = None if amount is None else dollars(amount)
    real = TrialTable(*Game.read(rules, limits, chip))
    with_odds = true_or_false("with_odds", with_odds)
    offers = _offers_named(ideal, wager)
    found: list[WagerEdge] = []
    refused: list[RefusedWager] = []
    for offer, point in offers:
        exact = ideal.edge(offer, point)
        if exact is None:  # the house does not take it in that form
            continue
        came = exact if stake is None else _real(real, exact, offer, stake)
        if isinstance(came, WagerEdge):
            found.append(came)
        else:
            refused.append(RefusedWager(label=exact.label, message=came.message))
    if not found:
        raise BankcrapsError(refused[0].message if refused else f"{rules.title} does not take {wager}")
    return OddsReport(
        house=rules.spec,
        title=rules.title,
        wagers=tuple(found),
        amount=stake,
        refused=tuple(refused),
        with_odds=_flats_with_odds(ideal.table, offers) if with_odds else (),
    )


def _real(table: TrialTable, ideal: WagerEdge, wager: Wager, amount: int) -> WagerEdge | Refusal:
    """The figures with what this table really pays for an amount."""
    decided = decide(table, wager, ideal.point, amount)
    if isinstance(decided, Refusal):
        return decided
    paid = wager_edge(wager.name, ideal.point, decided)
    return msgspec.structs.replace(
        paid, amount=amount, breakage=paid.edge - ideal.edge, pays=ideal.pays, clauses=ideal.clauses
    )


def _flats_with_odds(table: TrialTable, offers: list[Offer]) -> tuple[FlatWithOdds, ...]:
    flats = [wager for wager, point in offers if wager.kind in FLATS.values() and point is None]
    found = tuple(row for wager in flats for row in flat_with_odds(table, wager))
    if not found:
        raise BankcrapsError("odds go behind pass, dont_pass, come and dont_come, where the house has them")
    return found


# Wagers by name.


def _offers_named(ideal: IdealEdges, asked: str | Wager | None) -> list[Offer]:
    """The offers meant by `place 6`, by `place` for all of a kind, or by None for all.

    Raises:
        BankcrapsError: for an unknown wager, or one that the house does not offer.
    """
    if asked is None:
        return list(ideal.offers)
    if not isinstance(asked, Wager):
        require_text(asked, "the name of a wager")
    name = str(asked)
    said = " ".join(name.replace("_", " ").lower().split())
    known = {key.replace("_", " "): key for key in (*(kind.value for kind in Kind), *WAGERS)}
    known |= {f"hop {key[-1]}-{key[-3]}": key for key in WAGERS if key.startswith("hop ")}  # either die first
    if said not in known:
        kinds = ", ".join(kind.value for kind in ideal.table.book.wagers)
        kind = known.get(said.rpartition(" ")[0])
        others = dict.fromkeys(offer.name for offer, _ in ideal.offers if offer.kind.value == kind)
        hint = f"; the house has {', '.join(others)}" if others else did_you_mean(said[:100], known.values())
        hint = hint or f"; the house has {kinds}"
        raise BankcrapsError(f"there is no wager {quoted(name)}{hint}")
    key = known[said]
    found = [offer for offer in ideal.offers if key in (offer[0].name, offer[0].kind.value)]
    if not found:
        raise BankcrapsError(_why_not(ideal.table, key))
    return found


def _why_not(table: TrialTable, key: str) -> str:
    """The table's own reason to refuse a wager."""
    wager = WAGERS.get(key)
    if wager is not None and table.book.terms(wager) is not None:
        # With the puck on: on the come-out the table may say only that it is too early.
        came = table.bet(next(iter(table.pucks)), wager, 100)
        if came.refusal is not None:
            return came.refusal.message
    others = [str(other) for other, _ in table.offers if wager and other.kind is wager.kind]
    has = f"; it has {', '.join(dict.fromkeys(others))}" if others else ""
    return f"{table.book.title} does not offer {key}{has}"
