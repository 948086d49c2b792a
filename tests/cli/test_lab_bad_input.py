"""Questions that the lab cannot answer: it prints a sentence that says so, and no answer."""

import errno
import os
import shlex
import subprocess
import sys

import pytest

PASS = "--strategy pass"
HUNDRED = f"{PASS} --bankroll 100"
TEN = f"{HUNDRED} --throws 10"
NINE = f"{PASS} --throws 9"
FAIR = "session --rules nsw --strategy 'when always: place 6 5' --bankroll 100"
HUGE = "1" + 30 * "0"
GROWING = "when come_out: pass 10; stop after 3000 throws"
FAR_APART = "'when come_out: pass 5000000000; when point: place 6 6' --bankroll 6000000000 --throws 9"

LENGTHS = (
    (f"--shooters {HUGE}", "a session lasts at most 1,000,000,000 shooters"),
    ("--throws 10 --floor -1", "not -1"),
    ("--throws 10 --floor ''", "'' is not a sum of money"),
    ("--throws 10 --bankroll sNaN", "an amount of money must be finite, not 'sNaN'"),
    ("--throws 10 --bankroll 1e-999999999999", "has fractions of a cent"),
    ("--throws 10 --bankroll 100€", "not a sum of money"),
    ("--throws 10 --bankroll 9", "a bankroll of 9 does not pay the first wager of pass"),
)
"""Options of a session of $100."""

GAMES = (
    ("--rules nosuch", "there is no book 'nosuch'"),
    ("--rules ''", "there is no book ''"),
    ("--chip 3", "minimum and unit must be multiples of the smallest chip, $3"),
)

SYSTEMS = (
    ("", "there is no system ''"),
    ("when come_out: pass 7.50", "pass must be a multiple of $1, not $7.50"),
    ("when come_out: pass ∞", "'∞' is not understood here"),
    ("when come_out: pass 10\n" * 10**5, "a system has at most 20000 characters, not 2299999"),
)

AIMS = "best --rules nsw --limits 1:9 --with 'place 6' --bankroll 5"

