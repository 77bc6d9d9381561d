"""An attack, what it is given to attack with, and the steps that several attacks take."""
from __future__ import annotations

import dataclasses
import itertools
import typing

from .attacker import PATIENCE, Attacker

MB = 1 << 20
# The number of views of a connection that the default limits allow.
VIEWS = 100_000
# The seconds for which another connection may wait at a load of 1; the second for one message about 60 MB of text or some
# 100,000 views, which is handled in one step.
SHORT, ONE_STEP = 0.1, 1.0


@dataclasses.dataclass(frozen=True)
class Attack:
    """`run` is a generator function that is passed a `Scene`: it prepares, yields once, and then attacks."""
    name: str
    run: typing.Callable
    # The KiB of memory that it may cost.
    memory: int
    # The seconds for which it may make another connection wait, at a load of 1.
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
    """The connections of an attack on the server at a socket. `load` is a factor of all sizes: 1 is as much as the default
    limits allow, or more."""
    numbers = itertools.count(1)

    def __init__(self, path, load, patience=PATIENCE):
        self._path, self._load, self._patience, self._connections = path, load, patience, []

    def connect(self):
        self._connections.append(Attacker(self._path, self._patience))
        return self._connections[-1]

    def some(self, count):
        """So many, times the load."""
        return max(1, round(count * self._load))

    def name(self):
        """A name for a session, which is in use nowhere in the process."""
        return f"attacked-{next(Scene.numbers)}"

    def close(self):
        for connection in self._connections:
            connection.close()

    # Steps

    def share(self, attacker):
        """Opens a shared session, and returns its name."""
        return attacker.result("session/open", session=self.name(), shared=True)["session"]

    def join(self, session):
        """A connection that has joined a session, whose views it does not look at."""
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
        """A connection with so many views, times the load, and their shared session."""
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
    """Sends as many requests that differ only in their ids."""
    attacker.send(attacker.request(method, **params) for _ in range(count))
    attacker.catch_up()
