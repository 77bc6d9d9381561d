"""The measurement of an attack: the longest wait of another connection, and the memory of the server."""
from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import processes

from .attacker import TIMEOUT, CutOff
from .scene import Scene

# The load of attacks in tests. An optimized build meets the promised times at a load of 1. A debug build is slower, and
# its times are divided by the load.
LOAD = float(os.environ.get("SVVS_LOAD", 0.1))
# In bytes. The limit ends the server before an attack takes the memory of the whole machine.
ADDRESS_SPACE = 6 << 30
BYSTANDER = Path(__file__).with_name("bystander.py")


@dataclasses.dataclass(frozen=True)
class Figures:
    """Times are seconds, and memory is KiB."""
    # The longest wait of another connection during the preparation, and during the attack. They do not count the time
    # for which other processes had the core; `elapsed` does.
    preparing: float
    wait: float
    elapsed: float
    # The largest increase of the server's resident memory during the attack.
    memory: int
    seconds: float
    # Whether the server has ended the connection.
    is_cut_off: bool


class Bystander:
    """Another connection to the server, in a process of its own, that sends cheap requests all the time."""

    def __init__(self, server):
        command = [sys.executable, str(BYSTANDER), server.path, str(server.pid)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, bufsize=0)
        assert self._process.stdout.readline() == b"ready\n", "the server does not answer"

    def report(self):
        """The longest waits since the previous report."""
        line = b""
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(b"\n")
            line = self._process.stdout.readline()
        assert line, "the server has ended"
        return json.loads(line)

    def stop(self):
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def measure(attack, server, load, timeout=TIMEOUT):
    """Runs an attack on a server at a socket, and closes its connections."""
    resource.prlimit(server.pid, resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    scene, bystander, is_cut_off = Scene(server.path, load, timeout), Bystander(server), False
    try:
        steps = attack.run(scene)
        next(steps)
        preparing = bystander.report()
        processes.forget_peak(server.pid)
        before, begun = processes.resident(server.pid), time.monotonic()
        try:
            next(steps, None)
        except CutOff:
            is_cut_off = True
        seconds, during = time.monotonic() - begun, bystander.report()
        memory = processes.peak(server.pid) - before
    finally:
        scene.close()
        bystander.stop()
    return Figures(preparing["wait"], during["wait"], during["elapsed"], memory, seconds, is_cut_off)
