"""Checks that the site's search finds the pages that readers look for.

Sphinx writes an index of words and headings into `searchindex.js`, and the search page looks there. After a
build this module asks the same index for each phrase in `WANTED`. A phrase without its page stops the build.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

from sphinx.search.en import SearchEnglish

WANTED: Final = {
    "house edge": "lab/odds",
    "buy vig": "lab/odds",
    "commission": "books",
    "odds": "lab/odds",
    "breakage": "lab/odds",
    "don't pass": "mathematics",
    "shooter's hand": "lab/hands",
    "bankroll": "lab/risk",
    "risk of ruin": "lab/risk",
    "gambler's ruin": "mathematics",
    "three point molly": "lab/sessions",
    "iron cross": "lab/comparison",
    "standard error": "lab/simulation",
    "drawdown": "lab/simulation",
    "seed": "lab/simulation",
    "markov chain": "lab/chain",
    "transition": "mathematics",
    "stopping time": "mathematics",
    "dynamic programming": "mathematics",
    "policy": "python",
    "house rules": "rulebook",
    "crapless craps": "houses",
    "repeater": "houses",
    "all tall small": "houses",
    "json schema": "json",
    "undo": "notation",
    "hop bet": "glossary",
    "dealer's drill": "house/drill",
    "replay": "guide",
    "perft": "engine",
    "parquet": "lab/data",
}
"""Common search phrases, each with a page that must be among the answers."""


def unfound(index: dict[str, Any]) -> list[str]:
    """The phrases for which the index does not find the wanted page."""
    return [phrase for phrase, page in WANTED.items() if page not in answers(index, phrase)]


def answers(index: dict[str, Any], phrase: str) -> set[str]:
    """The pages that contain every word of a phrase, as the search page finds them."""
    stemmer = SearchEnglish({})
    words = re.findall(r"\w+", phrase.lower())
    stems = [stemmer.stem(word) for word in words if word not in stemmer.stopwords and len(word) > 1]
    pages = [_pages(index, "terms", stem) | _pages(index, "titleterms", stem) for stem in stems]
    return {index["docnames"][page] for page in set.intersection(*pages)} if pages else set()


def _pages(index: dict[str, Any], kind: str, stem: str) -> set[int]:
    found = index[kind].get(stem, [])
    return set(found) if isinstance(found, list) else {found}


def read_index(site: Path) -> dict[str, Any]:
    """The index of a built site."""
    text = (site / "searchindex.js").read_text(encoding="utf-8")
    return json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
