"""The command `attach` as a child process with pipes, as a client that can spawn a command uses it."""
from __future__ import annotations

import itertools
import os

from server import PROGRAM, Server


class Attached(Server):
    """Its ids are unique in the process, so that another connection can go on from it."""
    numbers = itertools.count(1)

    def __init__(self, place, *options, framing="ndjson", environment=None):
        arguments = ["attach", str(place), *(["--", *options] if options else [])]
        super().__init__(*arguments, framing=framing, environment=environment, command=[PROGRAM])
        self.prefix = f"attached-{next(Attached.numbers)}"


class Mortal(Attached):
    """A process that is killed as soon as a number of bytes were written to it; None for no limit."""

    def __init__(self, life, *arguments, **options):
        super().__init__(*arguments, **options)
        self.life = life

    def write(self, data):
        part = data[:self.life]
        super().write(part)
        if self.life is not None:
            self.life -= len(part)
        if self.life == 0:
            # Bytes that it has read and not passed on are lost as well.
            self.process.kill()
            raise BrokenPipeError

    def close(self):
        self.reap()
