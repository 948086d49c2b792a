"""Steps of a rule: it bets, takes odds, takes down, calls on or off, stops; or it changes a wager's size."""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownLambdaType=false

from fractions import Fraction
from functools import partial
from typing import Final, cast

import msgspec
from lark import Token, Tree

from bankcraps.errors import MoneyError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine.state import OnOff
from bankcraps.game.notation.building import Misplaced, first_of, spot_of, stake_of, stakes_of, times_of
from bankcraps.game.notation.expanding import means_each, split
from bankcraps.game.notation.nicknames import GROUPS
from bankcraps.game.notation.phrases import SHARES, Spreads
from bankcraps.game.wagers import COMES, FLATS, NUMBERS, ODDS, Kind, Wager, flat_under, odds_behind
from bankcraps.strategies.language import (
    CHOICES,
    SUM,
    WHOLE,
    How,
    Node,
    Parts,
    Said,
    Slotted,
    choices,
    count_of,
    positive,
    says,
    scaled_sum,
    sum_slot,
    wager_slot,
    word,
)
from bankcraps.strategies.policy import MOST_TIMES, Layout, Observation
from bankcraps.strategies.rules.amounts import FromMoney, ShareOfWagers
from bankcraps.strategies.wager_sets import NOT_IT, WagerSet, bettable, flat_named, only

Amount = Cents | FromMoney
"""An amount in cents, or one that follows from what the player owns or has on other wagers."""

DOWN: Final = -1
"""The size of a wager that an `after` rule took down, until a rule or the next hand resets it."""

_EXCEPT: Final = " except point"


