"""A live table without a server: it takes commands, a test moves its clock, and its secrets come from a seed.

Every command is followed by the laws that must hold at every moment, so each test of the room is one of them.
"""

import hashlib
from collections import Counter

from msgspec import UNSET
from msgspec.structs import replace

from bankcraps import Limits, load_rulebook
from bankcraps.client.live import changed, read_message, state_of
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.step import PLAIN
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import Row, decode_row
from bankcraps.live.log.fairness import sealed_throw
from bankcraps.live.log.settings import TableSettings, Timing
from bankcraps.live.proof.ledger import bank, changes, layout, moves, rail, wallet
from bankcraps.live.round import rhythm
from bankcraps.live.round.decide import decide
from bankcraps.live.round.judging import acts_now
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Outcome, Refused
from bankcraps.live.table.live_table import LiveTable, apply, hash_of, opened, results_after
from bankcraps.live.table.personal_limits import Allowance
from bankcraps.live.wire.messages import Happened, TableChanges, TableView
from bankcraps.live.wire.views import happened, inspection, view, you

BEGAN = 1_763_769_600_000  # a midnight, UTC, in milliseconds
TIMING = Timing(
    betting_ms=20_000,
    warning_ms=5_000,
    throwing_ms=8_000,
    paying_ms=3_000,
    answer_ms=10_000,
    shooter_ms=60_000,
    place_ms=30_000,
    away_ms=180_000,
)
_decode_table = decoder(LiveTable)


