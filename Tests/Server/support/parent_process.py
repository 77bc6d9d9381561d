"""A program that runs a server as its child and carries one of the streams, so that it can be stopped or killed.

    python parent_process.py stdin|stdout|nothing COMMAND...

The other streams are those of the program itself: they stay open when it ends.
"""
import os
import subprocess
import sys


def carry(source, target):
    while data := os.read(source, 1 << 16):
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(target, rest):]


def main(carried, *command):
    pipes = {carried: subprocess.PIPE} if carried != "nothing" else {}
    server = subprocess.Popen(command, bufsize=0, **pipes)
    if carried == "stdin":
        carry(0, server.stdin.fileno())
        server.stdin.close()
    elif carried == "stdout":
        # Only the server has the input, so that the writer gets an error when the server ends.
        os.close(0)
        carry(server.stdout.fileno(), 1)
    return server.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
