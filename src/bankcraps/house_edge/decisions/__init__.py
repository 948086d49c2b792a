"""Single wagers on a table until they are decided, in exact fractions, without NumPy.

Read in this order:

- `trial_table`: a table with one player, where each wager is made as soon as the house takes it. It is walked
  over all 21 dice combinations with `step` until the wager is decided: the result is an absorbing chain.
- `standing_wagers`: wagers that stand, in words.
"""