class Draft:
    """The layout while rules change it. It starts as what stands, so that nothing comes down by itself.

    Attributes:
        observation: the table.
        stakes: the stakes so far.
        said: the calls so far, in order.
        sizes: the wagers whose size an `after` rule changed, in cents, or `DOWN`.
        riding: those of them whose wins are added, so that the house may not take their sizes as they are.
        said_now: the wagers whose stakes a rule of this throw says; progressions multiply these.
        stopped: whether a rule said `stop`.
    """

    __slots__ = ("observation", "riding", "said", "said_now", "sizes", "stakes", "stopped")

    def __init__(
        self, observation: Observation, sizes: dict[Wager, int], riding: frozenset[Wager] = frozenset()
    ) -> None:
        """Start with the standing wagers."""
        self.observation: Observation = observation
        self.stakes: dict[Wager, Cents] = observation.stakes()
        self.said: list[tuple[WagerSet, OnOff]] = []
        self.sizes: dict[Wager, int] = sizes
        self.riding: frozenset[Wager] = riding
        self.said_now: set[Wager] = set()
        self.stopped: bool = False

    def have(self, wager: Wager, said: Amount, *, except_point: bool = False) -> None:
        """Have a wager up at its size: the amount said, unless an `after` rule changed it.

        A flat wager on its number is left alone until it is decided. A grown size stays within the table
        maximum. With `except_point`, a wager on the point comes down instead.
        """
        observation = self.observation
        if except_point and wager.number == observation.puck:
            self.stakes.pop(wager, None)
            return
        size = self.sizes.get(wager)
        if size == DOWN or (wager in self.stakes and observation.flat_on_number(wager)):
            return
        if size is not None:
            size = min(size, observation.limits.maximum)
            if wager in self.riding:
                size = observation.offer(wager).taken(Cents(size))
        elif isinstance(said, FromMoney):
            size = self.from_money(wager, said)
            if not size:
                return
        else:
            size = said
        self.stakes[wager] = Cents(size)
        self.said_now.add(wager)

    def from_money(self, wager: Wager, said: FromMoney, flat: int = 0) -> Cents:
        """The amount for a wager that follows from what the player owns, beside the other wagers."""
        observation = self.observation
        if isinstance(said, ShareOfWagers):
            return said.taken(self.staked(said.target, wager), observation.offer(wager, flat))
        others = sum(observation.cost(one, stake) for one, stake in self.stakes.items() if one != wager)
        return said.of(observation.purse, observation.offer(wager, flat), others)

    def staked(self, target: WagerSet, beside: Wager) -> int:
        """The stakes wanted so far on some wagers beside another, in cents, as progressions multiply them."""
        return sum(
            self.observation.grown(wager, amount, self.flat_of(wager)) if wager in self.said_now else amount
            for wager, amount in self.stakes.items()
            if wager in target.wagers and wager != beside
        )

    def flat_of(self, wager: Wager) -> Cents:
        """The stake wanted under odds, in cents; 0 for any other wager."""
        return self.stakes.get(flat_under(wager), Cents(0)) if wager.kind in FLATS else Cents(0)

    def on_numbers(self, kind: Kind) -> int:
        """The number of wagers of a kind that stand on their numbers."""
        return sum(1 for s in self.observation.standing if s.wager.kind is kind and s.wager.number)

    def have_odds(self, flat: Wager, times: int, amount: Amount) -> None:
        """Have odds up behind a flat wager on its number: `times` the flat, an amount, or full odds."""
        odds = odds_behind(flat) if self.observation.flat_on_number(flat) else None
        if odds is None:
            return
        under = self.stakes[flat]
        if isinstance(amount, FromMoney):
            wanted = self.from_money(odds, amount, under)
        elif times or amount:
            most = self.observation.odds_times(odds, under, times or MOST_TIMES)
            wanted = min(amount, most) if amount else most
        else:
            wanted = self.observation.full_odds(odds, under)
        if wanted:
            self.stakes[odds] = Cents(wanted)
            self.said_now.add(odds)

    def take_down(self, target: WagerSet) -> None:
        """Take down those wagers, and the odds behind them."""
        for wager in list(self.stakes):
            if wager in target.wagers:
                self.stakes.pop(wager, None)
                odds = odds_behind(wager)
                if odds is not None:
                    self.stakes.pop(odds, None)

    def call(self, target: WagerSet, call: OnOff) -> None:
        """Call wagers on or off, those included that a later rule of this throw has up."""
        self.said.append((target, call))

    @property
    def calls(self) -> dict[Wager, OnOff]:
        """The call on each wager: the last one said. A word for several skips those that take no calls."""
        return {
            wager: call
            for target, call in self.said
            for wager in self.stakes
            if wager in target.wagers and (len(target.wagers) == 1 or self.observation.callable(wager))
        }

    def layout(self) -> Layout | None:
        """The finished layout, or None to stop."""
        if self.stopped:
            return None
        for wager, size in self.sizes.items():
            if size == DOWN:
                self.take_down(only(wager))
        return Layout(self.stakes, self.calls)


def _said(amount: Amount) -> str:
    return str(amount) if isinstance(amount, FromMoney) else printed(amount)


class Instruction(msgspec.Struct, frozen=True):
    """One thing a rule does before a throw. `str` prints it as text."""

    def do(self, draft: Draft) -> None:
        """Change the draft."""
        raise NotImplementedError

    def bets(self) -> tuple[tuple[Wager, Amount], ...]:
        """The wagers it bets, each with the amount said; odds are not among them."""
        return ()

    @property
    def looks_at_money(self) -> bool:
        """Whether it depends on what the player owns."""
        amount = getattr(self, "amount", None)
        return isinstance(amount, FromMoney) and not isinstance(amount, ShareOfWagers)


class HaveUp(Instruction, frozen=True):
    """Have a wager up: `place 6 12`, `place 6 12 except point`, `pass 5%`.

    | `pass 10`, `place 6 12`, `hop 3-4 1` | any wager, as at the table |
    | `hop sevens 3`, `hop the reds for 3` | the three hops that make a seven, as at the table |
    | `place 6 12 except point`, `across 64 except point` | the same, but nothing on the point: a wager
    there comes down |
    | `come 10` | a come wager in the box, before every throw |
    """

    wager: Wager
    amount: Amount
    except_point: bool = False

    def do(self, draft: Draft) -> None:
        draft.have(self.wager, self.amount, except_point=self.except_point)

    def bets(self) -> tuple[tuple[Wager, Amount], ...]:
        return ((self.wager, self.amount),)

    def __str__(self) -> str:
        return f"{self.wager} {_said(self.amount)}{_EXCEPT if self.except_point else ''}"


