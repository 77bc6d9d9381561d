"""How a view is told of its changes is chosen per view."""
from conversation import is_change


def test_properties_is_the_default(server):
    view = server.open("counterA")
    server.call("increment", {"view": view})
    entry, = (entry for message in server.messages if is_change(message) for entry in message["params"]["views"])
    assert entry.keys() == {"view", "from", "changes"} and entry["changes"] == {"count": 1}


def test_a_delivery_that_is_not_offered_is_refused(server):
    offered = server.call("initialize", {})["capabilities"]["delivery"]
    assert "properties" in offered and "smoke signals" not in offered
    error = server.refused("view/open", {"type": "counterA", "delivery": "smoke signals"})
    assert error["data"]["path"] == "/delivery"
