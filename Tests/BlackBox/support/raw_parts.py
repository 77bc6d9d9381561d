"""What raw answers are made of.

The good answer is what every request of these tests hopes for: a user of the backend, a profile, a page of a search.
"""
from __future__ import annotations

import json

VALUE = {"id": "A", "name": "User A", "friendIDs": ["B"], "isBookmarked": False, "login": "octocat", "followers": 1,
         "following": 2, "public_repos": 3, "avatar_url": "https://avatars.test/1", "total_count": 1,
         "items": [{"id": 1, "login": "octocat", "avatar_url": "https://avatars.test/1"}]}
BODY = json.dumps(VALUE).encode()
SIZE = b"%d" % len(BODY)
# What a client makes of an answer: the data, a message, or one of them.
GOOD, BAD, EITHER = True, False, None


# An answer that does not say so may be followed by a request, on its way when the connection is closed.
CLOSING = b"Connection: close"


def made(body=BODY, *headers, status=b"200 OK", version=b"HTTP/1.1", connection=CLOSING, end=b"\r\n", has_length=True):
    """An answer of these parts."""
    length = [b"Content-Length: %d" % len(body)] if has_length else []
    return end.join([version + b" " + status, connection, *headers, *length, b"", body])


def bare(*headers, body=BODY):
    """An answer without a length, which goes on to the end of the connection."""
    return made(body, *headers, has_length=False)


def chunked(*chunks, header=b"Transfer-Encoding: chunked"):
    return bare(header, body=b"".join(chunks))


def chunk(data, size=None, end=b"\r\n"):
    return (b"%x" % len(data) if size is None else size) + b"\r\n" + data + end


LAST = b"0\r\n\r\n"
FINE = made()
CHUNKED = chunked(chunk(BODY[:9]), chunk(BODY[9:]), LAST)
