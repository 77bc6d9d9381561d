"""The delivery of changes, which is chosen for each view."""
from conversation import is_change


def entries(server):
    return [entry for message in server.messages if is_change(message) for entry in message["params"]["views"]]


def test_properties_is_the_default(server):
    view = server.open("counterA")
    server.call("increment", {"view": view})
    entry, = entries(server)
    assert entry.keys() == {"view", "from", "changes"} and entry["changes"] == {"count": 1}


def test_a_patch_is_a_list_of_operations(server):
    view = server.open("counterA", delivery="patch")
    server.call("increment", {"view": view})
    entry, = entries(server)
    assert entry.keys() == {"view", "from", "patch"}
    assert entry["patch"] == [{"op": "replace", "path": "/count", "value": 1}]


def test_a_patch_reaches_into_an_element(online, backend):
    page = online.open("user", params={"id": "A"}, delivery="patch")
    online.call("load", {"view": page})
    backend.users["A"]["name"] = "New Name"
    mark = online.mark()
    online.call("reload", {"view": page})
    operations = [one for message in online.messages[mark:] if is_change(message)
                  for entry in message["params"]["views"] for one in entry["patch"]]
    assert {"op": "replace", "path": "/user/name", "value": "New Name"} in operations
    assert online.state(page)["user"]["name"] == "New Name"


def test_views_of_each_kind_share_a_commit(server):
    views = [server.open("counterA", delivery=way) for way in ("properties", "patch")]
    server.call("increment", {"view": views[0]})
    assert {entry["view"] for entry in entries(server)} == set(views)
    assert sum(map(is_change, server.messages)) == 1


def test_initialize_returns_the_deliveries_and_no_other_is_accepted(server):
    assert server.call("initialize", {})["capabilities"]["delivery"] == ["properties", "patch"]
    error = server.refused("view/open", {"type": "counterA", "delivery": "signal"})
    assert error["data"]["path"] == "/delivery"


def test_a_patch_moves_the_elements_of_a_list_by_their_ids(server):
    page = server.open("smoothies", delivery="patch")
    server.call("fetch", {"view": page})
    mark = server.mark()
    server.call("toggleFavorite", {"view": page, "id": "plum-piano"})
    operations = [one for message in server.messages[mark:] if is_change(message)
                  for entry in message["params"]["views"] for one in entry["patch"]]
    assert operations == [{"op": "replace", "path": "/smoothies/12/isFavorite", "value": True}]
