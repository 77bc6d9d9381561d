"""A server at a socket: how it starts to listen, that it is the only one, and how it ends."""
import os
import shutil
import signal
import socket
import subprocess
import sys

import pytest

from command_line import refusal, run
from processes import stop
from server import DEADLINE, PROGRAM
from socket_server import Connection, holder


def serve(folder, place):
    """A start that fails."""
    return run("serve", "--listen", str(place), env={**os.environ, **folder.environment})


def test_a_server_prints_its_path_in_one_line_and_nothing_else(listen):
    server = listen()
    connection = server.connect()
    connection.open("counterA")
    connection.finish()
    connection.close()
    assert server.stop() == 0
    assert bytes(server.everything) == f"{server.path}\n".encode() and server.read_frame() is None
    assert server.errors == ""


def test_the_socket_goes_with_the_server(listen, folder):
    server = listen(place="work")
    assert server.stop() == 0
    assert not os.path.exists(server.path)
    assert listen(place="work").path == server.path


@pytest.mark.parametrize("arguments", [
    ["--listen", "a", "--listen", "b"], ["--listen=a", "--listen=a"], ["--listen", "--listen"]])
def test_a_server_listens_at_one_place(folder, arguments):
    result = run("serve", *arguments, env={**os.environ, **folder.environment})
    assert "--listen is given twice" in refusal(result) and result.returncode == 64


def test_two_servers_are_refused_one_name(listen, folder):
    first = listen(place="work")
    result = serve(folder, "work")
    assert refusal(result) == f"svvs: A server already listens at work, with pid {first.pid}.\n"
    assert result.returncode == 1
    first.connect().open("counterA")


def test_of_two_that_start_at_the_same_instant_one_listens(folder):
    """Five times, in the presence of the socket of the last server, which was killed."""
    for _ in range(5):
        command = [PROGRAM, "serve", "--listen", "work"]
        both = [subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 env={**os.environ, **folder.environment}) for _ in range(2)]
        try:
            lines = [one.stdout.readline() for one in both]
            winner, loser = both if lines[0] else both[::-1]
            assert sorted(lines) == [b"", f"{folder.names / 'work.sock'}\n".encode()]
            assert loser.wait(DEADLINE) == 1
            assert loser.stderr.read() == f"svvs: A server already listens at work, with pid {winner.pid}.\n".encode()
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(str(folder.names / "work.sock"))
        finally:
            for one in both:
                one.kill()
                one.wait()
                one.stdout.close()
                one.stderr.close()


def test_a_socket_that_a_killed_server_has_left_is_replaced(listen, folder):
    first = listen(place="work")
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert os.path.exists(first.path)
    second = listen(place="work")
    second.connect().open("counterA")
    assert holder(folder.names / "work.lock") == second.pid


@pytest.mark.parametrize("make, said", [
    (lambda path: path.write_text("mine"), "is not a socket; remove it to listen there"),
    (lambda path: path.mkdir(), "is not a socket; remove it to listen there"),
    (lambda path: path.symlink_to("target"), "is a symbolic link; remove it to listen there"),
    (lambda path: os.mkfifo(path), "is not a socket; remove it to listen there")], ids=["file", "folder", "link", "fifo"])
def test_a_file_that_is_not_a_socket_stays(folder, make, said):
    path = folder.path / "s.sock"
    make(path)
    before = path.lstat()
    result = serve(folder, path)
    assert said in refusal(result) and result.returncode == 1
    assert path.lstat() == before


def test_another_program_that_listens_there_is_left_alone(folder):
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(folder.path / "s.sock"))
        other.listen()
        result = serve(folder, folder.path / "s.sock")
        assert result.stderr == f"svvs: Another program listens at {folder.path}/s.sock.\n".encode()
        assert result.returncode == 1
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(folder.path / "s.sock"))


def test_a_link_in_place_of_the_lock_is_not_followed(folder):
    (folder.path / "s.sock.lock").symlink_to("target")
    assert "s.sock.lock" in refusal(serve(folder, folder.path / "s.sock"))
    assert not (folder.path / "target").exists()


# Sockets of systemd

