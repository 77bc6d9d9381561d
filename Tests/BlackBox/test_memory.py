"""What a view took is given back when it closes."""
from processes import resident
from test_properties import PARAMETERS, TYPES

SLACK = 1024
# What the views of some types are asked for before they close; it ends before the reply.
WORK = {"user": "load", "friends": "onAppear", "notes": "refresh", "smoothies": "fetch", "favorites": "fetch",
        "counterB": "increment"}


def test_opening_and_closing_views_leaves_memory_where_it_was(server):
    """R17"""
    login = server.open("login")
    server.call("login", {"view": login, "userId": "12345", "password": "password"})

    def churn(rounds):
        for kind in [*TYPES, *WORK] * rounds:
            view = server.open(kind, params=PARAMETERS.get(kind, {}))
            if kind in WORK:
                server.call(WORK[kind], {"view": view})
            server.call("view/close", {"view": view})
        return resident(server.pid)

    before = churn(80)
    assert churn(80) - before < SLACK
