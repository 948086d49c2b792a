"""Change the code of a room in small ways, one at a time, and see whether a test fails: `make mutants`.

Each room has tests that know it well and are quick. A survivor may still fall to others, such as the laws.
"""

import argparse
import os
import random
from collections import Counter
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Final

LONG_EVENINGS: Final = " and ".join(
    f"not {name}"
    for name in (
        "forgotten_for_the_right_one",
        "needs_no_more_memory",
        "bet_what_the_simulation_bets",
        "raw_stream",
        "rejected_byte",
    )
)
"""All but the tests of the live table that take seconds."""

SERVER: Final = [
    "tests/server/test_bad_input.py",
    "tests/server/exams/test_drill.py",
    "tests/server/history/test_exports.py",
    "tests/server/people/test_more_money.py",
    "tests/server/people/test_limits_of_askers.py",
    "tests/server/stores/test_migrations.py",
    "tests/server/test_mistakes.py",
    "tests/server/tables/test_one_command_fails.py",
    "tests/server/people/test_own_limits.py",
    "tests/server/test_pages.py",
    "tests/server/test_proxy.py",
    "tests/server/stores/test_retrying.py",
    "tests/server/people/test_signing_in.py",
    "tests/server/stores/test_store_contract.py",
    "tests/server/history/test_table_history.py",
    "tests/server/tables/test_table_host.py",
    "tests/server/tables/test_talk.py",
    "tests/server/tables/test_unused.py",
    "tests/server/tables/test_watching.py",
    "tests/server/stores/test_writer.py",
]
"""The tests of the server that start no process of their own. PostgreSQL is left to `make test`."""

ROOMS: Final = {
    "notation": (
        "bankcraps.game.notation",
        [
            "tests/game/notation",
            "tests/golden/test_answers.py",
            "tests/golden/test_golden.py",
            "tests/golden/test_refusals.py",
            "tests/traps/test_wrong_types.py",
        ],
    ),
    "engine": (
        "bankcraps.game.engine",
        [
            "tests/game/engine",
            "tests/clauses",
            "tests/golden",
            "tests/traps",
            "-k=not part_that_a_text_names and not parts_were_looked_for",  # they read the code
        ],
    ),
    "house_edge": (
        "bankcraps.house_edge",
        ["tests/house_edge", "-k=not every_amount and not rounding_down and not in_their_hash"],
    ),
    "strategies": ("bankcraps.strategies", ["tests/strategies"]),
    "chain": (
        "bankcraps.analysis.chain",
        [
            "tests/analysis/chain",
            "tests/golden/test_chains.py",
            "tests/golden/test_sessions.py",
            "tests/analysis/exact",
        ],
    ),
    "exact": (
        "bankcraps.analysis.exact",
        [
            "tests/golden/test_sessions.py",
            "tests/analysis/exact",
            "tests/analysis/chain/test_states.py",
            "-k=not pays_for_it",  # it starts a process, which has other code
        ],
    ),
    "live": ("bankcraps.live", ["tests/live", f"-k={LONG_EVENINGS}"]),
    "server": ("bankcraps.server", [*SERVER, "-k=not postgres and not at_another_process"]),
}
"""The package of each room, and its tests. A room stands before those whose caches depend on it.

The parsers of `notation` take long to make, and depend on no other room.
"""

SEED: Final = 8
"""A sample of the same code is the same mutants in every run, so that a score can be checked."""


def main() -> None:
    """Run the mutants asked for, then print those that no test noticed, and the score."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument(
        "asked",
        nargs="+",
        help=f"a room ({', '.join(ROOMS)}), or mutants of one by name: 'bankcraps.game.engine.settlement*'",
    )
    reader.add_argument("--sample", type=int, default=0, help="draw so many at random; 0 for all")
    reader.add_argument("--jobs", type=int, default=2)
    asked = reader.parse_args()
    first = asked.asked[0]
    room = next((room for room in ROOMS if first == room or first.startswith(f"{ROOMS[room][0]}.")), None)
    if room is None:
        reader.error(f"{first!r} must be one of {', '.join(ROOMS)}, or a mutant of one of them")
    package, tests = ROOMS[room]
    os.environ["MUTATED_ROOM"] = room
    os.environ.pop("LONG", None)  # the tests run once for each mutant: a long run takes the quick ones, too
    os.environ["BANKCRAPS_CACHE"] = ""  # a chain that unchanged code left there would hide a mutant
    # Imported by name, and late: the checkers and pytest read this file even if mutmut is not installed.
    mutmut = import_module("mutmut.__main__")
    mutmut.config().pytest_add_cli_args_test_selection = tests
    Path("mutants").mkdir(exist_ok=True)
    with redirect_stdout(StringIO()):  # the names of all files
        mutmut.copy_src_dir()
        mutmut.copy_also_copy_files()
        mutmut.create_mutants(asked.jobs)
    patterns = [f"{package}.*"] if first == room else asked.asked

    def results() -> dict[str, str]:
        mutants, _ = mutmut.collect_source_file_mutation_data(mutant_names=patterns)
        return {name: mutmut.status_by_exit_code[code] for _, name, code in mutants}

    drawn = sorted(results())
    if 0 < asked.sample < len(drawn):
        drawn = random.Random(SEED).sample(drawn, asked.sample)
    try:
        mutmut._run(drawn, asked.jobs)  # noqa: SLF001 - a list this long is too much for the command itself
    except SystemExit:
        # A test fails on the code as it is. Only this mode of mutmut shows what the test says.
        print("once more, to see what fails:")  # noqa: T201
        mutmut.config().debug = True
        mutmut._run(drawn, asked.jobs)  # noqa: SLF001
    found = {name: result for name, result in results().items() if name in set(drawn)}
    for name, result in sorted(found.items()):
        if result != "killed":
            print(f"{result}: {name}")  # noqa: T201
    told = ", ".join(f"{count} {result}" for result, count in Counter(found.values()).most_common())
    print(f"{room}: {len(found)} mutants run: {told}")  # noqa: T201


if __name__ == "__main__":
    main()
