"""The best play that a house allows: what to bet with each sum, and bounds that prove it.

Read in this order:

- `best`: the answer to a question, `best("three_four_five", bankroll=50, goal=100, wagers="pass, odds")`.
- `asking`: a question without its aim, and what every answer has.
- `throws`: what the dice and the bets do, as the engine says; `choices`: every bet in a position.
- `problem`: all positions, and the decision problem as arrays; `kernels`: the compiled loops over them;
  `improving`: policy iteration, bounds, and a deadline, backward; `leaving`: what is taken home.
- `charting`: the play as a system, and its first bets.
- The aims: `chances`, the best chance to reach a goal, with `against`, a system beside it, or to last some
  throws; `at_a_price`, the fewest throws at a given chance, or so much action at the least cost; and
  `at_the_end`, a utility of what is taken home.
"""
