"""The best play that a house allows: what to bet with each sum, and bounds that prove it.

Read in this order:

- `best`: the answer to a question, `best("three_four_five", bankroll=50, goal=100, wagers="pass, odds")`.
- `menu`: the wagers that a player chooses from.
- `positions`: what may stand before the betting, found by the engine's bets and throws.
- `throws`: what each throw does to a single wager, as the engine says.
- `checks`: what is taken for granted, checked at each house.
- `choices`: every bet that is possible in a position, with its outcomes.
- `asking`: a question without its aim; `to_goal`: the best chance; `least_time`: the fewest throws at a given
  chance; `still_playing`: to last some throws with so much at risk on each; `at_the_end`: a utility of what
  is taken home, with `utilities` and `taking_home`.
- `search`: all positions; `problem`: the same as arrays; `sizes`: how large a problem may be.
- `improving`: policy iteration; `within`: a deadline, backward; `kernels`: their compiled loops.
- `proof`: the bounds.
- `following`: where a policy leads to; `charting`: the policy as a system; `first`: the best first bets.
- `visiting`: a system to compare with, where it comes to and how often; `giving_away`: what that costs;
  `against`: the answer to it.
- `answer`: all of it.
"""
