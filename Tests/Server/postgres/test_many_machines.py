"""The script that shows what the article promises."""
import contextlib
import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest

from conditions import TIMEOUT, wait_until
from paths import REPOSITORY

# Its second step.
ATTACHING = "Two machines"
FRONT_ENDS = ["1-taro", "1-hanako", "2-taro", "2-hanako"]


class Script:
    """It runs in a session of its own, with all that it makes in a folder of its own, which others may enter."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="many-", dir="/tmp")
        self.folder = Path(self.temporary.name)
        self.folder.chmod(0o755)
        self.process = subprocess.Popen(
            [REPOSITORY / "clients/shell/many-machines"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, env={**os.environ, "TMPDIR": str(self.folder)})

    def read_until(self, text):
        for line in self.process.stdout:
            if text in line:
                return
        raise AssertionError(f"the script ended: {self.process.stderr.read()}")

    def wait(self):
        # It has many steps, each of which starts processes: on a busy machine, they take more than a minute.
        output, errors = self.process.communicate(timeout=4 * TIMEOUT)
        return self.process.returncode, output, errors

    @property
    def data(self):
        """The folder of the server's data."""
        found, = self.folder.glob("*/data")
        return found

    @property
    def processes(self):
        """The ids of the processes that have the folder on their command line."""
        files = [file for file in Path("/proc").glob("[0-9]*/cmdline") if str(self.folder).encode() in content(file)]
        return [int(file.parent.name) for file in files]

    @property
    def left(self):
        """The command lines of the processes, and the files."""
        return [*(content(Path(f"/proc/{pid}/cmdline")) for pid in self.processes), *self.folder.rglob("*")]

    def end(self):
        """Leaves nothing, whatever the test has found: it is asked to end, and what then is left is killed."""
        try:
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGTERM)
                self.process.communicate(timeout=TIMEOUT)
        finally:
            for pid in self.processes:
                os.kill(pid, signal.SIGKILL)
            # A stream that was killed leaves a timer of the shell client, without the folder on its command line.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.temporary.cleanup()


def content(file):
    """Of a process that perhaps has ended."""
    try:
        return file.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


@pytest.fixture
def script():
    script = Script()
    yield script
    script.end()


def test_every_message_shows_in_four_front_ends_and_outlives_the_server(script):
    status, output, errors = script.wait()
    assert status == 0, errors
    first, read, killed, again, table = output.split("\n# ")[3:]
    assert unread(first, "太郎: Good morning") == {"1-taro": 0, "1-hanako": 1, "2-taro": 0, "2-hanako": 1}
    assert unread(read, "太郎: Good morning") == {"1-hanako": 0, "2-hanako": 0}
    assert killed.count('"errorMessage":"The database cannot be reached; try again later"') == 2
    # In the end, when both have read all of it.
    assert unread(again, "花子: Is all there?") == dict.fromkeys(FRONT_ENDS, 0)
    assert len(re.findall(r"^\d+ ms from the call", output, re.MULTILINE)) == 2
    answered, kept, lost, refused, _ = map(int, re.findall(r": (\d+)", table))
    assert answered == kept >= 8 and lost == 0 and refused >= 2
    assert list(script.folder.iterdir()) == []


def unread(step, message):
    """The counts that a step showed at last, by the front ends that showed the message."""
    return {front: int(count) for front, count in re.findall(rf"^(\S+) +{re.escape(message)} +unread: (\d+)$",
                                                             step, re.MULTILINE)}


def test_the_server_takes_every_text_and_lets_nobody_else_in(script):
    script.read_until(ATTACHING)
    folder = script.data.parent
    with psycopg.connect(host=str(folder), user="chat", dbname="postgres") as connection:
        assert connection.info.encoding == "utf-8"
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("shell", ["dash", "bash"])
def test_streams_end_even_if_they_have_just_started(shell, tmp_path):
    # As in the script, the shell has a trap, and one stream is not in the list of the script yet.
    commands = f"""
        set -eu
        folder='{tmp_path}'
        . '{REPOSITORY}/clients/shell/streams'
        trap 'exit 143' TERM
        stream() {{ while :; do sleep 1; done; }}
        start_streams answered 1
        stream &
        end_streams
        wait
    """
    process = subprocess.Popen([shell, "-c", commands], start_new_session=True)
    try:
        assert process.wait(TIMEOUT) == 0
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("moment, whole", [
    ("Starting a PostgreSQL server", False), (ATTACHING, False), (ATTACHING, True), ("is killed", True),
    ("Both continue", False)])
def test_a_signal_ends_all_of_it(script, moment, whole):
    script.read_until(moment)
    if moment == ATTACHING:
        wait_until(lambda: list(script.folder.glob("svvs.*/servers/*")))
    (os.killpg if whole else os.kill)(script.process.pid, signal.SIGTERM)
    status, _, errors = script.wait()
    assert status == 128 + signal.SIGTERM, errors
    # A process that was just starting ends by itself: a front end when it sees that the script has ended, a server after
    # five seconds without a connection, and five more if it waits for the database.
    with contextlib.suppress(TimeoutError):
        wait_until(lambda: not script.left)
    assert not script.left