REFUSED = (
    *((f"session {HUNDRED} {line}", says) for line, says in LENGTHS),
    (f"simulate {HUNDRED} {LENGTHS[0][0]}", LENGTHS[0][1]),
    *((f"session {TEN} {line}", says) for line, says in GAMES),
    (f"chain {PASS} {GAMES[-1][0]}", GAMES[-1][1]),
    # Too large to solve, and what would do.
    (f"session {HUNDRED} --throws 100000000", "throws would fit; or set a nearer goal"),
    (f"session {HUNDRED} --throws 1000000000 --goal 200", "limit 4 GB"),
    (f"{FAIR} --until-settled --goal 99999999999", "limit 2,000,000"),
    # Options that belong to others, or to no question.
    ("odds --chip 5", "--chip changes what is really paid; give an --amount with it"),
    ("odds --limits 5:100", "--limits changes what is really paid; give an --amount with it"),
    (f"risk {PASS}", "with one of --throws N, --decisions N or --shooters N"),
    ("risk --strategy 'when come_out: pass 5%'", "so that each bankroll makes it another system"),
    ("compare pass --bankroll 100", "--throws N, --decisions N, --shooters N, --until-settled or --goal"),
    (
        f"compare {TEN}",
        "name the systems without --strategy, one after another: bankcraps compare",
    ),
    # Files.
    (f"session {TEN} --picture ruin", "--picture ruin goes with --plot FILE"),
    (f"simulate {TEN} --picture final", "--picture final goes with --plot FILE"),
    (f"session {TEN} --plot ''", "--plot is given without a name"),
    (f"session {TEN} --plot nowhere/x.png", "there is no folder nowhere to put it in"),
    (f"chain {PASS} --dot ''", "--dot is given without a name"),
    (f"chain {PASS} --dot nowhere/x.dot", "nowhere/x.dot cannot be written: No such file"),
    (f"simulate {TEN} --parquet .", "cannot be written: it is a folder"),
    # Options of playing.
    (f"simulate {TEN} --sessions {HUGE}", "a simulation is of 10,000,000,000 sessions at most"),
    (f"simulate {TEN} --workers 1000000", "workers on this machine at most, not 1000000"),
    (f"simulate {TEN} --dask tcp://127.0.0.1:1 --workers 2", "leave workers and threads out"),
    (f"simulate {TEN} --parquet x --no-paths", "leave --no-paths out"),
    (f"simulate {PASS} --bankroll 99999999990 --throws 9", "it has to be below 10737418240"),
    (f"simulate --limits 1:10000000000 --strategy {FAR_APART}", "sums so far apart do not fit into a chain"),
    # One command's own.
    ("compare pass field --bankroll 100 --throws 9 --sessions 1", "a comparison needs at least two sessions"),
    ("compare pass --bankroll 100 --throws 10", "a comparison is of two systems at least"),
    ("explain --strategy place_6_8 --bankroll 5", "does not pay the first wager of place_6_8"),
    (f"explain {TEN} --session -1", "sessions are numbered from 0 to 2**64 - 1, and not -1"),
    (f"explain {TEN} --ended 480", "write the sums taken home as FROM:TO, such as 480:500, not '480'"),
    (f"explain {TEN} --ended 5:x", "'x' is not a sum of money"),
    (f"explain {TEN} --ended 9:5", "sums taken home go up from the first to the second, and 9:5 does"),
    (
        "explain --strategy dont_pass --bankroll 10000000 --throws 20000",
        "session 0 goes on after 10,000 throws, too long to tell",
    ),
    (f"chain {PASS} --puck 6", "it goes with --plot"),
    (f"chain {PASS} --by-rule", "--by-rule goes with --long-run"),
    (f"chain {PASS} --long-run --dot -", "draws nothing: leave the other option out"),
    ("chain --strategy hit_and_run --long-run", "stops by itself, so it has no long run"),
    (f"chain {PASS} --dot - --json", "--dot - and --json would both print to the screen"),
    (f"risk {NINE} --bankrolls 100:200:0", "in steps, and 100:200:0 does not"),
    (f"risk {NINE} --bankrolls 100", "bankrolls are written FROM:TO or FROM:TO:STEP"),
    (f"risk {NINE} --bankrolls 1:9", "a bankroll of 1 does not pay the first wager"),
    (f"risk {NINE} --bankrolls 50:90 --ruin 0.1", "leave one out"),
    (f"risk {NINE} --floor -5", "not -5"),
    *((f"risk {NINE} --ruin {chance}", "a risk is a chance above 0 and below 1") for chance in ("0", "nan")),
    ("strategies check pass --rules ''", "there is no book ''"),
    ("strategies check 'when always: fire 5' --rules nsw", "does not offer fire"),
    # The aims of a best play: one at a time, and not half of one.
    (AIMS, "say what to play for: --goal DOLLARS"),
    (f"{AIMS} --utility log --throws 2", "up to a goal: say which, with --goal"),
    (f"{AIMS} --goal 9 --throws 2 --shooters 1", "not both 2 throws and 1 shooter"),
    (f"{AIMS} --goal 9 --least-throws-at 1.5", "a chance is above 0 and at most 1"),
    (f"{AIMS} --goal 9 --least-throws-at 0.4 --utility log", "one aim, not both"),
    (f"{AIMS} --still-playing 4 --at-least 1 --throws 3", "has no deadline beside it"),
    (f"{AIMS} --goal 9 --at-most 4", "goes with --still-playing N or --action DOLLARS"),
    (f"{AIMS} --action 9 --at-least 4 --throws 2", "--at-least goes with --still-playing N"),
    (f"{AIMS} --action 9", "action is what there is within --throws N"),
    (f"{AIMS} --action 9 --throws 2 --goal 9", "not both --action and --goal"),
    (f"{AIMS} --action 9 --still-playing 2", "not both --still-playing and --action"),
    (f"{AIMS} --action much --throws 2", "much"),
    (f"{AIMS} --goal 9 --least-throws-at 0.4 --against pass", "leave out either it or"),
    (f"{AIMS} --goal 9 --throws 2 --against pass", "leave out either 2 throws or the system"),
    (f"{AIMS} --goal 9 --throws 2 --utility log --utility power:2 --save it", "take one --utility"),
)


