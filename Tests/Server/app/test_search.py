"""The search for users: the times of searches, and their texts."""
import time

import pytest

from github import SEARCH, profile
from search_steps import ask, first_page, logins, search, searched, type_text

DEFAULTS = {"searchText": "", "users": [], "totalCount": 0, "isLoading": False, "canLoadMore": False,
            "isAlertPresented": False, "errorMessage": None, "selectedUserName": None}


@pytest.fixture
def page(searching):
    return searching.open("search")


def test_a_page_begins_empty_and_asks_for_nothing(searching, github, page):
    assert searching.state(page) == DEFAULTS
    assert searched(searching, github) == []


def test_letters_typed_quickly_are_one_search_half_a_second_after_the_last(searching, github, page):
    """R44"""
    begun = time.monotonic()
    type_text(searching, page, "a", "ab", "abc")
    request, = github.seen("GET", SEARCH, 1)
    assert request.time - begun >= 0.5
    searching.until(page, totalCount=45, isLoading=False)
    assert logins(searching, page) == first_page("abc")
    searching.call("search", {"view": page})
    assert github.searches() == [("abc", 1), ("abc", 1)]
    assert searched(searching, github) == [("abc", 1), ("abc", 1)]


def test_letters_typed_slowly_are_searches_of_their_own(searching, github, page):
    for count, text in enumerate(("a", "ab"), 1):
        type_text(searching, page, text)
        github.seen("GET", SEARCH, count)
    assert github.searches() == [("a", 1), ("ab", 1)]


@pytest.mark.parametrize("texts", [["abc"], ["abcd", "abc"]])
def test_a_text_that_is_unchanged_in_the_end_is_not_searched_for_again(searching, github, page, texts):
    type_text(searching, page, "abc")
    searching.until(page, totalCount=45, isLoading=False)
    type_text(searching, page, *texts)
    assert searched(searching, github) == [("abc", 1)]
    assert logins(searching, page) == first_page("abc")


@pytest.mark.parametrize("texts", [[""], ["a", ""]])
def test_an_empty_text_is_not_searched_for(searching, github, page, texts):
    type_text(searching, page, *texts)
    searching.call("search", {"view": page})
    assert searched(searching, github) == []
    assert searching.state(page) == DEFAULTS


def test_clearing_the_text_clears_the_results_at_once(searching, page):
    search(searching, page, "abc")
    type_text(searching, page, "")
    assert searching.state(page) == DEFAULTS


def test_clearing_the_text_clears_what_is_still_to_come(searching, github, page):
    gate = github.hold("GET", SEARCH)
    call = ask(searching, page, "abc")
    gate.arrived()
    type_text(searching, page, "")
    gate.open()
    assert "commit" in searching.result(call)
    assert searching.state(page) == DEFAULTS


def test_a_text_that_was_cleared_and_typed_again_is_searched_for_again(searching, github, page):
    search(searching, page, "abc")
    type_text(searching, page, "", "abc")
    assert searching.holds(page, totalCount=0)
    searching.until(page, totalCount=45, isLoading=False)
    assert github.searches() == [("abc", 1), ("abc", 1)]


def test_the_action_searches_at_once_and_the_wait_is_over(searching, github, page):
    type_text(searching, searching.open("search"), "typed")
    search(searching, page, "asked")
    assert logins(searching, page) == first_page("asked")
    github.seen("GET", SEARCH, 2)
    assert github.searches() == [("asked", 1), ("typed", 1)]
    assert searched(searching, github) == [("asked", 1), ("typed", 1)]


def test_the_action_searches_again_for_the_same_text(searching, github, page):
    for _ in range(3):
        assert search(searching, page, "abc")["totalCount"] == 45
    assert github.searches() == [("abc", 1)] * 3


@pytest.mark.parametrize("text", [
    "a b&c=d/é+🙂#?", "100%25", "a+b", "%", "日本語", 'location:"São Paulo" repos:>10', "<'a'>;|\\^`{}[]~",
])
def test_a_query_arrives_as_it_was_typed(searching, github, page, text):
    """R45"""
    search(searching, page, text)
    request, = github.seen("GET", SEARCH)
    assert request.query == {"q": [text], "page": ["1"], "per_page": ["30"]}
    assert logins(searching, page) == first_page(text)


@pytest.mark.parametrize("text", [
    "x" * (1 << 20), "🙂" * 1000, "a\0b", "\0", "\u202eabc\u202c\u200f", "a\r\nHost: elsewhere", " ", "\ufeff\uffff",
], ids=["long", "emoji", "NUL inside", "NUL", "right to left", "lines", "blank", "no characters"])
def test_no_text_ends_the_process(searching, github, page, text):
    state = search(searching, page, text)
    assert state["isLoading"] is False and state["searchText"] == text
    for request in github.seen("GET", SEARCH):
        assert request.query["q"] == [text] and request.headers["Host"] == f"127.0.0.1:{github.port}"
    assert search(searching, page, "abc")["errorMessage"] is None
    assert logins(searching, page) == first_page("abc")


def test_a_user_is_selected_by_name_until_that_is_taken_back(searching, page):
    search(searching, page, "abc")
    searching.call("select", {"view": page, "name": "abc-2"})
    assert searching.holds(page, selectedUserName="abc-2")
    for name in (None, "abc-3", None):
        searching.call("view/set", {"view": page, "properties": {"selectedUserName": name}})
        assert searching.holds(page, selectedUserName=name)
    assert logins(searching, page) == first_page("abc")


def test_with_the_search_service_held_every_other_call_is_answered(searching, github, page):
    """R47"""
    github.profiles["free"] = profile("free")
    gates = [github.hold("GET", path) for path in (SEARCH, "/users/held", "/users/held/repos")]
    held, free = (searching.open("searchDetail", params={"name": name}) for name in ("held", "free"))
    slow = [ask(searching, page, "abc"), searching.request("onAppear", {"view": held})]
    for gate in gates:
        gate.arrived()
    counter, user = searching.open("counterA"), searching.open("user", params={"id": "A"})
    searching.call("increment", {"view": counter})
    searching.call("load", {"view": user})
    searching.call("onAppear", {"view": free})
    searching.call("select", {"view": page, "name": "abc-1"})
    searching.call("view/set", {"view": page, "properties": {"isAlertPresented": True}})
    searching.call("session/open")
    assert searching.holds(counter, count=1) and searching.holds(user, displayName="User A")
    assert searching.state(free)["profile"]["login"] == "free"
    assert not any(searching.answered(call) for call in slow)
    github.open_all()
    assert all("commit" in searching.result(call) for call in slow)
