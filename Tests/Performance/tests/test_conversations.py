"""Messages to and from a server, programs, locks and documents."""
import hashlib
import io
import subprocess
import tempfile
import threading
import time
import unittest
from contextlib import ExitStack, redirect_stderr
from pathlib import Path
from unittest.mock import patch

from harness.documents import DOCUMENTS, written
from harness.exchange import Exchange, ServerError
from harness.lock import AnotherRunError, only_run
from harness.processes import output_of
from harness.scenarios.keystrokes import LOAD, key
from harness.server import line
from harness.views import check_opened

CHANGE = b'{"jsonrpc":"2.0","method":"state/changed","params":{"commit":1,"views":[]}}\n'
ANSWER = b'{"jsonrpc":"2.0","id":%d,"result":{"text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":"}}\n'
DIGESTS = {
    "a request": "3c1a9ebcbc5fd826",
    "records": "e9a9df83e7bc9447",
    "texts": "d860022b1d075f62",
    "numbers": "75873cdb1f46587d",
    "nesting": "5d26383a70ae5c03",
}


class Exchanges(unittest.TestCase):
    def test_answers_are_counted_wherever_the_pipe_cuts(self):
        text = CHANGE + ANSWER % 1 + CHANGE + ANSWER % 2
        for size in range(1, len(text) + 1):
            exchange = Exchange()
            answers = [exchange.receive(text[start : start + size]) for start in range(0, len(text), size)]
            self.assertEqual((sum(answers), exchange.text, exchange.unfinished), (2, text, b""))
        self.assertEqual((len(exchange.results), len(exchange.changes)), (2, 2))

    def test_an_unfinished_line_begins_the_next_exchange(self):
        exchange = Exchange()
        exchange.receive(CHANGE + ANSWER[:9])
        self.assertEqual(Exchange(exchange.unfinished).receive(ANSWER[9:] % 1), 1)

    def test_an_error_is_raised(self):
        exchange = Exchange()
        exchange.receive(ANSWER % 1 + b'{"jsonrpc":"2.0","id":2,"error":{"code":-32601}}\n')
        self.assertRaisesRegex(ServerError, "-32601", exchange.check)

    def test_an_echo_is_not_an_answer(self):
        exchange = Exchange()
        self.assertEqual(exchange.receive(line("view/open", {"view": "v"}, 1)), 1)
        self.assertRaisesRegex(ServerError, "view/open", exchange.check)
        self.assertRaisesRegex(ServerError, "2 views .* and 1 were", check_opened, [{"state": {}}, {}], 2)

    def test_output_without_end_is_an_error(self):
        exchange = Exchange()
        with patch("harness.exchange.LIMIT", 10):
            exchange.receive(b"y\n" * 5)
            self.assertRaisesRegex(ServerError, "more than", exchange.receive, b"y\n")


class Typing(unittest.TestCase):
    def test_the_answer_to_the_load_is_not_an_answer_to_a_key(self):
        sent = b'{"jsonrpc":"2.0","method":"state/changed","params":{"views":[{"view":"v","changes":{"text":"x"}}]}}\n'
        of_key, of_load = ANSWER % 1, (ANSWER % 1).replace(b"1", b'"%b"' % LOAD.encode(), 1)
        self.assertEqual(key(Typist(b"", sent + of_key), "x"), 0)
        for meanwhile, answer in ((b"", sent + of_load), (b"", sent + of_load + of_key), (of_load, sent + of_key)):
            self.assertRaisesRegex(ServerError, "the load ended", key, Typist(meanwhile, answer), "x")


class Typist:
    """A server with two exchanges: one while waiting for a key, and one for the request."""

    def __init__(self, *texts):
        self.exchanges = [Exchange(text) for text in texts]

    def listen(self, seconds):
        return self.exchanges[0]

    def ask(self, *requests):
        return self.exchanges[1]


class Programs(unittest.TestCase):
    def test_the_output_of_a_program_is_returned(self):
        self.assertEqual(output_of("cat", text=b"text"), b"text")
        self.assertEqual(output_of("true", text=b"text"), b"")

    def test_a_program_that_writes_without_end_is_stopped(self):
        self.assertRaisesRegex(ChildProcessError, "without end", output_of, "yes")

    def test_a_program_that_does_not_end_is_stopped(self):
        self.assertRaisesRegex(TimeoutError, "sleep 60", output_of, "sleep", "60", timeout=0.1)

    def test_the_children_of_a_failed_program_end_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            pid = Path(folder) / "pid"
            script = f"sleep 60 >/dev/null & echo $! >{pid}; exit 3"
            self.assertRaisesRegex(ChildProcessError, "status 3", output_of, "sh", "-c", script)
            self.assertTrue(ends(int(pid.read_text())))


def ends(pid, timeout=5):
    """Whether a process ends in that time; a zombie counts as ended."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        found = subprocess.run(["ps", "-o", "stat=", "-p", f"{pid}"], capture_output=True, text=True, check=False)
        if found.stdout[:1] in ("", "Z"):
            return True
        time.sleep(0.01)
    return False


class Locks(unittest.TestCase):
    def test_of_two_runs_the_second_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            with only_run(Path(folder)):
                self.assertRaisesRegex(AnotherRunError, "another run is going on", only_run(Path(folder)).__enter__)
            with only_run(Path(folder)):
                pass

    def test_a_run_that_waits_continues_when_the_first_has_ended(self):
        with tempfile.TemporaryDirectory() as folder, ExitStack() as first, redirect_stderr(io.StringIO()) as errors:
            first.enter_context(only_run(Path(folder)))
            timer = threading.Timer(0.1, first.close)
            timer.start()
            with only_run(Path(folder), timeout=60):
                timer.join()
        self.assertIn("waiting up to 1 minutes", errors.getvalue())


class Documents(unittest.TestCase):
    def test_they_are_always_equal(self):
        found = {name: hashlib.sha256(written(make())).hexdigest()[:16] for name, make in DOCUMENTS.items()}
        self.assertEqual(found, DIGESTS)
