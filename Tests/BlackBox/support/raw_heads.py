"""Raw answers with something odd before the body: its status, its version, its length, its other headers."""
from __future__ import annotations

import random

from raw_parts import BAD, BODY, CHUNKED, EITHER, GOOD, LAST, SIZE, bare, chunk, chunked, made

STATUSES = [200, 201, 202, 203, 204, 205, 206, 207, 226, 299, 300, 301, 302, 303, 304, 305, 306, 307, 308, 399, 400,
            401, 402, 403, 404, 405, 407, 408, 410, 418, 421, 422, 425, 426, 429, 431, 451, 499, 500, 501, 502, 503,
            504, 505, 511, 599, 600, 700, 899, 900, 998, 999]
NO_STATUSES = [b"", b"0", b"2", b"20", b"2000", b"00200", b"200000", b"9" * 30, b"+200", b"-200", b"-1", b"2e2",
               b"0x200", b"2 0 0", b"2OO", b"200x", b"two hundred", "２００".encode(), b"\xff\xfe", b"\0", b"200\0"]
NO_VERSIONS = [b"", b"HTTP", b"HTTP/", b"HTTP/1", b"HTTP/1.", b"HTTP/.1", b"HTTP/11", b"HTTP/1,1", b"HTTP/-1.1",
               b"HTTP/x.y", b"HTTPS/1.1", b"ICY", b"XTTP/1.1", b"HTTP /1.1", b"\0HTTP/1.1", b"HTTP/1.1\0",
               b"HTTP/1" + b"1" * 999]
OTHER_VERSIONS = [b"HTTP/0.9", b"HTTP/1.2", b"HTTP/2", b"HTTP/2.0", b"HTTP/3.0", b"HTTP/9.9", b"HTTP/1.10", b"http/1.1",
                  b"\r\nHTTP/1.1", b"\r\n" * 1000 + b"HTTP/1.1", b" HTTP/1.1"]
NO_LENGTHS = [b"-1", b"-" + SIZE, b"x", b"", b"0", b"1", b"0x10", b"1e3", SIZE + b".0", SIZE + b"x", SIZE + b" 7",
              *(b"%d" % (len(BODY) + more) for more in (-1, 1, 1000)), b"9" * 30, b"9" * 3000, "１".encode(), b"\0",
              *(b"%d" % (2 ** power + more) for power in (31, 32, 63, 64) for more in (-1, 0))]
LENGTHS = [b"+" + SIZE, SIZE + b" ", b" \t" + SIZE, b"0000" + SIZE, SIZE + b"," + SIZE, SIZE + b", " + SIZE]
NUMBERS = [b"", b"-1", b"0", b"+1", b"1.5", b"nan", b"1e400", b"x", b"9" * 30, b"-" + b"9" * 30, b"%d" % 2 ** 31,
           b"%d" % (2 ** 32 - 1), b"%d" % (2 ** 63 - 1), b"%d" % 2 ** 63, b"%d" % 2 ** 64, b"60, 60", "１".encode(),
           b"\xff", b"Fri, 31 Dec 9999 23:59:59 GMT", b"Thu, 32 Foo -001 99:99:99"]
HEADERS = {
    "2000": [b"X-%d: 1" % n for n in range(2000)], "50000": [b"X-%d: 1" % n for n in range(50_000)],
    "one of 100 KB": [b"X: " + b"x" * 100_000], "one of 2 MB": [b"X: " + b"x" * 2_000_000],
    "a name of 100 KB": [b"x" * 100_000 + b": 1"], "no colon": [b"X"], "no name": [b": 1"],
    "a space before the colon": [b"X : 1"], "a space in front": [b" X: 1"], "a folded one": [b"X: 1\r\n 2\r\n\t3"],
    "a NUL": [b"X: \0"], "a NUL in the name": [b"X\0: 1"], "a CR": [b"X: 1\r2"], "Latin-1": ["X: é".encode("latin-1")],
    "UTF-8": ["X: 太".encode()], "a name that is not ASCII": [b"\xff: 1"],
    "an odd connection": [b"Connection: \xff, , x"],
    "two connections": [b"Connection: keep-alive", b"Keep-Alive: timeout=-1"],
    "an upgrade": [b"Connection: upgrade", b"Upgrade: h2c"], "a range": [b"Content-Range: bytes 9-1/-5"],
    "a date": [b"Date: never"], "a location": [b"Location: /nowhere"], "cookies": [b"Set-Cookie: a=b"] * 50}


