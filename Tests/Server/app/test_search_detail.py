"""The page of one user of the search service: three parts that load and fail independently."""
import pytest

from gates import CLOSED, CUT_OFF, NOT_JSON, OTHER_JSON, SERVER_ERROR, Failure
from github import NOT_FOUND, SECONDARY_LIMIT, limited, profile, repository
from search_steps import appear, paths

NOT_UNDERSTOOD = "The server's answer could not be understood"
EMPTY = {"profile": None, "repositories": [], "languages": []}
PARTS = list(EMPTY)
PATHS = {"profile": "/users/octocat", "repositories": "/users/octocat/repos",
         "languages": "/repos/octocat/hello/languages"}
# The parts that need the reply for each path: the languages need the list of repositories.
NEEDING = {"profile": ["profile"], "repositories": ["repositories", "languages"], "languages": ["languages"]}
LOADED = {
    "profile": {"login": "octocat", "name": "The Octocat", "bio": None, "avatarURL": "https://avatars.test/u/1",
                "followers": 20, "following": 9, "publicRepos": 3},
    "repositories": [{"id": 11, "name": "hello", "description": "My first", "language": "Swift", "stars": 80},
                     {"id": 13, "name": "tools", "description": None, "language": None, "stars": 0}],
    "languages": [{"name": "Python", "bytes": 1500}, {"name": "C", "bytes": 1000}, {"name": "Swift", "bytes": 1000}],
}


@pytest.fixture
def page(searching, github):
    github.profiles["octocat"] = profile("octocat", name="The Octocat", followers=20, following=9, public_repos=3)
    github.repositories["octocat"] = [
        repository(11, "hello", description="My first", language="Swift", stargazers_count=80),
        repository(12, "forked", fork=True, language="COBOL", stargazers_count=7), repository(13, "tools")]
    github.languages.update({("octocat", "hello"): {"Swift": 1000, "C": 500}, ("octocat", "forked"): {"COBOL": 9999},
                             ("octocat", "tools"): {"C": 500, "Python": 1500}})
    return searching.open("searchDetail", params={"name": "octocat"})


def names(part):
    """The names of a part's properties: its value, its error message and, of the languages, how many are loaded."""
    return part, f"{part}ErrorMessage", *(["loadedLanguages"] if part == "languages" else [])


def is_part(server, view, part, value, is_loading=False, message=None):
    of_value, of_message, *of_progress = names(part)
    shows = all((server.state(view)[each] is not None) == is_loading for each in of_progress)
    return shows and server.holds(view, **{of_value: value, of_message: message})


def is_loaded(server, view, parts=PARTS):
    return all(is_part(server, view, part, LOADED[part]) for part in parts)


def load(server, view, part):
    """Calls the action of one part and returns the properties that changed."""
    mark = server.mark()
    server.call(f"load{part.capitalize()}", {"view": view})
    return {name for change in server.changes(view, since=mark) for name in change}


def test_a_page_begins_empty_and_asks_for_nothing(searching, github, page):
    assert all(is_part(searching, page, part, EMPTY[part]) for part in PARTS)
    assert searching.state(page).keys() == {name for part in PARTS for name in names(part)}
    searching.get(page)
    assert github.requests == []


def test_when_it_appears_all_three_parts_are_loaded_with_one_list_of_repositories(searching, github, page):
    appear(searching, page)
    assert is_loaded(searching, page)
    assert paths(github) == sorted([*PATHS.values(), "/repos/octocat/tools/languages"])


@pytest.mark.parametrize("part", PARTS)
def test_a_part_loads_by_itself(searching, page, part):
    assert load(searching, page, part) <= set(names(part))
    assert is_loaded(searching, page, [part])
    assert all(is_part(searching, page, other, EMPTY[other]) for other in PARTS if other != part)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_held_holds_up_no_other(searching, github, page, part):
    gate = github.hold("GET", PATHS[part])
    call = searching.request("onAppear", {"view": page})
    gate.arrived()
    rest = [other for other in PARTS if other not in NEEDING[part]]
    while not is_loaded(searching, page, rest):
        searching.read()
    assert all(is_part(searching, page, other, EMPTY[other], is_loading=True) for other in NEEDING[part])
    assert not searching.answered(call)
    gate.open()
    searching.result(call)
    assert is_loaded(searching, page)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_fails_fails_alone_and_is_tried_again_alone(searching, github, page, part):
    github.fail("GET", PATHS[part], NOT_FOUND)
    appear(searching, page)
    for other in PARTS:
        message = "Not found" if other in NEEDING[part] else None
        assert is_part(searching, page, other, EMPTY[other] if message else LOADED[other], message=message)
    github.fail("GET", PATHS[part], None)
    for other in NEEDING[part]:
        since = len(github.requests)
        assert load(searching, page, other) <= set(names(other))
        assert is_loaded(searching, page, [other])
        assert other == "languages" or paths(github, since) == [PATHS[other]]
        assert other == "profile" or PATHS["profile"] not in paths(github, since)
    assert is_loaded(searching, page)


