"""A join that is read late does not end the newer connection of the front end."""
import json
import signal

import pytest

from conversation import Refused
from processes import stop

# The bytes that the server reads before the join: more than it reads at once from one connection.
AHEAD = 140_000


@pytest.mark.parametrize("is_dead", [True, False], ids=["dead", "alive"])
def test_a_late_join_of_an_older_connection_leaves_the_newer_one_alone(listen, is_dead):
    server = listen()
    watcher, first = server.connect(), server.connect()
    token = first.share("work")
    first.open("counterA", "a", session="work")
    first.close()
    older = server.connect()
    watcher.lists(lambda there: there["connections"] == 2)
    stop(server.pid)
    ahead = json.dumps({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "none"}}) + "\n"
    late = older.message("session/join", {"session": "work", "token": token})
    older.expect_reply(late)
    # A socket takes this amount in one write.
    older.write(ahead * (AHEAD // len(ahead)) + json.dumps(late) + "\n")
    if is_dead:
        older.close()
    newer = server.connect()
    join = newer.message("session/join", {"session": "work", "token": token})
    newer.send(join)
    server.send_signal(signal.SIGCONT)
    newer.result(join["id"])
    if is_dead:
        watcher.lists(lambda there: there["connections"] == 2)
    else:
        with pytest.raises(Refused):
            older.result(late["id"])
    newer.call("increment", {"view": "a"})
    session, = watcher.call("session/list")["sessions"]
    assert len(session["connections"]) == 1 and newer.get("a") == {"count": 1}


def test_each_newer_connection_takes_over_from_the_one_before(listen):
    server = listen()
    first = server.connect()
    token = first.share("work")
    first.open("counterA", "a", session="work")
    for count in range(1, 5):
        newer = server.connect()
        token = newer.join("work", token)["token"]
        newer.call("increment", {"view": "a"})
        assert first.read_rest() == []
        first.close()
        first = newer
    assert first.get("a") == {"count": 4}