class Room:
    """A live table, driven as `server.table_host` drives it.

    Attributes:
        book, table, now: the house, the room, and the time.
        roles, own: what each person was granted, and what their own limits leave them.
        rows: the log as it is stored.
        last: the outcome of the latest command.
    """

    def __init__(
        self, rules="nsw", *, seed=1, timing=TIMING, limits="5:500", book=None, opener="", **settings
    ):
        self.book = book or load_rulebook(rules)
        settings = {"steady": True} | settings  # so that the clock runs for a single player, too
        self.settings = TableSettings(
            rules=self.book.id,
            digest=self.book.digest,
            limits=Limits.read(limits),
            chip=settings.pop("chip", 100),
            timing=timing,
            **settings,
        )
        self.now = BEGAN + 1
        self.table = opened("t1", self.book, self.settings, self.now, opener)
        self.roles: dict[str, frozenset[str]] = {}
        self.own: dict[str, Allowance] = {}
        self.rows = [Row("t1", 1, self.now, opener, "", en.TableOpened(self.settings)).body()]
        self.balances: Counter[str] = Counter()
        self.last = Outcome(self.table, self.table)
        self._seed, self._drawn, self._ids = seed, 0, 0
        self.secrets: dict[int, bytes] = {}
        self.throws: list[ev.Rolled] = []
        self.tell(cm.Opened())

    # Commands.

    def sender(self, person: str) -> cm.Sender:
        """A person as the server knows them."""
        return cm.Sender(person, self.roles.get(person, frozenset()), self.own.get(person, Allowance()))

    def may(self, person: str) -> set[str]:
        """The acts that the house says a person may do now."""
        return set(acts_now(self.book, self.table, self.sender(person))) - {"talk"}

    def taken_from(self, person: str) -> set[str]:
        """The acts without details that the room would take from a person now. None is carried out."""
        tried = {str(act.__struct_config__.tag): cm.Act(id="tried", event=act()) for act in PLAIN}
        tried["ready"] = cm.Ready(id="tried")
        tried["give_seed"] = cm.GiveSeed(id="tried", seed="tried")
        tried["enter_throw"] = cm.EnterThrow(id="tried", throw=Throw(4, 2), look="first")
        if person not in self.table.waiting:
            tried["wait"] = cm.Wait(id="tried", waiting=True)
        sender, now = self.sender(person), self.table.now
        return {
            name
            for name, command in tried.items()
            if decide(self.book, self.table, sender, command, now).refused is None
        }

    def ask(self, person: str, command: type[cm.PersonCommand], /, **fields) -> Refused | None:
        """Send a command of a person. Return why it is refused, or None."""
        self._ids += 1
        return self._carry_out(self.sender(person), command(id=str(self._ids), **fields))

    def say(self, person: str, line: str) -> Refused | None:
        return self.ask(person, cm.Say, line=line)

    def act(self, person: str, event: ev.Event) -> Refused | None:
        return self.ask(person, cm.Act, event=event)

    def does(self, person: str, *lines: str) -> None:
        """Say lines that must all be accepted."""
        for line in lines:
            assert self.say(person, line) is None, (line, self.last.refused)

    def tell(self, command: cm.HostCommand) -> None:
        self._carry_out(cm.Sender(), command)

    def _carry_out(self, sender: cm.Sender, command) -> Refused | None:
        outcome = decide(self.book, self.table, sender, command, self.now)
        while rhythm.wants_secret(outcome.table):
            number = outcome.table.fairness.number
            more = decide(
                self.book, outcome.table, cm.Sender(), cm.Drawn(number, self._secret(number)), self.now
            )
            assert more.refused is None, more.refused
            outcome = replace(outcome, table=more.table, happened=outcome.happened + more.happened)
        by = ("", "") if outcome.refused else (sender.person, getattr(command, "id", ""))
        self._write(outcome, *by)
        self.last, self.table = outcome, outcome.table
        hold(self)
        return outcome.refused

    def _secret(self, number: int) -> bytes:
        if number not in self.secrets:
            self.secrets[number] = _secret(self._seed, number)
        return self.secrets[number]

    def _write(self, outcome: Outcome, person: str, command: str) -> None:
        for one in outcome.happened:
            self.rows.append(Row("t1", one.seq, outcome.table.now, person, command, one.entry).body())
            self.balances.update(changes(moves("t1", one.effects)))
            if isinstance(one.entry, en.Acted) and isinstance(one.entry.event, ev.Rolled):
                self.throws.append(one.entry.event)

    # Time and people.

    def later(self, milliseconds: int) -> None:
        """Let time pass. The room gets a tick whenever it is due to act, and one at the end."""
        end = self.now + milliseconds
        while (at := rhythm.due(self.table)) is not None and at <= end:
            self.now = max(at, self.now)
            self.tell(cm.Tick())
        self.now = end
        self.tell(cm.Tick())

    def until(self, phase: str) -> None:
        """Let the clock run until a part of the round begins."""
        for _ in range(100):
            if self.phase == phase:
                return
            at = rhythm.due(self.table)
            assert at is not None, f"nothing is due, and the room is {self.phase}"
            self.later(at - self.now)
        raise AssertionError(f"{phase} never comes: {self.phase}")

    def sits(self, *people: str, chips: int = 500) -> None:
        for person in people:
            self.does(person, "sit", f"buy_in {chips}")

    def takes(self, person: str, *roles: str) -> None:
        """Grant roles to a person, who takes the chairs."""
        self.roles[person] = self.roles.get(person, frozenset()) | frozenset(roles)
        for role in roles:
            assert self.ask(person, cm.TakeChair, role=role) is None, self.last.refused

    def vanishes(self, person: str) -> None:
        self.tell(cm.Vanished(person))

    def returns(self, person: str) -> None:
        self.tell(cm.Returned(person))

    # Views of the table.

    @property
    def phase(self) -> str:
        return self.table.phase.name

    @property
    def state(self):
        return self.table.state

    @property
    def entries(self):
        """The entries of the latest command."""
        return [one.entry for one in self.last.happened]

    @property
    def acts(self):
        """The events of the engine in the latest command."""
        return [entry.event for entry in self.entries if isinstance(entry, en.Acted)]

    def happenings(self, kind):
        """Every entry of a type in the log."""
        return [entry for body in self.rows if isinstance(entry := decode_row(body).entry, kind)]

    def events(self, kind):
        """Every event of a type in the log."""
        return [entry.event for entry in self.happenings(en.Acted) if isinstance(entry.event, kind)]

    def on(self, person: str, wager: str) -> int:
        """The dollars of a person on a wager."""
        seat = self.state.seat(person)
        return sum(s.amount for s in seat.wagers if s.wager.name == wager) // 100 if seat else 0


