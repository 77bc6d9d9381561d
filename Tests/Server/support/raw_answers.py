"""Answers of an HTTP service as bytes; `ANSWERS` has some of each class, by name.

HTTPAnswersTests sends a thousand more. These are the answers that the pages may show in different ways, and those that
once crashed the server or delayed its other calls.
"""
from __future__ import annotations

import dataclasses
import gzip
import json
import random
import re

from raw_http import PORT, Reply

# The user of the backend, a profile and a page of a search at once.
VALUE = {"id": "A", "name": "User A", "friendIDs": ["B"], "isBookmarked": False, "login": "octocat", "followers": 1,
         "following": 2, "public_repos": 3, "avatar_url": "https://avatars.test/1", "total_count": 1,
         "items": [{"id": 1, "login": "octocat", "avatar_url": "https://avatars.test/1"}]}
BODY = json.dumps(VALUE).encode()
SIZE = b"%d" % len(BODY)
# The outcome of a request: the data, an error message, or either.
GOOD, BAD, EITHER = True, False, None
# Without this header, the client may send another request while the service closes the connection.
CLOSING = b"Connection: close"
CHUNKS = b"Transfer-Encoding: chunked"
SSH = b"SSH-2.0-OpenSSH_9.2\r\n"


def made(body=BODY, *headers, status=b"200 OK", version=b"HTTP/1.1", connection=CLOSING, has_length=True):
    """An answer of these parts."""
    length = [b"Content-Length: %d" % len(body)] if has_length else []
    return b"\r\n".join([version + b" " + status, connection, *headers, *length, b"", body])


def bare(*headers, body=BODY):
    """An answer without a length, whose body ends with the connection."""
    return made(body, *headers, has_length=False)


def chunk(data=BODY, size=None):
    return (b"%x" % len(data) if size is None else size) + b"\r\n" + data + b"\r\n"


def chunked(*chunks):
    return bare(CHUNKS, body=b"".join(chunks))


def informational(status, *headers):
    return b"\r\n".join([b"HTTP/1.1 %03d X" % status, *headers, b"", b""])


def redirect(location, status=302, *more, has_length=True):
    lines = [] if location is None else [b"Location: " + location]
    return made(b"", *lines, *more, status=b"%d X" % status, has_length=has_length)


def named(name):
    return made(BODY.replace(b"User A", name))


LAST = b"0\r\n\r\n"
FINE = made()
HEAD = FINE.index(b"\r\n\r\n") + 4
CHUNKED = chunked(chunk(BODY[:9]), chunk(BODY[9:]), LAST)
CHUNKED_HEAD = CHUNKED.index(b"\r\n\r\n") + 4


def target(request, reply):
    """The good answer at `/good`, N redirects to it at `/chain/N`, else the reply, or its value if it is a function."""
    if request is None:
        return None if callable(reply) else reply
    steps = re.search(r"/chain/(\d+)$", request.path)
    if steps:
        left = int(steps[1])
        return redirect(b"/chain/%d" % (left - 1), 307) if left else FINE
    if request.path.endswith("/good"):
        return FINE
    return reply(request) if callable(reply) else reply


@dataclasses.dataclass(frozen=True)
class Answer:
    """A reply, and the outcome of a request that receives it."""
    reply: Reply
    good: bool | None
    # The outcome of a POST.
    posted: bool | None
    # A redirect that is not followed has the error message for an answer that was not understood.
    is_redirect: bool = False

    @property
    def is_reached(self):
        """Whether the service has answered the request; bytes before it may end the connection before it is used.

        If the connection ends within the first line, the client cannot tell whether an answer had begun.
        """
        return b"\n" in self.reply.data[:self.reply.cut] and not self.reply.early


