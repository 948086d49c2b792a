"""Docstrings and comments begin with a verb or a noun, and nobody speaks of one's things."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GENERATED = "web/src/wire/messages.ts"
"""Its comments are docstrings, which are looked at where they stand."""

RIDDLE = re.compile(r'^\s*(?:r?"""|#|/\*\*|\*|//|<!--) ?(?:What|Who|Whose|Why|How|Which)\b(?P<rest>[^.]*)')
"""A docstring or a comment that begins with a word that asks."""

EXPLAINED = re.compile(r"^\s+[a-z]\w*(?:, \w+)*: (?:what|who|whom|why|how) ")
"""A line of a docstring that explains an attribute or an argument with a question in place of a noun."""

ONES = re.compile(r"\bone's\b|\boneself\b", re.IGNORECASE)


def sources():
    """The sources and pages of the repository, by their path in it."""
    folders = ("bench", "docs", "src", "tests", "web/src", "web/tests", "web/scripts")
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if (
                path.suffix in (".py", ".ts", ".svelte", ".md")
                and name != GENERATED
                and path != Path(__file__)
            ):
                yield name, path.read_text(encoding="utf-8")


def riddles(text):
    """The lines with a docstring or a comment that begins with a word that asks, but for real questions."""
    for number, line in enumerate(text.splitlines(), start=1):
        found = RIDDLE.match(line)
        if found and "?" not in found["rest"]:
            yield number, line.strip()


def test_docstrings_and_comments_begin_with_a_verb_or_a_noun():
    wrong = [
        f"{name}:{number}: {line}"
        for name, text in sources()
        if not name.endswith(".md")
        for number, line in riddles(text)
    ]
    assert not wrong, "\n".join(wrong)


def test_attributes_and_arguments_are_explained_by_nouns():
    """Write "the sum that the player brings", not "what the player brings"."""
    wrong = [
        f"{name}:{number}: {line.strip()}"
        for name, text in sources()
        if name.startswith("src/")
        for number, line in enumerate(text.splitlines(), start=1)
        if EXPLAINED.match(line)
    ]
    assert not wrong, "\n".join(wrong)


def test_nobody_speaks_of_ones_things():
    wrong = [name for name, text in sources() if any(not _of_a_thing(one) for one in ONES.finditer(text))]
    assert not wrong, "write whose it is: " + ", ".join(wrong)


def _of_a_thing(found):
    """Whether it is a thing's: "finds the first one's"."""
    before = found.string[: found.start()].rsplit(maxsplit=1)[-1:]
    return before in (["first"], ["other"], ["each"])
