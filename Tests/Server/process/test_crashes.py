"""Servers that crash, or end by a signal or by `exit`: no reply that was earned is lost, and stderr says what ran.

SVVS_SEED is the seed of the random crashes, SVVS_CRASHES their number.
"""
import contextlib
import ctypes
import fcntl
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest

from readiness import readable
from server import PROGRAM

MISTAKEN = os.path.join(os.path.dirname(PROGRAM), "MistakenApp")
SEED = int(os.environ.get("SVVS_SEED", 20220714))
CRASHES = int(os.environ.get("SVVS_CRASHES", 30))
# The seconds after which a blocked main thread is reported.
LIMIT = 1 if "debug" in os.path.realpath(PROGRAM) else 5
WITHOUT_BACKTRACE = {"SWIFT_BACKTRACE": "enable=no"}
CLIENT = {"name": "emacs", "version": "28.2"}
ENDS = {
    "fatal": {"password": "sesame"}, "index": {"code": 99, "value": "sesame"}, "overflow": {"value": 8765432101},
    "recur": {}, "leave": {"status": 5}, "stop": {},
}
ENDS_ELSEWHERE = ["crashElsewhere", "leaveElsewhere"]
SIGNALS = [signal.SIGHUP, signal.SIGABRT, signal.SIGUSR1, signal.SIGRTMIN]


@pytest.fixture
def crashing(start):
    """Starts a server with the view `v` for a client with a name."""
    def launch(client=None, environment=WITHOUT_BACKTRACE, command=(MISTAKEN,)):
        server = start(command=command, environment=environment)
        server.call("initialize", {"clientInfo": client or CLIENT})
        server.open("crash", "v")
        return server
    return launch


def end(server, method, params=None):
    """Makes two calls and one that ends the process, in one write. Returns the lines of stderr."""
    earned = [server.message("add"), server.message("add")]
    server.send(*earned, server.message(method, params or {}))
    replies = server.read_rest()
    assert [reply["id"] for reply in replies if "id" in reply][:2] == [call["id"] for call in earned]
    assert server.wait() != 0
    return server.errors.splitlines()


def says(server, text):
    """Waits until the last line on stderr begins with a text."""
    deadline = time.monotonic() + 20
    while not f"\n{server.errors}".rpartition("\n" + text)[1] or "\n" in server.errors.rpartition(text)[2][:-1]:
        assert time.monotonic() < deadline, server.errors
        os.sched_yield()


# What a crash says

@pytest.mark.parametrize("method, params, line", [
    ("index", ENDS["index"], r"crashed \(SIG(ILL|TRAP), a trap .*\) in the action index of the view crash, "
                             r"with the arguments code and value, called by emacs 28.2"),
    ("overflow", ENDS["overflow"], r"crashed \(.*overflow\) in the action overflow of the view crash, "
                                   r"with the argument value, called by emacs 28.2"),
    ("recur", {}, r"crashed \(SIGSEGV, stack overflow\) in the action recur of the view crash, called by emacs 28.2"),
    ("stop", {}, r"crashed \(SIGABRT, abort\) in the action stop of the view crash, called by emacs 28.2"),
    ("view/set", {"view": "v", "properties": {"volume": 8765432101}},
     r"crashed \(SIGSEGV, stack overflow\) in the setter of the property volume of the view crash, "
     r"called by emacs 28.2"),
    ("deepen", {}, r"crashed \(SIGSEGV, stack overflow\) in the getter of the property depth of the view crash"),
    ("view/open", {"type": "stillborn"}, r"crashed \(SIG.*\) in the initializer of the view stillborn, "
                                         r"called by emacs 28.2"),
    ("crashLater", {}, r"crashed \(SIG.*\) in a task of the main actor; in progress: the action crashLater of the "
                       r"view crash, called by emacs 28.2"),
    ("crashElsewhere", {}, r"crashed \(SIG.*\) on a thread other than the main thread.*"),
])
def test_the_last_line_says_what_crashed(crashing, method, params, line):
    errors = end(crashing(), method, params)
    assert re.fullmatch(f"MistakenApp: {line}", errors[-1]), errors
    assert sum("crashed (" in error for error in errors) == 1
    assert "sesame" not in "".join(errors) and "8765432101" not in "".join(errors)


def test_a_name_of_a_client_does_not_control_the_terminal(crashing):
    errors = end(crashing({"name": "em\x1bacs\n" + "x" * 100}), "stop")
    assert r"called by em\u{1B}acs\u{A}xxx" in errors[-1] and len(errors[-1]) < 200


