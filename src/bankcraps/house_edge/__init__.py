"""The house edge of every wager, and the shooter's hand: exact fractions, without NumPy.

Read in this order:

- `odds`: the answer, `odds("nsw")`, as a report with an entry for each wager.
- `edge`: the figures of one wager: win, lose, push, the edge per bet, per decided bet and per throw.
- `trial_table`: a table with one player, where each wager is made as soon as the house takes it. It is walked
  over all 21 dice combinations with `step` until the wager is decided: the result is an absorbing chain.
- `house_comparison`: one wager at several houses.
- `shooter_hand`: how long a shooter's hand lasts, and the rounds on the line it is made of.
"""
