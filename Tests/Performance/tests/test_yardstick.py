"""The programs in C, and what keeps a comparison with them fair."""
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from harness.building import compile_programs
from harness.scenario import Bench
from harness.server import line


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.workshop = Path(folder.name)
        with patch("harness.building.WORKSHOP", cls.workshop):
            compile_programs()
        cls.bench = Bench(Path(), Path(), cls.workshop)
        cls.baseline = [cls.bench.compiled("baseline")]

    def test_the_c_program_writes_once_for_what_one_read_brought(self):
        # A socket of datagrams keeps what was written at once apart from the rest.
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        opening = line("view/open", {"type": "counterA", "view": "v"}, 0)
        others = [line("increment", {"view": "v"}, number) for number in range(1, 5)]
        with ours, theirs, subprocess.Popen(self.baseline, stdin=subprocess.PIPE, stdout=theirs, bufsize=0) as program:
            ours.settimeout(10)
            for text, messages in ((opening, 1), (others[0], 2), (b"".join(others[1:]), 6)):
                program.stdin.write(text)
                self.assertEqual(ours.recv(1 << 16).count(b"\n"), messages)
            program.stdin.close()
        self.assertEqual(program.returncode, 0)
