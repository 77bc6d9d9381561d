"""Lists that a view requests from a backend, with any number of entries."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .service import Answer, Answers, Query

PER_PAGE = 100


@dataclass(frozen=True)
class List:
    """A list that a view requests: its answers have a given size, and contain a letter that changes."""

    what: str
    option: str
    kind: str
    params: dict
    action: str
    shown: str
    error: str
    answers: Callable[[int, bytes], Answers]


def listed(entry: bytes, numbers: range) -> bytes:
    return b"[%b]" % b",".join([entry % number for number in numbers])


def always(body: bytes, entries: int = 0) -> Callable[[Query], Answer]:
    answer = Answer.of(body, entries)
    return lambda query: answer


def friends(size: int, letter: bytes) -> Answers:
    """A user and the friends; an answer to a request of ids joins entries that have been encoded before."""
    names = listed(b'"%06d"', range(size))
    user = b'{"id":"A","name":"User %b","friendIDs":%b}' % (letter, names)
    users = {f"{number:06}": b'{"id":"%06d","name":"User %b"}' % (number, letter) for number in range(size)}
    return {"/users/A": always(user, size),
            "/users": lambda query: Answer.of(b"[%b]" % b",".join([users[one] for one in query["id"]]))}


def found(size: int, letter: bytes) -> Answers:
    users = listed(b'{"id":%%d,"login":"user-%b"}' % letter, range(size))
    return {"/search/users": always(b'{"total_count":%d,"items":%b}' % (size, users), size)}


def owned(size: int, letter: bytes) -> Answers:
    """Pages of repositories; the last page is not full."""
    entry = b'{"id":%%d,"name":"repository","fork":false,"description":"%b","stargazers_count":0}' % (letter * 20)
    numbers = [range(start, min(start + PER_PAGE, size)) for start in range(0, size + 1, PER_PAGE)]
    pages = [Answer.of(listed(entry, page), len(page)) for page in numbers]
    return {"/users/A/repos": lambda query: pages[int(query["page"][0]) - 1]}


def notes(size: int, letter: bytes) -> Answers:
    texts = listed(b'{"id":"%%d","content":"Note %b"}' % letter, range(size))
    return {"/users/A/notes": always(texts, size), "/login": always(b'{"id":"A","name":"User A"}')}


LISTS = [
    List("friends", "--api", "friends", {"id": "A"}, "onAppear", "filteredFriends", "errorMessage", friends),
    List("a page of a search", "--github-url", "search", {}, "search", "users", "errorMessage", found),
    List("repositories", "--github-url", "searchDetail", {"name": "A"}, "loadRepositories", "repositories",
         "repositoriesErrorMessage", owned),
    List("notes", "--api", "notes", {}, "refresh", "notes", "errorMessage", notes),
]
