"""The kinds of question, each in a file with the name of the kind in a level.

`hands.py` plays the hands, up to the throw that the questions are about.
"""
