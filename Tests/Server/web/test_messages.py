"""Messages in both directions, and their limits."""
import contextlib
import json
import os
import signal
import socket
import struct

import pytest

from processes import peak, resident
from raw_web import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, RawWebSocket, frame_head, masked
from streams import DEADLINE

MASK = b"\x12\x34\x56\x78"
# Counters on the page, and calls of another front end; each call changes all counters.
VIEWS, CALLS = 1000, 1000


@pytest.fixture
def process(server, web):
    return web(server.path)


@pytest.fixture
def page(process):
    with RawWebSocket(process.port) as page:
        page.log_in(process.link)
        yield page


def initialize(number=1):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "initialize"})


def test_a_message_may_be_in_many_frames(page):
    text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "mirror", "view": "é😀"}},
                      ensure_ascii=False).encode()
    for index in range(len(text)):
        page.send(text[index:index + 1], CONTINUATION if index else TEXT, is_last=False)
        if index == 9:
            page.send("between", PING)
    page.send(b"", CONTINUATION)
    assert page.frame() == (PONG, True, b"between")
    assert json.loads(page.message())["result"]["view"] == "é😀"


def test_line_feeds_do_not_divide_a_message(page):
    page.send(json.dumps(json.loads(initialize()), indent=2).replace("\n", "\r\n"))
    assert json.loads(page.message())["id"] == 1


def test_messages_sent_with_the_login_are_passed_on(process):
    login = json.dumps({"token": process.link.partition("=")[2], "start": True}).encode()
    with RawWebSocket(process.port) as page:
        parts = [login, initialize(1).encode(), initialize(2).encode()]
        page.write(b"".join(frame_head(TEXT, len(part), True, MASK) + masked(part, MASK) for part in parts))
        assert json.loads(page.message())["app"] == "svvs"
        assert [json.loads(page.message())["id"] for _ in range(2)] == [1, 2]


def test_a_bad_message_is_answered_by_the_server(page):
    for text in ["{", "\0", "[]", "x" * 100, b"\xff\xfe"]:
        page.send(text)
        assert "error" in json.loads(page.message())
    assert "limits" in page.call("initialize")


@pytest.mark.parametrize("frames, code", [
    ([(b"{}", BINARY, True)], 1003), ([(b"{}", CONTINUATION, True)], 1002),
    ([(b"{", TEXT, False), (b"}", TEXT, True)], 1002), ([(b"{", TEXT, False), (b"}", BINARY, True)], 1003),
    ([(b"{", PING, False)], 1002), ([(b"{", 11, True)], 1002)])
def test_frames_that_no_browser_sends_close(page, frames, code):
    for data, opcode, is_last in frames:
        page.send(data, opcode, is_last)
    assert page.closed()[0] == code


def test_a_close_is_answered(page):
    page.send(struct.pack("!H", 1000), CLOSE)
    assert page.closed() == (1000, "") and page.has_ended()


def test_a_page_that_leaves_ends_its_connection(server, process):
    other = server.connect()
    other.call("initialize")
    # The server may not have closed the first connection of `web` yet.
    while len(connections(server.pid)) != 1:
        other.call("session/list")
    for leave in (lambda page: page.close(), lambda page: page.send(struct.pack("!H", 1001), CLOSE),
                  lambda page: page.write(b"\x81")):
        with RawWebSocket(process.port) as page:
            page.log_in(process.new_link())
            page.call("initialize")
            assert len(connections(server.pid)) == 2
            leave(page)
        # Also half a frame, when the `with` statement has closed the socket.
        while len(connections(server.pid)) != 1:
            other.call("session/list")


def connections(pid):
    """The connections at the socket of a server."""
    sockets = set()
    for number in os.listdir(f"/proc/{pid}/fd"):
        # It may have been closed meanwhile.
        with contextlib.suppress(FileNotFoundError):
            sockets.add(os.readlink(f"/proc/{pid}/fd/{number}"))
    with open("/proc/net/unix") as table:
        rows = [line.split() for line in table]
    return [row for row in rows[1:] if f"socket:[{row[6]}]" in sockets and row[5] == "03"]


def test_the_server_limits_the_size_of_a_message(listen, web):
    server = listen("--max-message-bytes", "10000")
    with RawWebSocket((process := web(server.path)).port) as page:
        page.log_in(process.link)
        before = resident(process.pid)
        page.send(initialize().ljust(10_000))
        assert json.loads(page.message())["id"] == 1
        page.send("x" * 10_001)
        assert json.loads(page.message())["error"]["data"]["limit"] == "messageSize"
        assert page.call("session/list", id=2)["sessions"] == []
        page.write(frame_head(TEXT, 1 << 63, True, MASK) + b"x" * (1 << 16))
        assert json.loads(page.message())["error"]["data"]["limit"] == "messageSize"
        assert resident(process.pid) - before < 4 << 10


def test_long_messages_pass_in_both_directions(process, page):
    """Without being collected: the memory grows by less than the length of the message."""
    size = 4 << 20
    page.call("view/open", {"type": "mirror", "view": "m"})
    before = peak(process.pid)
    text = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "view/set", "params": {
        "view": "m", "properties": {"text": "é" * (size // 2)}}}, ensure_ascii=False).encode()
    page.send(text)
    while json.loads(page.message()).get("id") != 2:
        pass
    page.send(json.dumps({"jsonrpc": "2.0", "id": 3, "method": "view/get", "params": {"view": "m"}}))
    while (reply := json.loads(page.message())).get("id") != 3:
        pass
    assert reply["result"]["state"]["text"] == "é" * (size // 2)
    assert peak(process.pid) - before < 3 << 10


def test_a_million_changes_for_a_page_that_does_not_read(server, process, page):
    page.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
    for number in range(VIEWS):
        page.call("view/open", {"type": "counterA", "view": f"counter-{number}"}, id=number)
    other = server.connect()
    counter = other.open("counterA")
    before = resident(process.pid)
    for _ in range(CALLS):
        other.call("increment", {"view": counter})
    growth = resident(process.pid) - before
    print(f"{VIEWS * CALLS} changes, {growth} KiB more in web")
    assert growth < 4 << 10
    page.send(json.dumps({"jsonrpc": "2.0", "id": "last", "method": "view/get", "params": {"view": "counter-0"}}))
    count = 0
    while (message := json.loads(page.message())).get("id") != "last":
        count += 1
    print(f"{count} messages instead of {CALLS}")
    assert message["result"]["state"]["count"] == CALLS and count < CALLS / 4


def test_a_server_that_does_not_read_stops_the_page(server, process, page):
    """The page can send only what the buffers of the system hold."""
    page.call("initialize")
    os.kill(server.pid, signal.SIGSTOP)
    try:
        page.socket.settimeout(1)
        sent, before = 0, resident(process.pid)
        part = initialize().encode() + b" " * (1 << 16)
        frame = frame_head(TEXT, len(part), True, MASK) + masked(part, MASK)
        with pytest.raises(TimeoutError):
            while sent < 256 << 20:
                page.socket.sendall(frame)
                sent += len(frame)
        assert sent < 32 << 20 and resident(process.pid) - before < 8 << 10
    finally:
        os.kill(server.pid, signal.SIGCONT)
    page.socket.settimeout(DEADLINE)


def test_pings_without_end_cost_nothing(process, page):
    ping = frame_head(PING, 125, True, MASK) + masked(b"x" * 125, MASK)
    before = resident(process.pid)
    for _ in range(30):
        page.write(ping * 1000)
    assert resident(process.pid) - before < 8 << 10