def test_a_backtrace_names_the_line_of_the_author_but_contains_no_values(crashing):
    errors = end(crashing(environment={}), "overflow", {"value": 8765432101})
    text = "\n".join(errors)
    assert "CrashViewState.overflow" in text and "arithmetic overflow" in text and "Registers" not in text
    assert errors[-1].startswith("MistakenApp: crashed (") and "8765432101" not in text


def test_a_log_file_has_the_message_in_the_last_line(tmp_path):
    with open(tmp_path / "log", "w") as log:
        subprocess.run([MISTAKEN], env={**os.environ, "MISTAKE": "trap"}, stderr=log, timeout=20)
    line = (tmp_path / "log").read_text().splitlines()[-1]
    assert re.fullmatch(r"MistakenApp: crashed \(SIG\w+, Fatal error: the app cannot be made\) outside of a call", line)


def test_without_the_tool_a_line_says_how_to_get_a_backtrace(crashing):
    *_, hint, line = end(crashing(command=["env", "-i", MISTAKEN]), "overflow", {"value": 8765432101})
    assert "for a backtrace, set SWIFT_BACKTRACE=" in hint and "crashed (" in line


@pytest.mark.release
def test_a_backtrace_that_takes_long_is_given_up(crashing, tmp_path):
    tool = tmp_path / "swift-backtrace"
    tool.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    tool.chmod(0o755)
    errors = end(crashing(environment={"SWIFT_BACKTRACE": f"swift-backtrace={tool}"}), "stop")
    assert "crashed (SIGABRT" in errors[-1]


@pytest.mark.parametrize("environment, value", [({}, "not set"), (WITHOUT_BACKTRACE, "enable=no")])
def test_the_environment_is_that_of_the_user(crashing, environment, value):
    server = crashing(environment={**environment, "LOGNAME": "somebody"})
    for name, expected in [("SWIFT_BACKTRACE", value), ("LOGNAME", "somebody"), ("PATH", os.environ["PATH"])]:
        server.call("sayVariable", {"name": name})
        says(server, expected)


# What an app prints

def test_text_that_an_app_prints_is_seen_before_the_reply(crashing):
    server = crashing()
    server.call("say", {"text": "hello"})
    says(server, "hello")


def test_a_crash_loses_no_printed_line(crashing):
    server = crashing()
    server.call("say", {"text": "hello"})
    errors = end(server, "stop")
    assert errors[0] == "hello" and "crashed" in errors[-1]


# A blocked main thread

def test_a_blocked_main_thread_is_reported_once(crashing):
    server = crashing()
    server.call("doze", {"seconds": 0.1})
    server.send(server.message("doze", {"seconds": LIMIT * 3}))
    says(server, f"MistakenApp: the action doze of the view crash has blocked the main thread for {LIMIT} s")
    server.call("add")
    assert server.errors.count("blocked") == 1


def test_a_second_signal_ends_a_server_whose_main_thread_is_blocked(crashing):
    server, number = crashing(), signal.SIGTERM
    earned = server.message("add")
    server.send(earned, server.message("doze", {"seconds": 60}))
    server.drained()
    first = time.monotonic()
    while server.running:
        server.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.process.wait(0.05)
    assert time.monotonic() - first >= 1 and server.wait() == -number
    assert earned["id"] in [reply.get("id") for reply in server.read_rest()]
    line = f"ended by a second {number.name}: the action doze of the view crash has blocked the main thread"
    assert server.errors.splitlines()[-1] == f"MistakenApp: {line}"


def test_the_signals_of_stop_do_not_end_a_server_that_is_busy(crashing):
    server, system = crashing(), ctypes.CDLL(None)
    busy = server.message("doze", {"seconds": 2})
    server.send(busy)
    server.drained()
    while not readable(server.source, seconds=0.05):
        system.sigqueue(server.pid, signal.SIGTERM, None)
    assert busy["id"] in [reply.get("id") for reply in server.read_rest()]
    assert server.wait() == 0 and "second" not in server.errors


def test_an_exit_in_an_action_is_reported(crashing):
    errors = end(crashing(), "leave", {"status": 5})
    assert errors[-1] == ("MistakenApp: ended by exit in the action leave of the view crash, with the argument status, "
                          "called by emacs 28.2")


def test_an_exit_on_another_thread_is_reported_although_no_call_runs(crashing, tmp_path):
    server, fifo = crashing(), tmp_path / "fifo"
    os.mkfifo(fifo)
    server.call("leaveElsewhereLater", {"fifo": str(fifo)})
    os.close(os.open(fifo, os.O_WRONLY))
    assert server.read_rest() == [] and server.wait() == 3
    assert server.errors == "MistakenApp: ended by exit on a thread other than the main thread\n"


