"""Effects over the wire: synchronous work, and work that is awaited, ignored, or cancelled."""
import pytest

LONG = 86_400


@pytest.fixture
def page(server):
    return server.open("effects")


def tap(view, seconds=0):
    return {"view": view, "action": "buttonTap", "seconds": seconds}


def test_a_synchronous_action_is_done_before_its_reply_and_before_the_next(server, page):
    """R27"""
    calls = [server.message("handle", {"view": page, "action": "instant"}) for _ in range(20)]
    server.send(*calls)
    for count, call in enumerate(calls, 1):
        server.result(call["id"])
        assert server.holds(page, instants=count)


def test_work_is_done_exactly_once_whether_it_is_waited_for_or_forgotten(server, page):
    """R28"""
    for _ in range(5):
        server.notify("handle", tap(page))
    calls = [server.request("handle", tap(page)) for _ in range(5)]
    assert all("commit" in server.result(call) for call in calls)
    server.until(page, tapsUnderWay=0)
    assert server.get(page) == {"tapsUnderWay": 0, "tapsCompleted": 10, "instants": 0}


def test_a_call_that_waits_is_answered_when_the_work_has_ended_and_not_before(server, page):
    """R28"""
    long, short = server.request("handle", tap(page, LONG)), server.request("handle", tap(page))
    server.result(short)
    assert server.holds(page, tapsUnderWay=1, tapsCompleted=1) and not server.answered(long)
    server.call("view/close", {"view": page})
    assert server.answered(long)


def test_cancelling_one_call_leaves_its_siblings(server, page):
    """R30, R31"""
    first, second = (server.request("handle", tap(page, LONG)) for _ in range(2))
    server.until(page, tapsUnderWay=2)
    server.notify("$/cancelRequest", {"id": first})
    assert server.error(first)["data"]["reason"] == "requested"
    assert server.get(page) == {"tapsUnderWay": 1, "tapsCompleted": 0, "instants": 0}
    assert not server.answered(second)
    server.call("view/close", {"view": page})


def test_closing_a_view_ends_what_was_waited_for_and_what_was_forgotten_and_nothing_of_others(server, page):
    """R29"""
    other = server.open("effects")
    kept, lost = server.request("handle", tap(other, LONG)), server.request("handle", tap(page, LONG))
    server.notify("handle", tap(page, LONG))
    server.until(page, tapsUnderWay=2)
    server.call("view/close", {"view": page})
    assert server.answered(lost) and server.error(lost)["data"]["reason"] == "viewClosed"
    assert server.get(other)["tapsUnderWay"] == 1 and not server.answered(kept)
    server.call("view/close", {"view": other})
