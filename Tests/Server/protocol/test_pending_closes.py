"""A close that waits for the work of its views: its id is in use, and the wait can be cancelled."""
import json
import time

import pytest

from database import raw

# The work is a write that waits for another program for two seconds and cannot be cancelled.
AT_ONCE = 1.5
ENDED = {"view/close": "viewClosed", "session/close": "sessionClosed"}


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "app.sqlite")


@pytest.fixture
def server(start, path):
    """A server without a time limit for the end of work."""
    server = start("--database", path, "--close-timeout", "3600")
    server.open("counterA", "other")
    server.call("session/open", {"session": "s"})
    server.open("counterSettings", "v", session="s")
    server.call("setStartCount", {"view": "v", "count": 1})
    return server


@pytest.fixture
def lock(server, path):
    """Another program that is writing to the file."""
    with raw(path) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


@pytest.fixture(params=ENDED)
def method(request):
    return request.param


@pytest.fixture
def pending(server, lock, method):
    """The ids of a call and of a close that waits for its work."""
    call = server.request("setStartCount", {"view": "v", "count": 2})
    close = server.request(method, {"view": "v"} if method == "view/close" else {"session": "s"})
    server.get("other")
    assert not server.answered(close)
    return call, close


def read_until_answered(server, identifier):
    while json.dumps(identifier) in server.unanswered:
        server.read()


def is_closed(server, call, method):
    assert server.error(call)["data"] == {"kind": "RequestCancelled", "reason": ENDED[method]}
    assert server.refused("view/get", {"view": "v"})["data"]["path"] == "/view"
    if method == "session/close":
        assert server.refused("session/close", {"session": "s"})["data"]["path"] == "/session"


@pytest.mark.parametrize("second, is_batch", [
    (("increment", {"view": "other"}), False), (("view/open", {"type": "counterA", "view": "new"}), False),
    (("no/such", {}), False), (("session/open", {"session": "new"}), True),
], ids=["increment", "view/open", "no/such", "session/open in a batch"])
def test_its_id_is_in_use_until_it_is_answered(server, pending, method, second, is_batch):
    call, close = pending
    message = {"jsonrpc": "2.0", "id": close, "method": second[0], "params": second[1]}
    # The refusal comes first, so that it is read first.
    waiting = server.unanswered.pop(json.dumps(close))
    server.expect_reply([message] if is_batch else message)
    server.expect_reply([message] if is_batch else message)
    server.unanswered[json.dumps(close)] += waiting
    for _ in range(2):
        server.transmit([message] if is_batch else message)
    assert server.error(close)["data"]["kind"] == "InvalidRequest"
    # Each of them gets a reply.
    while len(server.unanswered[json.dumps(close)]) > 1:
        server.read()
    assert server.get("other") == {"count": 0}
    assert server.refused("view/get", {"view": "new"})["data"]["path"] == "/view"
    assert server.refused("session/close", {"session": "new"})["data"]["path"] == "/session"
    begun = time.monotonic()
    server.notify("$/cancelRequest", {"id": close})
    read_until_answered(server, close)
    assert "commit" in server.result(close) and time.monotonic() - begun < AT_ONCE
    is_closed(server, call, method)
    # After the reply it is free.
    server.send({"jsonrpc": "2.0", "id": close, "method": "increment", "params": {"view": "other"}})
    assert "commit" in server.result(close)


def test_cutting_the_waiting_short_answers_it_as_ever(server, pending, method):
    call, close = pending
    begun = time.monotonic()
    server.notify("$/cancelRequest", {"id": close})
    assert server.result(close).keys() == {"commit"}
    assert time.monotonic() - begun < AT_ONCE
    # The replies to its calls precede it.
    assert server.answered(call)
    is_closed(server, call, method)


def test_after_it_was_cut_short_the_name_is_free(server, lock, pending, method):
    call, close = pending
    server.notify("$/cancelRequest", {"id": close})
    server.result(close)
    is_closed(server, call, method)
    if method == "session/close":
        server.call("session/open", {"session": "s"})
    server.open("counterSettings", "v", session="s")
    lock.execute("ROLLBACK")
    # The work of the first view ends before this reply.
    server.call("setStartCount", {"view": "v", "count": 3})
    assert server.holds("v", startCount=3, errorMessage=None)


def test_a_second_cancellation_changes_nothing(server, pending, method):
    call, close = pending
    for _ in range(3):
        server.notify("$/cancelRequest", {"id": close})
    assert "commit" in server.result(close)
    is_closed(server, call, method)


def test_a_close_that_is_not_cancelled_waits_for_the_work(server, lock, pending, method):
    call, close = pending
    server.call("increment", {"view": "other"})
    assert not server.answered(close)
    lock.execute("ROLLBACK")
    assert "commit" in server.result(close)
    is_closed(server, call, method)


def test_as_a_part_of_a_batch_it_can_be_cut_short_too(server, lock, method):
    call = server.request("setStartCount", {"view": "v", "count": 2})
    batch = [server.message(method, {"view": "v"} if method == "view/close" else {"session": "s"}),
             server.message("increment", {"view": "other"})]
    begun = time.monotonic()
    server.send(batch)
    server.notify("$/cancelRequest", {"id": batch[0]["id"]})
    assert all("commit" in server.result(one["id"]) for one in batch)
    assert time.monotonic() - begun < AT_ONCE
    is_closed(server, call, method)


def test_a_close_that_waits_for_many_others_is_cut_short_at_once(server, lock, method):
    """The close of a session waits for the closes of its views: views that are closing still belong to the session."""
    rounds = []
    for number in range(40):
        view = f"view-{number}"
        server.open("counterSettings", view)
        rounds.append(server.request("setStartCount", {"view": view, "count": 2}))
        if method == "view/close":
            server.request(method, {"view": view})
    close = server.request("session/close", {"session": "default"})
    begun = time.monotonic()
    server.notify("$/cancelRequest", {"id": close})
    assert "commit" in server.result(close) and time.monotonic() - begun < AT_ONCE
    assert all(server.error(call)["data"]["reason"] == ENDED[method] for call in rounds)
