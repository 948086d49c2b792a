"""Betting systems as policies: from what a player sees and a small memory to the layout they want.

A *system* (the player's word; commands and results say *strategy*) is a *policy* (the field's word).
`policy.py` defines it, `observation.py` is what it sees, and `betting.py` turns the layout it wants into bets
at the table. People write systems as text: `text/` reads it into a *program*, the content of its lines, and
prints it; `rules/` plays it. `library.py` finds a system by name, file or text.
"""
