"""The requests that a redirect causes: their service, method, body and token.

HTTPCallTests and HTTPAnswersTests have every status and every location.
"""
import pytest

from command_line import refusal, run
from raw_answers import FINE, redirect, target
from raw_http import RawServer
from search_steps import search

NOT_UNDERSTOOD = "The server's answer could not be understood"
TOKEN, PASSWORD = "sekrit", "Geheim-5c"


@pytest.fixture
def service():
    with RawServer() as service:
        yield service


@pytest.fixture
def elsewhere():
    """Another service, with the data for each request."""
    with RawServer(FINE) as service:
        yield service


@pytest.fixture
def log_in(start, service):
    def logged(reply):
        """The page after a login that receives this reply."""
        service.say(lambda request: target(request, reply))
        server = start("--api", service.url, "--language", "en", "--log-level", "trace",
                       environment={"GITHUB_TOKEN": ""})
        page = server.open("login")
        server.call("login", {"view": page, "userId": "A", "password": PASSWORD})
        state = server.state(page)
        assert PASSWORD not in server.errors and PASSWORD.encode() not in server.everything
        return state
    return logged


@pytest.fixture
def find(start, service):
    def found(reply):
        """Whether a search with a token that receives this reply has a result."""
        service.say(lambda request: target(request, reply))
        server = start("--github-url", service.url, "--language", "en", environment={"GITHUB_TOKEN": TOKEN})
        state = search(server, server.open("search"), "abc")
        assert state["errorMessage"] in (None, NOT_UNDERSTOOD)
        assert [user["login"] for user in state["users"]] == ["octocat"] * (state["errorMessage"] is None)
        return state["errorMessage"] is None
    return found


def to(service, status=302):
    return redirect(f"{service.url}/good".encode(), status)


def has_failed(state):
    return (state["errorMessage"], state["loginState"]) == (NOT_UNDERSTOOD, "notLoggedIn")


def test_a_login_never_becomes_a_get(log_in, service):
    assert has_failed(log_in(redirect(b"/good", 303)))
    assert [request.method for request in service.requests] == ["POST"]


def test_a_login_may_go_on_within_its_service_as_what_it_is(log_in, service):
    assert log_in(redirect(b"/good", 307))["loginState"] == "loggedIn"
    assert [request.path for request in service.requests] == ["/login", "/good"]
    for request in service.requests:
        assert (request.method, request.body) == ("POST", {"id": "A", "password": PASSWORD})
        assert request.headers["content-type"] == "application/json"


def test_a_password_goes_to_no_other_service(log_in, service, elsewhere):
    assert has_failed(log_in(to(elsewhere, 307)))
    assert len(service.requests) == 1 and elsewhere.requests == []


def test_a_password_goes_to_no_other_service_by_a_detour(log_in, elsewhere):
    away = to(elsewhere, 307)
    assert has_failed(log_in(lambda request: away if request.path == "/next" else redirect(b"/next", 307)))
    assert elsewhere.requests == []


def test_a_change_goes_to_no_other_service(start, service, elsewhere):
    server = start("--api", service.url, "--language", "en")
    service.say(FINE)
    server.call("load", {"view": server.open("user", params={"id": "A"})})
    page = server.open("friends", params={"id": "B"})
    service.say(to(elsewhere, 307))
    server.call("toggleFriendBookmark", {"view": page, "id": "A"})
    assert server.holds(page, errorMessage=NOT_UNDERSTOOD)
    assert elsewhere.requests == []


def test_a_token_goes_to_no_other_service(find, service, elsewhere):
    assert not find(to(elsewhere))
    assert len(service.requests) == 1 and elsewhere.requests == []


def test_a_token_goes_on_within_its_service(find, service):
    assert find(redirect(b"/good"))
    assert [request.headers["authorization"] for request in service.requests] == [f"Bearer {TOKEN}"] * 2


@pytest.mark.parametrize("steps", [5, 6])
def test_at_most_five_redirections_are_followed(find, service, steps):
    assert find(redirect(b"/chain/%d" % (steps - 1))) == (steps <= 5)
    assert len(service.requests) == 6


@pytest.mark.parametrize("url", [
    "http://127.0.0.1:99999", "http://user:secret@127.0.0.1:1", "http://127.0.0.1:1#secret"])
@pytest.mark.parametrize("option", ["--api", "--github-url"])
def test_a_url_that_cannot_be_used_is_refused_at_the_start(option, url):
    result = run("serve", option, url)
    line = refusal(result)
    assert result.returncode == 64 and option in line and "secret" not in line
