"""Systems as text: `grammar.lark` is the frame, `parsing.py` reads the language, `program.py` prints it."""
