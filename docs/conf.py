"""Settings with which Sphinx builds the documentation, without the network."""

import gc
import sys
from importlib.metadata import version as version_of
from pathlib import Path

# `generate` writes the parts of the pages that repeat what the rulebooks and the code say.
sys.path.insert(0, str(Path(__file__).parent))

# Pages read stay until the end. Looked for at every 700 objects, as usual, garbage took a sixth of the time.
gc.set_threshold(50_000)

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
html_title = "Bankcraps"
html_short_title = f"Bankcraps {release}"
html_logo = "_static/dice.svg"
html_favicon = "_static/dice.svg"
html_static_path = ["_static"]
html_css_files = ["bankcraps.css"]
html_show_copyright = False
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {
        "color-brand-primary": "#0b5d33",
        "color-brand-content": "#0b5d33",
        "color-brand-visited": "#4d5f12",
    },
    "dark_css_variables": {
        "color-brand-primary": "#8fd6a8",
        "color-brand-content": "#8fd6a8",
        "color-brand-visited": "#c3cf8a",
    },
}

myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]

# Docstrings write `code` in single backticks. Members stand in the order of the source.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
# The fields of a class stand in one list.
napoleon_use_ivar = True
# Several classes have a field called `mean`, and a list of fields links each name it can.
suppress_warnings = ["ref.python"]

# Pytest runs the examples of these pages and of the docstrings: tests/shape/test_readme.py.
doctest_test_doctest_blocks = ""
