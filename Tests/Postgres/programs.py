"""PostgreSQL's programs, and the user that its server runs as: it refuses to run as root."""
from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
from pathlib import Path

# Where Debian and Homebrew keep what they do not put on the path.
SERVERS = ["/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin"]
SYSTEM = "/usr/sbin"
PR_SET_PDEATHSIG = 1


def program(name):
    """The path of a program of the newest server that is installed."""
    places = [str(folder) for pattern in SERVERS for folder in Path("/").glob(pattern[1:])]
    newest = sorted(places, key=lambda place: int("".join(filter(str.isdigit, place))), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*newest, os.environ["PATH"], SYSTEM]))
    if not found:
        raise FileNotFoundError(f"no {name}: .ci/setup tests installs PostgreSQL")
    return found


def owner():
    """Who runs servers: whoever runs the tests, but not root, in whose place `postgres` does."""
    return pwd.getpwnam("postgres") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())


def as_owner():
    """What starts a program as that user."""
    user = owner()
    change = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
    return {**change, "cwd": "/", "stdin": subprocess.DEVNULL, "env": {"PATH": os.environ["PATH"], "LC_ALL": "C"}}


def start(*command, log):
    """Starts a program that ends at the latest with this process, even if that is killed."""
    return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, preexec_fn=_die_with_parent,
                            **as_owner())


def run(*command):
    """Runs a program to its end; what it says is told if it fails."""
    result = subprocess.run(command, **as_owner(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        raise ChildProcessError(f"{' '.join(map(str, command))}: {result.stdout}")


if sys.platform == "linux":
    _libc = ctypes.CDLL(None)

    def _die_with_parent():
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)
else:
    _die_with_parent = None
