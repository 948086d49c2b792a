"""The audit of rows: changes by their author to a chained log, or to the data kept beside it."""

import hashlib
import re
import subprocess
import sys
from collections import Counter

import pytest
from msgspec.structs import replace
from tests.live.evening import FRIDAY, a_friday, find, rewrite
from tests.live.room import Room
from tests.live.script import play
from tests.live.table.school import deal, stored

from bankcraps import Cents, Throw, wager
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import crew, player
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import encode
from bankcraps.game.rulebook import load_rulebook
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import Row, chained, decode_row, first_hash
from bankcraps.live.proof.audit import AuditError, ChipCheck, LogCheck, Stored, audit_table, played_under
from bankcraps.live.proof.ledger import moves
from bankcraps.live.round.crew_chairs import key_hash
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Decision
from bankcraps.server.hosting import table_loading
from bankcraps.server.hosting.table_loading import snapshot_of

TABLE = "k3x9"


@pytest.fixture(scope="module")
def evening():
    return a_friday(18)


def _row(evening, seq, **changes):
    """A row in which something else stands, in place of one of the log."""
    row = replace(decode_row(evening.rows[seq - 1][1]), **changes)
    return Row(TABLE, seq, row.at, row.by, row.command, row.entry).body()


def _opened(**settings):
    return lambda evening: (1, _row(evening, 1, entry=en.TableOpened(replace(evening.settings, **settings))))


def _instead(kind, entry=None, **changes):
    """Another entry, or another row, in place of one of a kind."""

    def change(evening):
        seq = find(evening, kind)
        more = {"entry": entry(evening), "by": ""} if entry else {}
        return seq, _row(evening, seq, **more, **changes)

    return change


def _written(at, old, new):
    """Other bytes in the first row that has these."""

    def change(evening):
        seq = next(seq for seq, body, _ in evening.rows if re.search(at, body))
        body = evening.rows[seq - 1][1].encode()
        return seq, re.sub(old, new, body, count=1)

    return change


BET, SHOWN = r'"type":"bet".*"amount_cents":1000', '"type":"secret_shown"'
REWRITTEN = {
    # what its author has changed in a log, which is chained anew, and what the audit says
    # beside that of `forged.FORGED`, which all programs refuse
    "a bet": (_written(BET, rb'"amount_cents":\d+', b'"amount_cents":1500'), "another hash"),
    "a secret": (_written(SHOWN, rb'"secret":"..', b'"secret":"zz'), "32 bytes"),
    "a row of another person": (_instead(en.SeedGiven, by="Eve"), "the row is of a command of Eve, and "),
    "a row of nobody": (_instead(en.Acted, by=""), "the row is of a command of the house, and "),
    **{
        f"a key too many at {at}": (
            _written(re.escape(at), re.escape(at.encode()), more),
            "a key that its entry does not have: 'x'|unknown field",
        )
        for at, more in {
            '"type":"acted"': b'"x":3,"type":"acted"',
            '"type":"roll"': b'"x":3,"type":"roll"',
            '"role":"': b'"x":3,"role":"',
            '"throw":{': b'"throw":{"x":3,',
            '"seeds":[{': b'"seeds":[{"x":3,',
            '"rules":': b'"x":3,"rules":',
        }.items()
    },
    "a time that runs back": (
        lambda evening: (100, _row(evening, 100, at=FRIDAY - 1)),
        "before the row above it",
    ),
    "a row that is no entry": (lambda _: (9, b'{"table":"k3x9"}'), "this is no row of a log"),
    "another version of the rulebook": (
        _opened(digest="0" * 16),
        r"another version of three_four_five \(0{16}, not ",
    ),
    "a rulebook that is not ours": (_opened(rules="/etc/passwd"), "not one of our rulebooks: give its file"),
}


@pytest.mark.parametrize(("change", "said"), REWRITTEN.values(), ids=REWRITTEN)
def test_what_is_rewritten_is_found(evening, change, said):
    seq, body = change(evening)
    assert body != evening.rows[seq - 1][1].encode()
    problem = checked(rewrite(evening, seq, body)).problem
    assert problem.seq == seq
    assert re.search(said, problem.message), problem.message


def checked(rows, **stored):
    return audit_table(TABLE, rows, Stored(**stored), Counter())


def test_a_rulebook_of_ones_own(evening):
    assert played_under(evening.settings, evening.book) is evening.book
    with pytest.raises(BankcrapsError, match="another version of three_four_five"):
        played_under(evening.settings, load_rulebook("nsw"))


