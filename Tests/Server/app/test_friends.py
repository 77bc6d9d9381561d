"""Friends and bookmarks: the display and the requests of a toggle, the changes by a batch load, and automatic loads."""
import copy
import itertools
import json

import pytest

from conversation import is_change
from gates import Failure

BATCH, FRIEND = "/users", "/users/B"


def open_friends(server, user="A"):
    """A page of a user's friends that has appeared."""
    view = server.open("friends", params={"id": user})
    server.call("onAppear", {"view": view})
    return view


@pytest.fixture
def page(online):
    return open_friends(online)


def ids(server, view):
    return [friend["id"] for friend in server.state(view)["filteredFriends"]]


def friend(server, view, identifier="B"):
    return next(one for one in server.state(view)["filteredFriends"] if one["id"] == identifier)


def toggle(server, view, identifier="B"):
    return server.request("toggleFriendBookmark", {"view": view, "id": identifier})


def wait_for_mark(server, view, value):
    while friend(server, view)["isBookmarked"] is not value:
        server.read()


def test_friends_load_by_themselves_in_one_request_and_one_commit(online, backend):
    """R23"""
    view = open_friends(online)
    assert ids(online, view) == ["B", "C", "D"]
    assert [request.query["id"] for request in backend.seen("GET", BATCH)] == [["B", "C", "D"]]
    assert sum("filteredFriends" in change for change in online.changes(view)) == 1


def test_a_toggle_shows_before_the_backend_answers(online, backend, page):
    """R21"""
    gate = backend.hold("PATCH", FRIEND)
    call = toggle(online, page)
    wait_for_mark(online, page, True)
    gate.arrived()
    assert not online.answered(call)
    gate.open()
    online.result(call)
    assert friend(online, page)["isBookmarked"] is True and online.holds(page, errorMessage=None)


@pytest.mark.parametrize("current", [True, False])
def test_a_refused_toggle_falls_back_to_the_stores_current_value(online, backend, page, current):
    """R21"""
    gate = backend.hold("PATCH", FRIEND)
    call = toggle(online, page)
    request, = gate.arrived()
    # Meanwhile a change by somebody else arrives in another page.
    backend.users["B"].update(name="New B", isBookmarked=current)
    online.call("load", {"view": online.open("user", params={"id": "B"})})
    assert friend(online, page)["isBookmarked"] is True
    request.fail()
    assert "commit" in online.result(call)
    shown = friend(online, page)
    assert (shown["name"], shown["isBookmarked"]) == ("New B", current) and online.state(page)["errorMessage"]


def test_the_store_changes_only_after_the_backend_agreed(online, backend, page):
    """R20"""
    other, user = open_friends(online), online.open("user", params={"id": "B"})
    gate = backend.hold("PATCH", FRIEND)
    call = toggle(online, page)
    gate.arrived()
    assert online.get(user)["user"]["isBookmarked"] is False
    assert friend(online, page)["isBookmarked"] is True and friend(online, other)["isBookmarked"] is False
    mark = online.mark()
    gate.open()
    online.result(call)
    told, = filter(is_change, online.messages[mark:])
    assert {entry["view"] for entry in told["params"]["views"]} == {other, user}
    assert online.state(user)["user"]["isBookmarked"] is friend(online, other)["isBookmarked"] is True


def test_toggles_of_one_friend_are_sent_in_order_each_after_the_answer_to_the_one_before(online, backend, page):
    """R21, R22"""
    gate = backend.hold("PATCH", FRIEND)
    calls = [toggle(online, page) for _ in range(3)]
    for count, value in enumerate((True, False, True), 1):
        requests = gate.arrived(count)
        online.get(page)
        assert len(requests) == count and friend(online, page)["isBookmarked"] is True
        assert requests[-1].body == {"isBookmarked": value}
        requests[-1].release()
        online.result(calls[count - 1])
    assert friend(online, page)["isBookmarked"] is True and online.holds(page, errorMessage=None)


def test_a_patch_sends_the_field_that_changed_and_no_other(online, backend, page):
    """R22"""
    for _ in range(2):
        online.result(toggle(online, page))
    assert [request.body for request in backend.seen("PATCH", FRIEND)] == [
        {"isBookmarked": True}, {"isBookmarked": False}]


def test_a_batch_load_removes_users_gone_at_the_backend_and_overwrites_no_later_change(online, backend, page):
    """R23"""
    user = online.open("user", params={"id": "C"})
    old = [copy.deepcopy(backend.users[identifier]) for identifier in "BD"]
    gate = backend.hold("GET", BATCH)
    call = online.request("onAppear", {"view": page})
    request, = gate.arrived()
    online.result(toggle(online, page))
    # The reply has the state before the toggle, and C is not in it.
    request.fail(Failure(body=json.dumps(old).encode()))
    mark = online.mark()
    online.result(call)
    assert ids(online, page) == ["B", "D"] and friend(online, page)["isBookmarked"] is True
    assert online.holds(user, user=None) and sum(map(is_change, online.messages[mark:])) == 1


def test_friends_of_friends_in_two_views_do_not_load_each_other_for_ever(online, backend, monkeypatch):
    """R24"""
    answer, count = backend.answer, itertools.count()

    def changing_everybody(request):
        for one in backend.users.values():
            one["name"] = f"Name {next(count)}"
        return answer(request)

    monkeypatch.setattr(backend, "answer", changing_everybody)
    views = [open_friends(online, user) for user in "AB"]
    backend.users["B"]["friendIDs"] = ["A"]
    online.call("onAppear", {"view": views[0]})
    while ids(online, views[1]) != ["A"]:
        online.read()
    # A load that never ends would have sent another request by the time all these are answered.
    other = online.open("user", params={"id": "D"})
    for _ in range(20):
        online.call("reload", {"view": other})
    asked = [request.query["id"] for request in backend.seen("GET", BATCH)]
    assert asked == [["B", "C", "D"], ["A", "C"], ["B", "C", "D"], ["A"]]


def test_the_filter_is_done_before_its_reply_and_asks_for_nothing(online, backend, page):
    """R25"""
    online.result(toggle(online, page, "C"))
    asked = len(backend.requests)
    for value, expected in ((True, ["C"]), (False, ["B", "C", "D"])):
        mark = online.mark()
        online.call("view/set", {"view": page, "properties": {"showsOnlyBookmarkedFriends": value}})
        change, = online.changes(page, since=mark)
        assert change.keys() == {"showsOnlyBookmarkedFriends", "filteredFriends"} and ids(online, page) == expected
    assert len(backend.requests) == asked
