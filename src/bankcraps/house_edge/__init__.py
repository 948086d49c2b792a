"""The house edge of every wager, and the shooter's hand: exact fractions, without NumPy.

Read in this order:

- `odds`: the answer, `odds("nsw")`, as a report with an entry for each wager.
- `edge`: the figures of one wager: win, lose, push, the edge per bet, per decided bet and per throw.
  `decisions/` walks the wager until it is decided.
- `with_odds`: pass, don't pass, come and don't come with odds behind them.
- `house_comparison`: one wager at several houses.
- `shooter_hand`: how long a shooter's hand lasts; `rounds`: the rounds on the line it is made of.
"""
