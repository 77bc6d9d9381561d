"""A client that does not read takes little memory, and receives the latest state when it reads again."""
import contextlib
import json
import signal

import pytest

from conversation import is_change
from processes import peak, resident
from server import Ended


MANY = 20_000


@pytest.mark.memory
def test_while_the_client_sleeps_changes_are_merged(server):
    views = [server.open("counterA"), server.open("counterA")]
    line = json.dumps({"jsonrpc": "2.0", "method": "increment", "params": {"view": views[0]}}) + "\n"
    server.write(line * 1000)
    server.drained()
    before = resident(server.pid)
    server.write(line * (MANY - 1000))
    server.drained()
    assert resident(server.pid) - before < 8192
    call = server.request("increment", {"view": views[0]})
    mark = server.mark()
    server.result(call)
    assert [server.state(view) for view in views] == [{"count": MANY + 1}] * 2
    assert sum(map(is_change, server.messages[mark:])) < MANY / 4


def test_replies_are_neither_dropped_nor_merged(server):
    view = server.open("counterA")
    calls = [server.message("increment", {"view": view}) for _ in range(5000)]
    server.send(*calls)
    server.drained()
    for call in calls:
        assert "commit" in server.result(call["id"])
    assert server.state(view) == {"count": 5000}


def test_a_merged_change_comes_before_the_reply_with_its_commit(server):
    view = server.open("counterA")
    calls = [server.message("increment", {"view": view}) for _ in range(5000)]
    server.send(*calls)
    server.drained()
    for number, call in enumerate(calls, 1):
        server.result(call["id"])
        assert server.state(view)["count"] >= number


def test_a_client_that_reads_again_during_further_calls_misses_nothing(server):
    view = server.open("counterA")
    for number in range(300, 800, 20):
        calls = [server.message("increment", {"view": view}) for _ in range(number)]
        server.send(*calls)
        server.drained()
        more = [server.message("increment", {"view": view}) for _ in range(300)]
        server.send(*more)
        server.drained()
        assert all("commit" in server.result(call["id"]) for call in calls + more)


@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
def test_a_client_that_sends_and_never_reads_is_cut_off(start, framing):
    server = start("--max-unread-bytes", "100000", framing=framing)
    view = server.open("counterA")
    sent = []
    with pytest.raises(BrokenPipeError):
        for _ in range(100_000):
            sent.append(server.message("view/get", {"view": view}))
            server.expect_reply(sent[-1])
            server.transmit(sent[-1])
    assert server.wait() == 1
    assert "unread" in server.errors.lower()
    # The output consists of whole replies, in order; the pipe may end within one.
    mark = server.mark()
    with contextlib.suppress(Ended):
        server.read_rest()
    said = server.messages[mark:]
    assert said and [message["id"] for message in said] == [call["id"] for call in sent[:len(said)]]


@pytest.mark.parametrize("ending", ["signal", "end of input"])
def test_a_client_that_does_not_read_cannot_keep_the_process_alive(start, ending):
    server = start("--drain-timeout", "1")
    view = server.open("counterA")
    server.transmit(*[server.message("view/get", {"view": view}) for _ in range(5000)])
    server.drained()
    if ending == "signal":
        server.send_signal(signal.SIGTERM)
    else:
        server.end_input()
    assert server.wait() == 0


@pytest.mark.memory
@pytest.mark.parametrize("ending", ["signal", "end of input"])
def test_output_for_a_client_that_does_not_read_is_not_written_at_the_end(start, ending):
    """300 snapshots of 400 KB wait; the end comes after the timeout, without more memory."""
    server = start("--drain-timeout", "1")
    view = server.open("mirror")
    server.call("view/set", {"view": view, "properties": {"text": "x" * 200_000}})
    server.get(view)
    server.transmit(*[server.message("view/get", {"view": view}) for _ in range(300)])
    server.drained()
    before = latest = peak(server.pid)
    if ending == "signal":
        server.send_signal(signal.SIGTERM)
    else:
        server.end_input()
    with contextlib.suppress(StopIteration, FileNotFoundError, ProcessLookupError):
        while True:
            latest = peak(server.pid)
    assert server.wait() == 0
    assert latest - before < 32 << 10


def test_a_client_that_reads_again_at_the_end_gets_every_answer(server):
    view = server.open("counterA")
    calls = [server.message("increment", {"view": view}) for _ in range(5000)]
    server.send(*calls)
    server.drained()
    server.send_signal(signal.SIGTERM)
    for call in calls:
        server.result(call["id"])
    assert server.read_rest() == []
    assert server.wait() == 0


def test_a_client_that_reads_is_not_cut_off_during_a_large_message(start):
    """More input arrives while the large message is being read."""
    server = start("--max-unread-bytes", "1000")
    view = server.open("mirror")
    for character in "abc":
        large = server.message("view/set", {"view": view, "properties": {"text": character * 1_000_000}})
        more = server.message("view/set", {"view": view, "properties": {"text": character}})
        server.send(large, more)
        server.result(more["id"])
    assert server.get(view)["text"] == "c"


@pytest.mark.parametrize("kind, params", [("mirror", {"properties": {"x" * 50_000: 1}}), ("counterA", None)])
def test_errors_count_with_what_they_echo(start, kind, params):
    """The error names an unknown property, or every view that was possible."""
    server = start("--max-unread-bytes", "1000000")
    views = [server.open(kind, f"{kind}-{number:0100}") for number in range(1 if params else 500)]
    method, params = ("view/set", {"view": views[0], **params}) if params else ("increment", {})
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n"
    with contextlib.suppress(BrokenPipeError):
        for _ in range(100):
            server.write(line)
    assert server.wait() == 1


def test_views_that_were_closed_unread_count_as_open(start):
    server = start("--max-views", "50")
    view = server.open("mirror")
    server.call("view/set", {"view": view, "properties": {"text": "x" * 200_000}})
    sleeper = server.request("view/get", {"view": view})
    for number in range(100):
        server.notify("view/open", {"type": "counterA", "view": f"v{number}"})
        server.notify("view/close", {"view": f"v{number}"})
    last = server.request("view/open", {"type": "counterA"})
    server.drained()
    server.result(sleeper)
    assert server.error(last)["data"]["limit"] == "openViews"
    for number in range(100):
        server.call("view/close", {"view": server.open("counterA")})


@pytest.mark.memory
def test_answers_that_are_large_to_write_are_written_as_the_client_takes_them(start):
    """400 snapshots of 400 KB, 160 MB in all, for a client that only starts to read after them."""
    server = start()
    view = server.open("mirror")
    server.call("view/set", {"view": view, "properties": {"text": "x" * 200_000}})
    server.get(view)
    before = peak(server.pid)
    calls = [server.message("view/get", {"view": view}) for _ in range(400)]
    server.send(*calls)
    server.drained()
    for call in calls:
        server.result(call["id"])
    assert peak(server.pid) - before < 32 << 10
