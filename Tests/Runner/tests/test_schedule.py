"""The order of checks, those that run side by side, and the end of their processes."""
import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from check import Check
from checks import ROOT, Checks
from schedule import Schedule, run_until_stopped


@pytest.fixture
def run(tmp_path):
    """Runs shell commands as checks in a directory; returns their results by name."""
    def run(*checks, lanes=2):
        schedule = Schedule(list(checks), lanes, tmp_path / "results", tmp_path)
        asyncio.run(asyncio.wait_for(schedule.run(), 30))
        return {result.check.name: result for result in schedule.results}
    return run


def shell(name, script, limit=20, **options):
    return Check("part", name, ["sh", "-c", script], limit, **options)


def test_two_checks_run_side_by_side(run, tmp_path):
    os.mkfifo(tmp_path / "fifo")
    results = run(shell("writer", "echo >fifo"), shell("reader", "cat fifo"))
    assert all(result.passed == 1 for result in results.values())


def test_no_more_checks_run_than_there_are_lanes(run):
    only_one = "mkdir one && rmdir one"
    results = run(*(shell(str(number), only_one) for number in range(5)), lanes=1)
    assert sum(result.passed for result in results.values()) == 5


def test_a_check_that_is_alone_starts_when_the_others_have_ended(run, tmp_path):
    os.mkfifo(tmp_path / "fifo")
    results = run(shell("alone", "test -e a && test -e b", is_alone=True),
                  shell("a", "cat fifo && touch a"), shell("b", "echo >fifo && touch b"), lanes=3)
    assert all(result.passed == 1 for result in results.values())


def test_checks_that_use_one_resource_run_one_after_another(run):
    results = run(*(shell(str(number), "mkdir thing && ls && rmdir thing", uses="thing") for number in range(9)),
                  lanes=9)
    assert sum(result.passed for result in results.values()) == 9


def test_a_check_waits_for_the_one_it_needs(run):
    results = run(shell("test", "test -e built", needs=("build",)), shell("build", "ls && touch built"))
    assert results["test"].passed == 1


def test_a_check_that_needs_a_failed_one_has_failed_and_the_others_run(run, capsys):
    results = run(shell("build", "exit 1"), shell("test", "touch ran", needs=("build",)),
                  shell("after", "true", needs=("test",)), shell("other", "true"))
    assert (results["test"].failed, results["after"].failed, results["other"].passed) == (1, 1, 1)
    assert "test: not run, because build failed" in capsys.readouterr().out


def test_the_log_of_a_check_is_printed_whole_when_it_ends(run, capfd, tmp_path):
    os.mkfifo(tmp_path / "fifo")
    run(shell("first", "echo first 1; cat fifo; echo first 2"), shell("second", "echo second; echo third >fifo"))
    out = capfd.readouterr().out
    assert "first 1\nthird\nfirst 2\n== first: 1 passed, 0 failed" in out and "second\n== second: 1 passed" in out


def test_a_check_that_takes_too_long_is_ended_with_its_children(run, tmp_path):
    os.mkfifo(tmp_path / "never")
    results = run(shell("hung", "echo $$; cat never & cat never", limit=1))
    assert results["hung"].failed == 1 and "not finished within 1 seconds" in read(tmp_path, "hung", "stderr")
    assert not is_running(int(read(tmp_path, "hung", "stdout")))


def test_a_command_that_does_not_exist_has_failed(run, tmp_path):
    assert run(Check("part", "none", ["./none"], 1))["none"].failed == 1
    assert "No such file" in read(tmp_path, "none", "stderr")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_every_process_although_it_comes_again(tmp_path, number):
    for name in ("started", "asked", "go", "never"):
        os.mkfifo(tmp_path / name)
    # The tests may have been started with the signal ignored.
    with subprocess.Popen([sys.executable, Path(__file__).with_name("hung_run.py")], cwd=tmp_path,
                          preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)) as runner:
        group = int((tmp_path / "started").read_text())
        runner.send_signal(number)
        (tmp_path / "asked").read_text()
        runner.send_signal(number)
        (tmp_path / "go").write_text("")
        assert runner.wait(20) == number
    assert not is_running(group)


def test_a_signal_that_the_run_ignores_is_not_ignored_by_its_checks(tmp_path):
    """For example, SIGHUP under nohup."""
    schedule = Schedule([shell("check", "kill -HUP $PPID; kill -HUP $$")], 1, tmp_path / "results", tmp_path)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert asyncio.run(run_until_stopped(schedule)) == 0
    finally:
        signal.signal(signal.SIGHUP, before)
    assert schedule.results[0].failures == [f"ended with status {-signal.SIGHUP}"]


def test_each_check_has_a_separate_directory_of_results():
    slugs = [check.slug for check in Checks([*Checks.PARTS, *Checks.LONG_PARTS], Path("sockets")).all()]
    assert len(slugs) == len(set(slugs))


def test_each_python_test_is_in_a_check():
    commands = [check.command for check in Checks(list(Checks.PARTS), Path("sockets")).all()]
    words = {word for command in commands if "pytest" in command for word in command}
    # The checks of the whole of BlackBox select some of its tests.
    directories = {ROOT / word for word in words - {"Tests/BlackBox"}}
    files = [file for top in ("Tests", "clients") for file in (ROOT / top).rglob("test_*.py")]
    assert files and [file for file in files if directories.isdisjoint(file.parents)] == []


def is_running(group):
    """Whether a process of the group is running; one that has ended may wait for its parent."""
    states = subprocess.run(["ps", "-o", "stat=", "-g", str(group)], stdout=subprocess.PIPE, text=True).stdout
    return any(not state.startswith("Z") for state in states.split())


def read(tmp_path, name, stream):
    return (tmp_path / "results" / name / stream).read_text()
