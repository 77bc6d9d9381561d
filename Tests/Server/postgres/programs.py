"""PostgreSQL's programs, and the user that its server runs as: it refuses to run as root."""
from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

# Where Debian and Homebrew keep what they do not put on the path.
SERVERS = ["/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin"]
SYSTEM = "/usr/sbin"
# The command that starts a program that receives a signal when this one ends, in whatever way; only Linux has that.
TIED = ["setpriv", "--pdeathsig", "QUIT"] if sys.platform == "linux" else []


def program(name):
    """The path of a program of the newest server that is installed."""
    places = [str(folder) for pattern in SERVERS for folder in Path("/").glob(pattern[1:])]
    newest = sorted(places, key=lambda place: int("".join(filter(str.isdigit, place))), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*newest, os.environ["PATH"], SYSTEM]))
    if not found:
        raise FileNotFoundError(f"no {name}: .ci/setup tests installs PostgreSQL")
    return found


def owner():
    """The user who runs servers: the one who runs the tests, or `postgres` instead of root."""
    return pwd.getpwnam("postgres") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())


def give_to_owner(*paths):
    for path in paths if os.geteuid() == 0 else ():
        os.chown(path, owner().pw_uid, owner().pw_gid)


def as_owner():
    """The arguments that start a program as that user."""
    user = owner()
    change = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
    return {**change, "cwd": "/", "stdin": subprocess.DEVNULL, "env": {"PATH": os.environ["PATH"], "LC_ALL": "C"}}


def start(*command, log):
    """Starts a program that ends at the latest with this one."""
    return subprocess.Popen([*TIED, *command], stdout=log, stderr=log, start_new_session=True, **as_owner())


def run(*command):
    """Runs a program to its end; what it says is raised if it fails."""
    result = subprocess.run(command, **as_owner(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        raise ChildProcessError(f"{' '.join(map(str, command))}: {result.stdout}")
