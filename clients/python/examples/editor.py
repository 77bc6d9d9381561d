"""One of two programs on one session: opens it, and logs in once the other one is there.

    python editor.py [PLACE]

Then, in another terminal, `python watcher.py [PLACE]`.
"""

import sys
from threading import Event

import svvs

watched = Event()
with svvs.attach(*sys.argv[1:]) as server:
    desk = server.share("desk", keep=60)
    login = desk.open("login", "login")
    desk.subscribe(lambda change: watched.set() if change.connections == 2 else None)
    print("waiting for the watcher", flush=True)
    watched.wait()
    login.call("login", userId="12345", password="password")
    print(f"commit {login.commit}: {login.state['loginState']}")
