"""Attacks by connections that do not read, while other connections change the views that they share."""
from __future__ import annotations

from .scene import MB, attack, open_views

ROUNDS = 30_000
# Rounds that are not measured: the server takes memory when it does something for the first time.
WARMING_UP = 500


def fall_asleep(scene, sessions):
    """A connection in these sessions that stops reading: the server cannot write to it any more."""
    sleeper = scene.connect()
    for session in sessions:
        sleeper.result("session/join", session=session)
    open_views(sleeper, 1, prefix="filling")
    sleeper.ask("view/set", view="filling0", properties={"text": "x" * MB})
    sleeper.reads = False
    sleeper.send([sleeper.request("view/get", view="filling0")])
    sleeper.taken()
    return sleeper


def wake(sleeper):
    sleeper.reads = True
    sleeper.catch_up()


def opened_and_closed(attacker, session, number):
    """Lines that open a view in a session, and close it."""
    return [attacker.request("view/open", type="player", view=f"{session}-{number}", session=session),
            attacker.request("view/close", view=f"{session}-{number}")]


def change_views(scene, attacker, sessions, rounds):
    """Opens a view and closes it, in each session by turns."""
    attacker.send(line for number in range(rounds) for session in sessions
                  for line in opened_and_closed(attacker, session, number))
    attacker.catch_up()


def change_connections(scene, attacker, sessions, rounds):
    """Joins all sessions and leaves them."""
    for _ in range(rounds):
        with scene.connect() as other:
            for session in sessions:
                other.result("session/join", session=session)


def sleep_while(name, count, change, what):
    @attack(name, f"a sleeper in {count} shared sessions {what} {ROUNDS:,} times", memory=8 << 10)
    def run(scene):
        attacker = scene.connect()
        sessions = [scene.share(attacker) for _ in range(count)]
        sleeper = fall_asleep(scene, sessions)
        change(scene, attacker, sessions, WARMING_UP)
        yield
        change(scene, attacker, sessions, scene.some(ROUNDS))
        wake(sleeper)


sleep_while("sleeper-views-1", 1, change_views, "where views are opened and closed")
sleep_while("sleeper-views-2", 2, change_views, "where views are opened and closed")
sleep_while("sleeper-connections-1", 1, change_connections, "that others join and leave")
sleep_while("sleeper-connections-2", 2, change_connections, "that others join and leave")


# The replies to the sleeper's own requests wait with the rest.
@attack("sleeper-requests", memory=64 << 10)
def change_while_a_sleeper_sends(scene):
    """a sleeper in a shared session that sends cheap requests while another opens and closes views, 30,000 times"""
    attacker = scene.connect()
    session = scene.share(attacker)
    sleeper = fall_asleep(scene, [session])
    change_views(scene, attacker, [session], WARMING_UP)
    yield
    for number in range(scene.some(ROUNDS)):
        sleeper.send([sleeper.request("$/cancelRequest", id="none")])
        attacker.send(opened_and_closed(attacker, session, number))
    attacker.catch_up()
    wake(sleeper)
