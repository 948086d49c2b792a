"""Systems as text: `grammar.lark` is the language, `parsing.py` reads it, `program.py` prints it."""
