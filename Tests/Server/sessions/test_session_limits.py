"""Limits that connections share: the last request within the limit, the first refused one, and the release of room."""


def overloaded(error, limit):
    assert error["code"] == -32001
    assert error["data"] == {"kind": "Overloaded", "limit": limit, "retryable": True}


def tap(view):
    return {"view": view, "action": "buttonTap", "seconds": 3600}


def test_sessions_that_were_joined_are_sessions_of_a_connection(listen):
    server = listen("--max-sessions", "2")
    owner, connection = server.connect(), server.connect()
    for session in "ab":
        owner.share(session)
    overloaded(owner.refused("session/open", {"shared": True}), "sessions")
    connection.call("session/open", {"session": "own"})
    connection.join("a")
    overloaded(connection.refused("session/join", {"session": "b"}), "sessions")
    overloaded(connection.refused("session/open", {"session": "c"}), "sessions")
    listed = owner.call("session/list")["sessions"]
    assert [len(one["connections"]) for one in listed] == [2, 1]
    connection.call("session/close", {"session": "own"})
    connection.join("b")


def test_a_session_that_another_closes_makes_room(listen):
    server = listen("--max-sessions", "1")
    owner, connection = server.connect(), server.connect()
    owner.share("a")
    connection.join("a")
    overloaded(connection.refused("session/open", {"session": "own"}), "sessions")
    owner.call("session/close", {"session": "a"})
    while "a" in connection.shared:
        connection.read()
    connection.call("session/open", {"session": "own"})


def test_the_shared_sessions_of_a_process_are_limited(listen):
    server = listen("--max-shared-sessions", "2")
    first, second = server.connect(), server.connect()
    first.share("a")
    second.share("b")
    for connection in (first, second):
        overloaded(connection.refused("session/open", {"session": "c", "shared": True}), "sharedSessions")
        connection.call("session/open", {"session": "c"})
    first.join("b")
    # It is kept.
    second.close()
    first.lists(lambda there: there["connections"] == 1)
    overloaded(first.refused("session/open", {"shared": True}), "sharedSessions")
    first.call("session/close", {"session": "b"})
    first.share("d")
    overloaded(first.refused("session/open", {"shared": True}), "sharedSessions")


def test_a_shared_session_that_ends_with_its_connection_makes_room(listen):
    server = listen("--max-shared-sessions", "1")
    first, second = server.connect(), server.connect()
    first.share("a", keep=0)
    overloaded(second.refused("session/open", {"shared": True}), "sharedSessions")
    first.close()
    second.lists(lambda there: there["connections"] == 1)
    second.share("b")


def test_pairs_of_a_connection_and_a_view_are_limited(listen):
    server = listen("--max-subscriptions", "4")
    first, second, third = server.connect(), server.connect(), server.connect()
    first.share("a")
    for view in "uv":
        first.open("counterA", view, session="a")
    second.join("a")
    overloaded(third.refused("session/join", {"session": "a"}), "subscriptions")
    assert [len(one["connections"]) for one in third.call("session/list")["sessions"]] == [2]
    for connection in (first, second, third):
        overloaded(connection.refused("view/open", {"type": "mirror"}), "subscriptions")
    first.call("view/close", {"view": "u"})
    # A view that two connections show takes both free pairs.
    third.open("mirror", "own")
    overloaded(second.refused("view/open", {"type": "mirror", "session": "a"}), "subscriptions")
    third.call("view/close", {"view": "own"})
    third.join("a")
    third.open("mirror", "own")
    overloaded(third.refused("view/open", {"type": "mirror"}), "subscriptions")


def test_the_end_of_a_connection_makes_room_for_views(listen):
    server = listen("--max-subscriptions", "2")
    first, second = server.connect(), server.connect()
    first.share("a")
    first.open("counterA", "v", session="a")
    first.open("counterA", "own")
    overloaded(second.refused("session/join", {"session": "a"}), "subscriptions")
    first.close()
    second.lists(lambda there: there["connections"] == 1)
    second.join("a")
    second.open("counterA")
    overloaded(second.refused("view/open", {"type": "counterA"}), "subscriptions")


def test_the_calls_under_way_in_a_shared_session_are_limited(listen):
    server = listen("--max-session-calls", "3")
    first, second = server.connect(), server.connect()
    first.share("a")
    first.open("effects", "e", session="a")
    second.join("a")
    calls = [first.request("handle", tap("e")), second.request("handle", tap("e")), second.request("handle", tap("e"))]
    for connection in (first, second):
        connection.until("e", tapsUnderWay=3)
        overloaded(connection.refused("handle", tap("e")), "sessionCalls")
    # Another session has a limit of its own.
    first.open("effects", "own")
    for _ in range(4):
        first.notify("handle", tap("own"))
    first.until("own", tapsUnderWay=4)
    second.notify("$/cancelRequest", {"id": calls[1]})
    second.error(calls[1])
    calls[1] = first.request("handle", tap("e"))
    first.until("e", tapsUnderWay=3)
    overloaded(second.refused("handle", tap("e")), "sessionCalls")
    second.call("view/close", {"view": "e"})
    for connection, call in ((first, calls[0]), (first, calls[1]), (second, calls[2])):
        assert connection.error(call)["data"]["reason"] == "viewClosed"
    second.open("effects", "f", session="a")
    second.notify("handle", tap("f"))
    second.until("f", tapsUnderWay=1)
    # The work of a notification would keep the connection from ending.
    first.call("view/close", {"view": "own"})
    second.call("view/close", {"view": "f"})


def test_calls_whose_connection_has_ended_count_as_those_of_their_session(listen):
    server = listen("--max-session-calls", "2")
    first, second = server.connect(), server.connect()
    token = first.share("a")
    first.open("effects", "e", session="a")
    calls = [first.request("handle", tap("e")) for _ in range(2)]
    first.until("e", tapsUnderWay=2)
    first.close()
    second.lists(lambda there: there["connections"] == 1)
    joined = second.join("a", token, former=first)
    assert joined["running"] == calls
    overloaded(second.refused("handle", tap("e")), "sessionCalls")
    second.notify("$/cancelRequest", {"id": calls[0]})
    second.error(calls[0])
    second.notify("handle", tap("e"))
    second.until("e", tapsUnderWay=2)
    second.call("view/close", {"view": "e"})
    assert second.error(calls[1])["data"]["reason"] == "viewClosed"
