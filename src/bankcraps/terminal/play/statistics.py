"""The figures of a session: throws, hands, and what each player bet, won and lost."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from bankcraps.game.chips import Cents, money, printed
from bankcraps.game.dice import OUTCOMES, TOTALS
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.shooter.turns import Hand, hand_after
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.table import Table
from bankcraps.game.wagers import Kind
from bankcraps.terminal.play.help import Page
from bankcraps.terminal.play.local_session import effects_of, results
from bankcraps.terminal.play.session import TableView

_ALL_WAYS = 36


def statistics(shown: TableView) -> Page:
    """The session so far as pages of a heading with lines."""
    effects = fx.without_reversed(shown.effects())
    thrown = [effect.throw.total for effect in effects if isinstance(effect, fx.Thrown)]
    throws = [hand.throws for hand in accumulate(effects, hand_after, initial=Hand())]
    hands = [("longest hand", _plural(max(throws), "throw")), ("this hand", _plural(throws[-1], "throw"))]
    pages: Page = [("The dice", [("throws", str(len(thrown))), *_line(effects), *hands])]
    if thrown:
        pages.append(("Totals thrown, and how many to expect", list(_totals(thrown))))
    names = HouseNames(shown.table.rulebook)
    for name, result in shown.results().items():
        own = [effect for effect in effects if getattr(effect, "seat", None) == name]
        pages.append((name, [("result", _up(result, money)), *_wagers(own, names)]))
    return pages


def goodbye(table: Table) -> str:
    """The session in a line.

    >>> table = Table("three_four_five", {"Ann": 500, "Bob": 300})
    >>> _ = table.bet("Ann", "field", 10), table.bet("Bob", "any_seven", 5), table.throw(6, 6)
    >>> goodbye(table)
    'Goodbye. Ann is up 20, Bob is down 5.'
    """
    said = ", ".join(f"{name} is {_up(result, printed)}" for name, result in results(table).items())
    return f"Goodbye. {said}." if said else "Goodbye."


def throws_in_words(table: Table) -> str:
    """The length of the session: `41 throws, 5 points made, 6 seven-outs`."""
    effects = fx.without_reversed(effects_of(table))
    kinds = ((fx.Thrown, "throw"), (fx.PointMade, "point made"), (fx.SevenOut, "seven-out"))
    return ", ".join(_plural(_count(effects, kind), word) for kind, word in kinds)


def _plural(count: int, word: str) -> str:
    first, *rest = word.split()
    return f"{count} {' '.join([first if count == 1 else f'{first}s', *rest])}"


def _count(effects: Iterable[fx.Effect], kind: type[fx.Effect]) -> int:
    return sum(isinstance(effect, kind) for effect in effects)


def _line(effects: Sequence[fx.Effect]) -> list[tuple[str, str]]:
    kinds = (
        ("naturals", fx.Natural),
        ("craps", fx.Craps),
        ("points set", fx.PointSet),
        ("points made", fx.PointMade),
        ("seven-outs", fx.SevenOut),
    )
    return [(word, str(_count(effects, kind))) for word, kind in kinds]


def _totals(thrown: Sequence[int]) -> Iterable[tuple[str, str]]:
    """Each total with its count, the count to expect, and a bar."""
    counts = Counter(thrown)
    for total in TOTALS:
        ways = sum(outcome.ways for outcome in OUTCOMES if outcome.total == total)
        expected = len(thrown) * ways / _ALL_WAYS
        yield str(total), f"{counts[total]:>4}  {expected:>6.1f}  {'▪' * counts[total]}"


def _wagers(effects: Sequence[fx.Effect], names: HouseNames) -> Iterable[tuple[str, str]]:
    """Yield the amounts bet, won and lost on each sort of wager, the most bet first.

    Each bet counts once, when it is made. The stakes in `fx.results` count each time that they are decided.
    """
    bet, won, lost = (Counter[Kind]() for _ in range(3))
    paid = Cents(0)
    for effect in effects:
        if isinstance(effect, fx.Staked):
            bet[effect.wager.kind] += effect.amount
        elif isinstance(effect, fx.Returned) and effect.why == "undone":
            bet[effect.wager.kind] -= effect.amount
        elif isinstance(effect, fx.Paid):
            won[effect.wager.kind] += effect.won
        elif isinstance(effect, fx.Lost | fx.Forfeited):
            lost[effect.wager.kind] -= fx.won(effect)
        elif isinstance(effect, fx.Vigorish):
            paid = Cents(paid + effect.amount)
    for kind in sorted({*bet, *won, *lost}, key=lambda kind: -bet[kind]):
        if bet[kind] or won[kind] or lost[kind]:
            figures = f"bet {money(bet[kind])}, won {money(won[kind])}, lost {money(lost[kind])}"
            yield names.kind(kind), figures
    if paid:
        yield "commission", f"{money(paid)} paid"


def _up(amount: Cents, written: Callable[[Cents], str]) -> str:
    if not amount:
        return "even"
    return f"{'up' if amount > 0 else 'down'} {written(Cents(abs(amount)))}"
