"""Betting systems as policies: from what a player sees and a small memory to the layout they want.

A *system* (the player's word; commands and results say *strategy*) is a *policy* (the field's word).
`policy.py` defines it and what it sees, and turns the layout it wants into bets at the table. People write
systems as text. What they can say is registered (`language.py`) beside what it means, in `rules/` and
`combinators.py`; `text/` reads it into a *program*, the content of its lines, and prints it.
`library.py` finds a system by name, file or text.
"""
