"""The bets of a player, and what the dice do to them, as the engine says.

- `menu`: the wagers that a player chooses from.
- `throws`: what each throw does to a single wager.
- `checks`: what is taken for granted, checked at each house.
- `positions`: what may stand before the betting, found by the engine's bets and throws.
- `choices`: every bet that is possible in a position, with its outcomes.
- `search`: all positions; `sizes`: how large a problem may be.
"""
