"""Standard streams of every kind: files, closed streams, a full disk, and a log without a reader."""
import json
import os
import socket
import subprocess

import pytest

from readiness import readable
from server import COMMAND, DEADLINE

OPEN = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "counterA"}}) + "\n"


def test_a_script_can_be_a_file_and_its_answers_too(tmp_path):
    script, answers = tmp_path / "in", tmp_path / "out"
    script.write_text(OPEN)
    with script.open() as source, answers.open("w") as target:
        result = subprocess.run([*COMMAND], stdin=source, stdout=target, stderr=subprocess.PIPE, timeout=DEADLINE)
    assert result.returncode == 0 and result.stderr == b""
    assert json.loads(answers.read_text())["result"]["state"] == {"count": 0}


@pytest.mark.parametrize("redirections", [
    "< /dev/null", "<&-", ">&-", "2>&-", "> /dev/null", "> /dev/full", "<&- >&- 2>&-",
])
def test_a_missing_or_full_stream_ends_in_order(redirections):
    command = ["sh", "-c", f'exec "$@" {redirections}', "sh", *COMMAND]
    result = subprocess.run(command, input=OPEN.encode(), capture_output=True, timeout=DEADLINE)
    assert result.returncode in (0, 1)
    assert b"Fatal" not in result.stderr


@pytest.mark.parametrize("script", [OPEN, OPEN * 1000, "{\n"], ids=["one request", "many", "no JSON"])
def test_a_failed_write_is_reported(script):
    with open("/dev/full", "wb") as full:
        result = subprocess.run([*COMMAND], input=script.encode(), stdout=full, stderr=subprocess.PIPE,
                                timeout=DEADLINE)
    said = result.stderr.decode()
    assert result.returncode == 1 and len(said.splitlines()) == 1, said
    assert "output" in said and "written" in said


def test_a_full_disk_is_not_a_failure_if_nothing_is_written():
    with open("/dev/full", "wb") as full:
        result = subprocess.run([*COMMAND], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                                timeout=DEADLINE)
    assert result.returncode == 0 and result.stderr == b""


def sockets():
    return [one.detach() for one in socket.socketpair()]


@pytest.mark.parametrize("pair", [os.pipe, sockets])
def test_shared_streams_stay_blocking(pair):
    """Also while the server runs and after it was killed: other processes write to the same pipe."""
    source, script = pair()
    answers, target = pair()
    process = subprocess.Popen([*COMMAND], stdin=source, stdout=target, stderr=subprocess.DEVNULL)
    os.write(script, OPEN.encode())
    assert readable(answers, seconds=DEADLINE)
    assert os.get_blocking(source) and os.get_blocking(target)
    process.kill()
    process.wait()
    assert os.get_blocking(source) and os.get_blocking(target)
    for descriptor in (source, script, answers, target):
        os.close(descriptor)


def test_shared_streams_stay_blocking_when_the_app_cannot_be_created(tmp_path):
    answers, target = os.pipe()
    result = subprocess.run([*COMMAND, "--database", tmp_path / "no/folder"], stdin=subprocess.DEVNULL,
                            stdout=target, stderr=subprocess.PIPE, timeout=DEADLINE)
    assert result.returncode == 64 and len(result.stderr.splitlines()) == 1
    assert os.get_blocking(target)
    for descriptor in (answers, target):
        os.close(descriptor)


def test_a_log_that_nobody_reads_blocks_nothing():
    unread, errors = os.pipe()
    process = subprocess.Popen([*COMMAND, "--log-level", "trace"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=errors, bufsize=0)
    try:
        for number in range(3000):
            process.stdin.write(b'{"jsonrpc":"2.0","id":%d,"method":"no/such"}\n{"\n' % number)
            assert readable(process.stdout, seconds=DEADLINE), f"stuck after {number} messages"
            process.stdout.read(1 << 16)
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            pipe.close()
        os.close(unread)
        os.close(errors)
