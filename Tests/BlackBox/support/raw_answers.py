"""Answers of an HTTP service as bytes, good ones and all kinds of bad ones: listed by name in `ANSWERS`, and drawn."""
from __future__ import annotations

import dataclasses
import random

import raw_bodies
import raw_ends
import raw_heads
from raw_http import Reply
from raw_parts import CLOSING, EITHER
from raw_redirects import redirects

LISTS = [raw_heads.statuses, raw_heads.versions, raw_heads.lengths, raw_heads.headers, raw_bodies.chunks,
         raw_bodies.codings, raw_bodies.bodies, raw_ends.cuts, raw_ends.timings, raw_ends.informationals,
         raw_ends.garbage]
# What a mutation puts in: bytes that mean something to HTTP or to JSON.
BITS = [b"", b"\r\n", b"\n", b"\r", b"\0", b" ", b":", b"0", b"1", b"-", b"9" * 20, b"\xff", b"\xe5", b'"', b"{", b"[",
        b"]", b"}", b",", b";", b"HTTP/1.1 ", b"100", b"chunked", b"Content-Length: 3\r\n",
        b"Transfer-Encoding: chunked\r\n"]


@dataclasses.dataclass(frozen=True)
class Answer:
    """A reply, and what a client makes of it: the data, a message, or one of them."""
    name: str
    reply: Reply
    good: bool | None
    # Whether the client got an answer, so that it may not say that it reached nobody.
    is_reached: bool = True
    # What the client makes of it if it answers a POST.
    posted: bool | None = None
    is_redirect: bool = False


def listed():
    for entries in LISTS:
        for name, reply, good in entries():
            reply = reply if isinstance(reply, Reply) else Reply(reply)
            # What comes before the request may end the connection before it is used.
            yield Answer(name, reply, good, is_reached=bool(reply.data) and not reply.early, posted=good)
    for name, data, good, is_reached, posted in redirects():
        yield Answer(name, Reply(data), good, is_reached, posted, is_redirect=True)


def mutated(draw, data):
    """The bytes with some of them changed, at random."""
    for _ in range(draw.choice([1, 1, 1, 2, 3, 8])):
        start = draw.randrange(len(data) + 1)
        end = min(len(data), start + draw.choice([0, 0, 1, 1, 2, 5, 50]))
        middle = draw.choice([draw.choice(BITS), draw.randbytes(draw.choice([1, 1, 4])), data[start:end] * 2])
        data = data[:start] + middle + data[end:]
    return data


def drawn(draw, answers):
    """One of the answers that do not lead elsewhere with some bytes changed; what becomes of it is not known."""
    given = draw.choice([one for one in answers if not one.is_redirect and len(one.reply.data) < 2000]).reply.data
    data = mutated(draw, given)
    while CLOSING in given and CLOSING not in data:
        data = mutated(draw, given)
    return Answer("drawn", Reply(data, pieces=draw.choice([1, 1, 3])), EITHER, is_reached=bool(data))


def all_answers():
    answers = {}
    for one in listed():
        assert one.name not in answers, f"two answers are named {one.name}"
        answers[one.name] = one
    draw, known = random.Random(3), list(answers.values())
    for number in range(150):
        answers[f"drawn {number}"] = drawn(draw, known)
    return answers


ANSWERS = all_answers()