# The laws.


def hold(room: Room) -> None:
    """State the laws of every moment: chips, the books, and what may be seen."""
    assert room.state.total == 0
    _books_agree(room)
    _results_agree(room)
    shown, told = view(room.book, room.table), happened(room.book, room.last)
    _nothing_leaks(room, shown, told)
    _changes_lead_from_view_to_view(room, shown, told)
    _a_client_knows_the_state(room, shown)
    assert not room.state.out or room.phase in ("dice_out", "in_the_air")
    assert room.state.out or room.phase in ("betting", "last_bets", "paying")
    _chairs_are_allowed(room)
    _dealers_keep_the_sums(room, shown)


def _chairs_are_allowed(room: Room) -> None:
    """Only a hosted table has offers of chairs and players of the crew; a system plays only for a player."""
    table, seated = room.table, {seat.name for seat in room.state.seats}
    hosted = room.settings.hosted
    assert hosted or not table.chair_offers
    assert hosted or not seated & {chair.person for chair in table.chairs}
    assert len({chair.role for chair in table.chairs}) == len(table.chairs)
    assert {seat.name for seat in table.systems} <= seated
    assert not table.bot(table.opener)


def _dealers_keep_the_sums(room: Room, shown: TableView) -> None:
    """Open work is shown as if it had not been settled, is some person's, and makes the payments last."""
    tasks = room.table.work.tasks
    assert not tasks or (room.settings.dealt and room.phase == "paying" and room.table.phase.until is None)
    assert len({(task.player, task.wager, task.action == "call") for task in tasks}) == len(tasks)
    assert all(room.table.holder(task.chair) for task in tasks)
    for seat, real in zip(shown.seats, room.state.seats, strict=True):
        own = [effect for task in room.table.work.of(seat.name) for effect in task.effects]
        assert seat.rail >= 0
        assert len({one.wager for one in seat.wagers}) == len(seat.wagers)
        assert seat.rail + seat.at_risk + sum(map(fx.won, own)) == real.rail + real.at_risk
    if not tasks:
        assert [one.wagers for one in shown.seats] == [one.wagers for one in room.state.seats]


def _books_agree(room: Room) -> None:
    """The moves of the effects lead to what the engine has in rails, on the layout and in the bank."""
    due = {rail("t1", seat.name): seat.rail for seat in room.state.seats}
    due |= {layout("t1", seat.name): seat.at_risk for seat in room.state.seats}
    found = {name: amount for name, amount in room.balances.items() if amount}
    wallets = sum(amount for name, amount in found.items() if name.startswith("wallet/"))
    at_table = {n: a for n, a in found.items() if not n.startswith(("wallet/", "bank/"))}
    assert at_table == {name: amount for name, amount in due.items() if amount}
    assert found.get(bank("t1"), 0) + wallets == room.state.bank
    assert sum(found.values()) == 0


def _results_agree(room: Room) -> None:
    """The effects lead to the results of the players: `tests/laws/test_sessions.py` says what these are."""
    came = room.last.before.hand, room.last.before.results
    for one in room.last.happened:
        came = results_after(*came, one.effects)
    assert came == (room.table.hand, room.table.results)


