"""How Sphinx builds the documentation; nothing here reaches the network."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

# `generate` makes the parts of the pages that say what the rulebooks and the code say.
sys.path.insert(0, str(Path(__file__).parent))

project = "Bankcraps"
author = "The Bankcraps developers"
copyright = "The Bankcraps developers"
version = release = version_of("bankcraps")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "generate",
]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"Bankcraps {release}"
html_show_copyright = False

myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline", "deflist"]

# Docstrings write `code` in single backticks, and follow the order of the source.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

# The examples in these pages are run here; the examples in docstrings are run with the tests, where they
# stand beside the names they use.
doctest_test_doctest_blocks = ""
