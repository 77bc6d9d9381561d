"""An attack, the connections that it uses, and the steps that several attacks have in common."""
from __future__ import annotations

import dataclasses
import itertools
import typing

from .attacker import TIMEOUT, Attacker

MB = 1 << 20
# The number of views of a connection that the default limits allow.
VIEWS = 100_000
# The seconds for which another connection may wait at a load of 1. The second one is for a message of about 60 MB of
# text or for some 100,000 views, which the server handles in one step.
SHORT, ONE_STEP = 0.1, 1.0


@dataclasses.dataclass(frozen=True)
class Attack:
    """`run` is a generator function that is passed a `Scene`: it prepares, yields once, and then attacks."""
    name: str
    run: typing.Callable
    # The KiB of memory that it may take.
    memory: int
    # The seconds for which another connection may wait, at a load of 1.
    wait: float = SHORT

    @property
    def about(self):
        return self.run.__doc__.splitlines()[0]


ATTACKS: dict[str, Attack] = {}


def attack(name, about=None, memory=300 << 10, wait=SHORT):
    """Registers an attack, which its docstring describes if `about` does not."""
    def register(run):
        run.__doc__ = about or run.__doc__
        assert name not in ATTACKS
        ATTACKS[name] = Attack(name, run, memory, wait)
        return run
    return register


class Scene:
    """The connections of an attack on the server at a socket.

    `load` is a factor of all sizes: 1 is as much as the default limits allow, or more.
    """
    numbers = itertools.count(1)

    def __init__(self, path, load, timeout=TIMEOUT):
        self._path, self._load, self._timeout, self._connections = path, load, timeout, []

    def connect(self):
        self._connections.append(Attacker(self._path, self._timeout))
        return self._connections[-1]

    def some(self, count):
        """The number, times the load."""
        return max(1, round(count * self._load))

    def name(self):
        """A name for a session, unique in the process."""
        return f"attacked-{next(Scene.numbers)}"

    def close(self):
        for connection in self._connections:
            connection.close()

    # Steps

    def share(self, attacker):
        """Opens a shared session, and returns its name."""
        return attacker.result("session/open", session=self.name(), shared=True)["session"]

    def join(self, session):
        """A connection that has joined a session, and ignores its views."""
        other = self.connect()
        other.send([other.request("session/join", session=session)])
        other.catch_up()
        return other

    def with_views(self, kind="mirror"):
        """A connection with as many views as the limits allow, times the load."""
        attacker = self.connect()
        open_views(attacker, self.some(VIEWS), kind)
        return attacker

    def with_shared_views(self, count=VIEWS, prefix="v"):
        """A connection with a number of views, times the load, and their shared session."""
        attacker = self.connect()
        session = self.share(attacker)
        open_views(attacker, self.some(count), prefix=prefix, session=session)
        return attacker, session


def open_views(attacker, count, kind="mirror", prefix="v", **more):
    """Opens views; the server may refuse those beyond its limit."""
    attacker.send(attacker.request("view/open", type=kind, view=f"{prefix}{number}", **more)
                  for number in range(count))
    attacker.catch_up()


def request_often(attacker, count, method, **params):
    """Sends a number of requests that differ only in their ids."""
    attacker.send(attacker.request(method, **params) for _ in range(count))
    attacker.catch_up()