def test_a_server_that_is_idle_stays_asleep(crashing):
    server = crashing()

    def switches():
        tasks = f"/proc/{server.pid}/task"
        return [open(f"{tasks}/{task}/status").read().split("voluntary_ctxt_switches:")[1].split()[0]
                for task in sorted(os.listdir(tasks))]
    server.call("add")
    deadline = time.monotonic() + 60
    while True:
        before = switches()
        assert not readable(server.source, seconds=LIMIT * 0.7)
        if switches() == before:
            break
        assert time.monotonic() < deadline


# Several ends at once

@pytest.mark.parametrize("method", ["overflow", "leaveElsewhere"])
def test_signals_that_a_parent_blocks_lose_no_reply(crashing, method):
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        server = crashing()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    end(server, method, ENDS.get(method))


def test_a_second_signal_does_not_cut_the_writing_of_replies_short(crashing):
    server = crashing()
    fcntl.fcntl(server.process.stdout, fcntl.F_SETPIPE_SZ, 4096)
    earned = server.message("rpc.discover")
    server.send(earned, server.message("doze", {"seconds": 60}))
    server.drained()
    for number in (signal.SIGQUIT, signal.SIGHUP, signal.SIGUSR1):
        server.send_signal(number)
    assert earned["id"] in [reply.get("id") for reply in server.read_rest()]
    assert server.wait() < 0


# Replies that were earned


class RandomCrash:
    """A server with one to ten connections, whose pipelined calls are sent in random pieces. One of them, or a signal,
    ends the process."""

    def __init__(self, number, start, listen, record):
        self.choose = random.Random(f"{SEED} {number}")
        self.record = record
        record.write_text("")
        count = self.choose.choice([1, 1, 2, 3, 10])
        if count == 1 and self.choose.random() < 0.7:
            self.server = start(command=[MISTAKEN])
            self.clients = [self.server]
        else:
            self.server = listen(command=[MISTAKEN])
            self.clients = [self.server.connect() for _ in range(count)]
        self.how = self.choose.choice([*ENDS, *ENDS_ELSEWHERE, *SIGNALS])
        # Another thread, or a signal, may end the process while a call is handled.
        self.is_sudden = self.how not in ENDS

    def messages(self, number, client):
        """The calls of a client. Each adds its id to the record, except the call that ends the process."""
        client.call("initialize", {"clientInfo": CLIENT})
        client.open("crash", f"v{number}")
        view = {"view": f"v{number}"}
        calls = [{"jsonrpc": "2.0", "id": f"{number}-{index}", "method": "record",
                  "params": {**view, "line": f"{number}-{index}"}} for index in range(self.choose.randint(1, 60))]
        if number == 0 and isinstance(self.how, str):
            params = {**ENDS.get(self.how, {}), **view}
            calls.insert(self.choose.randint(0, len(calls)),
                         {"jsonrpc": "2.0", "id": "end", "method": self.how, "params": params})
        return b"".join(client.frame(json.dumps(call)) for call in calls)

    def run(self):
        rest = {client: self.messages(number, client) for number, client in enumerate(self.clients)}
        moment = self.choose.randint(1, 10) if isinstance(self.how, signal.Signals) else -1
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while rest:
                moment -= 1
                if moment == 0:
                    self.server.send_signal(self.how)
                client = self.choose.choice(list(rest))
                piece = self.choose.randint(1, len(rest[client]))
                client.write(rest[client][:piece])
                rest[client] = rest[client][piece:]
                if not rest[client]:
                    del rest[client]
            if moment > 0:
                self.server.send_signal(self.how)
        messages = [json.loads(frame) for client in self.clients for frame in iter(client.read_frame, None)]
        answered = {message["id"] for message in messages if "result" in message}
        status = self.server.wait()
        assert status == (-self.how if isinstance(self.how, signal.Signals) else status) != 0, self.server.errors
        lost = [line for line in self.record.read_text().split() if line not in answered]
        assert len(lost) <= self.is_sudden, (self.how, lost)
        assert not lost or lost == self.record.read_text().split()[-1:]
        self.server.reap()


def test_no_reply_that_was_earned_is_lost(start, listen, tmp_path, monkeypatch):
    for name, value in {**WITHOUT_BACKTRACE, "RECORD": str(tmp_path / "record")}.items():
        monkeypatch.setenv(name, value)
    for number in range(CRASHES):
        RandomCrash(number, start, listen, tmp_path / "record").run()
