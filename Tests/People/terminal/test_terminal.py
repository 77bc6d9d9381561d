"""The harness itself, on small programs."""
import os
import signal

import pytest

from screenshots import Screenshots, steady
from terminal import Terminal
from tree import descendants, ended


def test_keys_and_characters_are_counted_and_arrive(terminal):
    shell = terminal(["cat"])
    shell.type("it's; {~$#\"é\\").keys("Enter").wait_for(lambda screen: screen.count("it's; {~$#\"é\\") == 2)
    assert shell.count == len("it's; {~$#\"é\\") + 1
    shell.keys("C-d")
    assert (shell.wait(), shell.count) == (0, 15)


def test_a_program_that_is_killed_has_the_status_of_the_signal(terminal):
    shell = terminal(["cat"])
    os.kill(shell.pid, signal.SIGKILL)
    assert shell.wait() == 128 + signal.SIGKILL


def test_a_key_that_is_named_is_pressed(terminal):
    shell = terminal(["cat", "-v"])
    shell.keys("C-v", "M-x", "Enter", "-", "Enter").wait_for("^[x\n-\n^[x\n-")
    assert shell.count == 5


def test_late_output_is_waited_for(terminal, tmp_path):
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    shell = terminal(["sh", "-c", 'echo waiting; read -r word <"$1"; echo "$word $HOME"', "sh", str(gate)])
    shell.wait_for("waiting")
    gate.write_text("open\n")
    shell.wait_for(f"open {tmp_path}")
    assert shell.wait() == 0


def test_missing_output_is_an_error_that_shows_the_screen(terminal):
    shell = terminal(["sh", "-c", "echo something else; cat"])
    with pytest.raises(AssertionError, match="(?s)'this' is not on the screen.*│something else"):
        shell.wait_for("this", seconds=1)


def test_the_size_can_change(terminal):
    shell = terminal(["sh"], width=70, height=20)
    shell.type("stty size").keys("Enter").wait_for("20 70")
    shell.resize(40, 10).type("stty size").keys("Enter").wait_for("10 40")


def test_closing_leaves_no_process():
    with Terminal(["sh", "-c", "sleep 100 & echo started; wait"]) as shell:
        shell.wait_for("started")
        started, = descendants(shell.pid)
    assert ended(started.pid, seconds=0)


def test_the_server_of_a_program_is_found_and_can_be_killed(terminal, svvs, server_of):
    request = '{"jsonrpc": "2.0", "id": 1, "method": "initialize"}'
    shell = terminal(["sh", "-c", f"(echo '{request}'; cat) | {svvs}; echo over"])
    shell.wait_for("serverInfo")
    os.kill(server_of(shell), signal.SIGKILL)
    shell.keys("C-d").wait_for("over")


def test_a_screenshot_that_differs_is_refused_and_can_be_updated(terminal, tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text("a\n<!-- screenshot: one -->\n```text\nold\n```\n<!-- end -->\nz\n")
    shell = terminal(["sh", "-c", "echo; echo new in 1.7 s; cat"])
    shell.wait_for("new")
    times = [(r"\d\.\d s", "0.0 s")]
    with pytest.raises(AssertionError, match="(?s)-old.*\\+new in 0.0 s"):
        Screenshots(False).check(shell, readme, "one", times, seconds=1)
    Screenshots(True).check(shell, readme, "one", times)
    Screenshots(False).check(shell, readme, "one", times)
    assert readme.read_text().startswith("a\n<!-- screenshot: one -->\n```text\nnew in 0.0 s\n```\n<!-- end -->\nz\n")
    with pytest.raises(AssertionError, match="does not have a screenshot two"):
        Screenshots(False).check(shell, readme, "two")


def test_a_steady_screen_has_no_spaces_at_the_ends():
    assert steady("\n a  \n\nb 3 s\n\n", [("[0-9]+ s", "… s")]) == " a\n\nb … s\n"
