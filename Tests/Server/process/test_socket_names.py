"""The places where a server may listen: valid names, and the owner of the directory of names."""
import os
import stat
import subprocess
import sys

import pytest

from command_line import refusal, run
from server import DEADLINE, PROGRAM

# The longest path in a socket's address, without the NUL after it.
LONGEST = 107
NOBODY = 65534
OTHER = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
IS_ROOT = os.geteuid() == 0
# Connects, sends a request, and prints the first byte of the reply.
CONNECT = """
import socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
try:
    connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"session/list"}' + bytes([10]))
    print(connection.recv(1).decode(), end="")
except OSError:
    pass
"""


def refused(folder, *place, status=1):
    """The message for a place that every command refuses."""
    lines = set()
    for command in (["serve", "--listen"], ["attach"]):
        result = run(*command, *map(str, place), env={**os.environ, **folder.environment})
        lines.add(refusal(result))
        assert result.returncode == status
    line, = lines
    return line


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


# `ServerAddressTests` has more names.
@pytest.mark.parametrize("name", ["..", "-", "a\nb", "a" * 200, ""])
def test_an_invalid_name_is_refused_in_one_line(folder, name):
    # An empty name can only be written after an equals sign.
    place = [f"--listen={name}"] if name else ["--listen", ""]
    result = run("serve", *place, env={**os.environ, **folder.environment})
    line = refusal(result)
    assert line.startswith("svvs: ") and result.returncode == 64
    assert not folder.names.exists()


def test_a_name_is_of_letters_digits_and_some_marks(listen, folder):
    server = listen(place="_A-1..b")
    assert server.path == str(folder.names / "_A-1..b.sock")
    server.connect().open("counterA")


def test_without_a_name_the_app_has_its_own(listen, folder):
    assert listen(place=None).path == str(folder.names / "svvs.sock")


def test_a_path_is_taken_as_it_is(listen, folder):
    server = listen(place=folder.path / "elsewhere")
    assert server.path == str(folder.path / "elsewhere") and not folder.names.exists()
    server.connect().open("counterA")


@pytest.mark.parametrize("surplus", [0, 1, 1000])
def test_a_path_fits_into_a_sockets_address(listen, folder, surplus):
    place = folder.path / "p"
    place = place.with_name("p" * (LONGEST - len(str(place)) + 1 + surplus))
    if not surplus:
        assert listen(place=place).connect().open("counterA")
        return
    line = refused(folder, place, status=64)
    assert f"has {LONGEST + surplus} bytes; at most {LONGEST} are allowed" in line


def test_only_the_user_may_connect_whatever_the_umask_is(listen, folder):
    server = listen(place="work", command=["sh", "-c", 'umask 0; exec "$0" "$@"', PROGRAM])
    assert (mode(folder.names), mode(folder.names / "work.sock")) == (0o700, 0o600)
    assert all(mode(path) & 0o077 == 0 for path in folder.names.iterdir())
    assert server.path


@pytest.mark.parametrize("mask", ["777", "700"])
def test_the_user_has_access_with_any_umask(folder, mask):
    command = ["sh", "-c", f'umask {mask}; exec "$0" "$@"', PROGRAM]
    call = b'{"jsonrpc":"2.0","id":1,"method":"session/list"}\n'
    result = run("attach", "work", "--", "--exit-when-idle", "0", "--database", str(folder.path / "app.sqlite"),
                 command=command, env={**os.environ, **folder.environment}, input=call)
    assert (result.returncode, result.stderr) == (0, b"") and b'"result"' in result.stdout
    files = [folder.names / "work.lock", folder.names / "work.log", folder.path / "app.sqlite"]
    assert [mode(path) for path in (folder.names, *files)] == [0o700, 0o600, 0o600, 0o600]


@pytest.mark.parametrize("place, said", [
    (lambda path: path.symlink_to("/tmp"), "is a symbolic link"), (lambda path: path.write_text(""), "is not a directory"),
    (lambda path: (path.mkdir(), path.chmod(0o750)), "is accessible to others"),
    (lambda path: (path.mkdir(), path.chmod(0o701)), "is accessible to others")])
def test_a_folder_that_others_may_reach_is_not_used(folder, place, said):
    place(folder.names)
    before = folder.names.lstat()
    assert said in refused(folder, "work")
    assert folder.names.lstat() == before


def test_a_directory_that_cannot_be_created_is_an_error(folder):
    folder.environment["XDG_RUNTIME_DIR"] = str(folder.path / "missing")
    assert "cannot be created: No such file or directory" in refused(folder, "work")


def as_other(folder, *command, **options):
    """Makes another user run a command in a directory of the first user; without root, this user in a directory that is
    read-only for it."""
    folder.path.chmod(0o755 if IS_ROOT else 0o555)
    try:
        return subprocess.run([*(OTHER if IS_ROOT else []), *command], input=b"", capture_output=True, cwd="/",
                              timeout=DEADLINE, env={**os.environ, **folder.environment}, **options)
    finally:
        folder.path.chmod(0o700)


def test_a_directory_that_the_user_may_not_create_is_an_error(folder):
    assert "cannot be created: Permission denied" in refusal(as_other(folder, PROGRAM, "serve", "--listen", "work"))


def test_a_folder_of_another_user_is_not_used(folder):
    folder.names.mkdir()
    os.chown(folder.names, NOBODY if IS_ROOT else -1, -1)
    folder.names.chmod(0o700 if IS_ROOT else 0o777)
    assert ("belongs to uid 65534, not to uid 0" if IS_ROOT else "is accessible to others") in refused(folder, "work")


def test_another_user_reaches_no_server(listen, folder):
    """Neither by its name, nor at a path whose socket was made accessible to all."""
    server = listen(place="work")
    assert (mode(folder.names), mode(folder.names / "work.sock")) == (0o700, 0o600)
    if IS_ROOT:
        assert b"PermissionError" in as_other(folder, sys.executable, "-c", CONNECT, server.path).stderr
    at_path = listen(place=folder.path / "open.sock")
    (folder.path / "open.sock").chmod(0o666)
    result = as_other(folder, sys.executable, "-c", CONNECT, at_path.path)
    assert result.stdout == (b"" if IS_ROOT else b"{"), result
    if IS_ROOT:
        at_path.connect().open("counterA")
        # Its log is complete after it has ended.
        assert at_path.stop() == 0
        assert "A connection of user 65534 was refused." in at_path.errors
