"""Several processes audit as one does: the same tables, the same books, the same words."""

import multiprocessing

import pytest
from tests.kit.profiles import LONG, share
from tests.live.evening import a_friday, alter

from bankcraps.cli.commands import audit
from bankcraps.cli.commands.audit import Auditor, audit_together, processes, see_the_same
from bankcraps.cli.keeping.house_logs import open_logs
from bankcraps.errors import BankcrapsError


@pytest.fixture(scope="module")
def evening():
    return a_friday(12)


DAMAGES = [
    "DELETE FROM log WHERE table_id = 'k3x9' AND seq = 40",
    "DELETE FROM log WHERE table_id = 'house' AND seq = 2",
    "UPDATE moves SET amount = amount + 100 WHERE table_id = 'k3x9' AND seq > 30",
    "UPDATE balances SET amount = amount + 1 WHERE account = 'wallet/Ann'",
    "DELETE FROM tables WHERE id = 'k3x9'",
]


@pytest.mark.parametrize("statement", ["", *share(DAMAGES, 3)])
def test_two_processes_say_what_one_says(statement, file, run):
    if statement:
        alter(file, statement)
    for more in ((), ("--json",), ("k3x9",)) if LONG or not statement else ((), ("k3x9",)):
        code, told = run("audit", "--database", file, "--workers", 1, *more)
        assert code == (1 if statement and not (more == ("k3x9",) and "k3x9" not in statement) else 0), told
        assert run("audit", "--database", file, "--workers", 2, *more) == (code, told)


def test_processes_see_the_moment_that_the_first_one_sees(file):
    with processes(Auditor(str(file), {}, None), 2) as ends:
        with open_logs(str(file)) as logs:
            assert see_the_same(ends, logs)
            alter(file, "DELETE FROM log")
            told = [0]
            results = audit_together(ends, logs.logs, told.append)
            assert [one.audit.table for one in results] == [log.table for log in logs.logs]
            assert [one.audit.problem for one in results] == [None, None]
            alter(file, "UPDATE tables SET seq = seq + 1")
            assert not see_the_same(ends, logs)
        with open_logs(str(file)) as logs:
            assert see_the_same(ends, logs)


def test_one_process_audits_a_house_that_plays_too_fast(file, run, monkeypatch):
    whole = run("audit", "--database", file)
    monkeypatch.setattr(audit, "_moment", lambda _: object())
    monkeypatch.setattr(audit, "_TRIES", 2)
    code, told = run("audit", "--database", file, "--workers", 2)
    rest, _, said = told.removesuffix("\n").rpartition("\n")
    assert said.startswith("the house plays too fast")
    assert (code, f"{rest}\n") == whole


def test_a_process_that_dies_is_said(file):
    others = set(multiprocessing.active_children())  # tests before this one may have left some to the next
    with processes(Auditor(str(file), {}, None), 2) as ends, open_logs(str(file)) as logs:
        assert see_the_same(ends, logs)
        (set(multiprocessing.active_children()) - others).pop().kill()
        with pytest.raises(BankcrapsError, match="a process of the audit died"):
            audit_together(ends, logs.logs, lambda _: None)
    assert set(multiprocessing.active_children()) <= others


def test_a_house_that_is_gone_is_said(file, tmp_path):
    with (
        processes(Auditor(str(tmp_path / "missing.db"), {}, None), 1) as ends,
        open_logs(str(file)) as logs,
        pytest.raises(BankcrapsError, match=r"there is no .*missing\.db"),
    ):
        see_the_same(ends, logs)


def test_more_processes_than_tables_are_not_started(file, run, monkeypatch):
    started = []
    monkeypatch.setattr(audit, "processes", lambda *given: started.append(given[-1]) or processes(*given))
    run("audit", "--database", file, "--workers", 9)
    run("audit", "--database", file, "--workers", 9, "k3x9")
    run("audit", "--database", file)
    assert started == [2]  # a table alone, or few rows, are audited by the first process
