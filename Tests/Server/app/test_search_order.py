"""Searches that overtake each other, are cancelled, or are in progress when their page closes."""
import pytest

from github import SEARCH
from search_steps import ask, first_page, logins, search, searched, type_text


@pytest.fixture
def page(searching):
    return searching.open("search")


@pytest.fixture
def gate(github):
    return github.hold("GET", SEARCH)


def shows(server, view, text):
    """Whether the page shows the results for that text and nothing else."""
    server.get(view)
    return logins(server, view) == first_page(text) and server.holds(
        view, isLoading=False, totalCount=45, errorMessage=None, isAlertPresented=False)


@pytest.mark.parametrize("end", ["release", "fail"])
@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_the_latest_search_wins_whatever_order_the_answers_come_in(searching, page, gate, order, end):
    """R45"""
    calls = []
    for text in ("one", "two", "three"):
        calls.append(ask(searching, page, text))
        gate.arrived(len(calls))
    requests = gate.arrived(3)
    for index in order:
        getattr(requests[index], "release" if index == 2 else end)()
        requests[index].is_over()
    assert all("commit" in searching.result(call) for call in calls)
    assert shows(searching, page, "three")


def test_a_text_that_is_typed_overtakes_a_search_under_way(searching, page, gate):
    """R45"""
    call = ask(searching, page, "asked")
    gate.arrived(1)
    type_text(searching, page, "typed")
    first, second = gate.arrived(2)
    second.release()
    searching.until(page, totalCount=45, isLoading=False)
    first.release()
    assert first.is_over() and "commit" in searching.result(call)
    assert shows(searching, page, "typed")


def test_a_failed_search_does_not_bring_back_the_one_it_has_overtaken(searching, page, gate):
    calls = [ask(searching, page, "one")]
    gate.arrived(1)
    calls.append(ask(searching, page, "two"))
    first, second = gate.arrived(2)
    second.fail()
    searching.result(calls[1])
    first.release()
    assert first.is_over() and "commit" in searching.result(calls[0])
    searching.get(page)
    assert "one-1" not in logins(searching, page)
    assert searching.holds(page, isLoading=False, isAlertPresented=True)


@pytest.mark.parametrize("action, pages", [("search", [1, 1, 1]), ("loadMore", [1, 2, 2])])
def test_a_cancelled_call_shows_no_error_and_can_be_made_again(searching, github, page, action, pages):
    """R45"""
    search(searching, page, "abc")
    gate = github.hold("GET", SEARCH)
    call = searching.request(action, {"view": page})
    searching.until(page, isLoading=True)
    request, = gate.arrived()
    searching.notify("$/cancelRequest", {"id": call})
    assert searching.error(call)["data"] == {"kind": "RequestCancelled", "reason": "requested"}
    assert request.was_abandoned()
    assert searching.holds(page, isLoading=False, errorMessage=None, isAlertPresented=False)
    gate.open()
    searching.call(action, {"view": page})
    assert github.searches() == [("abc", number) for number in pages]
    assert searching.holds(page, isLoading=False, errorMessage=None, totalCount=45)


@pytest.mark.parametrize("end", ["cancelled", "failed"])
def test_a_search_asked_for_ends_the_wait_of_what_was_typed_however_it_ends(searching, github, page, gate, end):
    call = ask(searching, page, "abc")
    request, = gate.arrived()
    if end == "cancelled":
        searching.notify("$/cancelRequest", {"id": call})
    else:
        request.fail()
    searching.reply(call)
    assert searched(searching, github) == [("abc", 1)]


def test_the_first_of_two_is_cancelled_and_the_second_goes_on(searching, page, gate):
    """R30"""
    first = ask(searching, page, "one")
    gate.arrived(1)
    second = ask(searching, page, "two")
    gate.arrived(2)
    searching.notify("$/cancelRequest", {"id": first})
    searching.reply(first)
    gate.open()
    searching.result(second)
    assert shows(searching, page, "two")


def test_two_pages_search_each_for_itself(searching, page, gate):
    """R14"""
    other = searching.open("search")
    calls = [ask(searching, page, "one"), ask(searching, other, "two")]
    gate.arrived(2)
    gate.open()
    for call in calls:
        searching.result(call)
    assert shows(searching, page, "one") and shows(searching, other, "two")


def test_closing_the_page_abandons_its_search(searching, page, gate):
    """R29"""
    call = ask(searching, page, "abc")
    request, = gate.arrived()
    searching.call("view/close", {"view": page})
    assert searching.error(call)["data"]["reason"] == "viewClosed"
    assert request.was_abandoned()


def test_closing_the_page_abandons_the_search_for_what_was_typed(searching, page, gate):
    """R29"""
    type_text(searching, page, "abc")
    request, = gate.arrived()
    searching.call("view/close", {"view": page})
    assert request.was_abandoned()


def test_text_typed_right_before_the_page_closes_is_not_searched_for(searching, github, page):
    """R29"""
    type_text(searching, page, "abc")
    searching.call("view/close", {"view": page})
    assert searched(searching, github) == []
