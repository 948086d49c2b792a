"""A system beside the best play.

- `visiting`: where the system comes to, and how often.
- `giving_away`: what its bets cost there.
- `against`: the answer.
"""