def test_a_snapshot_that_was_altered(evening):
    seq = len(evening.rows)
    body = snapshot_of(evening.table, "").body
    assert checked(evening.rows, snapshot=(seq, body)).problem is None
    wrong = body.replace('"rail_cents":', '"rail_cents":1')
    assert wrong != body
    problem = checked(evening.rows, snapshot=(seq, wrong)).problem
    assert (problem.seq, "snapshot" in problem.message) == (seq, True)


def test_the_version_of_snapshots_is_raised_with_what_a_log_gives():
    """If this fails, the same log now leads to a different room: raise `_FORMAT`, and put both values here.

    Otherwise a house would go on from the room that an older program kept, and an audit would call it wrong.
    """
    evening = a_friday(3)
    assert evening.say("Ann", "choose 1 2") is None
    assert evening.table.state.last.dice
    # The log has the options of the book; an older log has fewer.
    settings = replace(evening.settings, digest="", options=(("winning_buy", "charged"),))
    room = replace(evening.table, settings=settings)
    version = table_loading._FORMAT  # noqa: SLF001
    assert (version, hashlib.sha256(encode(room)).hexdigest()[:16]) == (10, "5fdb5af78f45a741")


PEAKS = """
import gc, tracemalloc
from bankcraps.game.records import codec
from tests.live.proof.test_audited_rows import a_friday, checked

codec._MOST_SEATS = 64  # so that both logs reach the bound of the seats that are kept with their JSON
rows = a_friday(70).rows
assert checked(iter(rows)).rows == len(rows) > 1000  # whatever is loaded or remembered once
for many in (len(rows), len(rows) // 2):
    gc.collect()
    tracemalloc.start()
    assert checked(iter(rows[:many])).rows == many
    print(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
"""


@pytest.mark.some
def test_a_longer_log_needs_no_more_memory():
    """In a process of its own: threads that other tests have left would be measured, too."""
    done = subprocess.run([sys.executable, "-c", PEAKS], capture_output=True, text=True, check=True)
    long, short = map(int, done.stdout.split())
    assert long - short < 80_000  # latest events and repeated wagers


def test_moves_that_do_not_lead_to_the_rails(evening, monkeypatch):
    """If the ledger forgot a kind of effect, the engine's own rails and layout would show it."""
    monkeypatch.setattr("bankcraps.live.proof.ledger.moves", lambda *given, **how: moves(*given, **how)[1:])
    found = checked(evening.rows)
    assert "and its moves give" in found.problem.message
    assert '"type":"buy_in"' in evening.rows[found.problem.seq - 1][1]


@pytest.mark.parametrize("amount", [0, -100])
def test_money_taken_as_a_gift(amount):
    body = Row("house", 1, FRIDAY, "", "", en.Granted("Eve", amount)).body()
    row = (1, body.decode(), chained(first_hash("house"), body))
    found = audit_table("house", [row], Stored(), Counter())
    assert (found.problem.seq, found.problem.message) == (1, f"Eve was given {amount} cents")


def test_chips_of_somebody_who_is_not_at_the_table_are_found():
    totals = Counter({"rail/t1/Gone": 500, "bank/t1": -500})
    with pytest.raises(AuditError, match="rail/t1/Gone has 0 cents after this row, and its moves give 500"):
        ChipCheck("t1", totals).read(None, dict(totals))


def test_chips_that_move_beside_the_engine_are_found(evening):
    seats = evening.table.state.seats
    totals = Counter({f"rail/{TABLE}/{seat.name}": seat.rail for seat in seats})
    totals |= Counter({f"layout/{TABLE}/{seat.name}": seat.at_risk for seat in seats})
    check, account = ChipCheck(TABLE, totals), f"rail/{TABLE}/{seats[0].name}"
    check.read(evening.table, {})
    totals[account] += 500
    with pytest.raises(AuditError, match=f"{account} has {seats[0].rail} cents after this row"):
        check.read(evening.table, {account: 500})


@pytest.fixture(scope="module")
def dealt_night():
    """Lea deals right, wrong, and so that it is refused; then Bix lets her work go."""
    room = deal(
        "at three_four_five dealt=free: Ann Bob; Ann: pass 10; Bob: pass 20; dice 4-3; later 700"
        "; Lea pays Bob pass $25; Lea pays Ann pass $10; Ann: pass 10; dice 4-4"
        "; Lea puts the puck on 5 ! wrong_deal; Bix lets go"
    )
    return [decode_row(body) for body in room.rows]


def changed(sender=None, **changes):
    """Another sender of a row, and other fields of its entry."""

    def made(row):
        by = row.by if sender is None else sender
        return [replace(row, by=by, entry=replace(row.entry, **changes))]

    return made


