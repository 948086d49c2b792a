"""Questions that the lab cannot answer: it prints a sentence that says so, and no answer."""

import errno
import os
import subprocess
import sys

import pytest

PASS = ("--strategy", "pass")
FAIR = ("session", "--rules", "nsw", "--strategy", "when always: place 6 5", "--bankroll", "100")
HUNDRED = (*PASS, "--bankroll", "100")
TEN = (*HUNDRED, "--throws", "10")
HUGE = "1" + 30 * "0"
GROWING = "when come_out: pass 10; stop after 3000 throws"
WIDE = "1:10000000000"

LENGTHS = [
    (("--throws", "10", "--shooters", "5"), "one length, not both throws and shooters"),
    (("--throws", "10", "--until-settled"), "one length, not both throws and until settled"),
    (("--throws", "0"), "a session lasts at least 1 throw, not 0"),
    (("--decisions", "-1"), "a session lasts at least 1 decision, not -1"),
    (("--throws", HUGE), "a session lasts at most 1,000,000,000 throws"),
    (("--shooters", HUGE), "a session lasts at most 1,000,000,000 shooters"),
    (("--until-settled", "--goal", "50"), "the goal must be above the bankroll of 100, not 50"),
    (("--until-settled", "--goal", ""), "'' is not a sum of money"),
    (("--throws", "10", "--floor", "200"), "the floor must be between 0 and the bankroll of 100, not 200"),
    (("--throws", "10", "--floor", "-1"), "not -1"),
    (("--throws", "10", "--floor", ""), "'' is not a sum of money"),
]

BANKROLLS = [
    ("-5", "the bankroll must be more than 0, not -5"),
    ("0", "the bankroll must be more than 0, not 0"),
    ("", "'' is not a sum of money"),
    ("sNaN", "an amount of money must be finite, not 'sNaN'"),
    ("-inf", "an amount of money must be finite, not '-inf'"),
    ("1e999999999999", "more than the largest sum"),
    ("1e-999999999999", "has fractions of a cent"),
    ("100€", "not a sum of money"),
    ("1,00", "'1,00' is not a sum of money"),
    ("0.001", "'0.001' has fractions of a cent"),
    ("9", "a bankroll of 9 does not pay the first wager of pass"),
]

GAMES = [
    (("--rules", "nosuch"), "there is no book 'nosuch'"),
    (("--rules", ""), "there is no book ''"),
    (("--rules", "three_four_five:bar=2"), "this book has no option 'bar'"),
    (("--limits", "x"), "write limits as MIN:MAX or MIN:MAX:UNIT"),
    (("--limits", "5:1"), "a maximum no lower than the minimum"),
    (("--limits", "nan:inf"), "an amount of money must be finite, not 'nan'"),
    (("--chip", "0"), "the smallest chip must be worth more than $0"),
    (("--chip", "3"), "minimum and unit must be multiples of the smallest chip, $3"),
]

SYSTEMS = [
    ("nosuch", "there is no system 'nosuch'"),
    ("", "there is no system ''"),
    ("three_point_moly", "did you mean three_point_molly"),
    ("pass:scale=nan", "a scale must be a number above 0"),
    ("when always: fire 5", "Three-Four-Five does not offer fire"),
    ("when come_out: pass 7.50", "pass must be a multiple of $1, not $7.50"),
    ("when come_out: pass -5", "an amount must be more than 0, not -5"),
    ("when come_out: pass ∞", "'∞' is not understood here"),
    ("when " + 13 * "(" + "come_out" + 13 * ")" + ": pass 1", "at most 12 brackets may be open at once"),
    ("when come_out: pass 10\n" * 10**5, "a system has at most 20000 characters, not 2299999"),
]