ANSWERS = {name: Answer(reply if isinstance(reply, Reply) else Reply(reply), good, good) for name, reply, good in [
    ("status 000", made(status=b"000 X"), BAD),
    ("status 099", made(status=b"099 X"), BAD),
    ("status 101", made(status=b"101 X"), BAD),
    ("status 401", made(status=b"401 X"), BAD),
    ("status 404", made(status=b"404 X"), BAD),
    ("status 422", made(status=b"422 X"), BAD),
    ("status 429", made(status=b"429 X"), BAD),
    ("a status of 30 digits", made(status=b"9" * 30 + b" OK"), BAD),
    ("429 with Retry-After of 30 digits", made(BODY, b"Retry-After: " + b"9" * 30, status=b"429 X"), BAD),
    ("429 with a reset at 2 ** 63", made(
        BODY, b"x-ratelimit-remaining: 0", b"x-ratelimit-reset: %d" % 2 ** 63, status=b"429 X"), BAD),
    ("version HTTP/1.0", made(version=b"HTTP/1.0"), GOOD),
    ("no length", bare(), GOOD),
    ("a negative length", bare(b"Content-Length: -1"), BAD),
    ("a length of 1 more", bare(b"Content-Length: %d" % (len(BODY) + 1)), BAD),
    ("length 2 ** 63", bare(b"Content-Length: %d" % 2 ** 63), BAD),
    ("two lengths", bare(b"Content-Length: " + SIZE, b"Content-Length: 5"), BAD),
    ("a length and chunks", bare(b"Content-Length: 5", CHUNKS, body=chunk() + LAST), EITHER),
    ("headers: 50000", made(BODY, *(b"X-%d: 1" % n for n in range(50_000))), BAD),
    ("chunks", CHUNKED, GOOD),
    ("chunks with trailers", chunked(chunk(), b"0\r\nX-More: 1\r\n\r\n"), GOOD),
    ("chunks without a last one", chunked(chunk()), BAD),
    ("chunks cut off in their data", Reply(CHUNKED, cut=CHUNKED_HEAD + 20), BAD),
    ("a chunk size of 16 digits", chunked(chunk(size=b"f" * 16), LAST), BAD),
    ("20 MB in 20 KB", made(gzip.compress(bytes(20_000_000)), b"Content-Encoding: gzip"), BAD),
    ("body: nothing", made(b""), BAD),
    ("body: UTF-16", made(BODY.decode().encode("utf-16")), BAD),
    ("body: arrays in arrays", made(b"[" * 100_000), BAD),
    ("body: 17 MB", made(BODY + b" " * (17 << 20)), BAD),
    ("name: invalid UTF-8", named(b"\xff"), BAD),
    ("name: the first half of a pair", named(rb"\ud800"), BAD),
    ("every member: null", made(json.dumps(dict.fromkeys(VALUE)).encode()), BAD),
    ("members twice, once wrong", made(BODY[:-1] + b', "id": 7, "login": 7, "items": 7}'), BAD),
    ("nothing", b"", BAD),
    ("cut off in the status", Reply(FINE, cut=11), BAD),
    ("cut off in the head", Reply(FINE, cut=HEAD - 2), BAD),
    ("cut off in the body", Reply(FINE, cut=-1), BAD),
    ("many pieces", Reply(FINE, pieces=40), GOOD),
    ("before the request", Reply(FINE, early=True), EITHER),
    ("garbage before the request", Reply(SSH, early=True), BAD),
    ("a status below 100 before the request", Reply(made(status=b"099 X"), early=True), BAD),
    ("garbage after the body", FINE + b"\0garbage\r\n\r\n", EITHER),
    ("a connection that stays open", Reply(made(connection=b"Connection: keep-alive"), stays_open=True), GOOD),
    ("100 before the answer", informational(100) + FINE, GOOD),
    ("100 and nothing else", informational(100), BAD),
    ("1000 before the answer", informational(100) * 1000 + FINE, EITHER),
    ("1000 and nothing else", informational(103) * 1000, BAD),
    ("099 before the answer", informational(99) + FINE, BAD),
    ("099 after 100", informational(100) + made(status=b"099 X"), BAD),
    ("101 to a WebSocket", informational(101, b"Connection: upgrade", b"Upgrade: websocket") + b"\x81\0", BAD),
    ("garbage: the JSON alone", BODY, BAD),
    ("garbage: SSH", SSH, BAD),
    ("garbage: 200000 bytes", random.Random(2).randbytes(200_000), BAD),
]} | {name: Answer(Reply(data), good, posted, is_redirect=True) for name, data, good, posted in [
    ("302 to a path", redirect(b"/good"), GOOD, BAD),
    ("307 to a path", redirect(b"/good", 307), GOOD, GOOD),
    ("307 and 4 more", redirect(b"/chain/4", 307), GOOD, GOOD),
    ("302 and 5 more", redirect(b"/chain/5"), BAD, BAD),
    ("307 to itself", redirect(b"", 307), BAD, BAD),
    ("302 to nowhere", redirect(None), BAD, BAD),
    *((f"307 to port {port}", redirect(b"http://127.0.0.1:%d/good" % port, 307), BAD, BAD)
      for port in (0, 65536, 99999, 2 ** 63)),
    ("307 to HTTP over a socket", redirect(b"http+unix://%2Ftmp%2Fnone.socket/good", 307), BAD, BAD),
    ("302 to 100 KB", redirect(b"/" + b"x" * 100_000 + b"/good"), EITHER, BAD),
    ("a location and half a body", redirect(b"/good", 302, b"Content-Length: 9", has_length=False), EITHER, BAD),
    ("307 to another name", redirect(b"http://localhost:" + PORT + b"/good", 307), BAD, BAD),
    ("307 to a closed port", redirect(b"http://127.0.0.1:1/good", 307), BAD, BAD),
    ("307 to HTTPS", redirect(b"https://127.0.0.1:" + PORT + b"/good", 307), BAD, BAD),
]}

# The bytes that a mutation inserts, which have a meaning in HTTP or JSON.
BITS = [b"", b"\r\n", b"\n", b"\r", b"\0", b" ", b":", b"0", b"1", b"-", b"9" * 20, b"\xff", b"\xe5", b'"', b"{", b"[",
        b"]", b"}", b",", b";", b"HTTP/1.1 ", b"100", b"chunked", b"Content-Length: 3\r\n",
        b"Transfer-Encoding: chunked\r\n"]


def mutated(draw, data):
    """The bytes with some of them changed, at random."""
    for _ in range(draw.choice([1, 1, 1, 2, 3, 8])):
        start = draw.randrange(len(data) + 1)
        end = min(len(data), start + draw.choice([0, 0, 1, 1, 2, 5, 50]))
        middle = draw.choice([draw.choice(BITS), draw.randbytes(draw.choice([1, 1, 4])), data[start:end] * 2])
        data = data[:start] + middle + data[end:]
    return data


def drawn(draw, answers):
    """A reply of the answers within the service, with some bytes changed."""
    given = draw.choice([one for one in answers if not one.is_redirect and len(one.reply.data) < 2000]).reply.data
    data = mutated(draw, given)
    while CLOSING in given and CLOSING not in data:
        data = mutated(draw, given)
    return Reply(data, pieces=draw.choice([1, 1, 3]))
