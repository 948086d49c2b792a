"""The kinds of question that a drill asks, one file each.

`hands.py` plays the hands, up to the throw that the questions are about.
"""
