"""The check of the site's search notices a missing page. The build runs it on the real index."""

from docs.generate import search

INDEX = {
    "docnames": ["lab/odds", "mathematics"],
    "terms": {"hous": [0, 1], "vig": 0, "buy": [0]},
    "titleterms": {"edg": 0},
}


def test_every_word_of_a_phrase_has_to_be_on_the_page():
    assert search.answers(INDEX, "house edge") == {"lab/odds"}
    assert search.answers(INDEX, "house") == {"lab/odds", "mathematics"}
    assert search.answers(INDEX, "buy vig") == {"lab/odds"}
    assert search.answers(INDEX, "risk of ruin") == set()


def test_a_phrase_without_its_page_is_reported():
    lost = search.unfound(INDEX)
    assert "risk of ruin" in lost
    assert "house edge" not in lost
