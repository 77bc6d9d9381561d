"""Replays a transcript against a server, line by line.

The first line of a transcript is the command, `$ svvs serve …`. The text of a line `> TEXT` is sent unchanged. A line
`< JSON` is the next line that the server must print; the order of its members does not matter. At the end, the input is
closed. Then the server must print nothing more, and its exit status must be 0, or N if the last line is `= N`. Blank
lines and lines that begin with `#` are ignored.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

SECONDS_PER_ANSWER = 20


class Mismatch(Exception):
    """The server's output differs from the transcript."""


def replay(transcript: Path, server: str) -> None:
    """Raises :class:`Mismatch` where the output of the server, an executable, differs from the transcript."""
    steps = list(parsed(transcript))
    number, sign, text = steps.pop(0)
    program, *arguments = shlex.split(text.decode())
    if sign != "$" or program != "svvs":
        raise ValueError(f"{transcript}:{number}: expected `$ svvs serve` in the first line")
    status = int(steps.pop()[2]) if steps and steps[-1][1] == "=" else 0

    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [server, *arguments], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
        )
        try:
            with process:
                try:
                    _converse(process, steps, status)
                except BaseException:
                    process.kill()
                    raise
        except Mismatch as mismatch:
            errors.seek(0)
            said = errors.read().decode(errors="replace")
            raise Mismatch(f"{transcript.name}:{mismatch}\non its standard error:\n{said}") from None


def parsed(transcript: Path) -> Iterator[tuple[int, str, bytes]]:
    """The lines that are not ignored: the number, the sign, and the text after the sign and a space."""
    for number, line in enumerate(transcript.read_bytes().split(b"\n"), start=1):
        if line.strip() and not line.startswith(b"#"):
            sign = line[:1].decode(errors="replace")
            if sign not in "$><=" or line[1:2] not in (b" ", b""):
                raise ValueError(f"{transcript}:{number}: expected `$ `, `> `, `< `, `= ` or `#`")
            yield number, sign, line[2:]


def _converse(process: subprocess.Popen[bytes], steps: list[tuple[int, str, bytes]], status: int) -> None:
    assert process.stdin and process.stdout
    output = Lines(process.stdout)
    number = 1
    for number, sign, text in steps:
        if sign == ">":
            _write(process.stdin, text + b"\n", number)
        elif sign == "<":
            expected = json.loads(text)
            line = output.next()
            if not _is(line, expected):
                raise Mismatch(f"{number}:\nexpected: {canonical(expected)}\nactual:   {_readable(line)}")
        else:
            raise ValueError(f"line {number}: `$` comes first and `=` last")
    process.stdin.close()
    line = output.next()
    if line != b"":
        raise Mismatch(f"{number}: after this line\nexpected: end of output\nactual:   {_readable(line)}")
    actual = process.wait(SECONDS_PER_ANSWER)
    if actual != status:
        raise Mismatch(f"{number}: after this line\nexpected: exit status {status}\nactual:   {actual}")


def _write(pipe: IO[bytes], data: bytes, number: int) -> None:
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[pipe.write(rest) :]
    except BrokenPipeError:
        raise Mismatch(f"{number}: the server has closed its input") from None


class Lines:
    """Reads lines, with a timeout for each."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._read = b""

    def next(self) -> bytes | None:
        """The next line, with its line ending; empty at the end of the output, None after the timeout."""
        deadline = time.monotonic() + SECONDS_PER_ANSWER
        while b"\n" not in self._read:
            if not select.select([self._pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
                return None
            data = os.read(self._pipe.fileno(), 65536)
            if not data:
                break
            self._read += data
        line, end, self._read = self._read.partition(b"\n")
        return line + end


def _is(line: bytes | None, expected: Any) -> bool:
    try:
        return bool(line) and canonical(json.loads(line or b"")) == canonical(expected)
    except ValueError:
        return False


def canonical(value: Any) -> str:
    """A text that is the same for equal values. 1, 1.0 and true are different values."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _readable(line: bytes | None) -> str:
    if line is None:
        return f"nothing for {SECONDS_PER_ANSWER} s"
    if line == b"":
        return "end of output"
    try:
        return canonical(json.loads(line))
    except ValueError:
        return repr(line)
