"""A log that cannot be written, because its reader does not read or is gone: the server answers, and ends."""
import shlex
import signal
import sys

import pytest

import server as driver
from database import start_through

# The file of the log, and its reader. If it is not read, the server itself holds the other end open.
ENDS = {
    "pipe": "reader, log = os.pipe()",
    "socket": "reader, log = (one.detach() for one in socket.socketpair())",
    "terminal": "reader, log = pty.openpty()",
}
UNREAD, GONE = "os.set_inheritable(reader, True)", "os.close(reader)"
# Each logs 300 bytes; together they exceed the capacity of each file, a socket's 0.4 MB at most.
MANY = 1500


@pytest.fixture(params=[(kind, reader) for kind in ENDS for reader in (UNREAD, GONE)],
                ids=[f"{kind}-{reader}" for kind in ENDS for reader in ("unread", "gone")])
def logging(request, start, monkeypatch, tmp_path):
    """Starts servers with a log that is not read."""
    kind, reader = request.param
    program = tmp_path / "log.py"
    program.write_text("\n".join([
        "import os, pty, socket, sys", ENDS[kind], "os.dup2(log, 2)", reader,
        "os.execv(sys.argv[1], sys.argv[1:])", ""]))
    start_through(monkeypatch, tmp_path, f"exec '{sys.executable}' '{program}' {shlex.join(driver.COMMAND)} \"$@\"")
    return lambda *arguments: start("--log-level", "trace", *arguments)


def fill(server):
    """Makes the server log more than any of the files takes, and waits for a reply after all of it."""
    server.transmit(*[{"jsonrpc": "2.0", "method": "no/such"}] * MANY)
    server.open("counterA", "c")


def test_a_log_without_a_reader_delays_no_reply_and_keeps_no_server_alive(logging):
    server = logging()
    fill(server)
    server.call("increment", {"view": "c"})
    server.send_signal(signal.SIGTERM)
    assert server.read_rest() == []
    assert server.wait() == 0


@pytest.mark.parametrize("logging", [("pipe", UNREAD)], ids=["pipe-unread"], indirect=True)
def test_a_log_without_a_reader_does_not_keep_a_client_that_never_reads(logging):
    server = logging("--max-unread-bytes", "100000")
    fill(server)
    with pytest.raises(BrokenPipeError):
        for _ in range(100):
            server.transmit(*[{"jsonrpc": "2.0", "id": 1, "method": "no/such"}] * 1000)
    assert server.wait() == 1