def _bet(stake: Tree[Token], beside: Token | None = None) -> Said:
    """`pass 10`, `10 on the pass`, `place 6 12 except point`; a come wager on its number means its odds."""
    token = first_of(stake)
    wager, amount = stake_of(stake.children)
    _bettable(wager, amount, token)
    sum_ = positive(amount)
    if wager.kind not in FLATS:
        return _up(wager, sum_, token, beside)
    if beside:
        raise Misplaced("odds are on the number of their flat wager: leave out except point", beside)
    return Said(HaveOddsUp(FLATS[wager.kind], wager.number or 0, 0, sum_), token)


def _share_bet(spot: Tree[Token], share: FromMoney, beside: Token | None = None) -> Said:
    wager, token = spot_of(spot.children), first_of(spot)
    _bettable(wager, share, token)
    return _up(wager, share, token, beside)


def _bettable(wager: Wager, amount: object, token: Token) -> None:
    """Check that players bet on this spot directly."""
    if not bettable(wager):
        box = wager.kind.value
        before = "come bets start in the box"
        moves = "" if isinstance(amount, FromMoney) else " and move to their number"
        raise Misplaced(f"{before}{moves}: say {box} {amount}", token)


def _up(wager: Wager, amount: Amount, token: Token, beside: Token | None) -> Said:
    """The bet on a wager, which can be left out on the point if it has a number that could be that."""
    if beside and wager.number not in NUMBERS:
        raise Misplaced(f"{wager} has no number that could be the point", beside)
    return Said(HaveUp(wager, amount, beside is not None), token)


def _stakes(stakes: Tree[Token]) -> list[Said]:
    """A bet for each of several alike: `12 each on the 6 and 8`."""
    wagers, amount = stakes_of(stakes.children, each_first=stakes.data == "stakes_each")
    sum_ = positive(amount)
    return [Said(HaveUp(wager, sum_), first_of(stakes)) for wager in wagers]


