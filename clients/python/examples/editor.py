"""One of two programs in one shared session: opens the session, and logs in after the other has joined.

    python editor.py [PLACE]

Then, in another terminal, `python watcher.py [PLACE]`.
"""

import sys
from threading import Event

import svvs

watched = Event()
with svvs.attach(*sys.argv[1:]) as server:
    shared = server.share("team", keep=60)
    login = shared.open("login", "login")
    shared.subscribe(lambda change: watched.set() if change.connections == 2 else None)
    print("waiting for the watcher", flush=True)
    watched.wait()
    login.call("login", userId="12345", password="password")
    print(f"commit {login.commit}: {login.state['loginState']}")