def _nothing_leaks(room: Room, seen: TableView, told: Happened | None) -> None:
    fairness = room.table.fairness
    shown = encode(seen) + (encode(told) if told else b"")
    shown_secrets = {entry.secret for entry in room.entries if isinstance(entry, en.SecretShown)}
    for number, secret in room.secrets.items():
        if number >= fairness.number or secret.hex() not in shown_secrets:
            assert secret.hex().encode() not in shown
    assert b'"earlier"' not in shown
    _inspectors_see_no_secret(room)
    if not fairness.locked:
        assert not seen.fairness.seeds
        for one in fairness.seeds:
            assert one.seed.encode() not in shown
            assert all(
                one.seed not in encode(you(room.book, room.table, cm.Sender(other), 0)).decode()
                for other in ("", "Zoe")
                if other != one.player
            )


def _inspectors_see_no_secret(room: Room) -> None:
    """Inspectors see wallets, and no secret or seed before its time; nobody else sees what they see."""
    for person in ("Ivy", *room.roles, *(seat.name for seat in room.state.seats)):
        granted = frozenset({"inspector"}) if person == "Ivy" else room.roles.get(person, frozenset())
        found = inspection(room.table, cm.Sender(person, granted), {"Ann": 1}, 0)
        playing = room.state.seat(person) is not None
        assert found is None or ("inspector" in granted and not playing)
        assert (found is not None) == (person == "Ivy") or person in room.roles
        if found is not None:
            shown = encode(found).decode()
            assert all(secret.hex() not in shown for secret in room.secrets.values())
            assert all(f'"{one.seed}"' not in shown for one in room.table.fairness.seeds)


def _changes_lead_from_view_to_view(room: Room, after: TableView, told: Happened | None) -> None:
    """A client that reads the news and applies the changes sees what a newcomer sees."""
    assert told is None or read_message(encode(told).decode()) == told
    before = view(room.book, room.last.before)
    assert changed(before, told.changes if told else TableChanges()) == after
    said = UNSET if told is None else told.thrown
    assert (room.last.before.thrown if said is UNSET else said) == room.last.table.thrown


def _a_client_knows_the_state(room: Room, shown: TableView) -> None:
    """When all is dealt, a client sees the engine's table, but for the bank and what came before."""
    if room.table.work.tasks:
        return
    real = replace(room.state, seats=tuple(replace(seat, earlier=()) for seat in room.state.seats))
    known = state_of(shown)
    if room.settings.dice == "entered" and shown.last is None and not real.thrown:
        known = replace(known, thrown=False)  # real dice may fly without a word, as `state_of` says
    for part in ("seats", "floor", "dice", "puck", "turn", "out", "thrown"):
        assert getattr(known, part) == getattr(real, part), part


def hold_log(room: Room) -> None:
    """The log, read again, gives the same table but for connections; a snapshot gives the table itself."""
    again = _decode_table(encode(room.table))
    assert again == room.table
    table = None
    for body in room.rows:
        row = decode_row(body)
        if table is None:
            table = opened("t1", room.book, row.entry.settings, row.at, row.by)
            continue
        table, _ = apply(room.book, replace(table, now=max(table.now, row.at)), row.entry)
        assert table.seq == row.seq
        if isinstance(row.entry, en.Acted):
            assert row.entry.hash == hash_of(row.entry.event, table.state)
    assert table is not None
    assert _connected(table) == _connected(room.table)


def _connected(table: LiveTable) -> LiveTable:
    guests = tuple(replace(guest, away_since=None) for guest in table.guests)
    return replace(table, now=0, guests=guests)


def seed_for(*totals: int) -> int:
    """Return a seed of secrets whose first throws have these totals, as long as nobody gives a seed."""
    return next(
        seed
        for seed in range(1_000_000)
        if all(
            sealed_throw(_secret(seed, number), "t1", number, ()).total == total
            for number, total in enumerate(totals, 1)
        )
    )


def _secret(seed: int, number: int) -> bytes:
    return hashlib.sha256(f"{seed} {number}".encode()).digest()


def paid_in(room: Room, person: str) -> int:
    """The dollars that a person has taken from the wallet to the table, less those that came back."""
    return -room.balances[wallet(person)] // 100
