"""A record is the session: written, read and played again, nothing is different."""

from hypothesis import given
from tests.kit.houses import shipped
from tests.kit.profiles import examples
from tests.kit.sessions import sessions

from bankcraps import read_record, replay
from bankcraps.game.records import book_of


def table_of(session):
    """The session at a `Table`, which keeps the log."""
    table = session.opening.table()
    for moment in session.moments:
        assert table.do(moment.event) == moment.came
    assert table.state == session.last
    return table


@examples(150)
@given(session=sessions())
def test_what_is_written_is_read_and_played_again_to_the_letter(session):
    table = table_of(session)
    text = table.record().text()
    assert text.encode("utf-8").decode("utf-8") == text
    record = read_record(text)
    assert record.text() == text
    assert [entry.event for entry in record.entries] == [event for event, _ in table.log]
    steps = [replayed.step for replayed in replay(record, session.book)]
    assert steps == [moment.came for moment in session.happened]


@examples(60)
@given(session=sessions(shipped()))
def test_a_record_by_a_shipped_book_finds_its_book_and_options(session):
    record = read_record(table_of(session).record().text())
    book = book_of(record)
    assert (book.id, book.digest) == (session.book.id, session.book.digest)
    assert len(list(replay(record, book))) == len(session.happened)
