"""The lengths of tests, for the end of a run: the ten slowest, and the sum of each folder.

Every run prints them, so that a test that becomes slow is seen on the same day. It also prints what tests
measured and do not judge: the lines that they recorded under `MEASURED`.
"""

from collections import Counter
from collections.abc import Mapping

import pytest

SLOWEST = 10
MANY = 100
"""A run of this many tests or more prints its lengths."""
MEASURED = "measured"
"""The name of the property under which a test records a line: `record_property(MEASURED, "p99 ...")`."""


def seconds_of(stats: Mapping[str, list[object]]) -> Counter[str]:
    """The seconds of each test: its fixtures, its call and its end."""
    seconds: Counter[str] = Counter()
    for report in (report for reports in stats.values() for report in reports):
        if isinstance(report, pytest.TestReport):
            seconds[report.nodeid] += report.duration
    return seconds


def measured(stats: Mapping[str, list[object]]) -> list[str]:
    """The lines that tests recorded, each once."""
    reports = (report for reports in stats.values() for report in reports)
    calls = (one for one in reports if isinstance(one, pytest.TestReport) and one.when == "call")
    return [str(line) for call in calls for name, line in call.user_properties if name == MEASURED]


def folder_of(test: str) -> str:
    """The folder under `tests` in which a test stands; `src` for the examples in docstrings."""
    first, *rest = test.split("::", maxsplit=1)[0].split("/")
    return f"{first}/{rest[0]}" if first == "tests" and len(rest) > 1 else first


def lengths(seconds: Counter[str]) -> list[str]:
    """Lines that say which tests are slowest, and how long each folder takes, longest first."""
    folders: Counter[str] = Counter()
    for test, spent in seconds.items():
        folders[folder_of(test)] += spent
    slowest = [f"{spent:7.1f} s  {test}" for test, spent in seconds.most_common(SLOWEST)]
    sums = [f"{spent:7.1f} s  {folder}" for folder, spent in folders.most_common()]
    return [
        *slowest,
        "the folders, in seconds of their workers:",
        *sums,
        f"{sum(seconds.values()):7.1f} s  in all",
    ]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if lines := measured(terminalreporter.stats):
        terminalreporter.section("measured, and not judged")
        for line in lines:
            terminalreporter.write_line(line)
    seconds = seconds_of(terminalreporter.stats)
    if len(seconds) < MANY:
        return
    terminalreporter.section(f"the {SLOWEST} slowest tests")
    for line in lengths(seconds):
        terminalreporter.write_line(line)
