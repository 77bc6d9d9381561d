"""Raw answers that end too early, go on too long or come too early, and those that are no answers at all."""
from __future__ import annotations

import random

from raw_http import Reply
from raw_parts import BAD, BODY, CHUNKED, EITHER, FINE, GOOD, bare, made

HEAD = FINE.index(b"\r\n\r\n") + 4
CHUNKED_HEAD = CHUNKED.index(b"\r\n\r\n") + 4
CUTS = [*range(1, HEAD + 3), HEAD + len(BODY) // 2, len(FINE) - 2, len(FINE) - 1]
CHUNKED_CUTS = [*range(CHUNKED_HEAD - 3, CHUNKED_HEAD + 20), *range(len(CHUNKED) - 10, len(CHUNKED))]
GARBAGE = {
    "a JSON value alone": BODY, "HTTP/0.9": b"<html>hello</html>", "SSH": b"SSH-2.0-OpenSSH_9.2\r\n",
    "SMTP": b"220 mail ESMTP\r\n", "a TLS alert": b"\x15\x03\x01\x00\x02\x02\x28", "HTTP/2": b"\0\0\0\4\0\0\0\0\0",
    "a request": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "a request with a body": b"POST / HTTP/1.1\r\n\r\n" + BODY,
    "a head alone": b"HTTP/1.1 200 OK", "a head without an end": b"HTTP/1.1 200 OK\r\n" + b"X: 1\r\n" * 9,
    "one byte": b"x", "a NUL": b"\0", "a line end": b"\r\n", "line ends": b"\r\n" * 500, "spaces": b" " * 500,
    "NULs": bytes(5000), "letters": b"x" * 200_000, "many versions": b"HTTP/1.1 " * 5000}


def informational(status, *headers):
    return b"\r\n".join([b"HTTP/1.1 %03d X" % status, *headers, b"", b""])


def cuts():
    yield "nothing", b"", BAD
    for cut in CUTS:
        yield f"cut off at {cut}", Reply(FINE, cut=cut), BAD
    for cut in CHUNKED_CUTS:
        yield f"chunks cut off at {cut}", Reply(CHUNKED, cut=cut), BAD
    yield "no length, cut off", Reply(bare(), cut=-1), BAD


def timings():
    for name, data in {"a length": FINE, "chunks": CHUNKED, "no length": bare()}.items():
        yield f"{name}, in many pieces", Reply(data, pieces=40), GOOD
        yield f"{name}, before the request is read", Reply(data, early=True), EITHER
        yield f"{name}, garbage behind", data + b"\0garbage\r\n\r\n", EITHER if name != "no length" else BAD
    yield "a connection that stays", Reply(made(connection=b"Connection: keep-alive"), stays_open=True), GOOD
    yield "no word of the connection", Reply(made(connection=b"X: 1"), stays_open=True), GOOD
    yield "an answer twice", FINE * 2, EITHER
    yield "garbage before the request is read", Reply(GARBAGE["SSH"], early=True), BAD
    yield "a status below 100 before the request is read", Reply(made(status=b"099 X"), early=True), BAD


def informationals():
    for status in (100, 102, 103, 199):
        yield f"{status} in front", informational(status) + FINE, GOOD
        yield f"{status} with a body in front", made(b"x", status=b"%d X" % status) + FINE, EITHER
        yield f"{status} and nothing more", informational(status), BAD
        yield f"{status} and half an answer", informational(status) + FINE[:HEAD - 2], BAD
    for status in (0, 99):
        yield f"{status:03} in front", informational(status) + FINE, BAD
    yield "099 behind 100", informational(100) + made(status=b"099 X"), BAD
    yield "101 in front", informational(101) + FINE, BAD
    yield "101 to a WebSocket", informational(101, b"Connection: upgrade", b"Upgrade: websocket") + b"\x81\0", BAD
    yield "103 with links in front", informational(103, b"Link: </x>; rel=preload") + FINE, GOOD
    yield "three in front", informational(100) + informational(103) + informational(102) + FINE, GOOD
    yield "1000 in front", informational(100) * 1000 + FINE, EITHER
    yield "1000 and nothing more", informational(103) * 1000, BAD
    yield "100 and garbage", informational(100) + GARBAGE["SSH"], BAD


def garbage():
    draw = random.Random(2)
    for name, data in GARBAGE.items():
        yield f"garbage: {name}", data, BAD
    for size in (2, 10, 100, 1000, 10_000, 200_000):
        yield f"garbage: {size} bytes", draw.randbytes(size), BAD
