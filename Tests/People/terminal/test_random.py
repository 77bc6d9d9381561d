"""A random person at each front end, behind a slow connection to a server that stalls and dies.

The person fills in the form of *Log in* again and again, by typing and pasting, also ahead of the screen, calls actions by
their keys, and resizes the terminal. Each form that was submitted must reach the server once, with the texts of the
moment when it was submitted; after the end of the server, its text must still be there. No other action may be called.

`SVVS_SECONDS` is the duration for each front end, `SVVS_SEED` chooses the steps.
"""
import contextlib
import json
import os
import random
import shlex
import signal
import sys
import time
import unicodedata

import pytest

from paths import PYTHONPATH, REPOSITORY
from terminal import Terminal, framed

DURATION, SEED = float(os.environ.get("SVVS_SECONDS", "600")), int(os.environ.get("SVVS_SEED", "1"))
PASSWORD = "secret"
# Letters that are keys of the front ends, and characters that are wide, joined, or of several units.
WORDS = ["q", "o", "x", "dd", ":w", "?", "/", "1", "l", "y", "gg", "k", "é", "日本", "👩", "e\u0301", "a b", "R"]
SIZES = [(60, 15), (60, 24), (80, 24), (100, 30), (120, 40)]
# The methods that a front end calls for a person who only logs in.
METHODS = {"initialize", "initialized", "rpc.discover", "view/open", "view/set", "view/get", "view/close",
           "$/cancelRequest", "shutdown", "exit", "didAppear", "login", "increment"}


class TerminalProgram:
    command = [sys.executable, "-m", "svvs", "tui"]
    environment = {"PYTHONPATH": PYTHONPATH, "PYTHONDONTWRITEBYTECODE": "1"}
    ended, restart, clear_secret = "Ctrl+R reopens all", ["C-r"], ["End", "C-u"]

    def begin(self, terminal, is_first):
        """Goes into an empty field of the user id, as a person does who looks at the screen."""
        terminal.keys("Enter", "End", "C-u")  # after a form was submitted, letters are keys

    def shows(self, terminal, text):
        """A terminal may draw a composed character."""
        return unicodedata.normalize("NFC", text) in unicodedata.normalize("NFC", plain(terminal.screen()))

    def count(self, terminal, times):
        terminal.keys("o", "c").wait_for("┏━ 2 Counter A")
        terminal.wait_for("Count:")
        terminal.type("i" * times).keys("1").wait_for("┏━ 1 Log in")


class Emacs:
    command = ["emacs", "-nw", "-Q", "-L", REPOSITORY / "clients/emacs", "-l", "svvs", "-f", "svvs"]
    environment = {"TERM": "screen-256color"}
    ended, restart, clear_secret = "reopens all", ["C-c", "C-o"], []

    def begin(self, terminal, is_first):
        if not is_first:
            terminal.wait_for("S-TAB User id")
            terminal.keys("BTab").wait_for("RET next: Password")
            terminal.keys("C-a", "C-k")

    def shows(self, terminal, text):
        return text in plain(terminal.screen())

    def count(self, terminal, times):
        terminal.keys("M-x").type("svvs-open-view").keys("Enter").type("counterA").keys("Enter").wait_for("Count:")
        terminal.type("i" * times).keys("C-x", "b").type("*svvs login*").keys("Enter").wait_for("Login state")


class Neovim:
    command = [os.environ.get("SVVS_NVIM", "nvim"), "--clean", "-c", "SvvsOpen",
               "--cmd", f"set runtimepath^={REPOSITORY / 'clients/neovim'}"]
    environment = {}
    ended, restart, clear_secret = "R reopens everything", ["R"], ["C-u"]

    def begin(self, terminal, is_first):
        terminal.type("cu").wait_for("User id:")
        terminal.keys("C-u")

    def shows(self, terminal, text):
        """The prompt of the field begins with the text."""
        terminal.type("cu").wait_for("User id:")
        is_shown = text in plain(terminal.screen())
        terminal.keys("Escape").wait_for(lambda screen: "User id:" not in screen)
        return is_shown

    def count(self, terminal, times):
        terminal.type(":SvvsOpen counterA").keys("Enter").wait_for("Count : ")
        terminal.type("ai" * times + ":b svvs://login").keys("Enter").wait_for("Login state")


def requests(log):
    """The requests that have reached the servers."""
    text, decoder, at, found = log.read_text(errors="replace"), json.JSONDecoder(), 0, []
    while (at := text.find("{", at)) >= 0:
        try:
            message, at = decoder.raw_decode(text, at)
        except ValueError:  # the server has ended within it
            at += 1
            continue
        found.append(message)
    return found


def logins(log):
    """The user ids of the logins that have reached the servers, with their passwords."""
    found, state = [], {}
    for message in requests(log):
        method, params = message.get("method"), message.get("params", {})
        if method == "initialize":
            state = {}
        elif method == "view/set":
            state.update(params["properties"])
        elif method == "login":
            values = {**state, **params}
            found.append((plain(values.get("userId", "")), values.get("password", "")))
    return found


def plain(text):
    """A text with spaces in place of line ends and other spaces."""
    return " ".join(text.split())


