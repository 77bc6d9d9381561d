"""Attacks whose replies are larger than their requests."""
from __future__ import annotations

from .scene import MB, ONE_STEP, attack, open_views, request_often


@attack("list-batch", wait=ONE_STEP)
def list_in_a_batch(scene):
    """a batch of 300 session/list with 20,000 views of long names"""
    attacker, _ = scene.with_shared_views(20_000, prefix="v" * 1000)
    yield
    attacker.send([attacker.batch("session/list", [{}] * 300)])
    attacker.catch_up()


@attack("list-unread", wait=ONE_STEP)
def list_without_reading(scene):
    """300 session/list with 20,000 views of long names, of which none is read"""
    attacker, _ = scene.with_shared_views(20_000, prefix="v" * 1000)
    yield
    attacker.reads = False
    request_often(attacker, 300, "session/list")


@attack("discover-batch")
def discover_in_a_batch(scene):
    """a batch of 9,999 rpc.discover"""
    attacker = scene.connect()
    yield
    attacker.send([attacker.batch("rpc.discover", [{}] * scene.some(9_999))])
    attacker.catch_up()


@attack("discover-unread")
def discover_without_reading(scene):
    """10,000 rpc.discover, of which none is read"""
    attacker = scene.connect()
    yield
    attacker.reads = False
    request_often(attacker, scene.some(10_000), "rpc.discover")


def open_large(attacker, **more):
    """Opens a view whose state takes 3 MB."""
    open_views(attacker, 1, **more)
    attacker.ask("view/set", view="v0", properties={"text": "x" * (3 * MB // 2)})


@attack("snapshot-batch")
def snapshots_in_a_batch(scene):
    """a batch of 1,000 view/get of a state of 3 MB"""
    attacker = scene.connect()
    open_large(attacker)
    yield
    attacker.send([attacker.batch("view/get", [{"view": "v0"}] * scene.some(1000))])
    attacker.catch_up()


@attack("kept-snapshots", wait=ONE_STEP)
def join_after_snapshots(scene):
    """session/join after 1,000 kept snapshots of a state of 3 MB"""
    witness, attacker, other = scene.connect(), scene.connect(), scene.connect()
    session = scene.share(witness)
    token = attacker.result("session/join", session=session)["token"]
    open_large(attacker, session=session)
    ids = [attacker.name() for _ in range(scene.some(1000))]
    attacker.send(attacker.line({"id": one, "method": "view/get", "params": {"view": "v0"}}) for one in ids)
    attacker.catch_up()
    attacker.close()
    yield
    other.send([other.request("session/join", session=session, token=token, unanswered=ids)])
    other.catch_up()
