"""Steps in the pages of the search."""
from __future__ import annotations


def type_text(server, view, *texts):
    """Sets the text, as often and as fast as given."""
    calls = [server.message("view/set", {"view": view, "properties": {"searchText": text}}) for text in texts]
    server.send(*calls)
    for call in calls:
        server.result(call["id"])


def ask(server, view, text):
    """Sets the text and calls the search in the same write; returns the call's id."""
    call = server.message("search", {"view": view})
    server.send(server.message("view/set", {"view": view, "properties": {"searchText": text}}), call)
    return call["id"]


def search(server, view, text):
    """The state after the search has ended."""
    server.result(ask(server, view, text))
    return server.state(view)


def logins(server, view):
    return [user["login"] for user in server.state(view)["users"]]


def first_page(text):
    """The logins that a search finds first, unless the test has set other results."""
    return [f"{text}-{number}" for number in range(1, 31)]


def searched(server, github):
    """The received searches, after the delay of everything that was typed."""
    last = "typed at last"
    type_text(server, server.open("search"), last)
    github.wait(lambda: (last, 1) in github.searches(), f"the search for {last!r}")
    return [search for search in github.searches() if search != (last, 1)]


def appear(server, view):
    """The state of a user's page after all parts have loaded."""
    server.call("onAppear", {"view": view})
    return server.state(view)


def paths(github, since=0):
    """The requested paths, in alphabetical order."""
    return sorted(request.path for request in github.requests[since:])