@pytest.mark.parametrize("failure, message", [
    (SERVER_ERROR, NOT_UNDERSTOOD), (NOT_JSON, NOT_UNDERSTOOD), (OTHER_JSON, NOT_UNDERSTOOD), (CUT_OFF, NOT_UNDERSTOOD),
    (Failure(body=b'[{"id": "1"}]'), NOT_UNDERSTOOD),
    (limited(429, reset=4070908800), "Too many requests; try again after 2099-01-01T00:00:00Z"),
    (SECONDARY_LIMIT, "Too many requests; try again later"), (CLOSED, "The server cannot be reached"),
], ids=["500", "not JSON", "other JSON", "cut off", "wrong types", "limit", "limit without a time", "closed"])
def test_each_part_says_what_went_wrong(searching, github, page, failure, message):
    for path in PATHS.values():
        github.fail("GET", path, failure)
    state = appear(searching, page)
    assert [state[f"{part}ErrorMessage"] for part in PARTS] == [message] * 3
    github.fail("GET", PATHS["repositories"], None)
    state = appear(searching, page)
    assert [state[f"{part}ErrorMessage"] for part in PARTS] == [message, None, message]


def test_of_a_user_who_is_not_there_each_part_says_so(searching):
    state = appear(searching, searching.open("searchDetail", params={"name": "nobody"}))
    assert [state[f"{part}ErrorMessage"] for part in PARTS] == ["Not found"] * 3


def test_parts_loaded_at_the_same_time_share_the_list_and_one_of_them_can_be_cancelled(searching, github, page):
    """R30"""
    gate = github.hold("GET", PATHS["repositories"])
    calls = [searching.message(action, {"view": page}) for action in ("loadRepositories", "loadLanguages")]
    searching.send(*calls)
    gate.arrived()
    searching.get(page)
    searching.notify("$/cancelRequest", {"id": calls[0]["id"]})
    assert searching.error(calls[0]["id"])["code"] == -32800
    assert is_part(searching, page, "repositories", [])
    gate.open()
    searching.result(calls[1]["id"])
    assert is_loaded(searching, page, ["languages"])
    assert len(github.seen("GET", PATHS["repositories"])) == 1


@pytest.mark.parametrize("cancelled", [0, 1], ids=["first", "second"])
@pytest.mark.parametrize("part", PARTS)
def test_of_two_loads_of_a_part_one_can_be_cancelled(searching, github, page, part, cancelled):
    """R30"""
    gate = github.hold("GET", PATHS[part])
    calls = [searching.request(f"load{part.capitalize()}", {"view": page}) for _ in range(2)]
    gate.arrived()
    searching.get(page)
    searching.notify("$/cancelRequest", {"id": calls.pop(cancelled)})
    searching.get(page)
    gate.open()
    assert "commit" in searching.result(calls[0])
    # The work of the cancelled call may end after the other call is answered.
    searching.until(page, **{name: None for name in names(part)[2:]})
    assert is_loaded(searching, page, [part])


@pytest.mark.parametrize("part", PARTS)
def test_a_cancelled_load_shows_no_error(searching, github, page, part):
    gate = github.hold("GET", PATHS[part])
    call = searching.request("onAppear", {"view": page})
    request, = gate.arrived()
    searching.notify("$/cancelRequest", {"id": call})
    assert searching.error(call)["data"] == {"kind": "RequestCancelled", "reason": "requested"}
    assert request.was_abandoned()
    for other in PARTS:
        assert is_part(searching, page, other, searching.state(page)[other])


@pytest.mark.parametrize("part", PARTS)
def test_closing_the_page_abandons_what_is_under_way(searching, github, page, part):
    """R29"""
    gate = github.hold("GET", PATHS[part])
    call = searching.request("onAppear", {"view": page})
    request, = gate.arrived()
    searching.call("view/close", {"view": page})
    assert searching.error(call)["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}
    assert request.was_abandoned()
