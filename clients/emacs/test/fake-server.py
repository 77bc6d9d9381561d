"""A server whose every word is scripted: `fake-server.py SCRIPT`, where SCRIPT is Python that uses this file."""

import json
import os
import signal
import sys

__all__ = ["os", "signal"]  # for the scripts


def receive(method=None):
    """The next message; ends the process at the end of input."""
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit(0)
    message = json.loads(line)
    assert method in (None, message["method"]), f"expected {method}, not {message['method']}"
    return message


def write(text):
    sys.stdout.buffer.write(text.encode())
    sys.stdout.flush()


def send(**message):
    write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")


def reply(request, **result):
    send(id=request["id"], result=result)


def initialized(version=1):
    """Answers an `initialize`."""
    reply(receive("initialize"), protocolVersion=version, viewTypes=["t"])


def opened(view="v", **state):
    """Answers an `initialize` and a `view/open`, at commit 1."""
    initialized()
    reply(receive("view/open"), view=view, commit=1, state=state)


def changed(base, commit, view="v", **changes):
    send(method="state/changed", params={"commit": commit, "views": [{"view": view, "from": base, "changes": changes}]})


def end_of_input():
    while sys.stdin.buffer.readline():
        pass


if __name__ == "__main__":
    exec(sys.argv[1])
