"""The events at a table as rows, from the table or from its record."""

import polars as pl

from bankcraps import Table, load_rulebook, read_record

LINES = ("pass 10", "roll 6-4", "pass_odds 20", "roll 4-3", "field 5", "roll 2-2")


def played(**options):
    table = Table("nsw", {"Ann": 500}, **options)
    for line in LINES:
        assert table.say(line)[-1]
    return table


def test_a_record_has_the_rows_of_its_table():
    table = played()
    assert read_record(table.record().text()).to_arrow().equals(table.to_arrow())


def test_the_money_of_the_rows_is_that_of_the_rail():
    table = played()
    rows = pl.DataFrame(table)
    assert 50000 + rows["rail_cents"].sum() == table.rail("Ann")
    money = rows.select(pl.sum("wallet_cents", "rail_cents", "layout_cents", "bank_cents")).row(0)
    assert sum(money) == 0


def test_rows_name_the_hand_and_the_dice():
    rows = pl.DataFrame(played())
    lost = rows.filter(effect="lost")
    assert lost["dice"].to_list() == ["4-3", "4-3"]
    assert lost["wager"].to_list() == ["pass", "pass_odds"]
    assert lost["hand"].to_list() == [1, 1]
    assert rows.filter(effect="paid")["hand"].to_list() == [2]


def test_what_was_stepped_back_has_no_rows():
    table = played(practice=True)
    whole = pl.DataFrame(table)
    table.step_back()
    left = pl.DataFrame(table)
    assert left.height < whole.height
    assert "2-2" not in left["dice"].to_list()
    assert pl.DataFrame(read_record(table.record().text())).equals(left)


def test_a_house_of_your_own_is_given(tmp_path):
    path = tmp_path / "friday.toml"
    path.write_text('id = "friday"\ntitle = "Friday"\nabout = "Own."\nextends = "nsw"\n', encoding="utf-8")
    table = Table(path, {"Ann": 100})
    table.say("field 5")
    assert table.record().to_arrow(load_rulebook(path)).column("house").to_pylist() == ["friday"]


def test_a_table_without_events_has_the_columns_and_no_rows():
    empty = Table("nsw", {"Ann": 500}).to_arrow()
    assert (empty.num_rows, empty.column_names) == (0, played().to_arrow().column_names)
