"""A bookkeeper who sees nothing of the table and hears only what is called out: the effects.

From these alone it knows every rail and every wager. A table whose effects do not tell all, or tell it
wrong, comes to differ from it.
"""

from collections import defaultdict

from bankcraps import State, Wager
from bankcraps.engine import effects as fx

__all__ = ["Ledger"]

Spot = tuple[str, Wager]


class Ledger:
    """Rails, tokens and wagers by player."""

    def __init__(self, opened: State) -> None:
        """Begin with a table just opened."""
        self.rails = {seat.name: int(seat.rail) for seat in opened.seats}
        self.tokens = defaultdict(list, {seat.name: list(seat.tokens) for seat in opened.seats})
        standing = [((seat.name, placed.wager), placed) for seat in opened.seats for placed in seat.wagers]
        self.layout = {spot: int(placed.amount) for spot, placed in standing}
        self.free = {spot for spot, placed in standing if placed.token}
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
        if isinstance(effect, fx.Lost | fx.Paid | fx.Returned | fx.Forfeited):
            assert effect.token == ((effect.seat, effect.wager) in self.free)
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
            case fx.TokenIssued(seat, amount):
                self.tokens[seat].append(amount)
            case fx.Staked(seat, wager, amount, stands, token):
                self._stake((seat, wager), amount, stands, token=token)
            case fx.Vigorish(seat, _, amount):
                self.rails[seat] -= amount
            case fx.Lost(seat, wager, amount, leg) | fx.Paid(seat, wager, amount, _, _, leg) if leg:
                self._leg((seat, wager), amount, effect)
            case fx.Lost(seat, wager, amount):
                self._off((seat, wager), amount)
            case fx.Paid(seat, wager, amount, won, up):
                self._pay((seat, wager), amount, won, up=up)
            case fx.Returned(seat, wager, amount):
                self._back((seat, wager), amount)
            case fx.Forfeited(seat, wager, amount) if (seat, wager) in self._partly:
                self.layout[seat, wager] -= amount
            case fx.Forfeited(seat, wager, amount):
                self._off((seat, wager), amount)
            case fx.Moved(seat, wager, to, amount):
                free = (seat, wager) in self.free
                self._off((seat, wager), amount)
                assert (seat, to) not in self.layout, f"{to} is taken"
                self.layout[seat, to] = amount
                if free:
                    self.free.add((seat, to))
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
        """Enter that an effect of the last throw went back the way it came."""
        match effect:
            case fx.Paid(seat, wager, amount, won, up, _, token):
                self.rails[seat] -= won
                if not up and not token:
                    self.rails[seat] -= amount
                    self.layout[seat, wager] = self.layout.get((seat, wager), 0) + amount
            case fx.Lost(seat, wager, amount, _, token) | fx.Forfeited(seat, wager, amount, token):
                self.layout[seat, wager] = self.layout.get((seat, wager), 0) + amount
                if token:
                    self.free.add((seat, wager))
            case fx.Vigorish(seat, _, amount):
                self.rails[seat] += amount
            case fx.Returned(seat, wager, amount):
                self.rails[seat] -= amount
                self.layout[seat, wager] = self.layout.get((seat, wager), 0) + amount
            case fx.Moved(seat, wager, to, amount):
                free = (seat, to) in self.free
                self._off((seat, to), amount)
                self.layout[seat, wager] = amount
                if free:
                    self.free.add((seat, wager))
            case fx.Counted(seat, wager):
                self.progress.pop((seat, wager), None)
            case _:
                pass

    def _stake(self, spot: Spot, amount: int, stands: int, *, token: bool) -> None:
        if token:
            assert spot not in self.layout
            self.tokens[spot[0]].remove(amount)
            self.free.add(spot)
        else:
            assert spot not in self.free
            self.rails[spot[0]] -= amount
        self.layout[spot] = self.layout.get(spot, 0) + amount
        assert self.layout[spot] == stands

    def _off(self, spot: Spot, amount: int) -> None:
        assert self.layout[spot] == amount, f"{amount} taken of {self.layout[spot]} on {spot}"
        del self.layout[spot]
        self._forget(spot)

    def _leg(self, spot: Spot, amount: int, effect: fx.Effect) -> None:
        self._partly.add(spot)
        won = isinstance(effect, fx.Paid)
        if isinstance(effect, fx.Paid):
            assert not effect.up
            self.rails[spot[0]] += effect.won
        if won and spot in self.free:
            return  # the leg of a token is forfeited next
        self.layout[spot] -= amount
        self.rails[spot[0]] += amount if won else 0

    def _pay(self, spot: Spot, amount: int, won: int, *, up: bool) -> None:
        self.rails[spot[0]] += won
        if up:
            assert self.layout[spot] == amount
            return
        if spot not in self.free:  # a token is forfeited next
            self.rails[spot[0]] += amount
            self._off(spot, amount)

    def _back(self, spot: Spot, amount: int) -> None:
        if spot in self.free:
            self.tokens[spot[0]].append(amount)
            self._off(spot, amount)
            return
        self.rails[spot[0]] += amount
        self.layout[spot] -= amount
        assert self.layout[spot] >= 0
        if not self.layout[spot]:
            del self.layout[spot]
            self._forget(spot)

    def _forget(self, spot: Spot) -> None:
        """Nothing lies there any more."""
        self.free.discard(spot)
        self.buttons.pop(spot, None)
        self.progress.pop(spot, None)

    def check(self, state: State) -> None:
        """Compare with the table."""
        assert self.rails == {seat.name: seat.rail for seat in state.seats}
        layout = {(seat.name, s.wager): s.amount for seat in state.seats for s in seat.wagers}
        assert self.layout == layout
        assert self.free == {(seat.name, s.wager) for seat in state.seats for s in seat.wagers if s.token}
        stands = {(seat.name, s.wager): s for seat in state.seats for s in seat.wagers}
        called = {spot: call for spot, call in self.buttons.items() if call}
        assert called == {spot: s.call for spot, s in stands.items() if s.call}
        assert self.progress == {spot: s.progress for spot, s in stands.items() if s.progress}
        held = {seat.name: sorted(seat.tokens) for seat in state.seats if seat.tokens}
        assert {name: sorted(tokens) for name, tokens in self.tokens.items() if tokens} == held
