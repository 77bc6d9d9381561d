"""A front end that attacks at random while others go on."""
from __future__ import annotations

import threading

from . import ATTACKS
from .attacker import CutOff, Overloaded
from .scene import Scene


class Raid(threading.Thread):
    """Makes `count` attacks in a thread; `choose` draws each attack and its load, which is at most `load`."""

    def __init__(self, server, choose, count, load):
        super().__init__(daemon=True)
        self._path, self._choose, self._count, self._load = server.path, choose, count, load
        self._error = None

    def run(self):
        try:
            for _ in range(self._count):
                self._attack(self._choose.choice(sorted(ATTACKS)), self._choose.uniform(0.1, 1) * self._load)
        except Exception as error:
            self._error = error

    def finish(self):
        """Waits for the end; fails if an attack failed, unless the server refused it because of a limit."""
        self.join()
        if self._error:
            raise self._error

    def _attack(self, name, load):
        scene = Scene(self._path, load)
        try:
            for _ in ATTACKS[name].run(scene):
                pass
        except (CutOff, Overloaded):
            pass
        except Exception as error:
            error.add_note(f"The attack was {name}, at a load of {load:.3f}.")
            raise
        finally:
            scene.close()
