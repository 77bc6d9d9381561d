#!/usr/bin/env python3
"""A minimal server at a socket for tests of the measurements: broadcaster.py serve --listen PATH

It sends a change for each `increment` to all connections with an open view, and answers the request. A connection
that does not read loses changes.
"""
import contextlib
import json
import select
import socket
import sys

listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[sys.argv.index("--listen") + 1])
listener.listen(100)
print("listens", flush=True)
poll, connections, showing = select.poll(), {}, set()
poll.register(listener, select.POLLIN)


def send(connection, message):
    with contextlib.suppress(BlockingIOError):
        connection.send(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n")


def answer(connection, request):
    if request["method"] == "increment":
        for one in showing:
            send(one, {"method": "state/changed", "params": {}})
    else:
        showing.add(connection)
    if "id" in request:
        send(connection, {"id": request["id"], "result": {"state": {}}})


while True:
    for descriptor, _ in poll.poll():
        if descriptor == listener.fileno():
            connection, _ = listener.accept()
            connection.setblocking(False)
            connections[connection.fileno()] = connection
            poll.register(connection, select.POLLIN)
        elif lines := connections[descriptor].recv(1 << 16):
            for line in lines.splitlines():
                answer(connections[descriptor], json.loads(line))
        else:
            poll.unregister(descriptor)
            showing.discard(connections[descriptor])
            connections.pop(descriptor).close()
