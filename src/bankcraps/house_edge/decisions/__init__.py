"""Single wagers on a table until they are decided, in exact fractions, without NumPy.

Read in this order:

- `decision`: one wager walked until it is decided.
- `trial_table`: a table with one player, where each wager is made as soon as the house takes it.
- `walk`: a table walked over all 21 dice combinations with `step`; the result is an absorbing chain.
"""
