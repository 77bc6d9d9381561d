"""The results of a search, page after page."""
import json

import pytest

from gates import Failure
from github import SEARCH, people, person
from search_steps import ask, first_page, logins, search, searched


@pytest.fixture
def page(searching):
    return searching.open("search")


def more(server, view):
    server.call("loadMore", {"view": view})
    return server.state(view)


def numbers(server, view):
    return [user["id"] for user in server.state(view)["users"]]


def test_loading_shows_before_the_service_answers_and_the_users_before_it_ends(searching, github, page):
    gate = github.hold("GET", SEARCH)
    call = ask(searching, page, "abc")
    searching.until(page, isLoading=True)
    gate.arrived()
    assert searching.holds(page, users=[], totalCount=0) and not searching.answered(call)
    gate.open()
    searching.result(call)
    assert searching.holds(page, isLoading=False, totalCount=45, canLoadMore=True, errorMessage=None)
    changes = searching.changes(page)
    ended = next(i for i, change in enumerate(changes) if change.get("isLoading") is False)
    assert any("users" in change for change in changes[:ended + 1])


def test_a_user_is_shown_with_what_is_known(searching, github, page):
    github.results["abc"] = [person(7, "one"), person(8, "two", avatar=None)]
    assert search(searching, page, "abc")["users"] == [
        {"id": 7, "login": "one", "avatarURL": "https://avatars.test/u/one"},
        {"id": 8, "login": "two", "avatarURL": None}]


def test_results_that_are_incomplete_are_shown(searching, github, page):
    github.is_incomplete = True
    assert search(searching, page, "abc")["errorMessage"] is None
    assert logins(searching, page) == first_page("abc")


def test_the_next_page_is_appended(searching, github, page):
    search(searching, page, "abc")
    gate = github.hold("GET", SEARCH)
    call = searching.request("loadMore", {"view": page})
    searching.until(page, isLoading=True)
    request, = gate.arrived()
    assert request.query == {"q": ["abc"], "page": ["2"], "per_page": ["30"]}
    assert logins(searching, page) == first_page("abc")
    gate.open()
    searching.result(call)
    assert searching.holds(page, isLoading=False, totalCount=45, canLoadMore=False)
    assert numbers(searching, page) == list(range(1, 46))


@pytest.mark.parametrize("count, pages", [(0, 1), (1, 1), (30, 1), (31, 2), (60, 2), (1000, 34), (5000, 34)])
def test_more_is_loaded_up_to_the_last_result_or_the_last_that_is_served(searching, github, page, count, pages):
    github.results["abc"] = people("abc", count)
    state = search(searching, page, "abc")
    assert state["totalCount"] == count
    for _ in range(1, pages):
        assert state["canLoadMore"] is True
        state = more(searching, page)
    assert state["canLoadMore"] is False and state["errorMessage"] is None
    assert numbers(searching, page) == list(range(1, min(count, 1000) + 1))
    more(searching, page)
    assert github.searches() == [("abc", number) for number in range(1, pages + 1)]


def test_before_a_search_there_are_no_further_pages(searching, github, page):
    more(searching, page)
    assert github.searches() == []


def test_users_that_come_again_on_a_later_page_are_skipped(searching, github, page):
    everybody = people("abc", 35)
    github.results["abc"] = everybody[:30] + [everybody[29], everybody[0]] + everybody[30:]
    search(searching, page, "abc")
    state = more(searching, page)
    assert numbers(searching, page) == list(range(1, 36))
    assert state["totalCount"] == 37 and state["canLoadMore"] is False


@pytest.mark.parametrize("begin", ["search", "loadMore"])
def test_a_page_that_is_loading_is_not_requested_again(searching, github, page, begin):
    search(searching, page, "abc")
    gate = github.hold("GET", SEARCH)
    calls = [searching.message(action, {"view": page}) for action in (begin, "loadMore", "loadMore")]
    searching.send(*calls)
    gate.arrived()
    searching.get(page)
    gate.open()
    assert all("commit" in searching.result(call["id"]) for call in calls)
    assert github.searches() == [("abc", 1), ("abc", 1 if begin == "search" else 2)]
    assert len(set(numbers(searching, page))) == len(numbers(searching, page))


def test_after_another_search_the_pages_begin_anew(searching, github, page):
    search(searching, page, "abc")
    more(searching, page)
    assert search(searching, page, "xyz")["canLoadMore"] is True
    assert logins(searching, page) == first_page("xyz")
    more(searching, page)
    assert github.searches()[2:] == [("xyz", 1), ("xyz", 2)]
    assert numbers(searching, page) == list(range(1, 46))


def test_a_page_that_comes_after_another_search_is_not_appended(searching, github, page):
    search(searching, page, "abc")
    gate = github.hold("GET", SEARCH)
    old = searching.request("loadMore", {"view": page})
    gate.arrived(1)
    new = ask(searching, page, "xyz")
    late, wanted = gate.arrived(2)
    wanted.release()
    searching.result(new)
    late.release()
    assert "commit" in searching.result(old) and late.is_over()
    searching.get(page)
    assert logins(searching, page) == first_page("xyz")
    assert searching.holds(page, isLoading=False, canLoadMore=True)


def test_more_is_loaded_of_what_is_shown_not_of_what_is_being_typed(searching, github, page):
    search(searching, page, "abc")
    call = searching.message("loadMore", {"view": page})
    searching.send(searching.message("view/set", {"view": page, "properties": {"searchText": "abcd"}}), call)
    searching.result(call["id"])
    assert ("abcd", 2) not in searched(searching, github)
    searching.until(page, isLoading=False)
    assert len({login.split("-")[0] for login in logins(searching, page)}) == 1


@pytest.mark.parametrize("count", [-1, 9223372036854775807])
def test_an_invalid_count_is_ignored(searching, github, page, count):
    value = {"total_count": count, "incomplete_results": False, "items": people("abc", 30)}
    github.fail("GET", SEARCH, Failure(body=json.dumps(value).encode()))
    search(searching, page, "abc")
    more(searching, page)
    github.fail("GET", SEARCH, None)
    assert search(searching, page, "abc")["errorMessage"] is None
    assert logins(searching, page) == first_page("abc")
