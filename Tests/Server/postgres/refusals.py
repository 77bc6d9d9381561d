"""A server that cannot begin, run to its end."""
from __future__ import annotations

import os
import subprocess
import time

import server as driver

# How long any start may take, whatever the other end does.
LIMIT = 8


def refusal(*arguments, **environment):
    """The message of a server that does not start: one line, soon, without the password, and nothing on stdout."""
    begun = time.monotonic()
    result = subprocess.run([*driver.COMMAND, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                            timeout=30, env={**os.environ, **environment})
    assert time.monotonic() - begun < LIMIT
    assert result.returncode == 64 and result.stdout == "", result
    line, = result.stderr.splitlines()
    assert os.environ["PGPASSWORD"] not in line
    return line
