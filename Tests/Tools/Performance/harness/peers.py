"""The peers: installed servers that speak JSON-RPC over standard input and output, and loops of a few lines."""
from __future__ import annotations

import importlib.util
import shutil
import sys
from dataclasses import dataclass

from .scenario import Bench
from .server import Request, line

UNKNOWN: Request = ("peers/unknown", {})
OPENING: Request = ("view/open", {"type": "counterA", "view": "v"})
READING: Request = ("view/get", {"view": "v"})

PYTHON_LOOP = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    error = {"code": -32601, "message": "no such method"}
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}) + "\\n")
    sys.stdout.flush()
"""
JSONRPCSERVER = """
import sys
from jsonrpcserver import dispatch
for line in sys.stdin:
    sys.stdout.write(dispatch(line) + "\\n")
    sys.stdout.flush()
"""
PYTHON_LSP_JSONRPC = """
import sys
from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter
endpoint = Endpoint({}, JsonRpcStreamWriter(sys.stdout.buffer).write)
JsonRpcStreamReader(sys.stdin.buffer).listen(endpoint.consume)
"""
NODE_LOOP = """
require("readline").createInterface({input: process.stdin}).on("line", (line) => {
  const error = {code: -32601, message: "no such method"}
  process.stdout.write(JSON.stringify({jsonrpc: "2.0", id: JSON.parse(line).id, error}) + "\\n")
})
"""


@dataclass(frozen=True)
class Peer:
    """A server with its command, a first request, and a request that is repeated.

    The default is a request of an unknown method, which all servers answer in the same way.
    """

    name: str
    command: tuple[str, ...]
    has_headers: bool = False
    opening: Request = UNKNOWN
    request: Request = UNKNOWN

    def message(self, number: int) -> bytes:
        """A request; the first one, number 0, is the opening."""
        text = line(*(self.request if number else self.opening), number)
        return b"Content-Length: %d\r\n\r\n%b" % (len(text), text) if self.has_headers else text

    def has_answered(self, received: bytes) -> bool:
        """Whether a complete message has arrived, wherever the pipe cuts it."""
        return has_whole_message(received) if self.has_headers else received.endswith(b"\n")


def has_whole_message(received: bytes) -> bool:
    head, separator, body = received.partition(b"\r\n\r\n")
    if not separator:
        return False
    length = next(one for one in head.split(b"\r\n") if one.lower().startswith(b"content-length:"))
    return len(body) >= int(length.split(b":")[1])


def installed(bench: Bench) -> list[Peer]:
    """The floor, the server in both framings, and the peers that this machine has."""
    svvs = (str(bench.svvs), "serve")
    here = [Peer("echo", (str(bench.compiled("echo")),)),
            Peer("svvs, an unknown method", svvs), Peer("svvs, view/get", svvs, False, OPENING, READING),
            Peer("the same, with headers", svvs, True, OPENING, READING), python_peer()]
    if clangd := shutil.which("clangd"):
        here.append(Peer("clangd", (clangd, "--log=error", "--background-index=false"), has_headers=True))
    if node := shutil.which("node"):
        here.append(Peer("Node, a loop", (node, "-e", NODE_LOOP)))
    return here


def python_peer() -> Peer:
    """A server of an installed library, else a loop with the standard library."""
    if importlib.util.find_spec("pylsp_jsonrpc"):
        return Peer("Python, python-lsp-jsonrpc", (sys.executable, "-c", PYTHON_LSP_JSONRPC), has_headers=True)
    if importlib.util.find_spec("jsonrpcserver"):
        return Peer("Python, jsonrpcserver", (sys.executable, "-c", JSONRPCSERVER))
    return Peer("Python, a loop", (sys.executable, "-c", PYTHON_LOOP))
