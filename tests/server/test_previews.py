"""A link to the lab has a preview: the question in a sentence, without a word that somebody wrote."""

from html.parser import HTMLParser
from urllib.parse import parse_qsl

import pytest
from tests.server.live import open_house

from bankcraps.server.web.edge import page
from bankcraps.server.web.edge.previews import LAB_PAGES, previewed, sentence

WORDS = "when+come_out:+pass+10"


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/lab", "What a betting system does to your money, exactly"),
        (
            "/lab?strategy=three_point_molly&bankroll=500.00&throws=300&rules=nsw&edition=0123",
            "What three point molly does to $500 in 300 throws, at New South Wales",
        ),
        (
            f"/lab?strategy={WORDS}&bankroll=50&goal=100&rules=classic:bar=2",
            "What a system of one's own does to $50 up to $100, at Classic with options",
        ),
        ("/lab?strategy=pass&bankroll=Ann", "What a betting system does to your money, exactly"),
        ("/lab/wagers?rules=nsw&wager=place+6&amount=5", "What $5 on place 6 costs, at New South Wales"),
        ("/lab/wagers?rules=washington&beside=true", "What each wager costs, at Washington"),
        (
            "/lab/duel?strategy=pass:scale=2.5&strategy=field&bankroll=100&shooters=9&book=id%3D'mine'",
            "pass times 2.5 against field with $100 in 9 shooters, at a house of one's own",
        ),
        (
            "/lab/watch?strategy=pass&bankroll=300",
            "A session of pass with $300, throw by throw, at Three-Four-Five",
        ),
        (
            "/lab/best?bankroll=50&goal=100&throws=40",
            "The best play from $50 to $100 within 40 throws, at Three-Four-Five",
        ),
    ],
)
def test_the_sentence_of_an_address(address, says):
    path, _, query = address.partition("?")
    assert sentence(path, parse_qsl(query)) == says


class Head(HTMLParser):
    """The properties of a page's head."""

    def __init__(self, text):
        super().__init__()
        self.found = {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        if tag == "meta" and "property" in said:
            self.found[said["property"]] = said["content"]


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
    told = previewed("<head>\n  </head>", path, given)
    assert "<script" not in told
    assert "zelda" not in told
    assert Head(told).found["og:title"] == sentence(path, given)


async def test_the_house_sends_the_preview_with_the_page_and_its_headers(tmp_path):
    if page.missing_page():
        pytest.skip("the page is not built")
    async with open_house(tmp_path) as house:
        plain = await house.get("/rules")
        assert Head(plain.text).found == {}
        for path in LAB_PAGES:
            got, again = [await house.get(f"{path}?wager=field") for _ in range(2)]
            begin, end = got.text.index("    <meta property"), got.text.index("  </head>")
            assert got.text[:begin] + got.text[end:] == plain.text
            assert Head(got.text).found["og:title"] == sentence(path, [("wager", "field")])
            assert got.headers["etag"] == again.headers["etag"] != plain.headers["etag"]
            for name in ("content-security-policy", "content-type", "cache-control"):
                assert got.headers[name] == plain.headers[name]
