"""The repositories and languages of a user, and requests for all of their pages."""
from urllib.parse import quote

import pytest

from github import NOT_FOUND, profile, repository
from search_steps import appear, paths

USER, LIST = "octocat", "/users/octocat/repos"


@pytest.fixture
def page(searching, github):
    github.profiles[USER] = profile(USER)
    return searching.open("searchDetail", params={"name": USER})


@pytest.mark.parametrize("count, pages", [(0, 1), (99, 1), (100, 2), (101, 2), (250, 3)])
def test_repositories_are_asked_for_until_a_page_is_short(searching, github, page, count, pages):
    own = {0, 99, 100, 249}
    github.repositories[USER] = [repository(number, f"r{number}", fork=number not in own) for number in range(count)]
    github.languages = {(USER, f"r{number}"): {"C": 1} for number in own}
    state = appear(searching, page)
    expected = [number for number in sorted(own) if number < count]
    assert [one["id"] for one in state["repositories"]] == expected
    assert state["languages"] == ([{"name": "C", "bytes": len(expected)}] if expected else [])
    asked = [request.query for request in github.seen("GET", LIST)]
    assert asked == [{"type": ["owner"], "page": [str(number)], "per_page": ["100"]} for number in range(1, pages + 1)]


def test_a_second_page_that_fails_is_a_failure(searching, github, page):
    github.repositories[USER] = [repository(number, f"r{number}", fork=True) for number in range(101)]
    gate = github.hold("GET", LIST)
    call = searching.request("onAppear", {"view": page})
    gate.arrived(1)[0].release()
    gate.arrived(2)[1].fail(NOT_FOUND)
    searching.result(call)
    assert searching.holds(page, repositories=[], repositoriesErrorMessage="Not found")


def test_names_arrive_as_they_are(searching, github):
    name, repo = "a b/ü?", "100%#é"
    github.profiles[name], github.repositories[name] = profile(name), [repository(1, repo)]
    github.languages[name, repo] = {"C#": 1}
    state = appear(searching, searching.open("searchDetail", params={"name": name}))
    assert state["profile"]["login"] == name and state["languages"] == [{"name": "C#", "bytes": 1}]
    name, repo = quote(name, safe=""), quote(repo, safe="")
    assert paths(github) == sorted([f"/users/{name}", f"/users/{name}/repos", f"/repos/{name}/{repo}/languages"])


@pytest.mark.parametrize("name", ["", ".", "..", "a\0b", "🙂", "\u202ex", "x" * 100_000],
                         ids=["empty", "here", "above", "NUL", "emoji", "right to left", "long"])
def test_no_name_ends_the_process(searching, page, name):
    state = appear(searching, searching.open("searchDetail", params={"name": name}))
    assert all(state[f"{part}ErrorMessage"] for part in ("profile", "repositories", "languages"))
    assert appear(searching, page)["profile"]["login"] == USER


def test_languages_larger_than_any_number_do_no_harm(searching, github, page):
    github.repositories[USER] = [repository(number, f"r{number}") for number in range(2)]
    github.languages = {(USER, f"r{number}"): {"C": 2 ** 63 - 1} for number in range(2)}
    assert all(language["bytes"] > 0 for language in appear(searching, page)["languages"])
    github.languages[USER, "r1"] = {}
    searching.call("loadLanguages", {"view": page})
    assert searching.holds(page, languages=[{"name": "C", "bytes": 2 ** 63 - 1}], languagesErrorMessage=None)
