"""The memory of a view is freed when it closes, and that of a call when it is cancelled."""
from chat_steps import log_in
from processes import resident
from view_types import PARAMETERS, VIEW_TYPES

# Calls to views of some types before they close, which end before their reply.
WORK = {"user": "load", "friends": "onAppear", "notes": "refresh", "smoothies": "fetch", "favorites": "fetch",
        "counterB": "increment", "room": "loadEarlier"}


def test_opening_and_closing_views_leaves_memory_where_it_was(server):
    """R17"""
    login = server.open("login")
    server.call("login", {"view": login, "userId": "12345", "password": "password"})
    log_in(server, "12345")

    def churn(rounds):
        for kind in [*VIEW_TYPES, *WORK] * rounds:
            view = server.open(kind, params=PARAMETERS.get(kind, {}))
            if kind in WORK:
                server.call(WORK[kind], {"view": view})
            server.call("view/close", {"view": view})
        return resident(server.pid)

    before = churn(30)
    # Two thirds of the memory of these open views.
    assert churn(30) - before < 384


def test_cancelled_calls_leave_memory_where_it_was(server):
    view = server.open("effects")

    def cancel(rounds):
        for _ in range(rounds):
            calls = [server.message("handle", {"view": view, "action": "buttonTap", "seconds": 86_400})
                     for _ in range(1000)]
            server.send(*calls)
            server.until(view, tapsUnderWay=1000)
            server.transmit(*({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": call["id"]}}
                              for call in calls))
            for call in calls:
                assert server.error(call["id"])["data"]["reason"] == "requested"
            server.until(view, tapsUnderWay=0)
        return resident(server.pid)

    before = cancel(5)
    assert cancel(20) - before < 1536
