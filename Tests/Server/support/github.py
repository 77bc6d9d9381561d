"""A service on 127.0.0.1 that answers as the GitHub REST API documents it, with gates and failures."""
from __future__ import annotations

import json
from urllib.parse import unquote

from gated_server import GatedServer
from gates import Failure

SEARCH = "/search/users"
# The number of results of a search that are served, of any total.
SERVED = 1000
LONGEST_QUERY = 256


def refusal(status, message, headers=(), **more):
    """A reply with an error message."""
    value = {"message": message, **more, "documentation_url": "https://docs.github.com/rest", "status": str(status)}
    return Failure(status, json.dumps(value).encode(), headers)


NOT_FOUND = refusal(404, "Not Found")
BEYOND = refusal(422, "Only the first 1000 search results are available")
# The headers are about the other limit, which is not reached.
SECONDARY_LIMIT = refusal(403, "You have exceeded a secondary rate limit. Please wait a few minutes.")


def invalid(code, message):
    return refusal(422, "Validation Failed",
                   errors=[{"resource": "Search", "field": "q", "code": code, "message": message}])


def limited(status=403, retry_after=None, reset=None):
    """A reply about too many requests; the time to retry is in seconds, or as the time when the limit is reset."""
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    if reset is not None:
        headers |= {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(reset)}
    return refusal(status, "API rate limit exceeded for 127.0.0.1.", headers)


def person(identifier, login, avatar="https://avatars.test/u"):
    """A result of a search."""
    return {"login": login, "id": identifier, "node_id": f"U_{identifier}", "gravatar_id": "", "type": "User",
            "avatar_url": avatar and f"{avatar}/{login}", "site_admin": False, "score": 1.0}


def people(query, count):
    return [person(number, f"{query}-{number}") for number in range(1, count + 1)]


def profile(login, **more):
    return {"login": login, "id": 1, "name": None, "company": None, "bio": None, "followers": 0, "following": 0,
            "avatar_url": "https://avatars.test/u/1", "public_repos": 0, "public_gists": 0, "type": "User", **more}


def repository(identifier, name, fork=False, **more):
    return {"id": identifier, "name": name, "fork": fork, "private": False, "description": None, "language": None,
            "stargazers_count": 0, "forks_count": 0, **more}


class GitHub(GatedServer):
    """Every query finds 45 people, unless the test has set `results` for it.

    `profiles` and `repositories` are found by the user's name, `languages` by the names of the user and the repository.
    """

    headers = {"content-type": "application/json; charset=utf-8", "x-ratelimit-limit": "60",
               "x-ratelimit-remaining": "57", "x-ratelimit-reset": "4102444800", "x-ratelimit-used": "3"}

    def __init__(self, port=0):
        self.results, self.profiles, self.repositories, self.languages = {}, {}, {}, {}
        self.is_incomplete = False
        super().__init__(port)

    def searches(self, count=None):
        """The text and the page of each received search; with a count, waits for that number."""
        return [(one.query.get("q", [""])[0], paging(one.query)[0]) for one in self.seen("GET", SEARCH, count)]

    def answer(self, request):
        reply = self._find([unquote(step) for step in request.path.split("/")[1:]], request.query)
        return (reply.status, json.loads(reply.body)) if isinstance(reply, Failure) else (200, reply)

    def _find(self, steps, query):
        match steps:
            case ["search", "users"]:
                return self._search(query.get("q", [""])[0], *paging(query))
            case ["users", name]:
                return self.profiles.get(name, NOT_FOUND)
            case ["users", name, "repos"] if name in self.profiles:
                return paged(self.repositories.get(name, []), *paging(query))
            case ["repos", name, repo, "languages"]:
                return self.languages.get((name, repo), NOT_FOUND)
        return NOT_FOUND

    def _search(self, text, page, size):
        if not text.strip():
            return invalid("missing", "The search is empty.")
        if len(text) > LONGEST_QUERY:
            return invalid("invalid", f"The search is longer than {LONGEST_QUERY} characters.")
        if (page - 1) * size >= SERVED:
            return BEYOND
        found = self.results.get(text)
        found = people(text, 45) if found is None else found
        return {"total_count": len(found), "incomplete_results": self.is_incomplete,
                "items": paged(found[:SERVED], page, size)}


def paging(query):
    """The page and the size, which is 100 at most."""
    return int(query.get("page", ["1"])[0]), min(int(query.get("per_page", ["30"])[0]), 100)


def paged(entries, page, size):
    return entries[(page - 1) * size:page * size]
