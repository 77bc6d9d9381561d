"""Replays a transcript through the client's connection, which sends the messages and applies the changes.

The client writes each request of the transcript, with its own ids, and reads each reply. Other lines, such as garbage,
are sent unchanged. At the end, each state of the client is compared with a new snapshot from the server.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from svvs.messages import Notification, Request
from svvs.connection import Connection
from transcript_replay import Lines, Mismatch, canonical, parsed

FIRST_ID = 1_000_000


class ClientReplay:
    def __init__(self, transcript: Path, server: str) -> None:
        self._steps = list(parsed(transcript))
        self._command = [server, *shlex.split(self._steps.pop(0)[2].decode())[1:]]
        self._status = int(self._steps.pop()[2]) if self._steps[-1][1] == "=" else 0
        self._connection = Connection()
        self._connection._ids = iter(range(FIRST_ID, 2 * FIRST_ID))  # type: ignore[assignment]
        #: The transcript's ids, by the client's.
        self._ids: dict[int, Any] = {}
        self._is_ending = False

    def run(self) -> None:
        """:raises Mismatch: where the server departs from the transcript, or the client from the server."""
        with (
            tempfile.TemporaryFile() as errors,
            subprocess.Popen(
                self._command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            ) as process,
        ):
            try:
                assert process.stdin and process.stdout
                output = Lines(process.stdout)
                for number, sign, text in self._steps:
                    if sign == ">":
                        process.stdin.write(self._sent(text) + b"\n")
                    else:
                        self._receive(number, output.next(), json.loads(text))
                if not self._is_ending:
                    self._compare(process.stdin, output)
                process.stdin.close()
                assert output.next() == b""
                assert process.wait(20) == self._status
            finally:
                process.kill()

    def _sent(self, text: bytes) -> bytes:
        """The line that the client sends for a line of the transcript."""
        try:
            message = json.loads(text)
        except ValueError:
            return text
        messages = message if isinstance(message, list) else [message]
        if text.count(b'"a":') > 1 or not messages or not all(map(_is_plain, messages)):
            return text
        self._is_ending |= any(each["method"] in ("shutdown", "exit") for each in messages)
        made = [self._made(each) for each in messages]
        if isinstance(message, list):
            ids = self._connection.batch(made)
        else:
            one = made[0]
            method, params = one.method, one.params
            ids = [self._connection.request(method, params) if isinstance(one, Request) else None]
            if isinstance(one, Notification):
                self._connection.notify(method, params)
        self._ids.update({id: each["id"] for id, each in zip(ids, messages) if id is not None})
        line = self._connection.data_to_send().rstrip(b"\n")
        expected = [{"params": {}, **each} for each in messages]
        if canonical(self._translated(json.loads(line))) != canonical(
            expected if isinstance(message, list) else expected[0]
        ):
            raise Mismatch(f"the client sends {line!r} for {text!r}")
        return line

    def _made(self, message: Any) -> Request | Notification:
        params = message.get("params", {})
        if message["method"] == "$/cancelRequest":
            mine = {json.dumps(theirs): mine for mine, theirs in self._ids.items()}
            params = {**params, "id": mine.get(json.dumps(params["id"]), params["id"])}
        return Request(message["method"], params) if "id" in message else Notification(message["method"], params)

    def _receive(self, number: int, line: bytes | None, expected: Any) -> None:
        try:
            actual = json.loads(line or b"")
        except ValueError:
            raise Mismatch(f"{number}: {line!r} instead of {canonical(expected)}") from None
        if canonical(self._translated(actual)) != canonical(expected):
            raise Mismatch(f"{number}:\nexpected: {canonical(expected)}\nactual:   {canonical(actual)}")
        answers = actual if isinstance(actual, list) else [actual]
        # Answers to what the client did not send itself are none of its business.
        if all(each.get("id", FIRST_ID) in self._ids or "method" in each for each in answers):
            for _ in self._connection.receive(line or b""):
                pass
            if self._connection.data_to_send():
                raise Mismatch(f"{number}: the client had to ask again")

    def _compare(self, stdin: Any, output: Lines) -> None:
        for view, replica in list(self._connection.views.items()):
            id = self._connection.request("view/get", {"view": view})
            stdin.write(self._connection.data_to_send())
            while (answer := json.loads(line := output.next() or b"")).get("id") != id:
                list(self._connection.receive(line))
            if canonical(answer["result"]["state"]) != canonical(replica.state) and not replica.stale:
                raise Mismatch(f"{view}:\nserver: {answer['result']['state']}\nclient: {replica.state}")

    def _translated(self, value: Any) -> Any:
        """The value with the transcript's ids for the client's."""
        if isinstance(value, list):
            return [self._translated(each) for each in value]
        if isinstance(value, dict):
            return {
                name: self._ids.get(each, each) if name == "id" and isinstance(each, int) else self._translated(each)
                for name, each in value.items()
            }
        return value


def _is_plain(message: Any) -> bool:
    """Whether the client could have made this message."""
    return (
        isinstance(message, dict)
        and set(message) <= {"jsonrpc", "id", "method", "params"}
        and message.get("jsonrpc") == "2.0"
        and isinstance(message.get("method"), str)
        and isinstance(message.get("params", {}), dict)
        and (message.get("id") is None or type(message["id"]) in (int, str))
    )
