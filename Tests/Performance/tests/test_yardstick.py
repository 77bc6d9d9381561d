"""The programs in C, and the checks that keep a comparison with them fair."""
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from harness.driver import RESULT, drive
from harness.exchange import ServerError
from harness.figures import at_least
from harness.processes import processor_seconds
from harness.products import compile_programs
from harness.report import row
from harness.sameness import at_equal_messages, calls, check_same_messages
from harness.scenario import Bench
from harness.scenarios.processor import CALLS, messages_a_call
from harness.turns import compared

AHEAD, WARM_UP = 1000, 500
# A program that answers each request of the warm-up, and afterwards only when the given number of requests waits, all
# in one write. It fails if more wait, or if the pipe has no room for that write.
LATE = f"""
import os, sys
most, answer, rest, answered, waiting = int(sys.argv[1]), sys.argv[2].encode(), b"", 0, 0
os.set_blocking(1, False)
while chunk := os.read(0, 1 << 16):
    *lines, rest = (rest + chunk).split(b"\\n")
    waiting += len(lines)
    if waiting > most:
        sys.exit(3)
    if waiting == most or answered <= {WARM_UP}:
        if os.write(1, answer * waiting) < len(answer) * waiting:
            sys.exit(4)
        answered, waiting = answered + waiting, 0
"""


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.workshop = Path(folder.name)
        with patch("harness.products.WORKSHOP", cls.workshop):
            compile_programs()
        cls.bench = Bench(Path(), Path(), cls.workshop)
        cls.baseline = [cls.bench.compiled("baseline")]

    def test_the_c_program_writes_once_for_each_read(self):
        # A socket of datagrams keeps what was written at once apart from the rest.
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        opening, *others = calls(4).splitlines(keepends=True)
        with ours, theirs, subprocess.Popen(self.baseline, stdin=subprocess.PIPE, stdout=theirs, bufsize=0) as program:
            ours.settimeout(10)
            for text, messages in ((opening, 1), (others[0], 2), (b"".join(others[1:]), 6)):
                program.stdin.write(text)
                self.assertEqual(ours.recv(1 << 16).count(b"\n"), messages)
            program.stdin.close()
        self.assertEqual(program.returncode, 0)

    def test_a_reader_that_keeps_up_has_room_for_all_that_is_unanswered(self):
        change_and_reply = f"{'change':129}\n{RESULT:54}\n"
        found = drive(self.bench, "pipelined", 5 * AHEAD, [sys.executable, "-c", LATE, f"{AHEAD}", change_and_reply])
        self.assertEqual((found["requests"], found["lines"]), (5 * AHEAD, 10 * AHEAD))

    def test_merged_requests_are_sent_all_at_once(self):
        found = drive(self.bench, "merged", 5 * AHEAD, [sys.executable, "-c", LATE, f"{5 * AHEAD}", f"{RESULT}\n"])
        self.assertEqual((found["requests"], found["lines"]), (5 * AHEAD, 5 * AHEAD))

    def test_messages_are_counted_for_each_call(self):
        requests = self.workshop / "requests"
        requests.write_bytes(calls(CALLS))
        self.assertEqual(messages_a_call(self.baseline, requests), 2)

    def test_programs_with_different_messages_are_not_compared(self):
        check_same_messages({"C": self.baseline, "svvs": self.baseline})
        self.assertRaisesRegex(ServerError, "not do the same work", check_same_messages,
                               {"C": self.baseline, "svvs": [self.bench.compiled("echo")]})


class EqualMessages(unittest.TestCase):
    figure = compared("pipelined", "k/s", {"C": [1.0], "svvs": [2.0]}, "svvs", "C", at_least(1))

    def test_rates_of_as_many_messages_are_compared(self):
        self.assertIs(at_equal_messages(self.figure, {"C": [2, 2], "svvs": [2, 2]}), self.figure)

    def test_rates_of_fewer_messages_are_void_and_meet_no_goal(self):
        void = at_equal_messages(self.figure, {"C": [2, 2, 2], "svvs": [2, 1.39, 2]})
        self.assertEqual(" ".join(row(void).split()), "pipelined void, messages a call: C 2, svvs 1.39 ≥ 1 × missed")
        self.assertEqual(void.as_json()["samples"], {"C": [1.0], "svvs": [2.0]})


class ProcessorTime(unittest.TestCase):
    def test_it_is_that_of_the_program_alone(self):
        source = "import time\nwhile time.process_time() < 0.3: pass\ntime.sleep(0.3)"
        seconds = processor_seconds(sys.executable, "-c", source, requests=Path("/dev/null"))
        self.assertTrue(0.3 <= seconds < 0.4, seconds)

    def test_a_program_that_fails_has_none(self):
        self.assertRaisesRegex(ChildProcessError, "status 3", processor_seconds, "sh", "-c", "exit 3",
                               requests=Path("/dev/null"))
