"""A client process is stopped during a million changes: it costs no memory and misses no change."""
import json
import signal
import time

import pytest

from conversation import is_change
from processes import children, resident, start_below, state, stop

VIEWS = 1000
CALLS = 1000
ROUNDS = 50
# Bytes, less than the changes of these rounds.
UNREAD = 2 << 20
# The number of calls from which on the text changes.
WARMING_UP = 2
GROWTH = 1 << 10
# More than any pipe holds: the server waits for its reader while the snapshot is written.
FILLING = "x" * (1 << 18)


@pytest.fixture
def client(start, backend, monkeypatch, tmp_path):
    """A server below a client that can be stopped; the input of the server does not pass through the client."""
    start_below(monkeypatch, tmp_path, "stdout")
    return start("--api", backend.url, "--max-unread-bytes", str(UNREAD))


def has_effect(client, backend, view):
    """Waits until all written calls had their effect, which the backend shows while the client sleeps."""
    seen = len(backend.seen("POST", "/logout"))
    client.notify("logout", {"view": view})
    return backend.seen("POST", "/logout", seen + 1)


@pytest.mark.parametrize("delivery", ["properties", "patch"])
def test_a_million_changes_reach_a_client_that_slept_as_one_for_each_view(client, backend, delivery):
    views = [client.open("counterB", f"counter-{number}", delivery=delivery) for number in range(VIEWS)]
    filling, home = client.open("mirror"), client.open("home")
    client.call("view/set", {"view": filling, "properties": {"text": FILLING}})
    for _ in range(WARMING_UP):
        client.call("increment", {"view": views[0]})
    client.get(filling)
    client.call("logout", {"view": home})
    server, = children(client.pid)
    stop(client.pid)

    before, mark, begun = resident(server), client.mark(), time.monotonic()
    get = client.request("view/get", {"view": filling})
    # One number, shown by a thousand views: each call changes all of them.
    calls = [client.message("increment", {"view": views[number % VIEWS]}) for number in range(CALLS)]
    client.send(*calls)
    assert has_effect(client, backend, home)
    growth = resident(server) - before
    print(f"{VIEWS * CALLS} changes, {delivery}: {time.monotonic() - begun:.2f} s, {growth} KiB more")
    assert state(client.pid) == "T" and client.output == b""
    assert growth <= GROWTH

    client.send_signal(signal.SIGCONT)
    client.result(calls[-1]["id"])
    received = client.messages[mark:]
    assert [message["id"] for message in received if not is_change(message)] == [get, *(call["id"] for call in calls)]
    # The reply that was being written, then one commit with each view once, then the other replies.
    change = received[1]["params"]
    assert list(map(is_change, received)) == [False, True] + [False] * CALLS
    assert [entry["view"] for entry in change["views"]] == views
    assert all(message["result"]["commit"] == change["commit"] for message in received[2:])
    for view in views:
        folded = client.state(view)
        assert client.get(view) == {"text": "Buzz", "nestedText": "Buzz"}
        assert folded == client.state(view)


def test_messages_that_want_no_answer_cost_a_sleeping_client_nothing(client, backend):
    """Each changes the state of one view: their changes together exceed --max-unread-bytes."""
    views = [client.open("mirror", f"mirror-{number}", delivery=("properties", "patch")[number % 2])
             for number in range(VIEWS)]
    filling, home = client.open("mirror"), client.open("home")
    client.call("view/set", {"view": filling, "properties": {"text": FILLING}})
    for view in views:
        client.call("view/set", {"view": view, "properties": {"text": "0000"}})
    client.get(filling)
    client.call("logout", {"view": home})
    server, = children(client.pid)
    stop(client.pid)
    before, mark = resident(server), client.mark()
    get = client.request("view/get", {"view": filling})
    for number in range(1, ROUNDS + 1):
        client.write("".join(json.dumps({"jsonrpc": "2.0", "method": "view/set", "params": {
            "view": view, "properties": {"text": f"{number:04}"}}}) + "\n" for view in views))
    assert has_effect(client, backend, home)
    growth = resident(server) - before
    print(f"{VIEWS * ROUNDS} changes: {growth} KiB more")
    assert growth <= GROWTH
    client.send_signal(signal.SIGCONT)
    last = client.request("view/set", {"view": views[0], "properties": {"text": "last"}})
    client.result(last)
    received = client.messages[mark:]
    assert [message["id"] for message in received if not is_change(message)] == [get, last]
    entries = [entry["view"] for message in received if is_change(message) for entry in message["params"]["views"]]
    assert sorted(entries) in (sorted(views), sorted([*views, views[0]]))
    assert client.state(views[1])["label"] == f"{ROUNDS:04}"
    for view in views:
        client.get(view)