class Person:
    def __init__(self, front_end, svvs, folder, server_of, seed):
        self.front_end, self.log, self.server_of, self.seed = front_end, folder / "log", server_of, seed
        self.chance = random.Random(seed)
        slow = [str(REPOSITORY / "Tests/People/terminal/slow"), str(self.log), f"{self.chance.uniform(0.3, 0.5):.2f}"]
        self.steps, self.submitted, self.number, self.counted = [], [], 0, 0
        folder.mkdir()
        self.log.touch()
        environment = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "GITHUB_TOKEN": "",
                       "SVVS": f"{shlex.join(slow)} {svvs}", **front_end.environment}
        self.terminal = Terminal(front_end.command, environment=environment, directory=folder)

    def note(self, *step):
        self.steps.append(step)

    def disturb(self):
        """Resizes the terminal, stalls the server, or waits; mostly nothing."""
        kind = self.chance.randrange(10)
        if kind == 0:
            size = self.chance.choice(SIZES)
            self.note("resize", *size)
            self.terminal.resize(*size)
        elif kind == 1:
            seconds = self.chance.uniform(0, 1)
            self.note("wait", seconds)
            time.sleep(seconds)
        elif kind == 2:
            self.note("stall")
            server = self.server_of(self.terminal)
            os.kill(server, signal.SIGSTOP)
            time.sleep(0.5)
            os.kill(server, signal.SIGCONT)

    def enter(self, text):
        """Types or pastes a text in pieces."""
        while text:
            at = self.chance.randrange(1, len(text) + 1)
            piece, text = text[:at], text[at:]
            if self.chance.random() < 0.3:
                self.note("paste", piece)
                self.terminal.send(b"\x1b[200~" + piece.encode() + b"\x1b[201~")
                time.sleep(0.1)  # Neovim reads keys that directly follow a paste before it.
            else:
                self.note("type", piece)
                self.terminal.type(piece)
            self.disturb()

    def fill_in(self):
        """Submits the form with a new user id."""
        self.number += 1
        text = plain(f"u{self.number} " + " ".join(self.chance.choices(WORDS, k=self.chance.randrange(1, 5))))
        self.front_end.begin(self.terminal, self.number == 1)
        self.enter(text)
        self.terminal.keys("Enter", *self.front_end.clear_secret).type(PASSWORD).keys("Enter")
        self.note("submit", text)
        self.submitted.append(text)

    def count(self):
        """Calls an action by its key."""
        times = self.chance.randrange(1, 4)
        self.counted += times
        self.note("count", times)
        self.front_end.count(self.terminal, times)

    def kill(self):
        """Ends the server, and starts it again as the README of the front end says."""
        self.note("kill")
        starts = self.called("initialize")
        os.kill(self.server_of(self.terminal), signal.SIGKILL)
        self.terminal.wait_for(lambda screen: self.front_end.ended in plain(screen))  # it may be cut into lines
        for key in self.front_end.restart:
            self.terminal.keys(key)
            time.sleep(0.2)  # Two keys in one burst are not those of a person.
        self.terminal.wait_for(lambda screen: self.called("initialize") > starts
                               and self.front_end.ended not in plain(screen) and "Not logged in" in screen)
        for text in self.missing():
            assert self.front_end.shows(self.terminal, text), f"lost with the server: {text}"
            self.submitted.remove(text)

    def missing(self):
        found = logins(self.log)
        return [text for text in self.submitted if (text, PASSWORD) not in found]

    def called(self, method):
        return sum(message.get("method") == method for message in requests(self.log))

    def check(self):
        """Waits until the forms have arrived, and checks that nothing else has."""
        with contextlib.suppress(AssertionError):  # What is missing is said below.
            self.terminal.wait_for(lambda _: not self.missing() and self.called("increment") >= self.counted)
        assert not self.missing(), f"lost: {self.missing()}"
        counted = self.called("increment")
        assert counted == self.counted, f"counted {counted} instead of {self.counted}"
        found = logins(self.log)
        wrong = [one for one in found if one not in [(text, PASSWORD) for text in self.submitted]]
        assert not wrong, f"misread: {wrong}"
        twice = [text for text in self.submitted if found.count((text, PASSWORD)) > 1]
        assert not twice, f"called twice: {twice}"
        others = {message["method"] for message in requests(self.log) if "method" in message} - METHODS
        assert not others, f"called: {others}"

    def act(self):
        if not self.submitted:
            self.terminal.wait_for("Not logged in")
        self.fill_in()
        self.disturb()
        kind = self.chance.random()
        if kind < 0.2:
            self.kill()
        elif kind < 0.4:
            self.fill_in()  # before the last form has arrived
        self.check()
        if kind > 0.8:
            self.count()
            self.check()

    def story(self):
        steps = "\n".join(map(str, self.steps[-20:]))
        seen = f"the last logins: {logins(self.log)[-5:]}\n{framed(self.terminal.screen())}"
        return f"SVVS_SEED={self.seed}, the last steps:\n{steps}\n{seen}"


@pytest.mark.release
@pytest.mark.parametrize("front_end", [TerminalProgram, Emacs, Neovim])
def test_what_was_submitted_arrives_once_and_nothing_else_happens(front_end, svvs, server_of, tmp_path):
    until, seed, faults = time.monotonic() + DURATION, SEED, []
    while time.monotonic() < until:
        person = Person(front_end(), svvs, tmp_path / str(seed), server_of, seed)
        with person.terminal:
            try:
                while time.monotonic() < until and person.number < 30:
                    person.act()
            except AssertionError as fault:
                faults.append(f"{str(fault).splitlines()[0]}\n{person.story()}")
                print(faults[-1], flush=True)
        seed += 1
    assert not faults, f"{len(faults)} faults in {seed - SEED} runs"
