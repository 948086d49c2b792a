"""Every example of the documentation can be coloured by its language, as the pages that are built do it.

Sphinx warns of an example that its lexer cannot read, and such a page is not built. To build all pages takes
half a minute, so that this is looked at by itself.
"""

import re
from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_of_a_page_are_in_their_language(page):
    for _, language, code in BLOCK.findall(page.read_text(encoding="utf-8")):
        lexer = get_lexer_by_name(language)
        lexer.add_filter("raiseonerror")
        assert "".join(value for _, value in lexer.get_tokens(code)).strip() == code.strip()