def _sevens(*words: Token, each: bool = False) -> list[Said]:
    """The three hops that make a seven, for one sum, or each for it."""
    amount = next(one for one in words if one.type == "MONEY")
    sum_ = positive(amount) * (len(_SEVENS) if each else 1)
    if sum_ % len(_SEVENS):
        raise Misplaced(
            f"the sevens are three hops, and {amount} does not split in three;"
            " say, for example: hop sevens 3, or: hop sevens 1 each",
            amount,
        )
    return [Said(HaveUp(hop, Cents(sum_ // len(_SEVENS))), words[0]) for hop in _SEVENS]


_SEVENS: Final = GROUPS["hop_sevens"]


def _stake_slots(stake: Tree[Token], *rest: Node) -> Parts:
    inside = stake.children
    first = inside[0]
    sum_first = isinstance(first, Token) and first.type == "MONEY"
    yield wager_slot(
        "wager", inside[1:] if sum_first else inside[:-1], lambda: stake_of(list(inside))[0].name
    )
    yield sum_slot("amount", first_of(first if sum_first else inside[-1]), alone=sum_first)
    yield from rest


def _spot_slot(spot: Tree[Token], share: Node, *rest: Node, kind: str = "wager") -> Parts:
    yield wager_slot(kind, [spot], lambda: spot_of(spot.children).name)
    yield Slotted("amount", share)
    yield from rest


word("EXCEPT", r"except[ \t]+(the[ \t]+)?point\b", "except point")
word("HOP_SEVENS.2", r"hop[ _](sevens|7'?s)\b", "hop sevens")
says(
    "act bet: stake EXCEPT?",
    _bet,
    WHOLE,
    {"pass 10": "bet …", "place 6 12 except point": "bet, but not on the point: …"},
    how=How(parts=_stake_slots),
)
says("act share_bet: spot share EXCEPT?", _share_bet, WHOLE, how=How(parts=_spot_slot, shape="bet"))
says("act several_bets: (stakes | stakes_each)", _stakes, WHOLE)
says("act sevens: (HOP_SEVENS MONEY | MONEY _ON? HOP_SEVENS)", _sevens, WHOLE)
says(
    "act sevens_each: (HOP_SEVENS MONEY _EACH | MONEY _EACH _ON? HOP_SEVENS)",
    partial(_sevens, each=True),
    WHOLE,
    examples={"hop sevens": "hop sevens 3"},
)


class HaveComesUp(Instruction, frozen=True):
    """Bet in the come box until enough come wagers are up: `come 10 up to 2`, `come 5% up to 2`.

    | `come 10 up to 2` | the same, until that many are up, on the numbers and in the box together |

    Attributes:
        wager: `come` or `dont_come`.
        up_to: the most that may be up, on the numbers and in the box together.
    """

    wager: Wager
    amount: Amount
    up_to: int

    def do(self, draft: Draft) -> None:
        if draft.on_numbers(self.wager.kind) < self.up_to:
            draft.have(self.wager, self.amount)

    def bets(self) -> tuple[tuple[Wager, Amount], ...]:
        return ((self.wager, self.amount),)

    def __str__(self) -> str:
        return f"{self.wager} {_said(self.amount)} up to {self.up_to}"


def _box_bet(box: Tree[Token], amount: Token, up_to: Token) -> Said:
    size, comes = positive(amount), _comes(up_to)
    return Said(HaveComesUp(spot_of([box]), size, comes), first_of(box))


def _share_up_to(spot: Tree[Token], share: FromMoney, up_to: Token) -> Said:
    wager, token = spot_of(spot.children), first_of(spot)
    if wager.kind not in COMES or not bettable(wager):
        raise Misplaced(f"only come and dont_come go up to a number, not {wager}", token)
    return Said(HaveComesUp(wager, share, _comes(up_to)), token)


def _comes(up_to: Token) -> int:
    return count_of(up_to, "the number of come wagers", len(NUMBERS))


def _box_slots(box: Tree[Token], amount: Token, up_to: Token) -> Parts:
    yield wager_slot("box", [box], lambda: spot_of([box]).name)
    yield sum_slot("amount", amount)
    yield up_to


says(
    "act box_bet: box MONEY _UP_TO MONEY",
    _box_bet,
    WHOLE,
    {"come 10 up to 2": "bet until so many are up: …"},
    how=How(parts=_box_slots),
    examples={"come": "come 10 up to 2", "dont come": "dont_come 10 up to 2"},
)
says(
    "act share_up_to: spot share _UP_TO MONEY",
    _share_up_to,
    WHOLE,
    how=How(parts=partial(_spot_slot, kind="box"), shape="box_bet"),
)


class HaveSpreadUp(Instruction, frozen=True):
    """Have several wagers up for one sum, split as dealers split it: `inside 44`.

    | `inside 44`, `outside 40`, `across 64`, `hardways 20`, `hi_lo 2` | one amount, split as dealers split
    it |
    | `inside 10`, `10 each inside` | an amount for each number, as at the table: the same as `inside 44` |

    Attributes:
        shares: each wager with its share of the sum.
    """

    name: Spreads
    amount: Cents
    shares: tuple[tuple[Wager, Cents], ...]
    except_point: bool = False

    @classmethod
    def said(cls, name: Spreads, amount: Cents, *, each: bool = False) -> "HaveSpreadUp":
        """Split an amount as the table understands it: `inside 5` and `5 each inside` are 22 in all.

        Raises:
            MoneyError: if the amount does not split.
        """
        if not each and not means_each(name, amount):
            return cls.of(name, amount)
        bets = split(SHARES[name], amount, chip=1, each=True)
        if bets is None:
            least = printed(min(SHARES[name].values()))
            raise MoneyError(f"{name} goes in multiples of {least} on each, not {printed(amount)}")
        return cls.of(name, Cents(sum(bets.values())))

    @classmethod
    def of(cls, name: Spreads, amount: Cents, *, except_point: bool = False) -> "HaveSpreadUp":
        """Split a whole sum.

        Raises:
            MoneyError: if the sum does not split.
        """
        bets = split(SHARES[name], amount, chip=1)
        if bets is None:
            whole = printed(sum(SHARES[name].values()) * 100)
            other = "say other sums bet by bet"
            raise MoneyError(f"{name} goes in multiples of {whole}, not {printed(amount)}; {other}")
        return cls(name, amount, tuple(bets.items()), except_point)

    def do(self, draft: Draft) -> None:
        for wager, amount in self.shares:
            draft.have(wager, amount, except_point=self.except_point)

    def bets(self) -> tuple[tuple[Wager, Amount], ...]:
        return self.shares

    def scaled(self, by: Fraction) -> "HaveSpreadUp":
        """The same with its sum times a scale, split anew."""
        return HaveSpreadUp.of(self.name, scaled_sum(self.amount, by), except_point=self.except_point)

    def __str__(self) -> str:
        sum_, beside = printed(self.amount), _EXCEPT if self.except_point else ""
        if means_each(self.name, self.amount):  # read back, the sum alone would be for each number
            return f"{printed(min(amount for _, amount in self.shares))} each {self.name}{beside}"
        return f"{self.name} {sum_}{beside}"


def _spread(spread: Tree[Token], beside: Token | None = None) -> Said:
    name, token = sorted(map(first_of, spread.children), key=lambda word: word.type == "MONEY")
    amount, spreads = positive(token), cast("Spreads", name.type.lower())
    if beside and spreads == "hi_lo":
        raise Misplaced("hi_lo has no number that could be the point", beside)
    try:
        made = HaveSpreadUp.said(spreads, amount, each=spread.data == "spread_each")
    except MoneyError as error:
        raise Misplaced(str(error), token) from None
    return Said(msgspec.structs.replace(made, except_point=beside is not None), name)


def _spread_slots(spread: Tree[Token], *rest: Node) -> Parts:
    if spread.data == "spread_each":
        yield "each"
    for token in map(first_of, spread.children):
        if token.type == "MONEY":
            yield sum_slot("amount", token, alone=True)
        else:
            yield wager_slot("wager", [token], lambda token=token: token.type.lower())
    yield from rest


SPREADS: Final[dict[Spreads, str]] = {
    "across": "across: on all the numbers",
    "inside": "inside: on the {}",
    "outside": "outside: on the {}",
    "hardways": "all hardways",
    "hi_lo": "hi-lo: on the 2 and the 12",
}
"""Words for several wagers at once, with room for their numbers."""

says(
    "act spread_bet: (spread | spread_each) EXCEPT?",
    _spread,
    WHOLE,
    how=How(parts=_spread_slots, shape="bet"),
)


class HaveOddsUp(Instruction, frozen=True):
    """Have odds up behind flat wagers on their numbers: `odds max`, `odds come 2x`, `odds pass half`.

    Odds never exceed what the house allows. Without `times` and `amount` they are full payable odds: the most
    it allows, or a little less that it pays exactly.

    | `odds max`, `odds 2x`, `double odds`, `odds 20` | odds behind every flat wager on its number: full
    payable odds, so many times the flat, an amount |
    | `odds pass max`, `odds come 2x`, `odds dont_come 6 20` | odds behind those wagers only |

    Attributes:
        flat: the kind of flat wager, or None for all kinds.
        number: the number of the come wager, or 0 for all numbers.
        times: a multiple of the flat, measured as the house measures its limit, or 0.
        amount: an amount, or 0.
    """

    flat: Kind | None = None
    number: int = 0
    times: int = 0
    amount: Amount = Cents(0)

    def behind(self, flat: Wager) -> bool:
        """Whether the odds are behind this wager, once it has its number."""
        return flat.kind in ODDS and self.flat in (None, flat.kind) and self.number in (0, flat.number)

    def do(self, draft: Draft) -> None:
        for wager in list(draft.stakes):
            if self.behind(wager):
                draft.have_odds(wager, self.times, self.amount)

    def __str__(self) -> str:
        much = f"{self.times}x" if self.times else _said(self.amount) if self.amount else "max"
        behind = [self.flat.value if self.flat else "", str(self.number or "")]
        return " ".join(["odds", *filter(None, behind), much])


def _odds_said(first: Tree[Token], *more: Node) -> tuple[list[Node], Node]:
    """The words for the flat wager that odds are behind, and how much they are, said first or last."""
    words = [first, *more] if more else first.children
    trees = [one for one in words if isinstance(one, Tree)]
    much = next((one for one in trees if one.data in ("much", "multiple")), None)
    named = next((one for one in trees if one.data == "spot_odds"), None)
    behind = named.children if named else [one for one in words if one is not (much or words[-1])]
    return behind, first_of(much) if much else words[-1]


def _odds(first: Tree[Token], *more: Node) -> HaveOddsUp:
    """`odds max`, `double odds`, `odds come 6 20`, `odds pass half`."""
    behind, much = _odds_said(first, *more)
    flat, number = flat_named(behind)
    if not isinstance(much, Token):
        return HaveOddsUp(flat, number, 0, cast("FromMoney", much))
    if much.type == "TIMES":
        times = count_of(times_of(much), "the multiple of the flat wager", MOST_TIMES)
        return HaveOddsUp(flat, number, times)
    return HaveOddsUp(flat, number, 0, positive(much) if much.type == "MONEY" else Cents(0))


def _odds_slots(first: Tree[Token], *more: Node) -> Parts:
    """The flat wager that odds are behind, and how much they are."""
    behind, much = _odds_said(first, *more)
    if behind:
        yield wager_slot("behind", behind, lambda: _flat_words(behind))
    if isinstance(much, Token) and much.type == "MONEY":
        yield sum_slot("odds", much)
    else:
        yield Slotted("odds", much)


def _flat_words(behind: list[Node]) -> str:
    flat, number = flat_named(behind)
    return "" if flat is None else f"{flat.value} {number or ''}".strip()


choices("odds", {"max": "full payable odds", "2x": "so many times the flat wager: …", **CHOICES["amount"]})
_ODDS: Final = How(at="odds", parts=_odds_slots, shape="odds")
says(
    "act odds: stake_odds",
    _odds,
    WHOLE,
    {"odds max": "odds behind every flat wager: …", "odds pass max": "odds behind one flat wager: …"},
    how=_ODDS,
    examples={"odds": "odds come 20"},
)
says("act odds_behind_all: _ODDS box MONEY", _odds, WHOLE, how=_ODDS)
says("act odds_share: (spot_odds | _ODDS box) share", _odds, WHOLE, how=_ODDS)


class BringDown(Instruction, frozen=True):
    """Take wagers down, with their odds: `down place 6`, `down all`. Contract wagers stay.

    | `down place 6`, `down place`, `down odds`, `down all` | take it down, with its odds |
    """

    target: WagerSet

    def do(self, draft: Draft) -> None:
        draft.take_down(self.target)

    def __str__(self) -> str:
        return f"down {self.target}"


says("act down: _DOWN target", BringDown, shown={"down all": "take down …"})


class CallOnOff(Instruction, frozen=True):
    """Call wagers on or off: `off place`, `on all`. A call holds until the wager is called otherwise.

    | `off place`, `on hard 6`, `on odds come`, `on all` | call it off or on, also where the bet stands
    behind the call in the rule; the call holds until you call it otherwise |
    """

    target: WagerSet
    call: OnOff

    def do(self, draft: Draft) -> None:
        draft.call(self.target, self.call)

    def __str__(self) -> str:
        return f"{self.call} {self.target}"


says("act call_off: _OFF target", lambda target: CallOnOff(target, "off"), NOT_IT, {"off all": "call off …"})
says("act call_on: _ON target", lambda target: CallOnOff(target, "on"), NOT_IT, {"on all": "call on …"})


class StopPlaying(Instruction, frozen=True):
    """Stop for good: `stop`.

    | `stop` | no more wagers, ever |
    """

    def do(self, draft: Draft) -> None:
        draft.stopped = True

    def __str__(self) -> str:
        return "stop"


word("STOP", r"stop\b")
says("act stop: STOP", StopPlaying, shown={"stop": "stop playing for good"})


# Changes of a wager's size, which `after` rules make.


_NO_LIMIT: Final = Cents(0)
"""The largest size of a press that says none."""

LARGEST_SIZE: Final = Cents(100_000_000)
"""The largest size, $1,000,000. It keeps the memory finite."""


class Change(msgspec.Struct, frozen=True):
    """A change of size. `str` prints it as text.

    Attributes:
        target: the wagers to change; `it` is the wager that the event was about.
    """

    target: WagerSet

    def to(self, size: int, said: int, won: int = 0) -> int:
        """The new size.

        Args:
            size: the size now, in cents, or `DOWN`.
            said: the amount in the `when` rule, in cents.
            won: the sum that the wager won on this throw, in cents.
        """
        return DOWN if size == DOWN else self.of_up(size, said, won)

    def of_up(self, size: int, said: int, won: int) -> int:
        """The new size of a wager that no rule took down."""
        raise NotImplementedError


class Raise(Change, frozen=True):
    """A change that adds to the size, up to a limit.

    Attributes:
        up_to: the largest size, in cents, or 0 for no limit.
    """

    up_to: Cents = Cents(0)

    def of_up(self, size: int, said: int, won: int) -> int:
        return max(size, min(size + self.more(size, said, won), self.up_to or LARGEST_SIZE))

    def more(self, size: int, said: int, won: int) -> int:
        """The sum to add, in cents."""
        raise NotImplementedError

    @property
    def limit(self) -> str:
        """The limit in words; empty without one."""
        return f" up to {printed(self.up_to)}" if self.up_to else ""


class Press(Raise, frozen=True):
    """Double the size, or add an amount: `press place 6`, `press place 6 by 6 up to 96`. It never shrinks.

    | `press place 6`, `double pass up to 640` | double, but no more than the limit |
    | `press place 6 by 6`, `add 10 to pass up to 100` | that much more |

    Attributes:
        by: the amount to add, in cents, or 0 to double.
    """

    by: Cents = Cents(0)

    def more(self, size: int, said: int, won: int) -> int:
        return self.by or size

    def __str__(self) -> str:
        return f"press {self.target}{f' by {printed(self.by)}' if self.by else ''}{self.limit}"


says("up_to up_to: _UP_TO MONEY", lambda sum_: sum_, SUM)
says(
    "change press: _PRESS target up_to?",
    Press,
    shown={"press it": "double the size of …", "press it up to 100": "double the size, up to …"},
    examples={"press": "press place 6 by 6 up to 60", "double": "double pass up to 640"},
)
says(
    "change press_by: _PRESS target _BY MONEY up_to?",
    lambda target, by, up_to=_NO_LIMIT: Press(target, up_to, by),
    SUM,
    {
        "press it by 6": "raise the size by a sum: …",
        "press it by 6 up to 60": "raise the size by a sum, up to …",
    },
)
says(
    "change add: _ADD MONEY _TO target up_to?",
    lambda by, target, up_to=_NO_LIMIT: Press(target, up_to, by),
    SUM,
    examples={"add": "add 10 to pass up to 100"},
)


class Parlay(Raise, frozen=True):
    """Add what the wager won: `parlay hard 6`, `parlay place 6 up to 100`. The house takes it rounded down.

    | `parlay hard 6 up to 500`, `let ride pass` | the win added, as much of it as the house takes |
    """

    def more(self, size: int, said: int, won: int) -> int:
        return won

    def __str__(self) -> str:
        return f"parlay {self.target}{self.limit}"


class HalfPress(Raise, frozen=True):
    """Add half, in steps of half the amount said: 12, 18, 24, 36, 54. `half press place 6 up to 60`.

    | `half press place 6` | half as much again, in steps of half the first amount: 12, 18, 24, 36 |
    """

    def more(self, size: int, said: int, won: int) -> int:
        step = max(1, said // 2)
        return max(step, size // 2 // step * step)

    def __str__(self) -> str:
        return f"half press {self.target}{self.limit}"


word("_HALF_PRESS", r"half[ _-]press\b", "half press")
says(
    "change half_press: _HALF_PRESS target up_to?",
    HalfPress,
    shown={
        "half press it": "raise the size by half: …",
        "half press it up to 60": "raise the size by half, up to …",
    },
    examples={"half press": "half press place 6 up to 60"},
)
word("_PARLAY", r"(parlay|let[ _]ride)\b", "parlay")
says(
    "change parlay: _PARLAY target up_to?",
    Parlay,
    shown={
        "parlay it": "add what it won to the size: …",
        "parlay it up to 100": "add what it won to the size, up to …",
    },
    examples={"parlay": "parlay hard 6 up to 500"},
)


class Take(Change, frozen=True):
    """Take an amount off: `take 10 from pass`. It stops at `down_to`, or else at the amount said.

    | `take 10 from pass down to 10` | that much less, but no less than the limit; without `down to`, no
    less than the first amount |
    """

    amount: Cents
    down_to: Cents = Cents(0)

    def of_up(self, size: int, said: int, won: int) -> int:
        return min(size, max(size - self.amount, self.down_to or said))

    def __str__(self) -> str:
        end = f" down to {printed(self.down_to)}" if self.down_to else ""
        return f"take {printed(self.amount)} from {self.target}{end}"


word("_DOWN_TO.2", r"down[ _]to\b", "down to")
says(
    "change take: _TAKE MONEY _FROM target (_DOWN_TO MONEY)?",
    lambda amount, target, down_to=_NO_LIMIT: Take(target, amount, down_to),
    SUM,
    {
        "take 10 from it": "lower the size by a sum: …",
        "take 10 from it down to 10": "lower the size by a sum, down to …",
    },
    examples={"take": "take 10 from pass down to 10"},
)


class Regress(Change, frozen=True):
    """Set the size to an amount: `regress place 6 to 12`.

    | `regress place 6 to 12` | that amount |
    """

    amount: Cents

    def of_up(self, size: int, said: int, won: int) -> int:
        return self.amount

    def __str__(self) -> str:
        return f"regress {self.target} to {printed(self.amount)}"


says(
    "change regress: _REGRESS target _TO MONEY",
    Regress,
    SUM,
    {"regress it to 12": "set the size to a sum: …"},
    examples={"regress": "regress place 6 to 12"},
)


class Reset(Change, frozen=True):
    """Back to the amount in the `when` rule: `reset pass`.

    | `reset pass` | the first amount |
    """

    def to(self, size: int, said: int, won: int = 0) -> int:
        return said

    def __str__(self) -> str:
        return f"reset {self.target}"


word("_RESET", r"reset\b")
says(
    "change reset: _RESET target",
    Reset,
    shown={"reset it": "back to the first size: …"},
)


class KeepDown(Change, frozen=True):
    """Take down, and do not bet again until the hand ends or a rule resets it: `down place`.

    | `down place` | nothing: the wager comes down and stays down until the hand ends or a rule resets it |
    """

    def of_up(self, size: int, said: int, won: int) -> int:
        return DOWN

    def __str__(self) -> str:
        return f"down {self.target}"
