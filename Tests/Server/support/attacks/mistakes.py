"""Attacks by requests that cost more when much is open."""
from __future__ import annotations

import itertools

from .openings import shared_sessions
from .scene import attack, request_often

MISTAKES = {
    "unknown-methods": ("no/such", {}, "unknown methods"),
    "unnamed-views": ("handle", {"action": "instant"}, "actions without a view"),
    "several-views": ("increment", {}, "actions of which each view could be meant"),
    "wrong-views": ("view/get", {"view": "v-1"}, "wrong view names"),
    "wrong-types": ("view/open", {"type": "counterAA"}, "wrong view types"),
    "wrong-actions": ("incremen", {"view": "v0"}, "wrong actions"),
    "wrong-properties": ("view/set", {"view": "v0", "properties": {"coun": 1}}, "wrong properties"),
    "wrong-sessions": ("session/close", {"session": "s-1"}, "wrong session names"),
    "wrong-cancellations": ("$/cancelRequest", {"id": "no"}, "cancellations of nothing"),
}


def make_mistakes(name, method, params, what):
    @attack(name, f"200 {what} with 100,000 views open")
    def run(scene):
        attacker = scene.with_views(kind="counterA")
        yield
        request_often(attacker, 200, method, **params)


for name, mistakes in MISTAKES.items():
    make_mistakes(name, *mistakes)


@attack("wrong-joins")
def join_mistakenly(scene):
    """200 mistaken session/join with 50,000 shared sessions open"""
    attacker = shared_sessions(scene)
    yield
    request_often(attacker, 200, "session/join", session="s-1")


@attack("wrong-tokens")
def join_with_wrong_tokens(scene):
    """200 session/join with a wrong token, of a session with 100,000 views"""
    _, session = scene.with_shared_views()
    other = scene.connect()
    yield
    request_often(other, 200, "session/join", session=session, token="no")


@attack("spellings")
def set_another_spelling(scene):
    """200 view/set of another spelling of the same text with 100,000 views open"""
    attacker = scene.with_views()
    spellings = ["caf\u00e9", "cafe\u0301"]
    attacker.ask("view/set", view="v0", properties={"text": spellings[1]})
    yield
    attacker.send(attacker.request("view/set", view="v0", properties={"text": text})
                  for text in itertools.islice(itertools.cycle(spellings), 200))
    attacker.catch_up()


@attack("shown-by-all")
def change_what_all_show(scene):
    """20 view/set of a number that 100,000 views show"""
    attacker = scene.with_views(kind="propertyB")
    yield
    attacker.send(attacker.request("view/set", view="v0", properties={"b": number}) for number in range(20))
    attacker.catch_up()