def statuses():
    draw = random.Random(1)
    for status in sorted({*range(200), *STATUSES, *(draw.randrange(206, 1000) for _ in range(60))}):
        good = GOOD if 200 <= status < 204 else EITHER if 204 < status < 300 else BAD
        yield f"status {status:03}", made(status=b"%03d X" % status), good
    for status in NO_STATUSES:
        yield f"status {status[:12]!r}", made(status=status + b" OK"), BAD
    for line in (b"200", b"200 ", b" 200 OK", b"200\tOK", b"200  OK", b"200 \xff\xfe", b"200 " + b"x" * 10_000):
        yield f"status line {line[:12]!r}", made(status=line), EITHER
    for status in (b"204", b"304"):
        yield f"{status.decode()} with a body of no length", bare().replace(b"200", status, 1), BAD
        yield f"{status.decode()} with chunks", CHUNKED.replace(b"200", status, 1), BAD


def versions():
    yield "version HTTP/1.0", made(version=b"HTTP/1.0"), GOOD
    for version in NO_VERSIONS:
        yield f"version {version[:12]!r}", made(version=version), BAD
    for version in OTHER_VERSIONS:
        yield f"version {version[:12]!r}, {len(version)} long", made(version=version), EITHER


def lengths():
    yield "no length", bare(), GOOD
    for text in NO_LENGTHS:
        yield f"length {text[:24]!r}, {len(text)} long", bare(b"Content-Length: " + text), BAD
    for text in LENGTHS:
        yield f"length {text!r}", bare(b"Content-Length: " + text), EITHER
    yield "the same length twice", made(BODY, b"Content-Length: " + SIZE), EITHER
    yield "the same length twenty times", made(BODY, *[b"Content-Length: " + SIZE] * 19), EITHER
    for other in (b"0", b"5", b"9999", b"-1", b"x"):
        yield f"a length and before it {other!r}", made(BODY, b"Content-Length: " + other), BAD
        yield f"a length and behind it {other!r}", bare(b"Content-Length: " + SIZE, b"Content-Length: " + other), BAD
    both = b"Content-Length: 5\r\nTransfer-Encoding: chunked"
    yield "a length and chunks", chunked(chunk(BODY), LAST, header=both), EITHER
    yield "a length and no chunks", made(BODY, b"Transfer-Encoding: chunked"), BAD


def headers():
    yield "headers: 100", made(BODY, *(b"X-%d: 1" % n for n in range(100))), GOOD
    yield "headers: one of 8 KB", made(BODY, b"X: " + b"x" * 8000), GOOD
    yield "headers: an empty one", made(BODY, b"X:", b"X: \t "), GOOD
    for name, lines in HEADERS.items():
        yield f"headers: {name}", made(BODY, *lines), EITHER
    yield "lines that end in LF", made(end=b"\n"), EITHER
    yield "lines that end in CR", made(end=b"\r"), BAD
    for number in NUMBERS:
        for status in (200, 429):
            good = GOOD if status == 200 else BAD
            line = b"%d X" % status
            yield f"{status} with Retry-After {number!r}", made(BODY, b"Retry-After: " + number, status=line), good
            yield f"{status} with a reset at {number!r}", made(
                BODY, b"x-ratelimit-remaining: 0", b"x-ratelimit-reset: " + number, status=line), good
