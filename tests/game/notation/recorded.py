"""A short session as a record, and its replay."""

from bankcraps import Table, load_rulebook, read_record, replay
from bankcraps.game.records import book_of

LINES = [
    "Ann: pass 10", "Bob: field 5", "Ann: roll 2-2", "Ann: odds 20", 'Bob: dispute "that was a three"',
    "@9:00 supervisor: limits 1:500:1", "Ann: roll 4-3",
]  # fmt: skip


def session(book="nsw", *, lines=LINES, **options):
    """A short session as a record."""
    table = Table(load_rulebook(book, **options), {"Ann": 500, "Bob": 300})
    for line in lines:
        assert all(table.say(line)), line
    return table.record().text()


def played(text, source=""):
    """Read it, find its book, and play it again."""
    record = read_record(text, source)
    return list(replay(record, book_of(record, source), source))


TEXT = session()
DIGEST = load_rulebook("nsw").digest
OTHER = load_rulebook("washington").digest
