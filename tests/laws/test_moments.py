"""Every law of a moment, at every moment of random sessions, at our houses and at invented ones."""

import pytest
from hypothesis import given
from tests.kit.laws import LAWS, SESSION_LAWS
from tests.kit.profiles import examples
from tests.kit.sessions import sessions


@pytest.mark.some
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@examples(60)
@given(session=sessions())
def test_at_every_moment(law, session):
    for moment in session.moments:
        law(session.book, moment)


@pytest.mark.parametrize("law", SESSION_LAWS, ids=lambda law: law.__name__)
@examples(120)
@given(session=sessions())
def test_over_a_whole_session(law, session):
    law(session)
