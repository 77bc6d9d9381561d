"""For any bytes that a service replies, the call gets its reply, and the page has the data or an error message."""
import contextlib

import pytest

from raw_answers import ANSWERS, VALUE, made, target
from raw_http import RawServer
from server import Server

UNREACHABLE = "The server cannot be reached"
NOT_UNDERSTOOD = "The server's answer could not be understood"
# Messages that are wrong for a service that has replied in time.
MESSAGES = {NOT_UNDERSTOOD, "The request is invalid", "The user ID or the password is wrong", "The token is not valid",
            "Not found", "The server's answer is too large"}
NOT_FOUND = made(b"", status=b"404 X")
USER = {name: VALUE[name] for name in ("id", "name", "friendIDs", "isBookmarked")}

each_answer = pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)


class Asking:
    """A server and its service, for many replies; a test that fails restarts the server."""

    def __init__(self, option):
        self.option, self.service, self.server = option, RawServer(), None

    @contextlib.contextmanager
    def given(self, reply):
        """Sets the reply of the service; after the block, checks that the server still runs other actions."""
        self.service.say(lambda request: target(request, reply))
        if self.server is None:
            # A backtrace takes longer than a hundred replies.
            self.server = Server(self.option, self.service.url, "--language", "en",
                                 environment={"GITHUB_TOKEN": "", "SWIFT_BACKTRACE": "enable=no"})
            self.counter = self.server.open("counterA")
        try:
            yield self.server
            count = self.server.state(self.counter)["count"]
            self.server.call("increment", {"view": self.counter})
            assert self.server.holds(self.counter, count=count + 1) and self.server.running
        except BaseException:
            self.server.reap()
            self.server = None
            raise

    def end(self):
        try:
            assert self.server is None or self.server.finish() == 0, self.server.errors
        finally:
            if self.server:
                self.server.reap()
            self.service.stop()


@pytest.fixture(scope="module")
def backed():
    asking = Asking("--api")
    yield asking
    asking.end()


@pytest.fixture(scope="module")
def searching():
    asking = Asking("--github-url")
    yield asking
    asking.end()


def judge(answer, has_data, message, good):
    """Checks that there is either the data or a true message, and which of them if the reply determines it."""
    assert has_data == (message is None), message
    if good is not None:
        assert has_data == good, message
    check(answer, message)


def check(answer, message):
    """Checks that the message, if there is one, is true."""
    if message is None or not answer.is_reached and message == UNREACHABLE:
        return
    is_plain = message in MESSAGES or message.startswith("Too many requests; try again ")
    assert message == NOT_UNDERSTOOD if answer.is_redirect else is_plain, message


@each_answer
def test_a_user_page_has_the_user_or_says_why_not(backed, answer):
    with backed.given(NOT_FOUND) as server:
        page = server.open("user", params={"id": "A"})
        server.call("load", {"view": page})
        assert server.holds(page, user=None, errorMessage="Not found")
    with backed.given(answer.reply) as server:
        server.call("load", {"view": page})
        state = server.state(page)
        judge(answer, state["user"] is not None, state["errorMessage"], answer.good)
        assert state["isReloadButtonDisabled"] is False
        assert answer.good is not True or state["user"] == USER
        server.call("view/close", {"view": page})


@each_answer
def test_a_login_succeeds_or_says_why_not(backed, answer):
    with backed.given(answer.reply) as server:
        page = server.open("login")
        server.call("login", {"view": page, "userId": "A", "password": "password"})
        state = server.state(page)
        judge(answer, state["loginState"] == "loggedIn", state["errorMessage"], answer.posted)
        assert state["loginState"] in ("loggedIn", "notLoggedIn")
        server.call("view/close", {"view": page})


@each_answer
def test_a_search_finds_users_or_says_why_not(searching, answer):
    with searching.given(answer.reply) as server:
        page = server.open("search")
        server.call("view/set", {"view": page, "properties": {"searchText": "abc"}})
        server.call("search", {"view": page})
        state = server.state(page)
        judge(answer, state["totalCount"] != 0, state["errorMessage"], answer.good)
        assert state["isLoading"] is False and state["isAlertPresented"] == (state["errorMessage"] is not None)
        assert answer.good is not True or [user["login"] for user in state["users"]] == ["octocat"]
        server.call("view/close", {"view": page})


@each_answer
def test_a_users_details_are_there_or_say_why_not(searching, answer):
    with searching.given(answer.reply) as server:
        page = server.open("searchDetail", params={"name": "A"})
        server.call("onAppear", {"view": page})
        state = server.state(page)
        judge(answer, state["profile"] is not None, state["profileErrorMessage"], answer.good)
        assert answer.good is not True or state["profile"]["login"] == "octocat"
        for part in ("repositories", "languages"):
            check(answer, state[f"{part}ErrorMessage"])
            assert state[part] == []
        assert state["loadedLanguages"] is None
        server.call("view/close", {"view": page})
