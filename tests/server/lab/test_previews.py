"""A link to the lab has a preview: the question in a sentence, without a word that somebody wrote."""

import json
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from tests.server.live import open_house

from bankcraps import best
from bankcraps.analysis import plots
from bankcraps.analysis.best_play.at_a_price import LeastCost
from bankcraps.analysis.best_play.at_the_end import AtTheEnd
from bankcraps.lab.preview_pictures import picture
from bankcraps.lab.previews import shown
from bankcraps.lab.questions import read_question
from bankcraps.server.web.edge import page
from bankcraps.server.web.edge.page import LAB_PAGES, previewed

PREVIEWS = Path(__file__).parent / "previews.txt"


def test_the_sentence_and_the_picture_of_an_address(golden):
    about, *blocks = PREVIEWS.read_text(encoding="utf-8").split("\n\n")
    page = [about]
    for line in (block.splitlines()[0] for block in blocks):
        path, _, query = line.removeprefix("> ").partition("?")
        found = heads(path, parse_qsl(query))
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert found["twitter:card"] == "summary_large_image"
        page.append(f"{line}\n{found['og:title']}\n{found['og:image'].removeprefix('https://example.test')}")
    golden(PREVIEWS.name, "\n\n".join(page) + "\n")


class Head(HTMLParser):
    """The properties of a page's head."""

    def __init__(self, text):
        super().__init__()
        self.found = {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        if tag == "meta" and (name := said.get("property") or said.get("name")):
            self.found[name] = said["content"]


def heads(path, query, edition="0123"):
    """The properties of the head of an address."""
    return Head(previewed("<head>\n  </head>", path, query, "https://example.test", edition)).found


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/lab/wagers", {"wager": "ANN"}),
        ("/lab", {"strategy": "ANN", "bankroll": "5", "throws": "5"}),
        ("/lab", {"strategy": "pass:scale=ANN", "bankroll": "5", "throws": "5", "book": "ANN"}),
        ("/lab", {"strategy": "pass", "bankroll": "5", "throws": "5", "rules": "nsw:ANN=ANN"}),
        ("/lab/best", {"bankroll": "5", "goal": "9", "with": "ANN", "seed": "ANN"}),
    ],
)
def test_nothing_that_somebody_wrote_is_repeated(path, query):
    words = '"><script>zelda'
    given = [(name, value.replace("ANN", words)) for name, value in query.items()]
    assert "<script" not in previewed("<head>\n  </head>", path, given, "https://example.test", "0123")
    found = heads(path, given)
    picture = found.pop("og:image")
    assert all("zelda" not in words for words in found.values())
    assert '"' not in picture
    assert picture.startswith("https://example.test/")


@pytest.mark.parametrize(
    ("address", "edition"),
    [
        ("/lab/best?bankroll=50&goal=100", ""),  # a house without a lab
        (f"/lab?strategy={'pass+10%0A' * 400}&bankroll=5&throws=5", "0123"),
    ],
)
def test_an_address_without_a_picture_of_its_own(address, edition):
    path, _, query = address.partition("?")
    assert heads(path, parse_qsl(query), edition)["og:image"] == "https://example.test/preview.png"


def test_a_picture_leaves_out_what_a_link_opens_besides():
    """The page asks for that alone, so the answer that is drawn is one that it has asked for."""
    asked = parse_qsl("strategy=pass&bankroll=5&throws=9&drawdown=true&streaks=true&covariances=true")
    listed = "strategy=pass&bankroll=5&throws=9&distribution=true"
    assert [one.query for one in shown(read_question("session", asked))] == [
        listed,
        listed.replace("&distribution", "&extremes=false&distribution"),
    ]


@pytest.mark.parametrize(
    ("asked", "worth"),
    [
        ((20, LeastCost(20, 5), "pass"), "cost ${0.value:.4f}"),
        ((10, AtTheEnd(20, throws=2, utility="log"), "place 6"), "equivalent ${0.sure:.2f}"),
    ],
    ids=["the cost of an action", "a certainty equivalent"],
)
def test_the_picture_of_a_best_play_says_its_worth_in_dollars(monkeypatch, asked, worth):
    facts: list[str] = []
    monkeypatch.setattr(plots, "card", lambda heading, _: facts.append(heading.subtitle))
    found = best("nsw", *asked, limits="5:10:5")
    picture(read_question("best", [("bankroll", "20.00")]), json.dumps(found.to_dict()).encode())
    assert worth.format(found) in facts[0]


async def test_the_house_sends_the_preview_with_the_page_and_its_headers(tmp_path):
    if page.missing_page():
        pytest.skip("the page is not built")
    async with open_house(tmp_path) as house:
        plain = await house.get("/rules")
        assert "og:title" not in Head(plain.text).found
        for path in LAB_PAGES:
            got, again = [await house.get(f"{path}?wager=field") for _ in range(2)]
            begin, end = got.text.index("    <meta property"), got.text.index("  </head>")
            assert got.text[:begin] + got.text[end:] == plain.text
            found = Head(got.text).found
            assert found["og:title"] == heads(path, [("wager", "field")])["og:title"]
            assert found["og:image"].startswith(house.address)
            assert got.headers["etag"] == again.headers["etag"] != plain.headers["etag"]
            for name in ("content-security-policy", "content-type", "cache-control"):
                assert got.headers[name] == plain.headers[name]
