"""Attacks by large messages, and by very many small ones."""
from __future__ import annotations

import itertools

from .scene import MB, ONE_STEP, attack, open_views


def repeated(before, piece, after, size):
    """The bytes of a line of about `size` bytes that repeats a piece."""
    return itertools.chain([before], itertools.repeat(piece, size // len(piece)), [after, b"\n"])


# Values

VALUES = {
    "ones": (b"[", b"1", b"]", "numbers"),
    "objects": (b"[", b"{}", b"]", "empty objects"),
    "arrays": (b"[", b"[]", b"]", "empty arrays"),
    "nested": (b"[", b"[" * 500 + b"]" * 500, b"]", "arrays 500 levels deep"),
    "requests": (b"[", b'{"jsonrpc":"2.0","id":1,"method":"x"}', b"]", "unknown methods in a batch"),
    "params": (b'{"jsonrpc":"2.0","id":"p","method":"x","params":{"x":[', b"1", b"]}}", "numbers in parameters"),
}


def send_values(name, before, value, after, what):
    @attack(f"values-{name}", f"a message of 12.6 MB of {what}")
    def run(scene):
        attacker = scene.connect()
        yield
        attacker.send(repeated(before, value + b",", value + after, scene.some(12_600_000)))
        attacker.catch_up()


for name, values in VALUES.items():
    send_values(name, *values)


@attack("values-members")
def send_members(scene):
    """a message of 12.6 MB with an object of a million members"""
    attacker = scene.connect()
    yield
    attacker.send(itertools.chain([b'{"jsonrpc":"2.0","id":"p","method":"x","params":{'],
                                  (b'"%d":1,' % number for number in range(scene.some(1_300_000))), [b'"x":1}}\n']))
    attacker.catch_up()


@attack("values-allowed")
def send_allowed_values(scene):
    """20 messages of 999,999 values, which the limits allow"""
    attacker = scene.connect()
    yield
    for _ in range(20):
        # Does not count the values of the message around them.
        values = [1] * (scene.some(1_000_000) - 9)
        attacker.send([attacker.request("view/open", type="mirror", params={"x": values})])
    attacker.catch_up()


# Strings

STRINGS = {
    "method": ({"method": "%s", "params": {}}, "an unknown method"),
    "id": ({"id": "%s", "method": "view/get", "params": {"view": "v0"}}, "an id"),
    "view": ({"method": "view/get", "params": {"view": "%s"}}, "the name of a view"),
    "type": ({"method": "view/open", "params": {"type": "%s"}}, "a view type"),
    "session": ({"method": "session/join", "params": {"session": "%s"}}, "the name of a session"),
    "parameter": ({"method": "view/get", "params": {"view": "v0", "%s": 1}}, "the name of a parameter"),
    "property": ({"method": "view/set", "params": {"view": "v0", "properties": {"%s": 1}}}, "the name of a property"),
    "ignored": ({"method": "view/get", "params": {"view": "v0"}, "%s": 1}, "the name of a member that is ignored"),
}


def send_string(name, message, what, piece=b"x" * 600, memory=300 << 10):
    @attack(f"string-{name}", f"a message of 60 MB that is one string: {what}", memory, ONE_STEP)
    def run(scene):
        attacker = scene.connect()
        open_views(attacker, 1)
        yield
        before, after = attacker.line({"id": attacker.name(), **message}).rstrip().split(b"%s")
        attacker.send(repeated(before, piece, after, scene.some(60_000_000)))
        attacker.catch_up()


for name, strings in STRINGS.items():
    send_string(name, *strings)
send_string("escapes", STRINGS["view"][0], "the name of a view, in escapes", rb"\u00e9" * 100)
# The text is shown twice: the request, the text and both encoded properties are in memory at once.
send_string("text", {"method": "view/set", "params": {"view": "v0", "properties": {"text": "%s"}}}, "a text",
            memory=480 << 10)


# Many messages

def notify(name, size, about):
    @attack(name, about)
    def run(scene):
        attacker = scene.connect()
        attacker.result("view/open", type="player", view="p")
        yield
        line = attacker.line({"method": "togglePlaying", "params": {"view": "p"}}).rstrip()
        total = scene.some(33 * MB)
        if size == 1:
            attacker.send(itertools.repeat(line + b"\n", total // len(line)))
        else:
            batch = total if size is None else scene.some(size) * len(line)
            for _ in range(total // batch):
                attacker.send(repeated(b"[", line + b",", line + b"]", batch))
        attacker.catch_up()


notify("notifications", None, "a batch of 33 MB of notifications")
notify("notification-batches", 9_999, "33 MB of notifications, in batches of 10,000")
notify("notification-lines", 1, "33 MB of notifications, each a line")
