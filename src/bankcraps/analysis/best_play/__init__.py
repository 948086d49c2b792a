"""The best play that a house allows: what to bet with each sum, and bounds that prove it.

Read in this order:

- `best`: the answer to a question, `best("three_four_five", bankroll=50, goal=100, wagers="pass, odds")`.
- `asking`: a question without its aim; `answer`: all that is found for a goal; `saved`: a play as a file.
- `bets/`: what may be bet, and what the dice do to it.
- `solving/`: the decision problem and its solution, with the proof.
- `chart/`: the play as a system.
- `aims/`: what a play is the best for.
- `compared/`: a system beside the best play.
"""
