"""Servers at sockets, and connections to them."""
import socket
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path
from unittest.mock import patch

from harness.driver import drive
from harness.exchange import ServerError
from harness.listener import Listener
from harness.products import compile_programs
from harness.scenario import Bench
from harness.server import Connection

BROADCASTER = Path(__file__).with_name("broadcaster.py")


class Sockets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        workshop = Path(folder.name)
        with patch("harness.products.WORKSHOP", workshop):
            compile_programs()
        cls.bench = Bench(BROADCASTER, Path(), workshop)

    def test_the_driver_connects_to_a_socket(self):
        with Listener(BROADCASTER) as server:
            found = {kind: drive(self.bench, kind, 10, [server.address]) for kind in ("latency", "merged", "start")}
        self.assertEqual(set(found["latency"]["latency"]), {"p50", "p99", "min"})
        self.assertEqual((found["merged"]["requests"], found["merged"]["lines"]), (10, 20))
        self.assertEqual(set(found["start"]), {"first", "end"})

    def test_the_driver_fails_if_no_server_listens(self):
        for path in ("@/nowhere", "@" + "x" * 108):
            self.assertRaisesRegex(ChildProcessError, "status 1", drive, self.bench, "start", 1, [path], True)

    def test_the_relay_passes_everything_on_to_the_end(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
            listener.bind(f"{folder}/s")
            listener.listen(1)
            sent = b"x" * (1 << 20)
            thread = threading.Thread(target=echo, args=(listener,))
            thread.start()
            relay = [self.bench.compiled("relay"), f"{folder}/s"]
            done = subprocess.run(relay, input=sent, capture_output=True, timeout=20, check=True)
            thread.join()
        self.assertEqual(done.stdout, sent)

    def test_the_relay_fails_if_no_server_listens(self):
        done = subprocess.run([self.bench.compiled("relay"), "/nowhere"], capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)


def echo(listener):
    """Reads one connection to its end, and sends the bytes back."""
    connection, _ = listener.accept()
    with connection:
        pieces = []
        while piece := connection.recv(1 << 16):
            pieces.append(piece)
        connection.sendall(b"".join(pieces))


class Listeners(unittest.TestCase):
    def test_it_is_ended_with_its_folder(self):
        with Listener(BROADCASTER) as server, server.connect() as connection:
            self.assertEqual(connection.call("view/open"), {"state": {}})
        self.assertIsNotNone(server.process.returncode)
        self.assertFalse(Path(server.path).parent.exists())

    def test_a_server_that_does_not_listen_is_an_error(self):
        listener = Listener(Path("/bin/true"))
        self.assertRaisesRegex(ServerError, "does not listen", listener.__enter__)
        self.assertFalse(Path(listener.path).parent.exists())

    def test_a_connection_is_finished_when_the_server_has_ended_it(self):
        with Listener(BROADCASTER) as server, server.connect() as connection:
            connection.finish()
            self.assertEqual(connection.copy.recv(1), b"")

    def test_a_connection_that_ends_is_an_error(self):
        ours, theirs = socket.socketpair()
        with ours, ours.dup() as copy:
            connection = Connection(ours.fileno(), copy.fileno())
            theirs.close()
            self.assertRaisesRegex(ServerError, "ended the connection", connection.read)
            self.assertRaisesRegex(ServerError, "does not read", connection.send, b"x")

    def test_lines_are_read_to_their_ends(self):
        ours, theirs = socket.socketpair()
        with ours, theirs, ours.dup() as copy:
            connection = Connection(ours.fileno(), copy.fileno())
            theirs.sendall(b"a\nb")
            later = threading.Timer(0.05, theirs.sendall, [b"c\n"])
            later.start()
            self.assertEqual(connection.read_lines(), b"a\nbc\n")
            later.join()
