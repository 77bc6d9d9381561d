"""`list` and `stop`: the running servers, and their end."""
import json
import os
import re
import signal
import socket
import threading
import time

import pytest

from command_line import refusal
from command_line import run as run_command
from server import DEADLINE


@pytest.fixture
def run(folder):
    return lambda *arguments, **streams: run_command(
        *arguments, env={**os.environ, **folder.environment}, **streams)


@pytest.fixture
def servers(listen):
    """Two servers with names; the first has a shared session, and two connections."""
    servers = {name: listen(place=name) for name in ("work", "home")}
    first, _ = servers["work"].connect(), servers["work"].connect()
    first.share("s")
    servers["work"].connections[1].call("session/list")
    return servers


def test_there_may_be_none(run, folder):
    result = run("list")
    assert (result.returncode, result.stdout) == (0, b"NAME  PID  SINCE  CONNECTIONS  SESSIONS\n")
    assert run("list", "--json").stdout == b"[]\n"
    assert not folder.names.exists()


def test_a_table_lists_them_by_name(run, servers):
    result = run("list")
    head, *rows = result.stdout.decode().splitlines()
    assert result.returncode == 0 and result.stderr == b"" and head.split()[0] == "NAME"
    assert [re.split("  +", row)[0:2] + re.split("  +", row)[3:] for row in rows] == [
        ["home", str(servers["home"].pid), "0", "0"], ["work", str(servers["work"].pid), "2", "1"]]


def test_json_says_the_same(run, servers):
    home, work = json.loads(run("list", "--json").stdout)
    assert home | {"since": None} == {"name": "home", "path": servers["home"].path, "pid": servers["home"].pid,
                                      "since": None, "connections": 0, "sessions": []}
    assert (work["connections"], work["sessions"]) == (2, ["s"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", home["since"])


def test_one_that_was_killed_is_not_listed(run, servers):
    servers["home"].send_signal(signal.SIGKILL)
    servers["home"].wait()
    assert [one["name"] for one in json.loads(run("list", "--json").stdout)] == ["work"]


def test_a_server_that_does_not_answer_is_listed_without_its_details(run, servers):
    servers["home"].send_signal(signal.SIGSTOP)
    try:
        begun = time.monotonic()
        result = run("list", "--json")
        assert time.monotonic() - begun < DEADLINE / 2
        home, work = json.loads(result.stdout)
        assert result.returncode == 0
        assert result.stderr == b"svvs: The server home cannot be queried: it does not answer in time.\n"
        assert home["pid"] == servers["home"].pid and home.get("connections") is None and work["connections"] == 2
    finally:
        servers["home"].send_signal(signal.SIGCONT)


def test_one_at_its_limit_of_connections_is_listed_and_the_limit_is_named(run, listen):
    server = listen("--max-connections", "1", place="full")
    server.connect().call("session/list")
    for _ in range(20):
        result = run("list", "--json")
        listed, = json.loads(result.stdout)
        assert result.returncode == 0 and listed["pid"] == server.pid and listed["connections"] is None
        assert result.stderr == b"svvs: The server full cannot be queried: There are too many connections.\n"


def test_one_that_closes_the_connection_at_once_is_listed(run, servers):
    """Like a server that ends: the request of `list` is written to a closed socket."""
    path = servers["home"].path
    os.rename(path, path + ".old")
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(path)
        other.listen()
        closing = threading.Thread(target=lambda: [other.accept()[0].close() for _ in range(20)])
        closing.start()
        results = [run("list") for _ in range(20)]
        closing.join()
    os.rename(path + ".old", path)
    assert {one.returncode for one in results} == {0}
    assert {one.stderr for one in results} == {
        b"svvs: The server home cannot be queried: it has closed the connection.\n"}


def test_a_reader_that_has_gone_is_not_an_error(run):
    unread, written = os.pipe()
    os.close(unread)
    result = run("list", stdout=written)
    os.close(written)
    assert (result.returncode, result.stderr) == (0, b"")


def test_other_files_in_the_directory_are_not_listed(run, servers, folder):
    (folder.names / "junk.lock").write_text("1\n")
    (folder.names / "größe.lock").write_text("1\n")
    (folder.names / "link.lock").symlink_to("/etc/passwd")
    (folder.names / "folder.lock").mkdir()
    os.mkfifo(folder.names / "fifo.lock")
    assert [one["name"] for one in json.loads(run("list", "--json").stdout)] == ["home", "work"]


def test_stop_ends_one_and_waits_for_that(run, servers):
    connection = servers["work"].connections[0]
    connection.open("counterA", session="s")
    result = run("stop", "work")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert not servers["work"].running or servers["work"].wait() == 0
    assert not os.path.exists(servers["work"].path)
    for one in servers["work"].connections:
        one.read_rest()
    assert servers["home"].running


def test_stop_takes_a_path_and_the_apps_own_name(run, listen):
    for place, words in ((..., None), (None, [])):
        server = listen(place=place)
        server.connect().open("counterA")
        assert run("stop", *([server.path] if words is None else words)).returncode == 0
        assert server.wait() == 0


def test_stop_of_a_server_that_does_not_run_is_an_error(run, folder):
    assert refusal(run("stop", "work")) == "svvs: No server listens at work.\n"
    place = folder.path / "s.sock"
    assert run("stop", str(place)).stderr == f"svvs: No server listens at {place}.\n".encode()
    assert not folder.names.exists()


def test_stop_answers_the_calls_under_way(run, listen, backend):
    server = listen("--api", backend.url, place="work")
    gate = backend.hold("GET", "/users/A")
    connection = server.connect()
    view = connection.open("user", params={"id": "A"})
    call = connection.request("reload", {"view": view})
    gate.arrived()
    assert run("stop", "work").returncode == 0
    assert connection.error(call)["data"] == {"kind": "RequestCancelled", "reason": "shutdown"}
