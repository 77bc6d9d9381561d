"""A backend that accepts requests and never answers: each call fails in time, and a few of them delay no others."""
import time

# The number of connections to one service, of a server that may open a thousand files or more.
CONNECTIONS = 32
# More calls than there are connections.
CALLS = 200
LATE = "The server did not answer in time"
TOO_MANY = "Too many requests are under way; try again later"


def load_all(server, backend, count):
    """Loads the pages of users, and waits for the requests, which the backend never answers."""
    gates = [backend.hold("GET", f"/users/{number}") for number in range(count)]
    views = [server.open("user", params={"id": str(number)}) for number in range(count)]
    calls = [server.message("load", {"view": view}) for view in views]
    server.send(*calls)
    # A later request could have one of the connections before these do.
    for gate in gates if count <= CONNECTIONS else []:
        gate.arrived()
    return views, calls


def test_every_call_to_a_backend_that_hangs_fails_with_a_message(start, backend):
    server = start("--api", backend.url, "--language", "en")
    views, calls = load_all(server, backend, CALLS)
    for call in calls:
        server.result(call["id"])
    messages = [server.state(view)["errorMessage"] for view in views]
    assert (messages.count(LATE), messages.count(TOO_MANY)) == (CONNECTIONS, CALLS - CONNECTIONS)
    backend.open_all()


def test_requests_that_hang_hold_up_no_other(start, backend):
    server = start("--api", backend.url, "--language", "en")
    load_all(server, backend, CONNECTIONS - 1)
    begun = time.monotonic()
    view = server.open("user", params={"id": "A"})
    server.call("load", {"view": view})
    assert server.state(view)["errorMessage"] is None and time.monotonic() - begun < 3
    backend.open_all()


def test_calls_without_a_free_connection_fail_after_three_seconds(start, backend):
    server = start("--api", backend.url, "--language", "en")
    load_all(server, backend, CONNECTIONS)
    begun = time.monotonic()
    view = server.open("user", params={"id": "A"})
    server.call("load", {"view": view})
    assert server.state(view)["errorMessage"] == TOO_MANY and time.monotonic() - begun < 5
    backend.open_all()
