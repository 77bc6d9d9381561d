"""The app's server: started, absent, killed, stopped."""
import os
import shutil
import signal
import subprocess

import pytest

from command_line import run
from processes import has_ended
from raw_web import RawWebSocket
from socket_server import holder


def listening(folder, name="work"):
    lock = folder.names / f"{name}.lock"
    return holder(lock) if lock.exists() else None


def server_has_ended(folder):
    if pid := listening(folder):
        has_ended(pid)
    assert listening(folder) is None


@pytest.fixture
def process(folder, web):
    """`web` for a server that ends with its last connection, and that has therefore ended."""
    started = web("work", "--", "--exit-when-idle", "0", "--max-views", "7")
    server_has_ended(folder)
    yield started
    if pid := listening(folder):
        os.kill(pid, signal.SIGTERM)
        has_ended(pid)


def test_a_server_is_started_before_the_link_is_printed(folder, web):
    web("work", "--", "--close-timeout", "5")
    assert listening(folder)
    assert run("stop", "work", env={**os.environ, **folder.environment}).returncode == 0


@pytest.mark.parametrize("arguments, reason", [
    (["work", "--", "--database", "/nowhere/there/x.db"], "/nowhere/there/x.db"),
    (["work", "--", "--nonsense"], "The server at work ended with status 64 as it started: svvs: Unknown option"),
    (["/nowhere/there/s.sock"], "/nowhere/there"),
    (["./"], "is not a socket")])
def test_a_server_that_cannot_start_is_one_line_and_no_link(folder, tmp_path, arguments, reason):
    environment = {**os.environ, **folder.environment}
    result = run("web", "--port=0", *arguments, env=environment, cwd=tmp_path)
    attached = run("attach", *arguments, env=environment, cwd=tmp_path)
    assert result.returncode == attached.returncode != 0 and result.stdout == b""
    assert reason in result.stderr.decode() and result.stderr.count(b"\n") == 1
    assert result.stderr == attached.stderr


def test_options_that_a_running_server_does_not_have_are_reported(folder, listen, web):
    server = listen("--max-views", "7")
    process = web(server.path, "--", "--max-views", "7", "--max-calls", "8")
    assert process.end(signal.SIGTERM) == 0
    assert process.errors.endswith(
        " is already running, without these options or values: --max-calls (--restart restarts it)\n")
    assert process.errors.count("\n") == 1


def test_a_restart_starts_the_server_again_and_an_open_page_says_that_it_has_ended(folder, web):
    first, environment = web("work", "--", "--close-timeout", "5"), {**os.environ, **folder.environment}
    with RawWebSocket(first.port) as page:
        secret = page.log_in(first.link)["secret"]
        page.call("initialize")
        server = listening(folder)
        second = web("work", "--restart", "--", "--max-views", "7")
        assert page.closed() == (4410, "The server work has ended, or has closed the connection.")
        assert listening(folder) not in (None, server)
        assert second.end(signal.SIGTERM) == 0
        assert second.errors == "svvs: stopped the server at work (connections: 1, shared sessions: 0)\n"
    with RawWebSocket(first.port) as page:
        page.log_in(secret=secret, starts=False)
        assert page.call("initialize")["limits"]["openViews"] == 7
    assert run("stop", "work", env=environment).returncode == 0


def test_a_server_is_started_for_the_first_page_and_shared(folder, process):
    with RawWebSocket(process.port) as page, RawWebSocket(process.port) as second:
        assert page.log_in(process.link, starts=True)["server"] == "work"
        assert page.call("initialize")["limits"]["openViews"] == 7
        assert listening(folder) not in (None, process.pid)
        second.log_in(secret=page.reply["secret"], starts=False)
        page.call("view/open", {"type": "counterA", "view": "a"})
        page.call("increment", {"view": "a"})
        assert second.call("view/open", {"type": "counterA", "view": "b"})["state"] == {"count": 1}