TABLE = [
    # Too large to solve, and what would do.
    (("session", *HUNDRED, "--throws", "100000000"), "throws would fit; or set a nearer goal"),
    (("session", *HUNDRED, "--throws", "1000000000", "--goal", "200"), "limit 4 GB"),
    (("session", *PASS, "--bankroll", "1000000000", "--throws", "20000000"), "larger units, or simulate it"),
    ((*FAIR, "--until-settled", "--goal", "99999999999"), "limit 2,000,000"),
    # Files.
    (("compare", "pass", "field", *TEN[2:], "--sessions", "1"), "a comparison needs at least two sessions"),
    (("explain", "--strategy", "place_6_8", "--bankroll", "5"), "does not pay the first wager of place_6_8"),
    (("odds", "--chip", "5"), "--chip changes what is really paid; give an --amount with it"),
    (("odds", "--limits", "5:100"), "--limits changes what is really paid; give an --amount with it"),
    (("risk", "--strategy", "pass"), "with one of --throws N, --decisions N or --shooters N"),
    (("risk", "--strategy", "when come_out: pass 5%"), "so that each bankroll makes it another system"),
    (("session", *TEN, "--picture", "ruin"), "--picture ruin goes with --plot FILE"),
    (("simulate", *TEN, "--picture", "final"), "--picture final goes with --plot FILE"),
    (("session", *TEN, "--plot", "x.bmp"), "a picture's name ends in .png or .svg, not in .bmp"),
    (("session", *TEN, "--plot", ""), "--plot is given without a name"),
    (("session", *TEN, "--plot", "nowhere/x.png"), "there is no folder nowhere to put it in"),
    (("odds", "--plot", "x"), "and this name has no ending"),
    (
        ("compare", "pass", "field", "--bankroll", "9", "--throws", "9", "--plot", "x"),
        "this name has no ending",
    ),
    (("risk", *PASS, "--throws", "9", "--plot", "x"), "this name has no ending"),
    (("chain", *PASS, "--plot", "x"), "this name has no ending"),
    (("chain", *PASS, "--dot", ""), "--dot is given without a name"),
    (("chain", *PASS, "--dot", "nowhere/x.dot"), "nowhere/x.dot cannot be written: No such file"),
    (("simulate", *TEN, "--parquet", ""), "--parquet is given without a name"),
    (("simulate", *TEN, "--parquet", "nowhere/x"), "nowhere/x cannot be written: No such file"),
    (("simulate", *TEN, "--parquet", "."), "cannot be written: it is a folder"),
    # Options of playing.
    (("simulate", *TEN, "--sessions", "0"), "a simulation is of one session at least, not 0"),
    (("simulate", *TEN, "--sessions", HUGE), "a simulation is of 10,000,000,000 sessions at most"),
    (("simulate", *TEN, "--seed", "-1"), "a seed is a whole number from 0 to 2**64 - 1, not -1"),
    (("simulate", *TEN, "--seed", str(2**64)), "a seed is a whole number from 0 to 2**64 - 1"),
    (("simulate", *TEN, "--workers", "0"), "a simulation has one worker at least, not 0"),
    (("simulate", *TEN, "--workers", "1000000"), "workers on this machine at most, not 1000000"),
    (("simulate", *TEN, "--dask", ""), "--dask is given without a name"),
    (("simulate", *TEN, "--dask", "tcp://127.0.0.1:1", "--workers", "2"), "leave workers and threads out"),
    (("simulate", *TEN, "--parquet", "x", "--no-paths"), "leave --no-paths out"),
    (("simulate", *PASS, "--bankroll", "99999999990", "--throws", "9"), "it has to be below 10737418240"),
    # Sums a grid of whole numbers does not hold.
    (
        (
            "simulate",
            *("--limits", WIDE, "--strategy", "when come_out: pass 5000000000; when point: place 6 6"),
            *("--bankroll", "6000000000", "--throws", "9"),
        ),
        "sums so far apart do not fit into a chain",
    ),
    # One command's own.
    (("compare", "pass", "--bankroll", "100", "--throws", "10"), "a comparison is of two systems at least"),
    (("compare", "pass", "nosuch", "--bankroll", "100", "--throws", "10"), "there is no system 'nosuch'"),
    (("explain", *PASS, "--bankroll", "5", "--throws", "9"), "a bankroll of 5 does not pay the first wager"),
    (("explain", *TEN, "--seed", "-1"), "a seed is a whole number"),
    (("explain", *TEN, "--session", "-1"), "sessions are numbered from 0 to 2**64 - 1, and not -1"),
    (("explain", *TEN, "--ended", "480"), "write the sums taken home as FROM:TO, such as 480:500, not '480'"),
    (("explain", *TEN, "--ended", "5:x"), "'x' is not a sum of money"),
    (("explain", *TEN, "--ended", "9:5"), "sums taken home go up from the first to the second, and 9:5 does"),
    (("explain", *TEN, "--session", str(2**64)), "sessions are numbered from 0 to 2**64 - 1"),
    (
        ("explain", "--strategy", "dont_pass", "--bankroll", "10000000", "--throws", "20000"),
        "session 0 goes on after 10,000 throws, too long to tell",
    ),
    (("chain", *PASS, "--puck", "6"), "it goes with --plot"),
    (("chain", *PASS, "--long-run", "--dot", "-"), "draws nothing: leave the other option out"),
    (("chain", "--strategy", "hit_and_run", "--long-run"), "stops by itself, so it has no long run"),
    (("chain", *PASS, "--dot", "-", "--json"), "--dot - and --json would both print to the screen"),
    (("risk", *PASS, "--throws", "9", "--bankrolls", "1000:100:10"), "and 1000:100:10 does not"),
    (("risk", *PASS, "--throws", "9", "--bankrolls", "100:200:0"), "in steps, and 100:200:0 does not"),
    (("risk", *PASS, "--throws", "9", "--bankrolls", "100"), "bankrolls are written FROM:TO or FROM:TO:STEP"),
    (("risk", *PASS, "--throws", "9", "--bankrolls", "a:b"), "'a' is not a sum of money"),
    (("risk", *PASS, "--throws", "9", "--bankrolls", "1:9999999:1"), "and 200 are the most"),
    (("risk", *PASS, "--throws", "9", "--bankrolls", "1:9"), "a bankroll of 1 does not pay the first wager"),
    (("risk", *PASS, "--throws", "9", "--bankrolls", "50:90", "--ruin", "0.1"), "leave one out"),
    (("risk", *PASS, "--throws", "9", "--floor", "-5"), "not -5"),
    (("strategies", "nosuch"), "there is no system 'nosuch'"),
    (("strategies", "check", "pass", "--rules", ""), "there is no book ''"),
    (("strategies", "check", "when always: fire 5", "--rules", "nsw"), "does not offer fire"),
]


