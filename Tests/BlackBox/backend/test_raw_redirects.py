"""Where a redirection leads: never from a POST to a GET, never with a password or a token to another service."""
import pytest

from command_line import refusal, run
from raw_http import RawServer
from raw_parts import FINE
from raw_redirects import FOLLOWED, redirect, target
from search_steps import search

NOT_UNDERSTOOD = "The server's answer could not be understood"
TOKEN, PASSWORD = "sekrit", "Geheim-5c"
FAULTY_URLS = [f"http://127.0.0.1:{port}" for port in (99999, 65536, 0, -1, 2 ** 63, "http")] + [
    "http://", "http://[::1", "http://user:secret@127.0.0.1:1", "http://secret@127.0.0.1:1",
    "http://127.0.0.1:1?x=secret", "http://127.0.0.1:1/path?", "http://127.0.0.1:1#secret", "http://127.0.0.1:1/#"]


@pytest.fixture
def service():
    with RawServer() as service:
        yield service


@pytest.fixture
def elsewhere():
    """Another service, where whoever comes finds what they look for."""
    with RawServer(FINE) as service:
        yield service


@pytest.fixture
def log_in(start, service):
    def logged(reply):
        """The page after a login to which the service replies so."""
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
    def found(reply, token=""):
        """The page after a search to which the service replies so."""
        service.say(lambda request: target(request, reply))
        server = start("--github-url", service.url, "--language", "en", environment={"GITHUB_TOKEN": token})
        return search(server, server.open("search"), "abc")
    return found


def to(service, status=302):
    return redirect(f"{service.url}/good".encode(), status)


def has_failed(state):
    return (state["errorMessage"], state["loginState"]) == (NOT_UNDERSTOOD, "notLoggedIn")


def has_found(state):
    assert state["errorMessage"] in (None, NOT_UNDERSTOOD)
    assert [user["login"] for user in state["users"]] == ["octocat"] * (state["errorMessage"] is None)
    return state["errorMessage"] is None


@pytest.mark.parametrize("status", [301, 302, 303])
@pytest.mark.parametrize("location", [b"/good", b"http://127.0.0.1:<PORT>/good"], ids=["a path", "a URL"])
def test_a_login_never_becomes_a_get(log_in, service, status, location):
    assert has_failed(log_in(redirect(location, status)))
    assert [request.method for request in service.requests] == ["POST"]


@pytest.mark.parametrize("status", [307, 308])
def test_a_login_may_go_on_within_its_service_as_what_it_is(log_in, service, status):
    state = log_in(redirect(b"/good", status))
    assert (state["loginState"] == "loggedIn") == (len(service.requests) == 2)
    assert state["loginState"] == "loggedIn" or has_failed(state)
    for request in service.requests:
        assert (request.method, request.body) == ("POST", {"id": "A", "password": PASSWORD})
        assert request.headers["content-type"] == "application/json"


@pytest.mark.parametrize("status", FOLLOWED)
def test_a_password_goes_to_no_other_service(log_in, service, elsewhere, status):
    assert has_failed(log_in(to(elsewhere, status)))
    assert len(service.requests) == 1 and elsewhere.requests == []


@pytest.mark.parametrize("status", [307, 308])
@pytest.mark.parametrize("host", [b"localhost", b"127.0.0.2", b"0.0.0.0", b"[::ffff:127.0.0.1]", b"user@127.0.0.1"])
def test_a_password_goes_to_no_other_name_of_its_service(log_in, service, status, host):
    assert has_failed(log_in(redirect(b"http://" + host + b":<PORT>/good", status)))
    assert len(service.requests) == 1


def test_a_password_goes_to_no_other_service_by_a_detour(log_in, service, elsewhere):
    away = to(elsewhere, 307)
    assert has_failed(log_in(lambda request: away if request.path == "/next" else redirect(b"/next", 307)))
    assert elsewhere.requests == []


def test_a_change_goes_to_no_other_service(start, service, elsewhere):
    server = start("--api", service.url, "--language", "en")
    service.say(FINE)
    server.call("load", {"view": server.open("user", params={"id": "A"})})
    page = server.open("friends", params={"id": "B"})
    for status in FOLLOWED:
        service.say(to(elsewhere, status))
        server.call("toggleFriendBookmark", {"view": page, "id": "A"})
        assert server.holds(page, errorMessage=NOT_UNDERSTOOD)
    assert elsewhere.requests == []


@pytest.mark.parametrize("status", FOLLOWED)
def test_a_token_goes_to_no_other_service(find, service, elsewhere, status):
    assert not has_found(find(to(elsewhere, status), TOKEN))
    assert len(service.requests) == 1 and elsewhere.requests == []


@pytest.mark.parametrize("status", FOLLOWED)
def test_a_token_goes_on_within_its_service(find, service, status):
    assert has_found(find(redirect(b"/good", status), TOKEN))
    assert [request.headers["authorization"] for request in service.requests] == [f"Bearer {TOKEN}"] * 2


@pytest.mark.parametrize("status", FOLLOWED)
def test_without_a_token_a_search_may_go_on_elsewhere(find, service, elsewhere, status):
    is_found = has_found(find(to(elsewhere, status)))
    assert [request.path for request in elsewhere.requests] == ["/good"] * is_found
    assert not any("authorization" in request.headers for request in service.requests + elsewhere.requests)


@pytest.mark.parametrize("token", ["", TOKEN], ids=["without a token", "with a token"])
@pytest.mark.parametrize("steps", range(1, 9))
def test_five_redirections_are_followed_and_no_more(find, service, steps, token):
    assert has_found(find(redirect(b"/chain/%d" % (steps - 1)), token)) == (steps <= 5)
    assert len(service.requests) == min(steps, 5) + 1


@pytest.mark.parametrize("option", ["--api", "--github-url"])
@pytest.mark.parametrize("location", [b"", b"/a", b"http://127.0.0.1:<PORT>/a"], ids=["itself", "a path", "a URL"])
def test_a_circle_is_left_after_five_rounds(start, service, option, location):
    service.say(redirect(location))
    server = start(option, service.url, "--language", "en", environment={"GITHUB_TOKEN": ""})
    page = server.open("user", params={"id": "A"}) if option == "--api" else server.open("search")
    if option == "--api":
        server.call("load", {"view": page})
    else:
        search(server, page, "abc")
    assert server.holds(page, errorMessage=NOT_UNDERSTOOD)
    assert len(service.requests) <= 6


def test_a_circle_of_two_services_is_left_too(find, service, elsewhere):
    elsewhere.say(redirect(f"{service.url}/back".encode()))
    assert not has_found(find(lambda request: to(elsewhere)))
    assert len(service.requests + elsewhere.requests) <= 6


@pytest.mark.parametrize("url", FAULTY_URLS)
@pytest.mark.parametrize("option", ["--api", "--github-url"])
def test_a_url_that_cannot_be_used_is_refused_at_the_start(option, url):
    result = run("serve", option, url)
    line = refusal(result)
    assert result.returncode == 64 and option in line and "secret" not in line
