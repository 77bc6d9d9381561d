"""Texts that grow, for clients with the capability `append` and for others."""
import pytest

from conversation import is_change

BEGINNING = "The first line.\n"
LONG = "x" * 100_000
# Each text begins with the one before it, up to one that does not.
TEXTS = [BEGINNING, BEGINNING + "e", BEGINNING + "e\u0301\r", BEGINNING + "e\u0301\r\n\0\"\\😀", LONG, LONG + "é", LONG + "é\0",
         LONG + "é\0" + LONG, LONG + "e", "", "é"]
ADDED = {TEXTS[place]: TEXTS[place][len(TEXTS[place - 1]):] for place in (1, 2, 3, 5, 6, 7)}


def set_text(server, view, text):
    """Sets a text, and returns the entries of the commit."""
    mark = server.mark()
    server.call("view/set", {"view": view, "properties": {"text": text}})
    return [entry for message in server.messages[mark:] if is_change(message) for entry in message["params"]["views"]]


def set_all(server, delivery):
    """Sets the texts one after the other, and returns the entry and the text of each commit."""
    view = server.open("mirror", delivery=delivery)
    for text in TEXTS:
        entry, = set_text(server, view, text)
        yield entry, text
        assert server.call("view/get", {"view": view})["state"]["text"] == text


def test_a_text_that_has_grown_is_sent_as_what_was_added(server):
    assert server.call("initialize", {"capabilities": {"append": True}})["capabilities"]["append"] is True
    for entry, text in set_all(server, "properties"):
        if text in ADDED:
            assert "changes" not in entry and entry["appended"]["text"] == ADDED[text]
        else:
            assert "appended" not in entry and entry["changes"]["text"] == text


def test_a_patch_adds_to_a_text_that_has_grown(server):
    server.call("initialize", {"capabilities": {"append": True}})
    for entry, text in set_all(server, "patch"):
        step = entry["patch"][0]
        wanted = ("append", ADDED[text]) if text in ADDED else ("replace", text)
        assert (step["op"], step["path"], step["value"]) == (wanted[0], "/text", wanted[1])


@pytest.mark.parametrize("capabilities", [None, {}, {"append": False}, {"append": None}])
def test_a_client_without_the_capability_receives_whole_texts(server, capabilities):
    if capabilities != {"append": None}:
        server.call("initialize", {"capabilities": capabilities})
    for entry, text in set_all(server, "properties"):
        assert "appended" not in entry and entry["changes"]["text"] == text
    for entry, text in set_all(server, "patch"):
        assert entry["patch"][0] == {"op": "replace", "path": "/text", "value": text}
