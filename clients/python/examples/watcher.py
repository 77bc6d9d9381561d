"""The other of two programs on one session: watches, as of the same commits, what the editor does."""

import sys

import svvs

with svvs.attach(*sys.argv[1:]) as server:
    login = server.join("desk").views["login"]
    print("joined", flush=True)
    login.wait(lambda state: state["loginState"] == "loggedIn")
    print(f"commit {login.commit}: {login.state['loginState']}")
