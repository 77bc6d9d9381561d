"""Attacks: what one connection can do to make a server take memory, or to make the other connections wait.

`ATTACKS` has all of them, `CLASSES` one of each class; `figures.measure` runs one and measures what it costs.
"""
from . import calls, messages, mistakes, openings, replies, sleepers  # noqa: F401, they register attacks
from .scene import ATTACKS  # noqa: F401

# The attack that stands for each class: the others of a class do the same with other messages or sizes.
CLASSES = {
    "calls that do not end": "abandoned-calls",
    "messages of many values": "values-nested",
    "messages of one long string": "string-view",
    "many messages": "notification-batches",
    "opening views": "open-views",
    "opening sessions on many connections": "shared-sessions",
    "joining a large session": "subscriptions",
    "closing much at once": "end-connection",
    "mistakes while much is open": "wrong-properties",
    "changes that many views show": "shown-by-all",
    "large replies in a batch": "snapshot-batch",
    "replies that are not read": "list-unread",
    "changes that are not read": "sleeper-views-2",
}
