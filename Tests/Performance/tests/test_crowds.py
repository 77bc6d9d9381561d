"""Many connections to one server, and the programs and answers that are compared with them."""
import json
import socket
import tempfile
import threading
import unittest
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from harness.crowd import FrontEnds, connect_others, unread
from harness.exchange import Exchange, ServerError
from harness.listener import Listener
from harness.scenarios.attach import question
from harness.scenarios.rejoin import VIEWS, check

BROADCASTER = Path(__file__).with_name("broadcaster.py")
# An editor that reports that it is ready, or gives a fixed answer.
EDITOR = """#!/bin/sh
case $* in *--remote-expr*) printf %s '{answer}' >&2 ;; *) echo ready; exec sleep 60 ;; esac
"""


class Crowds(unittest.TestCase):
    def test_all_but_the_one_asleep_read_each_change(self):
        for is_one_asleep, awake in ((False, 3), (True, 2)):
            with ExitStack() as stack:
                group = FrontEnds(stack, BROADCASTER, 4, is_one_asleep)
                self.assertGreater(group.act(), 0)
                self.assertEqual([unread(one) for one in (group.acting, *group.awake)], [0] * (1 + awake))

    def test_one_falls_asleep_when_its_socket_is_full(self):
        with ExitStack() as stack:
            group = FrontEnds(stack, BROADCASTER, 3, False)
            sleeper = group.awake.pop()
            group.fall_asleep(sleeper)
            full = unread(sleeper)
            group.act()
            self.assertEqual(unread(sleeper), full)
            with patch("harness.crowd.LIMIT", 0):
                self.assertRaisesRegex(ServerError, "takes more", group.fall_asleep, sleeper)

    def test_the_others_are_connected_until_the_end(self):
        with ExitStack() as stack:
            server = stack.enter_context(Listener(BROADCASTER))
            before = descriptors(server)
            connect_others(stack, server, 10)
            self.assertEqual(descriptors(server), before + 10)

    def test_the_others_must_be_shown_something(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener, ExitStack() as stack:
            listener.bind(f"{folder}/s")
            listener.listen(1)
            thread = threading.Thread(target=refuse, args=(listener,))
            thread.start()
            self.assertRaisesRegex(ServerError, "error", connect_others, stack, Listening(f"{folder}/s"), 1)
            thread.join()


class Listening(NamedTuple):
    """As much of a listener as is connected to."""

    path: str


def descriptors(server):
    return len(list(Path(f"/proc/{server.pid}/fd").iterdir()))


def refuse(listener):
    """Answers a request with an error."""
    connection, _ = listener.accept()
    with connection:
        connection.recv(1 << 16)
        connection.sendall(b'{"error":{}}\n')


class Editors(unittest.TestCase):
    def test_an_editor_with_another_answer_is_not_compared(self):
        for answer in ("1", "2"):
            with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
                editor = Path(folder) / "editor"
                editor.write_text(EDITOR.format(answer=answer))
                editor.chmod(0o700)
                if answer == "1":
                    self.assertEqual(question(stack, str(editor), "s")[:3], [str(editor), "--server", "s"])
                else:
                    self.assertRaisesRegex(ServerError, "answered b'2'", question, stack, str(editor), "s")


class Rejoining(unittest.TestCase):
    def test_each_view_comes_back_once_as_it_is(self):
        views = [{"view": f"{number}", "state": {"count": 7}} for number in range(VIEWS)]
        check(joined(views), 7)
        stale = [{"view": "0", "state": {"count": 6}}, *views[1:]]
        for wrong in (views[1:], [views[1], *views[1:]], [*views, views[0]], stale):
            self.assertRaisesRegex(ServerError, "7 changes", check, joined(wrong), 7)


def joined(views):
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"views": views}}, separators=(",", ":"))
    return Exchange(answer.encode() + b'\n{"jsonrpc":"2.0","id":2,"result":{}}\n')
