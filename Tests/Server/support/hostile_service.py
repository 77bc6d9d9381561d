"""A service that cannot be trusted: it sometimes replies correctly, and otherwise with values drawn from its seed.

The reply to a request depends on the seed, the request and the number of equal requests, not on other requests.
"""
from __future__ import annotations

import collections
import copy
import dataclasses
import json
import random
import threading

from hypothesis import strategies as st

from generator import Call
from raw_answers import ANSWERS, GOOD, drawn, made, redirect, target
from raw_http import RawServer, Reply
from schema_values import RIGHT_PASSWORD

# Large ones only cost time here.
LISTED = [one for one in ANSWERS.values() if len(one.reply.data) < 200_000]
BAD = [one for one in LISTED if one.good is not GOOD]
TEXTS = ["", "A", "B", "12345", ".", "..", "/", "a/b", "%2e", "\0", "a\0b", "\n", "\ufeff", "é", "e\u0301", "😀" * 30,
         "x" * 5000, "9999-12-31T23:59:59Z", "0000-00-00T00:00:00Z", "-0001-01-01T00:00:00Z",
         "2022-02-30T25:61:61+99:99", "99999999-01-01T00:00:00Z", "http://[", "http://a b", "//", ":",
         "https://127.0.0.1:99999/"]
VALUES = [None, True, False, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53 + 1, 2 ** 63 - 1, -2 ** 63, 2 ** 63, 10 ** 30, [], {},
          [[]], [None], {"id": "A"}, ["A", "A"], "1"]
COUNTS = [2, 29, 30, 31, 99, 100, 101, 999, 1000, 1001, 3000]


class Hostile(RawServer):
    """`make` makes the service that knows the correct replies."""

    def __init__(self, make, seed):
        self.good, self.seed, self.counts, self.counting = make(), seed, collections.Counter(), threading.Lock()
        super().__init__(self._answer)

    def stop(self):
        self.good.stop()
        super().stop()

    def _answer(self, request):
        if request is None:
            return None
        with self.counting:
            self.counts[request.method, request.target] += 1
            count = self.counts[request.method, request.target]
        draw = random.Random(f"{self.seed} {count} {request.method} {request.target}")
        kinds = [self._good] * 5 + [self._raw, self._drawn, self._status, self._cut, self._spoiled, self._spoiled,
                                    self._crowded, self._redirected, self._closed]
        return draw.choice(kinds)(draw, request)

    def _value(self, request):
        return copy.deepcopy(self.good.answer(request)) if request.method else (400, {})

    def _good(self, draw, request):
        status, value = self._value(request)
        return Reply(encoded(value, status), pieces=draw.choice([1, 1, 1, 7]))

    def _raw(self, draw, request):
        return target(request, dataclasses.replace(draw.choice(LISTED).reply, early=False))

    def _drawn(self, draw, request):
        return drawn(draw, BAD)

    def _status(self, draw, request):
        return encoded(self._value(request)[1], draw.choice([*range(90, 110), 200, 204, 304, draw.randrange(1000)]))

    def _cut(self, draw, request):
        data = encoded(self._value(request)[1])
        return Reply(data, cut=draw.randrange(len(data)))

    def _spoiled(self, draw, request):
        return encoded(spoiled(draw, self._value(request)[1]))

    def _crowded(self, draw, request):
        return encoded(crowded(draw, self._value(request)[1]))

    def _redirected(self, draw, request):
        """Redirects to here, to the good service, or to a path that the good service does not have."""
        here, there = f"{self.url}{request.target}", f"{self.good.url}{request.target}"
        return redirect(draw.choice([here, there, f"{there}/x"]).encode(), draw.choice([301, 302, 303, 307, 308]))

    def _closed(self, draw, request):
        return b""


def encoded(value, status=200):
    return made(json.dumps(value).encode(), status=b"%03d X" % status)


def spoiled(draw, value):
    """The value with other values in one or more places."""
    if isinstance(value, dict) and value and draw.random() < 0.9:
        for name in draw.sample(sorted(value), draw.choice([1, 1, 2]) if len(value) > 1 else 1):
            value[name] = spoiled(draw, value[name])
        if draw.random() < 0.2:
            del value[draw.choice(sorted(value))]
        return value
    if isinstance(value, list) and value and draw.random() < 0.9:
        place = draw.randrange(len(value))
        value[place] = spoiled(draw, value[place])
        return value
    return draw.choice(TEXTS if isinstance(value, str) and draw.random() < 0.8 else VALUES)


def crowded(draw, value):
    """The value with far more elements in its lists: other elements, or repeated ones."""
    if isinstance(value, dict):
        return {name: crowded(draw, one) if isinstance(one, (dict, list)) else one for name, one in value.items()}
    if not isinstance(value, list):
        return value
    count, is_different = draw.choice(COUNTS), draw.random() < 0.5
    return [other(one, number) if is_different else one for number, one in zip(range(count), (value or ["A"]) * count)]


def other(value, number):
    """Another value of the same type."""
    if isinstance(value, dict):
        return {**value, **({"id": other(value["id"], number)} if "id" in value else {})}
    return f"{value}{number}" if isinstance(value, str) else number


@st.composite
def asking(draw, view):
    """Calls that open a page with this name and make it send a request to a service."""
    name = draw(st.sampled_from(["A", "B", "12345", "test"]))
    kind, params, *actions = draw(st.sampled_from([
        ("user", {"id": name}, "load", "reload"), ("friends", {"id": name}, "onAppear"), ("smoothies", {}, "fetch"),
        ("favorites", {}, "fetch"), ("notes", {}, "refresh"),
        ("searchDetail", {"name": name}, "onAppear", "loadProfile"), ("search", {}, "search", "loadMore"),
        ("login", {}, "login")]))
    calls = [Call("view/open", {"type": kind, "view": view, "params": params})]
    if kind == "search":
        calls.append(Call("view/set", {"view": view, "properties": {"searchText": name}}))
    arguments = {"userId": name, "password": RIGHT_PASSWORD} if kind == "login" else {}
    return calls + [Call(action, {"view": view, **arguments}) for action in actions]
