"""What a view took is given back when it closes."""
from test_flow_control import resident

SLACK = 2048


def test_opening_and_closing_views_leaves_memory_where_it_was(server):
    def churn(number):
        for kind in ("counterB", "login", "user", "mirror") * number:
            view = server.open(kind, **({"params": {"id": "A"}} if kind == "user" else {}))
            server.call("view/close", {"view": view})
        return resident(server.pid)

    before = churn(1000)
    assert churn(1000) - before < SLACK
