"""The state that a failed search leaves, and the retry that clears it."""
import json
import re
from datetime import datetime, timedelta, timezone

import pytest

from gates import CLOSED, CUT_OFF, NOT_JSON, OTHER_JSON, SERVER_ERROR, Failure
from github import BEYOND, NOT_FOUND, SEARCH, SECONDARY_LIMIT, GitHub, invalid, limited
from search_steps import first_page, logins, search, type_text

RESET, RESET_AT = 4070908800, "2099-01-01T00:00:00Z"
UNREACHABLE = "The server cannot be reached"
NOT_UNDERSTOOD = "The server's answer could not be understood"
TOO_MANY, LATER = "Too many requests; try again after {}", "Too many requests; try again later"


@pytest.fixture
def page(searching):
    return searching.open("search")


def reply(items=(), count=1):
    return Failure(body=json.dumps({"total_count": count, "incomplete_results": False, "items": items}).encode())


def is_clear(state):
    return (state["errorMessage"], state["isAlertPresented"]) == (None, False)


def retry_time(state):
    """The time in the message; none if the message has no time."""
    told = re.fullmatch(TOO_MANY.format(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"), state["errorMessage"])
    return told[1] if told else None


FAILURES = {
    "403 with Retry-After": (limited(403, retry_after=60), TOO_MANY),
    "429 with Retry-After": (limited(429, retry_after=60), TOO_MANY),
    "403 with a reset": (limited(403, reset=RESET), TOO_MANY),
    "429 with a reset": (limited(429, reset=RESET), TOO_MANY),
    "403 without a time": (SECONDARY_LIMIT, LATER),
    "404": (NOT_FOUND, "Not found"),
    "422 beyond the results": (BEYOND, "The request is invalid"),
    "422 not valid": (invalid("invalid", "The search is longer than 256 characters."), "The request is invalid"),
    "500": (SERVER_ERROR, NOT_UNDERSTOOD),
    "not JSON": (NOT_JSON, NOT_UNDERSTOOD),
    "nothing": (Failure(body=b""), NOT_UNDERSTOOD),
    "not UTF-8": (Failure(body=b'{"total_count": 1, "items": [{"id": 1, "login": "\xff"}]}'), NOT_UNDERSTOOD),
    "nested without end": (Failure(body=b"[" * 100_000), NOT_UNDERSTOOD),
    "other JSON": (OTHER_JSON, NOT_UNDERSTOOD),
    "a list": (Failure(body=b"[]"), NOT_UNDERSTOOD),
    "a count that is text": (reply(count="1"), NOT_UNDERSTOOD),
    "a count over all bounds": (reply(count=10 ** 30), NOT_UNDERSTOOD),
    "no items": (reply(None), NOT_UNDERSTOOD),
    "an item without a login": (reply([{"id": 1, "avatar_url": "x"}]), NOT_UNDERSTOOD),
    "an id that is text": (reply([{"id": "1", "login": "x", "avatar_url": "x"}]), NOT_UNDERSTOOD),
    "an avatar that is a number": (reply([{"id": 1, "login": "x", "avatar_url": 1}]), NOT_UNDERSTOOD),
    "cut off": (CUT_OFF, NOT_UNDERSTOOD),
    "closed": (CLOSED, UNREACHABLE),
}


def test_a_failure_says_why_and_a_retry_that_succeeds_clears_it(searching, github):
    """R45"""
    for name, (failure, message) in FAILURES.items():
        page = searching.open("search")
        github.fail("GET", SEARCH, failure)
        state = search(searching, page, "abc")
        assert state["errorMessage"] == message.format(retry_time(state)), name
        assert (retry_time(state) is not None) == (message == TOO_MANY), name
        assert state["isAlertPresented"] is True and state["isLoading"] is False, name
        github.fail("GET", SEARCH, None)
        searching.call("search", {"view": page})
        assert is_clear(searching.state(page)) and logins(searching, page) == first_page("abc"), name


def test_a_refused_connection_says_so_and_a_retry_that_succeeds_clears_it(searching, github, page):
    """R45"""
    github.stop()
    state = search(searching, page, "abc")
    assert state["errorMessage"] == UNREACHABLE and state["isAlertPresented"] is True and state["isLoading"] is False
    with GitHub(github.port):
        searching.call("search", {"view": page})
    assert is_clear(searching.state(page)) and logins(searching, page) == first_page("abc")


@pytest.mark.parametrize("status", [403, 429])
def test_the_time_of_a_reset_is_shown_exactly(searching, github, page, status):
    github.fail("GET", SEARCH, limited(status, reset=RESET))
    assert retry_time(search(searching, page, "abc")) == RESET_AT


@pytest.mark.parametrize("failure", [limited(403, retry_after=60), limited(429, retry_after=60, reset=RESET)],
                         ids=["alone", "before the reset"])
def test_the_time_of_retry_after_counts_from_the_reply(searching, github, page, failure):
    github.fail("GET", SEARCH, failure)
    told = datetime.strptime(retry_time(search(searching, page, "abc")), "%Y-%m-%dT%H:%M:%SZ")
    expected = datetime.now(timezone.utc) + timedelta(seconds=60)
    assert abs(told.replace(tzinfo=timezone.utc) - expected) <= timedelta(seconds=5)


@pytest.mark.parametrize("header", ["retry_after", "reset"])
def test_an_invalid_time_is_ignored(searching, github, page, header):
    for time in ("soon", "", "-1", "0", "1.5", "nan", "inf", "1e400", str(2 ** 63 - 1), str(-2 ** 63), "9" * 30):
        github.fail("GET", SEARCH, limited(429, **{header: time}))
        state = search(searching, page, "abc")
        assert state["errorMessage"] == LATER or retry_time(state), time
        assert state["isAlertPresented"] is True
        github.fail("GET", SEARCH, None)
        assert is_clear(search(searching, page, "abc"))


@pytest.mark.parametrize("status", [403, 429])
def test_an_invalid_time_to_wait_is_not_shown(searching, github, page, status):
    for time in ("-1000000000", "-1", "1e99", "", "soon", "99999999999999"):
        github.fail("GET", SEARCH, limited(status, retry_after=time))
        assert search(searching, page, "abc")["errorMessage"] == LATER, time


def test_a_later_failure_leaves_nothing_of_the_earlier(searching, github, page):
    for failure, message in ((limited(reset=RESET), TOO_MANY.format(RESET_AT)), (CLOSED, UNREACHABLE)):
        github.fail("GET", SEARCH, failure)
        search(searching, page, "abc")
        assert searching.holds(page, errorMessage=message, isAlertPresented=True)


def test_a_search_by_typing_fails_and_recovers_like_an_explicit_one(searching, github, page):
    github.fail("GET", SEARCH, limited(reset=RESET))
    type_text(searching, page, "abc")
    searching.until(page, isAlertPresented=True, isLoading=False, errorMessage=TOO_MANY.format(RESET_AT))
    github.fail("GET", SEARCH, None)
    type_text(searching, page, "abcd")
    searching.until(page, totalCount=45, isLoading=False)
    assert is_clear(searching.state(page)) and logins(searching, page) == first_page("abcd")


def test_after_a_failed_search_more_is_there_if_and_only_if_it_can_be_loaded(searching, github, page):
    search(searching, page, "abc")
    github.fail("GET", SEARCH)
    before = search(searching, page, "xyz")
    github.fail("GET", SEARCH, None)
    searching.call("loadMore", {"view": page})
    after = searching.state(page)
    assert (len(after["users"]) > len(before["users"])) == before["canLoadMore"]
    assert len({user["login"].split("-")[0] for user in after["users"]}) <= 1


def test_an_alert_that_was_dismissed_comes_back_with_the_next_failure(searching, github, page):
    github.fail("GET", SEARCH)
    for _ in range(2):
        assert search(searching, page, "abc")["isAlertPresented"] is True
        searching.call("view/set", {"view": page, "properties": {"isAlertPresented": False}})
        assert searching.holds(page, isAlertPresented=False, isLoading=False)


@pytest.mark.parametrize("failure", [SERVER_ERROR, limited(reset=RESET), CLOSED], ids=["500", "limit", "closed"])
def test_a_page_that_failed_is_asked_for_again(searching, github, page, failure):
    search(searching, page, "abc")
    gate = github.hold("GET", SEARCH)
    call = searching.request("loadMore", {"view": page})
    request, = gate.arrived()
    request.fail(failure)
    searching.result(call)
    state = searching.state(page)
    assert state["errorMessage"] and state["isAlertPresented"] is True and state["isLoading"] is False
    gate.open()
    searching.call("loadMore", {"view": page})
    assert is_clear(searching.state(page))
    assert [user["id"] for user in searching.state(page)["users"]] == list(range(1, 46))
    assert github.searches() == [("abc", 1), ("abc", 2), ("abc", 2)]
