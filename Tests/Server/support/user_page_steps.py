"""Steps in the page of a user."""
from __future__ import annotations


def busy(server, backend):
    """A view with a reload in progress that the backend holds."""
    backend.hold("GET", "/users/A")
    view = server.open("user", params={"id": "A"})
    call = server.request("reload", {"view": view})
    backend.seen("GET", "/users/A", 1)
    return view, call
