"""The task of a person at the prompt of the Python client, in as few keys as its completion allows."""
import os
import signal
import sys

import pytest

from paths import PYTHONPATH

KEYS = 141


@pytest.fixture
def prompt(terminal, svvs):
    """Starts the prompt, which begins with the login."""
    environment = {"SVVS": svvs, "PYTHONPATH": PYTHONPATH, "PYTHONDONTWRITEBYTECODE": "1"}

    def start(**size):
        started = terminal([sys.executable, "-m", "svvs", "repl"], environment=environment, **size)
        started.wait_for(at("login"))
        return started
    return start


def at(view):
    """Whether the prompt waits for a line about a view."""
    return lambda screen: screen.endswith(f"\n{view}>")


def log_in(terminal):
    terminal.type(".l").keys("Tab").type("u").keys("Tab").type("12345 p").keys("Tab", "Enter").wait_for("password:")
    terminal.type("password").keys("Enter").wait_for(at("home"))


def bookmark(terminal):
    terminal.type("o").keys("Tab").type("fr").keys("Tab", "Tab").type("A").keys("Enter").wait_for(at("friends"))
    terminal.type(".t").keys("Tab").type("2").keys("Enter").wait_for('User C  ["A", "B"]  true')


def test_the_task(prompt, server_of, measure):
    terminal = prompt(height=60)
    log_in(terminal)

    terminal.type("o").keys("Tab").type("n").keys("Tab", "Enter").wait_for(at("notes"))
    terminal.type(".dr").keys("Tab").type("Milk").keys("Enter").wait_for("notes: draft = Milk")
    terminal.type(".a").keys("Tab", "Enter").wait_for("   2  2   Milk")

    terminal.type("o").keys("Tab").type("u").keys("Tab", "Tab").type("A").keys("Enter").wait_for("User A")
    terminal.type(".r").keys("Tab", "Enter").wait_for("user: isReloadButtonDisabled = false")

    bookmark(terminal)

    terminal.type("o").keys("Tab").type("sm").keys("Tab", "Enter").wait_for(at("smoothies"))
    terminal.type(".t").keys("Tab").type("3").keys("Enter").wait_for("¥520       2022/04/01   true")

    terminal.type("o").keys("Tab").type("sea").keys("Tab", "Enter").wait_for(at("search"))
    terminal.type(".searchT").keys("Tab").type("tom").keys("Enter").wait_for("tom-2")
    terminal.type(".u").keys("Tab").type("2").keys("Enter").wait_for("swift-examples")

    terminal.type("login.l").keys("Tab").type("u").keys("Tab").type("error p").keys("Tab", "Enter")
    terminal.wait_for(lambda screen: screen.endswith("password:"))
    terminal.type("x").keys("Enter").wait_for("login: ERROR: The request is invalid")

    terminal.type("o").keys("Tab").type("e").keys("Tab", "Enter").wait_for(at("effects"))
    terminal.type(".h").keys("Tab", "Tab").type("b").keys("Tab", "Tab").type("60").keys("Enter")
    terminal.wait_for("effects.handle: 2 s, Ctrl-C cancels it")
    terminal.keys("C-c").wait_for("effects.handle is cancelled")

    os.kill(server_of(terminal), signal.SIGKILL)
    terminal.wait_for("svvs: the server has ended by signal SIGKILL")
    terminal.type("r").keys("Tab", "Enter").wait_for(
        "open again: login, home, notes, user, friends, smoothies, search, searchDetail, effects")
    measure("prompt", terminal, KEYS)


def test_the_screenshot(prompt, screenshots):
    terminal = prompt(width=100, height=15)
    log_in(terminal)
    bookmark(terminal)
    screenshots.check(terminal, "clients/terminal/README.md", "prompt")


def test_a_line_that_was_typed_when_the_server_died_is_not_for_the_shell(terminal, svvs, server_of, tmp_path):
    environment = {"SVVS": svvs, "PYTHONPATH": PYTHONPATH, "PS1": "shell$ "}
    shell = terminal(["sh"], environment=environment)
    shell.type(f"{sys.executable} -m svvs repl").keys("Enter").wait_for(at("login"))
    shell.type("touch made-by-accident")
    os.kill(server_of(shell), signal.SIGKILL)
    shell.wait_for("that was open\nlogin> touch made-by-accident")
    shell.keys("Enter").wait_for("svvs: no such command")
    shell.keys("C-d").wait_for("shell$")
    assert not (tmp_path / "made-by-accident").exists()


@pytest.mark.parametrize("size", [{"width": 40, "height": 10}, {"width": 200, "height": 50}])
def test_lines_are_as_wide_as_the_terminal_is_now(prompt, size):
    terminal = prompt(**size)
    log_in(terminal)
    terminal.type("open smoothies").keys("Enter").wait_for(at("smoothies"))
    terminal.resize(50, 12).type(".filterKeyword=Mint").keys("Enter").wait_for(
        "smoothies: smoothies = 1\n"
        "      id              title           priceText …\n"
        "   1  mint-submarine  Mint Submarine  ¥440      …\n"
        "smoothies: filterKeyword = Mint\n"
        "smoothies>")
