"""A backend that takes requests and never answers: the caller has an error in time, also where no connection is free."""
import streams

# More than there are connections to one service.
CALLS = 200


def test_every_call_of_a_backend_that_hangs_is_told_that_it_is_too_slow(start, backend, monkeypatch):
    # The server waits for ten seconds, so this client has to wait for longer.
    monkeypatch.setattr(streams, "DEADLINE", 20)
    for number in range(CALLS):
        backend.hold("GET", f"/users/{number}")
    server = start("--api", backend.url, "--language", "en")
    views = [server.open("user", params={"id": str(number)}) for number in range(CALLS)]
    calls = [server.message("load", {"view": view}) for view in views]
    server.send(*calls)
    for call in calls:
        server.result(call["id"])
    assert {server.state(view)["errorMessage"] for view in views} == {"The server did not answer in time"}
    backend.open_all()
