"""A client that does not read costs little, and is told the latest when it reads again."""
import contextlib
import json
import signal

import pytest

from conversation import is_change
from processes import resident
from server import Ended

MANY = 20_000


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


def test_a_merged_change_comes_before_the_reply_fenced_on_it(server):
    view = server.open("counterA")
    calls = [server.message("increment", {"view": view}) for _ in range(5000)]
    server.send(*calls)
    server.drained()
    for number, call in enumerate(calls, 1):
        server.result(call["id"])
        assert server.state(view)["count"] >= number


def test_who_reads_again_while_more_is_being_handled_misses_nothing(server):
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
def test_who_sends_and_never_reads_is_cut_off(start, framing):
    server = start("--max-unread-bytes", "100000", framing=framing)
    view = server.open("counterA")
    sent = []
    with pytest.raises(BrokenPipeError):
        for _ in range(100_000):
            sent.append(server.message("view/get", {"view": view}))
            server.note(sent[-1])
            server.transmit(sent[-1])
    assert server.wait() == 1
    assert "unread" in server.errors.lower()
    # What was said before are whole answers, in order; the pipe may end within one.
    mark = server.mark()
    with contextlib.suppress(Ended):
        server.read_rest()
    said = server.messages[mark:]
    assert said and [message["id"] for message in said] == [call["id"] for call in sent[:len(said)]]


@pytest.mark.parametrize("ending", ["signal", "end of input"])
def test_who_does_not_read_cannot_keep_the_process_alive(start, ending):
    server = start("--drain-timeout", "1")
    view = server.open("counterA")
    server.transmit(*[server.message("view/get", {"view": view}) for _ in range(5000)])
    server.drained()
    if ending == "signal":
        server.send_signal(signal.SIGTERM)
    else:
        server.end_input()
    assert server.wait() == 0
