"""Systems as slots: the places of a text that can be chosen or filled in, so that a page builds rules.

The text stays the only truth. `reading.py` says where its slots are, and an edit replaces a part of the text.

Read in this order:

- `slot`: what a slot, a rule and the choices for them are.
- `parts`: the slots in words: wagers, amounts, numbers and names.
- `finding`: the slots of a line, from its parse tree.
- `choices`: what may stand in a slot at a house.
- `reading`: the rules of a text, with their slots.
"""