ACTIVATED = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="svvs")
os.execv(sys.argv[2], sys.argv[2:])
"""


def activated(listen, path, place):
    """Starts a server whose descriptor 3 is a listening socket with a pending connection."""
    with socket.socket(socket.AF_UNIX) as waiting:
        waiting.bind(str(path))
        waiting.listen()
        early = Connection(path)
        early.send(request := early.message("session/list"))
        command = [sys.executable, "-c", ACTIVATED, str(waiting.fileno()), PROGRAM]
        server = listen(place=place, command=command, pass_fds=[waiting.fileno()])
        if server.path:
            assert early.result(request["id"])["connections"] == 1
        early.close()
        return server


def test_a_socket_of_systemd_is_taken_and_stays(listen, folder):
    path = folder.path / "s.sock"
    server = activated(listen, path, path)
    view = server.connect().open("counterA")
    assert view and server.stop() == 0
    assert path.is_socket()


def test_a_socket_that_is_passed_is_the_one_that_is_named(listen, folder):
    server = activated(listen, folder.path / "other.sock", folder.path / "s.sock")
    assert server.path is None and server.wait() == 1
    assert "The socket that was passed is at" in server.errors


# The end

def test_an_idle_server_ends_after_its_idle_timeout(listen, folder):
    server = listen("--exit-when-idle", "0")
    first, second = server.connect(), server.connect()
    first.open("counterA")
    second.open("counterA")
    first.finish()
    first.close()
    second.call("session/list")
    assert server.running
    second.finish()
    second.close()
    assert server.wait() == 0 and not os.path.exists(server.path)


def test_a_connection_that_waits_at_the_end_of_the_server_receives_the_status(listen):
    """Like an `attach` that has just started the server: without a status, its client would start another."""
    server = listen()
    stop(server.pid)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(server.path)
        client.sendall(b"\0")
        server.send_signal(signal.SIGTERM)
        server.send_signal(signal.SIGCONT)
        assert client.recv(9, socket.MSG_WAITALL) == b"\0\0"
    assert server.wait() == 0


def remove(path):
    os.unlink(path)


def remove_the_directory(path):
    shutil.rmtree(os.path.dirname(path))


def replace(path):
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(path + ".new")
    os.rename(path + ".new", path)


@pytest.mark.parametrize("make_unreachable", [remove, remove_the_directory, replace])
@pytest.mark.parametrize("options", [[], ["--exit-when-idle", "60"]])
def test_a_server_whose_socket_was_removed_ends_after_its_last_connection(listen, folder, make_unreachable, options):
    directory = folder.path / "sockets"
    directory.mkdir()
    server, idle = (listen(*options, place=directory / name) for name in ("a.sock", "b.sock"))
    connection = server.connect()
    view = connection.open("counterA")
    make_unreachable(server.path)
    if make_unreachable != remove_the_directory:
        make_unreachable(idle.path)
    assert idle.wait() == 0
    connection.call("increment", {"view": view})
    connection.finish()
    connection.close()
    assert server.wait() == 0


def test_a_socket_that_was_moved_or_changed_is_not_removed(listen, folder):
    (folder.path / "sockets").mkdir()
    server = listen(place=folder.path / "sockets/s.sock")
    os.chmod(server.path, 0o700)
    server.connect().call("session/list")
    (folder.path / "sockets").rename(folder.path / "moved")
    server.path = str(folder.path / "moved/s.sock")
    server.connect().call("session/list")


def test_a_session_that_is_kept_keeps_the_server(listen):
    server = listen("--exit-when-idle", "0")
    first = server.connect()
    first.share("work", keep=0.3)
    first.close()
    assert server.connect().join("work")["session"] == "work"
    server.connections.pop().close()
    assert server.wait() == 0


def test_idleness_is_for_servers_that_listen():
    result = run("serve", "--exit-when-idle", "1")
    assert "--exit-when-idle needs --listen or --attach" in refusal(result) and result.returncode == 64


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_answers_the_calls_of_all_and_ends(listen, backend, number):
    server = listen("--api", backend.url)
    gate = backend.hold("GET", "/users/A")
    calls = []
    for framing in ("ndjson", "content-length", "ndjson"):
        connection = server.connect(framing)
        view = connection.open("user", params={"id": "A"})
        calls.append((connection, connection.request("reload", {"view": view})))
        connection.until(view, isReloadButtonDisabled=True)
    gate.arrived()
    server.send_signal(number)
    for connection, call in calls:
        assert connection.error(call)["data"] == {"kind": "RequestCancelled", "reason": "shutdown"}
        connection.read_rest()
        connection.close()
    assert server.wait() == 0 and not os.path.exists(server.path)
