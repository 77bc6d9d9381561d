"""Replies that are larger than any user needs. The service sends them at once, because their bytes are prepared."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial

from database import log_in
from gates import Failure
from github import SEARCH, GitHub, profile, repository
from http_backend import Backend, user

OWNER = "octocat"
REPOSITORIES, LANGUAGES = f"/users/{OWNER}/repos", f"/repos/{OWNER}/hello/languages"


def joined(entry, count):
    """A number of entries with their numbers in them."""
    return b",".join([entry % number for number in range(count)])


def listed(entry, count):
    return Failure(body=b"[%b]" % joined(entry, count))


def friendly_user(count):
    return Failure(body=b'{"id":"A","name":"User A","friendIDs":[%b]}' % joined(b'"%06d"', count))


def friendly_friend(count):
    return Failure(body=b'[{"id":"B","name":"User B","friendIDs":[%b]}]' % joined(b'"%06d"', count))


def users(count):
    return listed(b'{"id":"%06d","name":"n"}', count)


def found(count):
    items = joined(b'{"id":%d,"login":"n"}', count)
    return Failure(body=b'{"total_count":%d,"incomplete_results":false,"items":[%b]}' % (count, items))


def repositories(count, size=100_000, is_fork=False):
    fork = b"true" if is_fork else b"false"
    entry = b'{"id":%%d,"name":"n","fork":%b,"description":"%b","stargazers_count":0}'
    return listed(entry % (fork, b"x" * size), count)


def languages(count):
    return Failure(body=b"{%b}" % joined(b'"%d":1', count))


def notes(count):
    return listed(b'{"id":"%d","content":""}', count)


def smoothies(count):
    return listed(b'{"id":"%d","title":"n","price":400,"endDate":"2022-02-01T00:00:00+09:00"}', count)


class _LongRequestLines:
    """Reads a request line of any length; the library's own handler refuses one that is longer than 64 KiB."""

    def handle_one_request(self):
        self.raw_requestline = self.rfile.readline()
        if self.raw_requestline and self.parse_request():
            self.do_GET()
        else:
            self.close_connection = True


class LongLineBackend(Backend):
    def __init__(self):
        super().__init__()
        self._server.RequestHandlerClass = type("Handler", (_LongRequestLines, self._server.RequestHandlerClass), {})


@dataclasses.dataclass(frozen=True)
class Page:
    """A page that loads a list of any size: how to open and load it, and where it shows the result or the error."""
    service: type
    path: str
    kind: str
    params: dict
    action: str
    shown: str
    error: str = "errorMessage"
    # Steps before the page is opened.
    prepare: Callable = lambda service, server: None

    def start(self, start, service):
        """A server with the page open, and the page's id."""
        option = "--github-url" if self.service is GitHub else "--api"
        server = start(option, service.url, "--language", "en", environment={"GITHUB_TOKEN": ""})
        self.prepare(service, server)
        view = server.open(self.kind, params=self.params)
        if self.kind == "search":
            server.call("view/set", {"view": view, "properties": {"searchText": "abc"}})
        return server, view

    def load(self, server, view):
        """Starts to load; returns the id of the call."""
        return server.request(self.action, {"view": view})


def has_one_repository(service, server):
    service.profiles[OWNER] = profile(OWNER)
    service.repositories[OWNER] = [repository(1, "hello")]


def has_all_users(service, server):
    names = [f"{number:06}" for number in range(50_000)]
    service.users |= {name: user(name, "n") for name in names}


def is_logged_in(service, server):
    log_in(server)


DETAIL = {"name": OWNER}
FRIENDLY_USER = Page(LongLineBackend, "/users/A", "friends", {"id": "A"}, "onAppear", "filteredFriends",
                     prepare=has_all_users)
FRIENDS = Page(Backend, "/users", "friends", {"id": "A"}, "onAppear", "filteredFriends")
FOUND = Page(GitHub, SEARCH, "search", {}, "search", "users")
OWNED = Page(GitHub, REPOSITORIES, "searchDetail", DETAIL, "loadRepositories", "repositories",
             "repositoriesErrorMessage")
WRITTEN_IN = Page(GitHub, LANGUAGES, "searchDetail", DETAIL, "loadLanguages", "languages", "languagesErrorMessage",
                  has_one_repository)
NOTES = Page(Backend, "/users/12345/notes", "notes", {}, "refresh", "notes", prepare=is_logged_in)
MENU = Page(Backend, "/smoothies", "smoothies", {}, "fetch", "smoothies")

# Sizes far beyond all bounds; of two sizes of one kind, the larger one also takes long.
HUGE = {
    "a user with 50,000 friends": (FRIENDLY_USER, friendly_user, 50_000),
    "a friend with 50,000 friends": (FRIENDS, friendly_friend, 50_000),
    "50,000 users": (FRIENDS, users, 50_000),
    "600,000 found": (FOUND, found, 600_000),
    "100,000 found": (FOUND, found, 100_000),
    "pages of 100 long repositories, for ever": (OWNED, partial(repositories, size=10_000), 100),
    "500,000 languages": (WRITTEN_IN, languages, 500_000),
    "100,000 languages": (WRITTEN_IN, languages, 100_000),
    "300,000 notes": (NOTES, notes, 300_000),
    "100,000 notes": (NOTES, notes, 100_000),
    "100,000 smoothies": (MENU, smoothies, 100_000),
    "10,000 smoothies": (MENU, smoothies, 10_000),
}
# The largest sizes that are accepted.
BOUNDS = {
    "friends of a user": (FRIENDLY_USER, friendly_user, 1000),
    "users found": (FOUND, found, 100),
    "languages": (WRITTEN_IN, languages, 1000),
    "notes": (NOTES, notes, 10_000),
    "smoothies": (MENU, smoothies, 1000),
}
