"""Two people, one with a phone, play an hour at a house through the page; what it shows is checked at every throw.

    python -m tests.page.hour FOLDER --house nsw --throws 120

FOLDER gets report.md with the figures and everything that was wrong, a picture of each refusal, and pictures of
each kind of moment.
"""

import argparse
import asyncio
import sys
from pathlib import Path

from tests.page.hour.evening import play

from bankcraps import BOOKS


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the report and the pictures go")
    parser.add_argument("--house", choices=BOOKS, default="nsw")
    parser.add_argument("--throws", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1, help="what the players do; the dice are the house's")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    evening = asyncio.run(play(asked.folder, asked.house, asked.throws, asked.seed))
    (asked.folder / "report.md").write_text(evening.report(), encoding="utf-8")
    sys.stdout.write(evening.report())
    sys.exit(bool(evening.faults))


if __name__ == "__main__":
    main()