def test_without_a_server_a_page_that_does_not_start_it_is_closed(folder, process):
    with RawWebSocket(process.port) as page:
        page.log_in(process.link, starts=False)
        assert page.closed() == (4404, "No server listens at work.")
    assert listening(folder) is None
    with RawWebSocket(process.port) as page:
        page.log_in(secret=page_secret(process))
        assert page.call("initialize")


def page_secret(process):
    with RawWebSocket(process.port) as page:
        return page.log_in(process.new_link(), starts=False)["secret"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_end_of_the_server_is_reported_and_another_can_be_started(folder, process, number):
    with RawWebSocket(process.port) as page:
        secret = page.log_in(process.link)["secret"]
        page.call("initialize")
        server = listening(folder)
        os.kill(server, number)
        has_ended(server)
        assert page.closed() == (4410, "The server work has ended, or has closed the connection.")
    with RawWebSocket(process.port) as page:
        page.log_in(secret=secret, starts=False)
        assert page.closed()[0] == 4404
    with RawWebSocket(process.port) as page:
        page.log_in(secret=secret)
        assert page.call("initialize") and listening(folder) not in (None, server)


def test_the_log_of_the_server_is_shown_as_it_is_written_also_after_a_restart(folder, web):
    process = web("work", "--", "--log-level", "trace")
    secret = page_secret(process)
    for number in range(2):
        with RawWebSocket(process.port) as page:
            page.log_in(secret=secret)
            page.send(f'{{"jsonrpc":"2.0","method":"no/such/{number}"}}')
            page.call("session/list")
            process.says(f"no/such/{number}")
            server = listening(folder)
            os.kill(server, signal.SIGKILL)
            has_ended(server)
            code, reason = page.closed()
            # A close frame has room for the beginning of the log's last line.
            assert code == 4410 and reason.startswith("The connection to work was lost; its log ends: ")
            assert "session/list" in reason and len(reason.encode()) <= 123
    log = (folder.names / "work.log").read_text()
    process.says(log.splitlines()[-1])
    assert process.end(signal.SIGTERM) == 0 and process.errors == log


def test_a_server_that_cannot_start_again_says_why(folder, web, tmp_path):
    directory = tmp_path / "data"
    directory.mkdir()
    process = web("work", "--", "--exit-when-idle", "0", "--database", str(directory / "x.sqlite"))
    server_has_ended(folder)
    shutil.rmtree(directory)
    with RawWebSocket(process.port) as page:
        secret = page.log_in(process.link)["secret"]
        code, reason = page.closed()
        assert code == 4404 and reason.startswith("The server at work ended with status 64 as it started: ")
        assert len(reason.encode()) <= 123
    with RawWebSocket(process.port) as page:
        assert page.log_in(secret=secret) and page.closed()[0] == 4404


def test_a_server_that_refuses_the_connection_is_reported(listen, web):
    server = listen("--max-connections", "1")
    process, other = web(server.path), server.connect()
    other.call("initialize")
    with RawWebSocket(process.port) as page:
        page.log_in(process.link)
        assert page.closed()[0] == 4410
    other.finish()


def test_ended_servers_are_reaped(folder, process):
    secret = page_secret(process)
    for _ in range(3):
        with RawWebSocket(process.port) as page:
            page.log_in(secret=secret)
            page.call("initialize")
            server = listening(folder)
        has_ended(server)
    with RawWebSocket(process.port) as page:
        page.log_in(secret=secret)
        page.call("initialize")
        zombies = subprocess.run(["ps", "--ppid", str(process.pid), "-o", "stat="], capture_output=True, text=True).stdout
        assert "Z" not in zombies


def test_the_server_goes_on_without_the_page(folder, web):
    process = web("work", "--", "--close-timeout", "5")
    with RawWebSocket(process.port) as page:
        page.log_in(process.link)
        page.call("initialize")
        assert process.end(signal.SIGTERM) == 0
    assert listening(folder)
    assert run("stop", "work", env={**os.environ, **folder.environment}).returncode == 0