@pytest.fixture
def refused(lab, monkeypatch, tmp_path):
    """Run a command that must fail: it prints no answer and writes no file. Return its error."""
    monkeypatch.chdir(tmp_path)

    def ask(*args):
        ran = lab(*args)
        assert ran.status == 1
        assert ran.out == ""
        assert list(tmp_path.glob("x*")) == []
        return ran.err

    return ask


@pytest.mark.parametrize(("length", "says"), LENGTHS)
@pytest.mark.parametrize("command", ["session", "simulate", "explain"])
def test_lengths_and_ends(refused, command, length, says):
    assert says in refused(command, *HUNDRED, *length)


@pytest.mark.parametrize("command", ["session", "simulate"])
def test_no_length(refused, command):
    says = "--throws N, --decisions N, --shooters N, --until-settled or --goal DOLLARS"
    assert says in refused(command, *HUNDRED)
    assert says in refused("compare", "pass", "--bankroll", "100")


def test_compare_has_no_option_for_a_system(refused):
    said = refused("compare", "--strategy", "pass", "--bankroll", "100", "--throws", "10")
    assert "name the systems without --strategy, one after another: bankcraps compare pass iron_cross" in said


@pytest.mark.parametrize(("bankroll", "says"), BANKROLLS)
@pytest.mark.parametrize("command", ["session", "simulate", "explain"])
def test_bankrolls(refused, command, bankroll, says):
    assert says in refused(command, *PASS, "--bankroll", bankroll, "--throws", "10")


@pytest.mark.parametrize(("options", "says"), GAMES)
@pytest.mark.parametrize("command", ["session", "chain"])
def test_houses_and_tables(refused, command, options, says):
    args = TEN if command == "session" else PASS
    assert says in refused(command, *args, *options)


@pytest.mark.parametrize(("system", "says"), SYSTEMS, ids=[said for _, said in SYSTEMS])
def test_systems(refused, system, says):
    assert says in refused("session", "--strategy", system, "--bankroll", "100", "--throws", "10")


@pytest.mark.parametrize(("args", "says"), TABLE, ids=[f"{args[0]}: {said}" for args, said in TABLE])
def test_the_rest(refused, args, says):
    assert says in refused(*args)


@pytest.mark.parametrize("chance", ["0", "1", "2", "-0.1", "nan"])
def test_risks_that_are_none(refused, chance):
    said = refused("risk", *PASS, "--throws", "10", "--ruin", chance)
    assert "a risk is a chance above 0 and below 1, such as 0.05" in said


@pytest.mark.parametrize("content", [b"\xff\xfe\x00when", bytes(range(256))])
def test_files_that_are_no_text(refused, tmp_path, content):
    (tmp_path / "mine.txt").write_bytes(content)
    (tmp_path / "mine.toml").write_bytes(content)
    said = refused("session", "--strategy", "mine.txt", "--bankroll", "100", "--throws", "10")
    assert "mine.txt cannot be read: it is not UTF-8 text" in said
    said = refused("session", *TEN, "--rules", "mine.toml")
    assert "mine.toml: cannot read this file: it is not UTF-8 text" in said


def test_a_file_without_a_system(refused, tmp_path):
    (tmp_path / "mine.txt").write_text("# nothing yet\n")
    assert "this system never bets" in refused("strategies", "check", "mine.txt")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "garbage", "foo://bar"])
def test_a_cluster_where_there_is_none(refused, monkeypatch, address):
    monkeypatch.setattr("bankcraps.analysis.simulation.cluster._TIMEOUT", 0.5)
    assert refused("simulate", *TEN, "--dask", address) == (
        f"bankcraps: no Dask scheduler answers at {address}\n"
    )


def test_without_a_chain_the_first_wager_is_asked_for_as_well(refused, monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 100)
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    args = ("--strategy", GROWING, "--bankroll", "5", "--throws", "10")
    assert "a bankroll of 5 does not pay the first wager" in refused("simulate", *args)
    for command in (("chain", *args[:2]), ("session", *args)):
        assert "more than 100 memories" in refused(*command)


def test_a_picture_that_cannot_be_drawn_does_not_cost_the_answer(lab, tmp_path, monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.exact.sessions.QUICK_ADDITIONS", 1.0)
    plot = str(tmp_path / "x.png")
    asked = (*HUNDRED, "--until-settled", "--goal", "200", "--plot", plot, "--picture", "ruin")
    ran = lab("session", *asked)
    assert ran.status == 1
    assert "reaches the goal" in ran.out
    assert ran.err.startswith("bankcraps: the time of ruin takes too long to solve here")


def test_a_word_where_it_takes_a_while(lab, monkeypatch):
    monkeypatch.setenv("BANKCRAPS_PATIENCE", "0")
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    ran = lab("chain", "--strategy", "three_point_molly")
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
