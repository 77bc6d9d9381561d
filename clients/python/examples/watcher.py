"""The other of two programs in one shared session: joins it, and waits for the login of the editor."""

import sys

import svvs

with svvs.attach(*sys.argv[1:]) as server:
    login = server.join("team").views["login"]
    print("joined", flush=True)
    login.wait(lambda state: state["loginState"] == "loggedIn")
    print(f"commit {login.commit}: {login.state['loginState']}")
