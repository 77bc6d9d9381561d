"""A server whose every word is scripted: `fake_server.py SCRIPT OPTION…`, where SCRIPT is Python that uses this file.

`initialize` is answered before the script begins, unless the script begins with `# raw`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

__all__ = ["os", "signal", "subprocess", "sys"]  # for the scripts


def receive(method: str | None = None) -> Any:
    """The next message; ends the process at the end of input."""
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit(0)
    message = json.loads(line)
    assert method in (None, message["method"]), f"expected {method}, not {message['method']}"
    return message


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def send(**message: Any) -> None:
    write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")


def reply(request: Any, **result: Any) -> None:
    send(id=request["id"], result=result)


def refuse(request: Any, code: int, kind: str, message: str = "no") -> None:
    send(id=request["id"], error={"code": code, "message": message, "data": {"kind": kind}})


def opened(view: str = "v", **state: Any) -> Any:
    """Answers a `view/open`, at commit 1."""
    request = receive("view/open")
    reply(request, view=view, commit=1, state=state)
    return request


def changed(base: int, commit: int, view: str = "v", **changes: Any) -> None:
    send(method="state/changed", params={"commit": commit, "views": [{"view": view, "from": base, "changes": changes}]})


def end_of_input() -> None:
    while sys.stdin.buffer.readline():
        pass


if __name__ == "__main__":
    if not sys.argv[1].lstrip().startswith("# raw"):
        reply(receive("initialize"), protocolVersion=1, limits={})
    exec(sys.argv[1])
