"""Each end of a connection that the article WhatEndsWhat lists has the effects that its row names."""
import contextlib
import re
import signal
import subprocess
import types

import pytest

from attach_process import Attached
from folded_views import is_session_change
from paths import REPOSITORY
from processes import has_ended
from streams import Ended

ARTICLE = (REPOSITORY / "Sources/StateServer/StateServer.docc/WhatEndsWhat.md").read_text()
OTHER_TABLES = (REPOSITORY / "Tests/Units/StateServerTests/WhatEndsWhatTests.swift").read_text()
# More than a pipe or a socket takes.
TEXT = "x" * (1 << 19)


def table(heading):
    """The rows of the table in a section, by their first cells."""
    section = ARTICLE.partition(f"### {heading}\n")[2].partition("\n### ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in section.splitlines() if "| " in line]
    return {first: rest for first, *rest in rows[2:]}


# The ends: each prepares what it needs, and ends the connection when it is resumed.

def end_of_input(scene):
    yield
    scene.client.end_input()
    scene.drain()


def broken_header(scene):
    yield
    scene.client.write("Content-Length: many\r\n\r\n")
    scene.drain()


def shutdown(scene):
    yield
    scene.client.request("shutdown")
    scene.client.transmit({"jsonrpc": "2.0", "method": "exit"})


def exit_alone(scene):
    yield
    scene.client.transmit({"jsonrpc": "2.0", "method": "exit"})


def terminated(scene):
    yield
    scene.server.send_signal(signal.SIGTERM)


def interrupted(scene):
    yield
    scene.server.send_signal(signal.SIGINT)


def end_of_the_process(scene):
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
        scene.client.call("initialize", {"processId": process.pid})
        yield
        process.kill()


def closed_output(scene):
    yield
    scene.client.close_output()


def silence(scene):
    yield
    with contextlib.suppress(BrokenPipeError):
        scene.client.send(*[scene.client.message("rpc.discover") for _ in range(40)])
    scene.wait_for_the_end()


def return_elsewhere(scene):
    yield
    scene.joining = scene.server.connect()
    scene.joined = scene.joining.join("work", scene.token, former=scene.client)


ROWS = table("A connection")
ENDS = [
    ("the client ends its input", end_of_input),
    ("a `Content-Length` header is broken", broken_header),
    ("`shutdown`, then `exit`", shutdown),
    ("`exit` alone", exit_alone),
    ("SIGTERM or SIGINT", terminated),
    ("SIGTERM or SIGINT", interrupted),
    ("the process in `processId` ends", end_of_the_process),
    ("the client closes its output, or the connection is lost", closed_output),
    ("the client does not read", silence),
    ("the front end joins again on another connection", return_elsewhere),
]


class Scene(types.SimpleNamespace):
    """A client with a call whose work the backend holds, and the process that serves it."""

    def begin(self, end, **session):
        self.end = end(self)
        next(self.end)
        self.token = self.client.share("work")
        self.client.open("user", "page", params={"id": "A"}, **session)
        self.gate = self.backend.hold("GET", "/users/A")
        self.call = self.client.request("reload", {"view": "page"})
        self.request, = self.gate.arrived()

    def drain(self):
        """Lets the call end, unless the server does not wait for it."""
        if self.waits:
            self.server.sleeps()
            self.gate.open()

    def wait_for_the_end(self):
        """Waits until the server has ended the connection, or has itself ended."""
        if self.waits:
            has_ended(self.server.pid)
        else:
            self.staying.lists(lambda there: there["connections"] == 1 + (self.joining is not None))

    def finish(self):
        """Ends the connection, and reads what is left."""
        next(self.end, None)
        # The output may end within a message, or the test may have closed it.
        with contextlib.suppress(Ended, ValueError):
            self.client.read_rest()


def outcome(reply, ended="finish"):
    return ended if "result" in reply else {"shutdown": "cancelled"}[reply["error"]["data"]["reason"]]


def alone(scene, end, start, listen, options):
    """The ends of a client's own call, of its unsent output and, if it has a process of its own, of that."""
    if end == return_elsewhere:
        scene.server = listen(*options)
        scene.client = client = scene.server.connect()
    else:
        scene.server = scene.client = client = start(*options, "--drain-timeout", "3600", framing=framing(end))
    scene.begin(end)
    client.open("mirror", "large")
    client.call("view/set", {"view": "large", "properties": {"text": TEXT}})
    queued = [client.request("view/get", {"view": view}) for view in ("large", "page")]
    client.drained()
    scene.finish()
    if client.answered(scene.call):
        call = outcome(client.reply(scene.call))
    else:
        assert scene.request.was_abandoned()
        call = "no reply"
    output = "sent" if client.answered(queued[-1]) else "discarded"
    if end == return_elsewhere:
        client.close()
        return call, output, None
    status = client.wait()
    assert "Fatal" not in client.errors
    return call, output, status


def shared(scene, end, listen, options):
    """The ends of a member's call in a session that goes on, and of its `attach`; and what the other member receives."""
    scene.server = listen(*options, "--drain-timeout", "0")
    scene.staying = staying = scene.server.connect()
    scene.client = client = Attached(scene.server.path, framing=framing(end))
    try:
        scene.begin(end, session="work")
        staying.join("work")
        staying.call("session/list")
        mark = staying.mark()
        scene.finish()
        status = client.wait()
    finally:
        client.reap()
    if end in (terminated, interrupted):
        staying.read_rest()
        staying.close()
    else:
        scene.wait_for_the_end()
    counts = [one["params"]["connections"] for one in staying.messages[mark:] if is_session_change(one)]
    return reply_elsewhere(scene), {(1,): "one fewer", (): "–"}[tuple(counts)], status


def reply_elsewhere(scene):
    """The outcome of the call, also if its reply comes on another connection."""
    if scene.client.answered(scene.call):
        return outcome(scene.client.reply(scene.call))
    if not scene.joining:
        scene.joining = scene.server.connect()
        scene.joined = scene.joining.join("work", scene.token, former=scene.client)
    if scene.call in scene.joined["running"]:
        scene.gate.open()
        return outcome(scene.joining.reply(scene.call), "continue")
    answer, = (one for one in scene.joined["answers"] if one["id"] == scene.call)
    return outcome(answer, "finish")


def framing(end):
    return "content-length" if end == broken_header else "ndjson"


@pytest.mark.parametrize("reason, end", ENDS)
def test_an_end_of_a_connection_has_the_effects_in_its_row(start, listen, backend, reason, end):
    options = ["--api", backend.url, "--close-timeout", "3600"]
    if end == silence:
        options += ["--max-unread-bytes", "100000"]
    own, output, own_status = alone(Scene(backend=backend, waits=True), end, start, listen, options)
    kept, other, status = shared(Scene(backend=backend, waits=False, joining=None), end, listen, options)
    assert own_status in (status, None)
    assert ROWS[reason] == [own, kept, output, other, str(status)]


def test_each_table_of_the_article_is_played():
    headings = [section.partition("\n")[0] for section in ARTICLE.split("\n### ") if "\n| " in section]
    assert {*ROWS} == {reason for reason, _ in ENDS}
    assert headings == ["A connection", *re.findall(r'case \w+ = "(.+)"', OTHER_TABLES)]
