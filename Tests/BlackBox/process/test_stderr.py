"""A log that cannot be written, as nobody takes it or nobody is there: the server answers all the same, and ends."""
import shlex
import signal
import sys

import pytest

import server as driver
from database import start_through

# What the log goes into, and who would read it. Unread, the other end stays open in the server itself.
ENDS = {
    "pipe": "reader, log = os.pipe()",
    "socket": "reader, log = (one.detach() for one in socket.socketpair())",
    "terminal": "reader, log = pty.openpty()",
}
UNREAD, GONE = "os.set_inheritable(reader, True)", "os.close(reader)"
# Each brings 300 bytes of the log; together they are more than any of the ends takes, a socket 0.4 MB at most.
MANY = 2500


@pytest.fixture(params=[(kind, reader) for kind in ENDS for reader in (UNREAD, GONE)],
                ids=[f"{kind}-{reader}" for kind in ENDS for reader in ("unread", "gone")])
def logging(request, start, monkeypatch, tmp_path):
    """Starts servers whose log goes where nobody reads it."""
    kind, reader = request.param
    program = tmp_path / "log.py"
    program.write_text("\n".join([
        "import os, pty, socket, sys", ENDS[kind], "os.dup2(log, 2)", reader,
        "os.execv(sys.argv[1], sys.argv[1:])", ""]))
    start_through(monkeypatch, tmp_path, f"exec '{sys.executable}' '{program}' {shlex.join(driver.COMMAND)} \"$@\"")
    return lambda *arguments: start("--log-level", "trace", *arguments)


def fill(server):
    """Has the server log more than anything takes, and be heard after all of it."""
    server.transmit(*[{"jsonrpc": "2.0", "method": "no/such"}] * MANY)
    server.open("counterA", "c")


def test_a_log_that_nobody_takes_holds_up_no_answer(logging):
    server = logging()
    fill(server)
    server.call("increment", {"view": "c"})


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_log_that_nobody_takes_keeps_no_server_alive(logging, number):
    server = logging()
    fill(server)
    server.send_signal(number)
    assert server.read_rest() == []
    assert server.wait() == 0


def test_a_log_that_nobody_takes_does_not_keep_a_client_that_never_reads(logging):
    server = logging("--max-unread-bytes", "100000")
    fill(server)
    with pytest.raises(BrokenPipeError):
        for _ in range(100):
            server.transmit(*[{"jsonrpc": "2.0", "id": 1, "method": "no/such"}] * 1000)
    assert server.wait() == 1
