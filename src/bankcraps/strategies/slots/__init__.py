"""Systems as slots: the places of a text that can be chosen or filled in, so that a page builds rules.

The text stays the only truth. `reading.py` says where its slots are, and an edit replaces a part of the text.

Read in this order:

- `choices`: what a slot is, the slots of a line, from its parse tree, and what may stand in them at a house.
- `reading`: the rules of a text, with their slots.
"""
