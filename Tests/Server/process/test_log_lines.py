"""People and programs read the log line by line: no content of a message can forge a line."""
import json
import unicodedata

import pytest

LEVELS = ("trace ", "debug ", "info ", "notice ", "warning ", "error ", "critical ")
# A forged line, a colour, an erased screen, a BEL character, a title of the window, other line separators.
HOSTILE = ["a\nerror svvs.connection: All is lost.", "a\r\nb", "a\x1b[31mb\x1b[2J\x1b[H", "\a\b\x7f", "\x1b]0;title\a",
           "a\u0085b\u009b31m", "a\u2028error svvs.connection: b", "a\u2029b", "\n\x1b\u2028", "日本語 é e\u0301 😀"]
hostile = pytest.mark.parametrize("text", HOSTILE, ids=ascii)


def call_it(server, text):
    """Sends a call of a method with this name."""
    assert server.refused(text)["code"] == -32601
    server.notify(text)


def say_it(server, text):
    """Sends this text in the other places of messages."""
    server.open("effects")
    for method, params in (
        ("view/open", {"type": text}), ("view/open", {"type": "counterA", text: 1}), ("view/get", {"view": text}),
        ("session/close", {"session": text}), ("view/open", {"type": "counterA", "delivery": text}),
        ("view/open", {"type": "user", "params": {"id": "A", text: text}}), ("initialize", {"clientInfo": text}),
        ("handle", {"action": text}), ("handle", {text: 1}), ("$/cancelRequest", {"id": text}),
    ):
        server.reply(server.request(method, params))
        server.notify(method, params)
    server.open("counterA", text)
    server.call("session/open", {"session": text})
    server.send({"jsonrpc": "2.0", "id": text, "method": "increment", "params": {"view": text}})
    server.result(text)
    server.transmit({"jsonrpc": text}, {"jsonrpc": "2.0", "id": text, "result": text}, json.dumps(text))


def logged(start, converse, text):
    server = start("--log-level", "trace")
    converse(server, text)
    assert server.finish() == 0
    return server.errors


@hostile
@pytest.mark.parametrize("converse", [call_it, say_it])
def test_a_message_forges_no_line(start, converse, text):
    log = logged(start, converse, text)
    assert log.endswith("\n") and log.count("\n") == logged(start, converse, "plain").count("\n")
    # With any definition of a line separator.
    for line in log.splitlines():
        assert line.startswith(LEVELS), f"no line of the log: {line!r} in {log!r}"
    for character in log.replace("\n", ""):
        assert unicodedata.category(character) not in ("Cc", "Zl", "Zp"), f"{character!r} in {log!r}"