@pytest.fixture
def refused(bankcraps, monkeypatch, tmp_path):
    """Run a command that must fail: it prints no answer and writes no file. Return its error."""
    monkeypatch.chdir(tmp_path)

    def ask(line, *more):
        ran = bankcraps(*shlex.split(line), *more)
        assert (ran.status, ran.out, list(tmp_path.glob("x*"))) == (1, "", [])
        return " ".join(ran.err.split())

    return ask


@pytest.mark.parametrize(("line", "says"), REFUSED, ids=[line for line, _ in REFUSED])
def test_a_question_is_refused_in_a_sentence(refused, line, says):
    assert says in refused(line)


@pytest.mark.parametrize(("system", "says"), SYSTEMS, ids=[said for _, said in SYSTEMS])
def test_systems(refused, system, says):
    assert says in refused("session --bankroll 100 --throws 10", "--strategy", system)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00when", bytes(range(256))])
def test_files_that_are_no_text(refused, tmp_path, content):
    (tmp_path / "mine.txt").write_bytes(content)
    (tmp_path / "mine.toml").write_bytes(content)
    said = refused("session --strategy mine.txt --bankroll 100 --throws 10")
    assert "mine.txt cannot be read: it is not UTF-8 text" in said
    said = refused(f"session {TEN} --rules mine.toml")
    assert "mine.toml: cannot read this file: it is not UTF-8 text" in said


def test_a_file_without_a_system(refused, tmp_path):
    (tmp_path / "mine.txt").write_text("# nothing yet\n")
    assert "this system never bets" in refused("strategies check mine.txt")


def test_without_a_chain_the_first_wager_is_asked_for_as_well(refused, monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 100)
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    system = f"--strategy '{GROWING}'"
    asked = f"{system} --bankroll 5 --throws 10"
    assert "a bankroll of 5 does not pay the first wager" in refused(f"simulate {asked}")
    for line in (f"chain {system}", f"session {asked}"):
        assert "more than 100 memories" in refused(line)


def test_a_picture_that_cannot_be_drawn_does_not_cost_the_answer(bankcraps, tmp_path, monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.exact.budget.QUICK_ADDITIONS", 1.0)
    plot = str(tmp_path / "x.png")
    asked = (*HUNDRED.split(), "--until-settled", "--goal", "200", "--plot", plot, "--picture", "ruin")
    ran = bankcraps("session", *asked)
    assert ran.status == 1
    assert "reaches the goal" in ran.out
    assert ran.err.startswith("bankcraps: the time of ruin takes too long to solve here")


def test_a_word_where_it_takes_a_while(bankcraps, monkeypatch):
    monkeypatch.setenv("BANKCRAPS_PATIENCE", "0")
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    ran = bankcraps("chain", "--strategy", "three_point_molly")
    assert (ran.status, ran.err) == (
        0,
        "bankcraps: still exploring; a system with a cap on what it counts has fewer states\n",
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a disk that is always full")  # noqa: PTH110
def test_a_full_disk():
    program = "from bankcraps.cli.main import main; main()"
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-c", program, "odds", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == f"bankcraps: the answer cannot be written: {os.strerror(errno.ENOSPC)}\n"


def test_nobody_listens_to_the_end():
    program = "from bankcraps.cli.main import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "strategies"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        running.stdout.close()
        said = running.stderr.read()
    assert said == ""