def gone(_):
    return []


UNLIKE, ANOTHER = "does not follow from the rows above", "acted"
ALONE, UNPAID = "the row above it is none", "its award does not follow"
FORGED_DEALS = {
    "another person": ("right", changed(person="Bob"), ANOTHER, ANOTHER),
    "another person's command": ("right", changed("Bob"), ANOTHER, ANOTHER),
    "a person without a chair": ("right", changed("Bob", person="Bob"), UNLIKE, ""),
    "another chair": ("right", changed(chair="stickperson"), UNLIKE, ""),
    "another time": ("right", changed(late_ms=9000), UNLIKE, ""),
    "another pay": ("right", changed(right=900), "the log says that this was", ""),
    "a right deal called wrong": ("right", changed(how="wrong"), "the log says that this was", ""),
    "a wrong deal called right": ("wrong", changed(how="right"), "the log says that this was", ALONE),
    "a puck with a payment": ("right", changed(puck=4), UNLIKE, ""),
    "a right deal left out": ("right", gone, "wait until all of it is dealt", ""),
    "a player's own seat": ("wrong", changed("Bob", person="Bob"), UNLIKE, UNPAID),
    "more moved": ("wrong", changed(moved=90000), UNLIKE, UNPAID),
    "nothing moved": ("wrong", changed(moved=0), UNLIKE, ALONE),
    "a wrong deal left out": ("wrong", gone, ALONE, ALONE),
    "an award left out": ("award", gone, UNPAID, UNPAID),
    "refused to another": ("refused", changed(person="Sid"), UNLIKE, ""),
    "refused and moved": ("refused", changed(moved=500), UNLIKE, ""),
    "refused and happened": ("refused", changed("Lea", how="wrong"), UNLIKE, ""),
    "let go by another": ("not_done", changed("Bob"), ANOTHER, ANOTHER),
    "let go by a player": ("not_done", changed("Bob", by="Bob"), UNLIKE, ""),
    "let go by nobody": ("not_done", changed(by=""), UNLIKE, ""),
    "a chair offered by another": ("offered", changed("Zed"), "only the host hands out chairs", ""),
}


def is_row(row, what):
    match row.entry:
        case en.Dealt(how=how):
            return how == what
        case en.Acted(ev.Award()):
            return what == "award"
        case _:
            return what == "offered" and isinstance(row.entry, en.ChairOffered)


@pytest.mark.parametrize(("what", "make", "audited", "verified"), FORGED_DEALS.values(), ids=FORGED_DEALS)
def test_a_deal_that_no_house_can_write(dealt_night, what, make, audited, verified):
    """The audit finds every one, and `verify`, which judges nothing, those that two rows tell."""
    at = next(at for at, row in enumerate(dealt_night) if is_row(row, what))
    rows = [*dealt_night[:at], *make(dealt_night[at]), *dealt_night[at + 1 :]]
    for judged, said in ((True, audited), (False, verified)):
        if said:
            with pytest.raises(AuditError, match=said):
                read_whole(rows, judged=judged)
        else:
            read_whole(rows, judged=judged)


def test_a_night_that_people_dealt(dealt_night):
    for judged in (True, False):
        read_whole(dealt_night, judged=judged)
        at = next(at for at, row in enumerate(dealt_night) if is_row(row, "award"))
        with pytest.raises(AuditError, match="ends before the award"):
            read_whole(dealt_night[:at], judged=judged)


def read_whole(rows, *, judged):
    check = LogCheck("t1", judged=judged)
    for row in stored([replace(row, seq=seq).body() for seq, row in enumerate(rows, 1)]):
        check.check(*row)
    check.end()


# Chairs and real dice: acts of a person in a role follow from the rows above.


SUE = "games_supervisor"


@pytest.fixture(scope="module")
def crew_night():
    """Hal hands out chairs, one by a link. Max enters the dice, once wrongly, and Sue awards Ann $5."""
    room = Room("nsw", dice="entered", hosted=True, opener="Hal", own_chips=True)
    room.sits("Ann")
    for person, chair in (("Max", "boxperson"), ("Sue", SUE)):
        play(f"Hal offers {chair} to {person}; {person} asks for {chair}", room)
    assert room.ask("Hal", cm.OfferChair, role="dealer", key=key_hash("a key")) is None
    assert room.ask("Dora", cm.TakeChair, role="dealer", key="a key") is None
    play("Ann: pass 10; until dice_out; Max reads 4-1, first; Max enters 4-2", room)
    play('Sue: award Ann 5 "paid short"; Dora gives back dealer', room)
    return [decode_row(body) for body in room.rows]


