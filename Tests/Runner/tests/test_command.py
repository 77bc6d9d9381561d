"""The command line of the test runner."""
import fcntl
import subprocess
import sys

from checks import ROOT


def run(*arguments):
    return subprocess.run([sys.executable, ROOT / "Tests/Runner", *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)


def test_an_unknown_part_is_refused_with_the_known_ones():
    result = run("nonsense")
    assert result.returncode == 2 and "nonsense: expected parts of swift, " in result.stderr


def test_a_run_is_refused_while_another_writes_its_results():
    results = ROOT / ".build/tests"
    results.mkdir(parents=True, exist_ok=True)
    with (results / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pass  # The run that this test is a part of has it.
        result = run("format")
    assert result.returncode == 2 and "another run writes its results there" in result.stderr
