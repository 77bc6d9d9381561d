"""Attacks by calls that do not end."""
from __future__ import annotations

from .scene import attack

CALLS = 1024


def start_calls(scene, attacker, session):
    """Starts 40 times as many calls as a connection may have: joins, starts them, and leaves."""
    attacker.result("view/open", type="effects", view="e", session=session)
    for _ in range(40):
        other = scene.join(session)
        other.send(other.request("handle", view="e", action="buttonTap", seconds=86_400)
                   for _ in range(scene.some(CALLS)))
        other.catch_up()
        other.close()


@attack("abandoned-calls")
def start_calls_and_leave(scene):
    """joining, starting 1,024 calls and leaving, 40 times"""
    attacker = scene.connect()
    session = scene.share(attacker)
    yield
    start_calls(scene, attacker, session)


@attack("close-with-calls")
def close_a_view_with_calls(scene):
    """view/close with 40,960 calls under way"""
    attacker = scene.connect()
    session = scene.share(attacker)
    start_calls(scene, attacker, session)
    yield
    attacker.ask("view/close", view="e")


@attack("cancel-calls")
def cancel_calls(scene):
    """1,024 calls that are started and cancelled, 20 times"""
    attacker = scene.connect()
    attacker.result("view/open", type="effects", view="e")
    yield
    for _ in range(20):
        ids = [attacker.name() for _ in range(scene.some(CALLS))]
        params = {"view": "e", "action": "buttonTap", "seconds": 86_400}
        attacker.send(attacker.line({"id": one, "method": "handle", "params": params}) for one in ids)
        attacker.send(attacker.line({"method": "$/cancelRequest", "params": {"id": one}}) for one in ids)
        attacker.catch_up()
