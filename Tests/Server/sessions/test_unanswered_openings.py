"""`session/changed` has no view in `closed` whose opening was refused, or is not answered yet."""
import pytest

from chat_steps import log_in
from folded_views import is_session_change


def closed(connection):
    """The views in `closed` of the received `session/changed`."""
    return [view for message in connection.messages if is_session_change(message)
            for view in message["params"]["closed"]]


@pytest.fixture
def both(listen):
    """Two connections in the session `work`, in which the first has opened the page of effects `e`."""
    server = listen()
    first, second = server.connect(), server.connect()
    first.share("work")
    first.open("effects", "e", session="work")
    second.join("work")
    return first, second


def in_a_batch(first, *opening):
    """Sends a request in a batch that waits for its slow call; returns both ids."""
    slow = first.message("handle", {"view": "e", "action": "buttonTap", "seconds": 3600})
    request = first.message(*opening)
    first.send([slow, request])
    first.until("e", tapsUnderWay=1)
    return slow["id"], request["id"]


def test_a_view_that_another_closes_before_its_opening_is_answered(both):
    first, second = both
    slow, opening = in_a_batch(first, "view/open", {"type": "counterA", "view": "v", "session": "work"})
    while "v" not in second.views:
        second.read()
    second.call("view/close", {"view": "v"})
    first.call("session/list")
    first.notify("$/cancelRequest", {"id": slow})
    assert first.error(opening)["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}
    assert closed(first) == []
    first.open("counterA", "v", session="work")
    while "v" not in second.views:
        second.read()


def test_a_view_that_another_closes_while_the_answer_to_its_opening_waits_for_its_reader(both):
    first, second = both
    first.open("mirror", "filling")
    first.call("view/set", {"view": "filling", "properties": {"text": "x" * 500_000}})
    for _ in range(3):
        first.request("view/get", {"view": "filling"})
    opening = first.request("view/open", {"type": "counterA", "view": "v", "session": "work"})
    while "v" not in second.views:
        second.read()
    second.call("view/close", {"view": "v"})
    assert first.error(opening)["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}
    first.call("session/list")
    assert closed(first) == []


def test_a_view_whose_lifetime_ends_before_its_opening_is_answered(both):
    first, _ = both
    chat = log_in(first, "12345")
    slow, opening = in_a_batch(first, "view/open", {"type": "rooms", "view": "v"})
    first.call("logOut", {"view": chat})
    first.notify("$/cancelRequest", {"id": slow})
    assert first.error(opening)["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}
    assert closed(first) == []


def test_a_view_whose_opening_is_refused_because_the_batch_has_become_too_long(listen):
    server = listen("--max-unread-bytes", "100000")
    first, second = server.connect(), server.connect()
    first.share("work")
    second.join("work")
    names = [f"{'n' * 1000}{number}" for number in range(200)]
    calls = [first.message("view/open", {"type": "mirror", "view": name, "session": "work"}) for name in names]
    first.send(calls)
    opened = {name for name, call in zip(names, calls) if "result" in first.reply(call["id"])}
    assert opened < set(names)
    first.call("session/list")
    assert closed(first) == []
    second.call("session/list")
    assert set(second.views) == opened
