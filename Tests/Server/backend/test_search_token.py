"""The token of the search service is sent to that service, and never written."""
import pytest

from gates import CLOSED, NOT_JSON, SERVER_ERROR, Failure
from github import SEARCH, GitHub, limited, profile
from search_steps import search

TOKEN = "sekrit"


@pytest.fixture
def launch(start, github):
    """Starts a server with the most detailed log, and this token in its environment."""
    def started(token, *arguments):
        return start("--github-url", github.url, "--language", "en", "--log-level", "trace", *arguments,
                     environment={"GITHUB_TOKEN": token})
    return started


def written(server):
    """The output and the log of a server that has ended."""
    assert server.finish() == 0
    return server.everything.decode() + server.errors


def test_the_token_is_sent_and_written_nowhere(launch, github):
    server = launch(TOKEN)
    page = server.open("search")
    search(server, page, "abc")
    for failure in (SERVER_ERROR, NOT_JSON, CLOSED, limited(retry_after=60)):
        github.fail("GET", SEARCH, failure)
        assert search(server, page, "abc")["errorMessage"]
    server.call("onAppear", {"view": server.open("searchDetail", params={"name": "nobody"})})
    assert len(github.requests) >= 7
    assert {request.headers["Authorization"] for request in github.requests} == {f"Bearer {TOKEN}"}
    github.stop()
    assert search(server, page, "abc")["errorMessage"]
    assert TOKEN not in written(server)


@pytest.mark.parametrize("token", [None, ""], ids=["absent", "empty"])
def test_without_a_token_no_such_header_is_sent(start, github, monkeypatch, token):
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    server = start("--github-url", github.url, environment={} if token is None else {"GITHUB_TOKEN": token})
    search(server, server.open("search"), "abc")
    server.call("onAppear", {"view": server.open("searchDetail", params={"name": "nobody"})})
    assert len(github.requests) >= 3
    for request in github.requests:
        assert "Authorization" not in request.headers
        assert request.headers["User-Agent"] == "svvs"
        assert request.headers["Accept"] == "application/vnd.github+json"


@pytest.mark.parametrize("token", [f"{TOKEN}\n", f"{TOKEN}\r\nX-Added: 1", f"{TOKEN}é"],
                         ids=["a line", "two lines", "beyond ASCII"])
def test_a_token_that_is_not_a_valid_header_is_neither_sent_nor_written(launch, github, token):
    server = launch(token)
    assert search(server, server.open("search"), "abc")["isLoading"] is False
    assert not any("X-Added" in request.headers for request in github.requests)
    assert TOKEN not in written(server)


@pytest.mark.parametrize("text", ["\n", "\r", "\r\nX-Added: 1\r\n", "\t", "\x01", "\x1b", "\x7f"],
                         ids=["LF", "CR", "a header", "tab", "0x01", "escape", "delete"])
def test_a_token_with_a_control_character_inside_is_not_valid_and_goes_nowhere(launch, github, text):
    server = launch(f"{TOKEN}{text}{TOKEN}")
    state = search(server, server.open("search"), "abc")
    assert state["errorMessage"] == "The token is not valid" and state["isAlertPresented"] is True
    detail = server.open("searchDetail", params={"name": "nobody"})
    server.call("onAppear", {"view": detail})
    assert server.holds(detail, **{f"{part}ErrorMessage": "The token is not valid"
                                   for part in ("profile", "repositories", "languages")})
    assert github.requests == [] and TOKEN not in written(server)


def test_the_token_does_not_follow_a_redirection_elsewhere(launch, github):
    server = launch(TOKEN)
    with GitHub() as elsewhere:
        elsewhere.profiles["abc"] = profile("abc")
        github.fail("GET", "/users/abc", Failure(302, headers=[("location", f"{elsewhere.url}/users/abc")]))
        server.call("loadProfile", {"view": server.open("searchDetail", params={"name": "abc"})})
        assert github.requests[0].headers["Authorization"] == f"Bearer {TOKEN}"
        assert not any("Authorization" in request.headers for request in elsewhere.requests)


def test_the_token_is_for_the_search_service_alone(launch, backend):
    server = launch(TOKEN, "--api", backend.url)
    server.call("load", {"view": server.open("user", params={"id": "A"})})
    request, = backend.requests
    assert "Authorization" not in request.headers