def entry_of(rows, kind, role=""):
    """The index of the last entry of a kind, about a role if one is given."""
    return max(
        at
        for at, row in enumerate(rows)
        if isinstance(row.entry, kind) and role in ("", getattr(row.entry, "role", ""))
    )


def without(kind, role=""):
    def forged(rows):
        at = entry_of(rows, kind, role)
        return [*rows[:at], *rows[at + 1 :]]

    return forged


def other(kind, **changes):
    """Other fields of the last entry of a kind. A person whom it names sends it."""

    def forged(rows):
        at = entry_of(rows, kind)
        row = replace(rows[at], entry=replace(rows[at].entry, **changes))
        return [*rows[:at], replace(row, by=changes.get("person", row.by)), *rows[at + 1 :]]

    return forged


def more(entry, by=""):
    """One more entry before the last one, of the person whom it names or another."""
    return lambda rows: [*rows[:-1], replace(rows[-1], by=by or entry.person, entry=entry), rows[-1]]


def key_alone(rows):
    return rows[: entry_of(rows, en.ChairOfferEnded) + 1]


FORGED_CHAIRS = {
    "an award from no chair": (without(en.ChairTaken, SUE), f"Sue is not the {SUE}, and acts so"),
    "a look from no chair": (without(en.ChairTaken, "boxperson"), "Max enters a throw, and is not the boxp"),
    "a look by a player": (other(en.ThrowEntered, person="Ann"), "Ann enters a throw, and is not the boxp"),
    "another look": (
        other(en.ThrowEntered, throw=Throw(6, 1)),
        "4-2 counts, and was not entered just before",
    ),
    "one look": (without(en.ThrowEntered), "4-2 counts, and was not entered just before"),
    "a look too early": (more(en.ThrowEntered("Max", Throw(4, 2))), "Max enters a throw while the betting"),
    "no such chair": (more(en.ChairTaken("dice", "Ann")), "this house has no dice; its crew are"),
    "an offer to two": (more(en.ChairOffered("dealer", "Ann", "0" * 64), "Hal"), "offer a chair to a person"),
    "a chair taken twice": (more(en.ChairTaken("dealer", "Ann")), "Dora is the dealer already"),
    "another's chair given": (more(en.ChairGiven("dealer", "Ann")), "Ann is not the dealer, and gives that"),
    "a free chair given": (more(en.ChairGiven("supervisor", "Ann")), "Ann is not the supervisor, and gives"),
    "an offer left out": (without(en.ChairOffered, "dealer"), "the chair was not taken at once"),
    "another key": (other(en.ChairOfferEnded, key="0" * 64), "nobody offered the chair of the dealer"),
    "a key and no chair": (without(en.ChairTaken, "dealer"), "the chair was not taken at once"),
    "a key at the end": (key_alone, "the chair was not taken at once"),
}


@pytest.mark.parametrize(("forged", "said"), FORGED_CHAIRS.values(), ids=FORGED_CHAIRS)
def test_a_chair_or_a_look_that_no_house_can_write(crew_night, forged, said):
    read_whole(crew_night, judged=True)
    with pytest.raises(AuditError, match=said):
        read_whole(forged(crew_night), judged=True)


def award(role, person):
    return ev.Award("Ann", Cents(500), "paid short", by=crew(role, person))


FORGED_ACTS = {
    "an award by the dealer": (award("dealer", "Dora"), "the dealer awards chips"),
    "an award by the box": (award("boxperson", "Max"), "the boxperson awards chips"),
    "a wager outside the limits": (
        ev.Bet(wager("field"), Cents(500), unrejected=True, by=player("Ann")),
        "was let stand outside the limits",
    ),
}


@pytest.mark.parametrize(("event", "said"), FORGED_ACTS.values(), ids=FORGED_ACTS)
def test_an_act_that_the_engine_takes_and_no_house_does(event, said):
    room = Room("nsw", dice="entered", hosted=True, opener="Hal", own_chips=True)
    room.sits("Ann")
    for person, chair in (("Max", "boxperson"), ("Dora", "dealer")):
        play(f"Hal offers {chair} to {person}; {person} asks for {chair}", room)
    house = Decision(room.book, room.table, room.now, event.by.person)
    assert house.act(event) is None
    rows = [decode_row(body) for body in room.rows]
    row = Row("t1", len(rows) + 1, room.now, event.by.person, "forged", house.happened[-1].entry)
    with pytest.raises(AuditError, match=said):
        read_whole([*rows, row], judged=True)
