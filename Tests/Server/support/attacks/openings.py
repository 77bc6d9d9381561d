"""Attacks that open as much as they can, and close it."""
from __future__ import annotations

from .scene import ONE_STEP, VIEWS, attack, open_views


@attack("open-views")
def open_views_in_batches(scene):
    """100,000 views, 10,000 in a batch"""
    attacker = scene.connect()
    yield
    size = scene.some(VIEWS // 10)
    for start in range(0, 10 * size, size):
        attacker.send([attacker.batch("view/open", ({"type": "mirror", "view": f"v{number}"}
                                                    for number in range(start, start + size)))])
    attacker.catch_up()


@attack("ignored-values")
def open_views_beside_ignored_values(scene):
    """3,000 views of a shared session, each opened by a message with 20,000 values that are ignored"""
    attacker = scene.connect()
    session = scene.share(attacker)
    yield
    ignored = [{}] * 20_000
    attacker.send(attacker.line({"id": attacker.name(), "method": "view/open", "ignored": ignored,
                                 "params": {"type": "mirror", "session": session, "params": {}}})
                  for _ in range(scene.some(3000)))
    attacker.catch_up()


@attack("own-sessions")
def open_own_sessions(scene):
    """50,000 sessions of one connection"""
    attacker = scene.connect()
    yield
    attacker.send(attacker.request("session/open", session=f"s{number}") for number in range(scene.some(50_000)))
    attacker.catch_up()


def shared_sessions(scene):
    """Opens 50,000 shared sessions on 50 connections; returns one of these."""
    for _ in range(50):
        attacker = scene.connect()
        attacker.send(attacker.request("session/open", session=scene.name(), shared=True)
                      for _ in range(scene.some(1000)))
        attacker.catch_up()
    return attacker


@attack("shared-sessions")
def open_shared_sessions(scene):
    """50,000 shared sessions of 50 connections, and a list of them"""
    yield
    attacker = shared_sessions(scene)
    attacker.send([attacker.request("session/list")])
    attacker.catch_up()


@attack("subscriptions", memory=350 << 10, wait=ONE_STEP)
def join_with_many_connections(scene):
    """30 connections that join a session of 100,000 views"""
    _, session = scene.with_shared_views()
    yield
    for _ in range(30):
        scene.join(session)


@attack("client-info")
def introduce_with_a_long_name(scene):
    """clientInfo with a name of 1 MB in 600 sessions, and a list of them"""
    attacker, other = scene.connect(), scene.connect()
    yield
    attacker.ask("initialize", clientInfo={"name": "n" * (1 << 20)})
    attacker.send(attacker.request("session/open", session=scene.name(), shared=True)
                  for _ in range(scene.some(600)))
    attacker.catch_up()
    other.send([other.request("session/list")])
    other.catch_up()


@attack("close-empty-sessions")
def close_empty_sessions(scene):
    """200 session/close of empty sessions with 100,000 views open"""
    attacker = scene.with_views()
    yield
    for number in range(200):
        attacker.send([attacker.request("session/open", session=f"s{number}"),
                       attacker.request("session/close", session=f"s{number}")])
        attacker.catch_up()


@attack("close-session", wait=ONE_STEP)
def close_a_session(scene):
    """session/close with 100,000 views"""
    attacker = scene.connect()
    attacker.result("session/open", session="s")
    open_views(attacker, scene.some(VIEWS), session="s")
    yield
    attacker.ask("session/close", session="s")


@attack("close-shared-session", wait=ONE_STEP)
def close_a_session_of_many_connections(scene):
    """session/close with 20,000 views that 20 connections show"""
    attacker, session = scene.with_shared_views(20_000)
    for _ in range(20):
        scene.join(session)
    yield
    attacker.ask("session/close", session=session)


@attack("close-views")
def close_views(scene):
    """100,000 view/close"""
    attacker = scene.with_views()
    yield
    attacker.send(attacker.request("view/close", view=f"v{number}") for number in range(scene.some(VIEWS)))
    attacker.catch_up()


@attack("end-connection", wait=ONE_STEP)
def end_a_connection(scene):
    """the end of a connection with 100,000 views"""
    attacker, other = scene.with_views(), scene.connect()
    connections = other.result("session/list")["connections"]
    yield
    attacker.close()
    while other.result("session/list")["connections"] == connections:
        pass
