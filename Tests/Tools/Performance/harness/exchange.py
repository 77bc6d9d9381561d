"""The messages that a server writes in one exchange, kept as bytes and parsed later.

Nothing is parsed while a clock runs: an answer is distinguished from a change by the beginning of its line, which the
server always writes in the same way.
"""
from __future__ import annotations

import json
import re

ANSWER = b'{"jsonrpc":"2.0","id":'
CHANGE = b'{"jsonrpc":"2.0","method":"state/changed",'
NO_RESULT = re.compile(rb'^\{"jsonrpc":"2\.0","id":[^,]*,(?!"result":).*', re.MULTILINE)
# Many times the longest exchange that is expected: only a program that writes without end writes more.
LIMIT = 1 << 28


class ServerError(Exception):
    """The server answered with an error, ended, or did not answer in time."""


class Exchange:
    """The bytes received in one exchange; counts the complete answers among them.

    A pipe cuts lines anywhere, so the beginning of an incomplete line is kept: enough of it to recognize an answer.
    """

    def __init__(self, beginning: bytes = b"") -> None:
        self.chunks = [beginning]
        self.seconds = 0.0
        self.head = beginning[: len(ANSWER)]
        self.size = len(beginning)

    def receive(self, chunk: bytes) -> int:
        """Appends the bytes; returns the number of answers that they complete."""
        self.chunks.append(chunk)
        self.size += len(chunk)
        if self.size > LIMIT:
            raise ServerError(f"more than {LIMIT >> 20} MB were written at once")
        end = chunk.rfind(b"\n") + 1
        if not end:
            self.head = (self.head + chunk)[: len(ANSWER)]
            return 0
        answers = (self.head + chunk[:end]).count(ANSWER)
        self.head = chunk[end : end + len(ANSWER)]
        return answers

    @property
    def text(self) -> bytes:
        self.chunks = [b"".join(self.chunks)]
        return self.chunks[0]

    @property
    def unfinished(self) -> bytes:
        """The bytes after the last complete line."""
        return self.text[self.text.rfind(b"\n") + 1 :]

    @property
    def lines(self) -> list[bytes]:
        return self.text.split(b"\n")[:-1]

    @property
    def messages(self) -> list[dict]:
        return [json.loads(line) for line in self.lines]

    @property
    def results(self) -> list:
        """The results of the requests, in the order of the requests."""
        answers = [message for message in self.messages if "id" in message]
        return [answer["result"] for answer in sorted(answers, key=lambda answer: answer["id"])]

    @property
    def answered(self) -> list[int | str]:
        """The ids of the answered requests, in the order of the answers."""
        return [message["id"] for message in self.messages if "id" in message]

    @property
    def changes(self) -> list[dict]:
        return [message["params"] for message in self.messages if message.get("method") == "state/changed"]

    def check(self) -> None:
        """Raises an error with the first answer that is not a result, such as an error, or the request itself."""
        if failure := NO_RESULT.search(self.text):
            raise ServerError(failure.group()[:200].decode(errors="replace"))
