"""The examples in README.md and in the pages of docs/ are real: each is run, and gives what stands below it.

A block of ```console has commands behind `$`, going on behind `>`, and their output below them. A block whose
first line is a comment with a file's name, such as `# friday.toml`, is that file. The blocks of one page are
run in its order, in a folder of its own with `examples/` and `tests/` in it. `tests/kit` runs them in this
process; `LONG=1` runs each in a shell, too.

A block of ```{doctest}, or one of ```python that begins with `>>>`, has examples of Python. The blocks
of one page share their variables.

`pytest tests/shape/test_readme.py --write-golden` writes the outputs again. Read the diff.
"""

import doctest
import re
from pathlib import Path

import pytest
from tests.kit.console import in_a_shell, in_this_process

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^```(?:python|\{doctest\})\n(>>> .*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.DONT_ACCEPT_TRUE_FOR_1
COMMAND = re.compile(r"\$ (?P<command>.*\n(?:> .*\n)*)(?P<output>(?:(?!\$ ).*\n)*)")
FILE = re.compile(r"# (?P<name>[\w.-]+\.(?:toml|txt))\n")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
LONG_FLOAT = re.compile(r"-?\b\d+\.\d{10,}(?:e[-+]\d+)?\b")
WRITTEN = sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").rglob("*.md"))
SLOW = {
    "docs/houses.md",
    "docs/lab/best.md",
    "docs/lab/data.md",
    "docs/lab/index.md",
    "docs/lab/money.md",
    "docs/lab/odds.md",
    "docs/lab/risk.md",
    "docs/lab/sessions.md",
    "docs/mathematics.md",
    "docs/strategies.md",
    "docs/tour.md",
}
"""Pages whose examples solve and simulate for seconds: a usual run tries one in four of them."""


def name_of(path):
    return str(path.relative_to(ROOT))


def each_page(path):
    name = name_of(path)
    return pytest.param(path, id=name, marks=[pytest.mark.some] if name in SLOW else [])


def with_console(paths):
    return [each_page(path) for path in paths if "```console" in path.read_text(encoding="utf-8")]


def with_examples(paths):
    return [each_page(path) for path in paths if EXAMPLE.search(path.read_text(encoding="utf-8"))]


@pytest.fixture
def folder(tmp_path):
    """The working folder of a reader of the page, with the examples and the tests of this project."""
    for name in ("examples", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def played(text, folder, run=in_this_process):
    """The page as it has to be: every block of a console with what its commands really print."""

    def printed(command):
        return run(re.sub(r"^> ", "", command, flags=re.MULTILINE), folder)

    def block(found):
        language, body = found.groups()
        file = FILE.match(body)
        if file:
            (folder / file["name"]).write_text(body, encoding="utf-8")
        if language != "console":
            return found[0]
        assert body.startswith("$ "), f"a console begins with $, not with {body!r}"
        lines = [f"$ {one['command']}{printed(one['command'])}" for one in COMMAND.finditer(body)]
        return f"```console\n{''.join(lines)}```"

    return BLOCK.sub(block, text)


def lines_of(page):
    """The lines of a page, floats with 12 digits: on another processor the last ones differ."""
    return LONG_FLOAT.sub(lambda found: f"{float(found[0]):.12g}", page).splitlines()


def write(page, text):
    """Write a page again, unless only last digits differ: what one machine wrote stays on another."""
    if lines_of(text) != lines_of(page.read_text(encoding="utf-8")):
        page.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("page", with_console(WRITTEN))
def test_consoles_print_what_stands_there(page, folder, request):
    text = page.read_text(encoding="utf-8")
    really = played(text, folder)
    if request.config.getoption("--write-golden"):
        write(page, really)
        return
    assert lines_of(text) == lines_of(really)


@pytest.mark.long
@pytest.mark.parametrize("page", with_console(WRITTEN))
def test_consoles_print_the_same_in_a_shell(page, folder):
    text = page.read_text(encoding="utf-8")
    assert lines_of(text) == lines_of(played(text, folder, in_a_shell))


def failed_examples(text):
    """The report of doctest on the examples of a page, run in its order; empty if all are right."""
    blocks = "\n".join(EXAMPLE.findall(text))
    examples = doctest.DocTestParser().get_doctest(blocks, {}, "page", None, 0)
    said = []
    outcome = doctest.DocTestRunner(optionflags=FLAGS).run(examples, out=said.append)
    assert outcome.attempted
    assert (outcome.failed > 0) == bool(said)
    return "".join(said)


@pytest.mark.parametrize("page", with_examples(WRITTEN))
def test_examples_in_python_give_what_stands_there(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    failed = failed_examples(page.read_text(encoding="utf-8"))
    assert not failed, failed


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=name_of)
def test_links_lead_somewhere(page):
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
