"""A bookkeeper who cannot see the table and hears only what is called out: the effects.

From these alone it knows every rail and every wager. A table whose effects do not tell all, or tell it
wrong, comes to differ from it.
"""

from collections import defaultdict

from bankcraps import Cents, State, Wager
from bankcraps.game.engine import effects as fx

Spot = tuple[str, Wager]


class Ledger:
    """Rails, tokens and wagers by player."""

    def __init__(self, opened: State) -> None:
        """Begin with a table just opened."""
        self.rails = {seat.name: int(seat.rail) for seat in opened.seats}
        self.tokens = defaultdict(list, {seat.name: list(seat.tokens) for seat in opened.seats})
        standing = [((seat.name, placed.wager), placed) for seat in opened.seats for placed in seat.wagers]
        self.layout = {spot: int(placed.amount) for spot, placed in standing}
        self.free = defaultdict(list, {spot: list(placed.tokens) for spot, placed in standing})
        self.buttons = {spot: placed.call for spot, placed in standing if placed.call}
        self.progress = {spot: placed.progress for spot, placed in standing if placed.progress}
        self._partly: set[Spot] = set()

    def write(self, effects: tuple[fx.Effect, ...]) -> None:
        """Enter what followed from one event."""
        for effect in effects:
            self._enter(effect)
        for spot in self._partly:
            assert not self.layout.pop(spot), f"legs of {spot} do not add up"
            self._forget(spot)
        self._partly.clear()

    def _enter(self, effect: fx.Effect) -> None:
        match effect:
            case fx.Seated(seat):
                assert seat not in self.rails
                self.rails[seat] = 0
            case fx.Left(seat):
                assert not self.rails.pop(seat), f"{seat} left chips in the rail"
                assert all(name != seat for name, _ in self.layout), f"{seat} left chips on the layout"
                self.tokens.pop(seat, None)
            case fx.Bought(seat, amount):
                self.rails[seat] += amount
            case fx.CashedOut(seat, amount):
                self.rails[seat] -= amount
            case fx.Awarded(seat, amount):
                self.rails[seat] += amount
            case fx.TokenIssued(seat, amount):
                self.tokens[seat].append(amount)
            case fx.Staked(seat, wager, amount, stands, tokens):
                self._stake((seat, wager), amount, stands, tokens)
            case fx.Vigorish(seat, _, amount):
                self.rails[seat] -= amount
            case fx.Lost(seat, wager, amount, leg, tokens) | fx.Paid(
                seat, wager, amount, _, False, leg, tokens
            ) if leg:
                self._leg((seat, wager), amount, tokens, effect)
            case fx.Lost(seat, wager, amount, _, tokens):
                self._all_of((seat, wager), amount, tokens)
                self._off((seat, wager), amount, tokens)
            case fx.Paid(seat, wager, amount, won, up, _, tokens):
                self._pay((seat, wager), amount, won, tokens, up=up)
            case fx.Returned(seat, wager, amount, _, tokens):
                self._back((seat, wager), amount, tokens)
            case fx.Forfeited(seat, wager, amount) if (seat, wager) in self._partly:
                self.layout[seat, wager] -= amount
            case fx.Forfeited(seat, wager, amount, tokens):
                self._off((seat, wager), amount, tokens)
            case fx.Moved(seat, wager, to, amount):
                self._move((seat, wager), (seat, to), amount)
            case fx.Tied(seat, wager, amount):
                assert self.layout[seat, wager] == amount
            case fx.Button(seat, wager, call):
                self.buttons[seat, wager] = call
            case fx.Counted(seat, wager, progress):
                assert len(progress) > len(self.progress.get((seat, wager), ()))
                self.progress[seat, wager] = progress
            case fx.Reversed(undone):
                self._undo(undone)
            case fx.Owed(seat, amount) if seat in self.rails:
                self.rails[seat] += amount
            case _:
                pass

    def _undo(self, effect: fx.Effect) -> None:
        """Enter that an effect of the last throw was reversed."""
        match effect:
            case fx.Paid(seat, wager, amount, won, up, _, tokens):
                self.rails[seat] -= won
                chips = amount - sum(tokens)
                if not up and chips:
                    self.rails[seat] -= chips
                    self.layout[seat, wager] = self.layout.get((seat, wager), 0) + chips
            case fx.Lost(seat, wager, amount, _, tokens) | fx.Forfeited(seat, wager, amount, tokens):
                self.layout[seat, wager] = self.layout.get((seat, wager), 0) + amount
                self.free[seat, wager] += tokens
            case fx.Vigorish(seat, _, amount):
                self.rails[seat] += amount
            case fx.Returned(seat, wager, amount, _, tokens):
                self.rails[seat] -= amount - sum(tokens)
                self.layout[seat, wager] = self.layout.get((seat, wager), 0) + amount
                self.free[seat, wager] += tokens
                for face in tokens:
                    self.tokens[seat].remove(face)
            case fx.Moved(seat, wager, to, amount):
                self._move((seat, to), (seat, wager), amount)
            case fx.Counted(seat, wager):
                self.progress.pop((seat, wager), None)
            case _:
                pass

    def _stake(self, spot: Spot, amount: int, stands: int, tokens: tuple[int, ...]) -> None:
        for face in tokens:
            self.tokens[spot[0]].remove(face)
            self.free[spot].append(face)
        self.rails[spot[0]] -= amount - sum(tokens)
        self.layout[spot] = self.layout.get(spot, 0) + amount
        assert self.layout[spot] == stands

    def _all_of(self, spot: Spot, amount: int, tokens: tuple[int, ...]) -> None:
        """Enter that all that lies there was decided."""
        assert self.layout[spot] == amount, f"{amount} of {self.layout[spot]} on {spot}"
        assert sum(self.free[spot]) == sum(tokens)  # legs have put back each its share of a token

    def _off(self, spot: Spot, amount: int, tokens: tuple[int, ...]) -> None:
        """Take so much off the layout."""
        free = self.free[spot]
        if all(face in free for face in tokens):
            for face in tokens:
                free.remove(face)
        else:
            assert sum(free) == sum(tokens)
            free.clear()
        self.layout[spot] -= amount
        assert self.layout[spot] >= sum(free), f"too much taken off {spot}"
        if not self.layout[spot]:
            del self.layout[spot]
            self._forget(spot)

    def _leg(self, spot: Spot, amount: int, tokens: tuple[int, ...], effect: fx.Effect) -> None:
        self._partly.add(spot)
        if isinstance(effect, fx.Lost):
            self.layout[spot] -= amount
            return
        assert isinstance(effect, fx.Paid)
        chips = amount - sum(tokens)  # the share of the tokens is forfeited next
        self.layout[spot] -= chips
        self.rails[spot[0]] += effect.won + chips

    def _pay(self, spot: Spot, amount: int, won: int, tokens: tuple[int, ...], *, up: bool) -> None:
        self._all_of(spot, amount, tokens)
        self.rails[spot[0]] += won
        chips = amount - sum(tokens)  # tokens are forfeited next
        if up:
            assert chips
        elif chips:
            self.rails[spot[0]] += chips
            self._off(spot, chips, ())

    def _back(self, spot: Spot, amount: int, tokens: tuple[Cents, ...]) -> None:
        self.tokens[spot[0]] += tokens
        self.rails[spot[0]] += amount - sum(tokens)
        self._off(spot, amount, tokens)

    def _move(self, spot: Spot, to: Spot, amount: int) -> None:
        assert to not in self.layout, f"{to} is taken"
        tokens = tuple(self.free[spot])
        self._off(spot, amount, tokens)
        self.layout[to] = amount
        self.free[to] = list(tokens)

    def _forget(self, spot: Spot) -> None:
        """Nothing lies there any more."""
        self.free.pop(spot, None)
        self.buttons.pop(spot, None)
        self.progress.pop(spot, None)

    def check(self, state: State) -> None:
        """Compare with the table."""
        assert self.rails == {seat.name: seat.rail for seat in state.seats}
        layout = {(seat.name, s.wager): s.amount for seat in state.seats for s in seat.wagers}
        assert self.layout == layout
        free = {(seat.name, s.wager): list(s.tokens) for seat in state.seats for s in seat.wagers if s.tokens}
        assert {spot: sorted(tokens) for spot, tokens in self.free.items() if tokens} == free
        stands = {(seat.name, s.wager): s for seat in state.seats for s in seat.wagers}
        called = {spot: call for spot, call in self.buttons.items() if call}
        assert called == {spot: s.call for spot, s in stands.items() if s.call}
        assert self.progress == {spot: s.progress for spot, s in stands.items() if s.progress}
        held = {seat.name: sorted(seat.tokens) for seat in state.seats if seat.tokens}
        assert {name: sorted(tokens) for name, tokens in self.tokens.items() if tokens} == held
