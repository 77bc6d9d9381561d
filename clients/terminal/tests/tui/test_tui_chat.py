"""A chat: a field that submits messages, what becomes of their texts, and a list that is read from its end."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from support import asynchronous
from tui_app import discovery, scripted, shown
from written_screens import action, part, view_type

from svvs_terminal.tui.draft import Draft, Ending
from svvs_terminal.tui.discovery import view_types
from svvs_terminal.tui.table import Table

ROOM = view_type(
    "room", part("room", "record", role="hidden", members=[part("id", "integer"), part("name")]),
    part("messages", "rows", key="id", label="body",
         columns=[part("id", "integer", priority=-1), part("name", priority=1), part("body", priority=2)],
         scroll={"from": "end", "target": "target", "member": "id", "resets": True}),
    part("draft", title="New message", editable=True, submits="send"), part("canSend", "switch", title="Can send", role="hidden"),
    part("isMuted", "switch", title="Is muted", role="flag"),
    part("target", "integer", role="hidden", editable=True, nullable=True), part("error", nullable=True, role="error"),
    subtitle={"property": "room", "member": "name", "kind": "text"}, start=True, letter="r",
    actions=[action("send", letter="s"), action("mute", letter="m")])
# A room with COUNT messages. It refuses messages that begin with "refused", and gives their texts back. A call for a
# message that ends with "slowly" lasts until it is cancelled. The text "forbidden" cannot be set, and the server ends at
# "fatal", or only as it sends.
CHAT = """
messages = [{"id": n, "name": "Hanako", "body": f"message {n}"} for n in range(COUNT)]
state = {"room": {"id": 1, "name": "General"}, "messages": messages, "draft": "", "canSend": False, "isMuted": False,
         "target": TARGET, "error": None}
commit = 1
opened(**state)
def change(**members):
    global commit
    state.update(members)
    changed(commit, commit + 1, **members)
    commit += 1
while True:
    request = receive()
    if "id" not in request: continue
    if request["method"] == "view/close":
        reply(request)
        opened(**state)
        commit = 1
        continue
    if request["method"] == "view/set":
        draft = request["params"]["properties"].get("draft")
        if draft == "forbidden":
            refuse(request, -32602, "InvalidParams", "too rude")
            continue
        if draft == "fatal": sys.exit(1)
        change(**request["params"]["properties"])
    elif request["method"] == "send":
        text = state["draft"]
        SENDING
        if text == "fatal when sent": sys.exit(1)
        if text.endswith("slowly"):
            receive("$/cancelRequest")
        if text.startswith("refused"):
            change(draft=text, error="The backend is away")
            reply(request, commit=commit)
            continue
        messages.append({"id": len(messages), "name": "Me", "body": text})
        change(messages=list(messages), target=len(messages) - 1, error=None)
    elif request["method"] == "mute":
        messages.append({"id": len(messages), "name": "Hanako", "body": "incoming"})
        change(isMuted=True, messages=list(messages))
    reply(request, commit=commit)
"""


def chat(count: int = 3, target: int | None = None, sending: str = "change(draft='')", room: Any = ROOM) -> Any:
    """Such a room; `sending` are the first statements of the action."""
    script = CHAT.replace("COUNT", str(count)).replace("TARGET", str(target)).replace("SENDING", sending)
    return scripted(discovery(room) + script)


class Gate:
    """Where a server waits until the test opens it."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._path = path
        #: The statement of the server.
        self.passes = f"open({str(path)!r}).read()"

    def open(self) -> None:
        self._path.write_text("")


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return Gate(tmp_path / "gate")


@asynchronous
async def test_a_card_shows_its_subtitle_and_hides_what_is_for_programs() -> None:
    async with shown(chat()) as screen:
        text = await screen.wait_for("1 Room · General ")
        assert "Can send" not in text and "Target" not in text and "Is muted" not in text
        await screen.press("escape", "m")
        await screen.wait_for("● Is muted")
        assert "Room · General · Mute" in screen.log


@asynchronous
async def test_enter_submits_a_field_and_stays_in_it() -> None:
    async with shown(chat()) as screen:
        await screen.wait_for("New message:")
        screen.type_ahead(*"one", "enter", *"two", "enter", *"three", "enter")
        await screen.wait_for("Messages (6)", lambda text: re.findall(r" Me +(\w+)", text) == ["one", "two", "three"])
        await screen.type("next")
        await screen.wait_for("New message: next")


@asynchronous
async def test_a_message_leaves_the_field_at_once_and_is_sent_once(gate: Gate) -> None:
    async with shown(chat(sending=f"change(draft=''); text == 'gated' and {gate.passes}")) as screen:
        await screen.wait_for("New message:")
        await screen.press(*"gated", "enter", "enter", "enter")
        await screen.wait_for(re.compile("New message: +sending: gated ").search)
        await screen.press(*"second", "enter", "enter", *"third")
        await screen.wait_for(re.compile("New message: third +sending 2: gated ").search)
        gate.open()
        text = await screen.wait_for(lambda text: "Messages (5)" in text and "sending" not in text)
        assert re.findall(r" Me +(\w+)", text) == ["gated", "second"] and "New message: third" in text


@asynchronous
async def test_another_action_does_not_wait_for_a_message() -> None:
    script = discovery(ROOM) + """
opened(room=None, messages=[], draft="", canSend=True, isMuted=False, target=None, error=None)
reply(receive("view/set"), commit=1)
sending = receive("send")
muting = receive("mute")
changed(1, 2, isMuted=True)
reply(muting, commit=2)
reply(sending, commit=2)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("New message:")
        await screen.press(*"one", "enter", *"two", "escape", "m")
        await screen.wait_for("● Is muted")
        await screen.wait_for("New message: two")


@asynchronous
async def test_the_focus_stays_in_a_field_that_submits_beside_other_fields() -> None:
    topic = part("topic", nullable=True, editable=True)
    form = {**ROOM, "parts": [topic, *ROOM["parts"]], "form": {"fields": ["topic"]}}
    async with shown(chat(0, room=form)) as screen:
        await screen.wait_for("New message:")
        await screen.press("tab", "tab", *"one", "enter", *"two")
        await screen.wait_for("Messages (1)")
        await screen.wait_for("New message: two")


@asynchronous
async def test_a_text_that_was_not_sent_does_not_replace_what_was_typed_since() -> None:
    async with shown(chat()) as screen:
        await screen.wait_for("New message:")
        await screen.type("refused slowly")
        await screen.press("enter", *"next")
        await screen.wait_for("x cancels")
        await screen.press("escape", "x")
        await screen.wait_for("✗ The backend is away")
        await screen.wait_for("Ctrl+P: refused slowly", "New message: next", "may have arrived: refused slowly")
        await screen.press("tab", "ctrl+p")
        await screen.wait_for("New message: refused slowly", "Ctrl+P: next")


@asynchronous
async def test_texts_that_were_not_sent_are_counted_and_outlive_their_card(gate: Gate) -> None:
    async with shown(chat(0, sending=f"{gate.passes}; reply(request, commit=commit); continue")) as screen:
        await screen.wait_for("New message:")
        await screen.press(*"left", "enter", *"next")
        await screen.wait_for("x cancels")
        gate.open()
        await screen.wait_for(re.compile("New message: next +Ctrl\\+P: left").search)
        await screen.resize(60, 20)
        await screen.press("escape", "ctrl+w")
        await screen.wait_for("New message (2 texts) not sent: Ctrl+W again closes")
        await screen.press("ctrl+w")
        await screen.wait_for("⏎Room")
        await screen.press("r")
        await screen.wait_for(re.compile("New message: next +Ctrl\\+P: left").search)
        assert "✗" not in screen.text


@asynchronous
async def test_a_narrow_card_shows_what_is_kept_and_what_is_sent_beside_a_field(gate: Gate) -> None:
    async with shown(chat(0, sending=f"{gate.passes}; reply(request, commit=commit); continue"), width=42) as screen:
        await screen.wait_for("New message:")
        await screen.press(*"a long message", "enter", *"next")
        await screen.wait_for("x cancels")
        gate.open()
        await screen.wait_for("Ctrl+P: a long")
        await screen.press("enter")
        await screen.wait_for("Ctrl+P: a long", "sending: next")
        gate.open()
        await screen.wait_for(lambda text: "sending" not in text)


@asynchronous
async def test_a_text_that_cannot_be_set_is_in_the_field_again() -> None:
    async with shown(chat()) as screen:
        await screen.wait_for("New message:")
        await screen.type("forbidden")
        await screen.press("enter")
        await screen.wait_for("✗ too rude")
        await screen.wait_for("New message: forbidden")
        await screen.press("!", "enter")
        await screen.wait_for(lambda text: re.search("Me +forbidden!", text))


@asynchronous
async def test_a_message_whose_call_is_refused_because_its_view_is_closed_is_kept(gate: Gate) -> None:
    closed = f"{gate.passes}; state.update(draft=''); refuse(request, -32602, 'NotFound', 'not open'); continue"
    async with shown(chat(0, sending=closed)) as screen:
        await screen.wait_for("New message:")
        await screen.press(*"lost", "enter")
        await screen.wait_for("x cancels")
        await screen.press("escape", "ctrl+w")
        await screen.wait_for("⏎Room")
        gate.open()
        await screen.press("r")
        await screen.wait_for("Ctrl+P: lost")


@pytest.mark.parametrize("end, found", [
    ("refuse(sending, -32800, 'RequestCancelled')",
     re.compile("New message: other +Ctrl\\+P: sent +┃\n.*may have arrived: sent +┃").search),
    ("refuse(sending, -32602, 'NotFound')", re.compile("New message: other +Ctrl\\+P: sent +┃").search),
    ("reply(sending, commit=1)", "New message: other "),
])
def test_the_reply_for_a_message_may_come_when_its_view_is_closed_and_open_again(end: str, found: Any) -> None:
    script = discovery(ROOM) + f"""
opened(draft="")
reply(receive("view/set"), commit=1)
sending, closing = receive("send"), receive("view/close")
opened("w", draft="other")
receive("shown")
{end}
reply(closing)
end_of_input()
"""

    async def run() -> None:
        async with shown(scripted(script)) as screen:
            await screen.wait_for("New message:")
            await screen.press(*"sent", "enter", "escape", "ctrl+w", "r")
            await screen.wait_for("sending: sent")
            screen.app.server.notify("shown")
            await screen.wait_for(found, lambda text: "sending" not in text)

    asynchronous(run)()


def test_a_new_version_of_the_app_decides_anew_what_becomes_of_a_text() -> None:
    screens = [view_type("old", part("text", editable=True)), view_type("new", part("text", editable=True, filters="rows"))]
    old, new = (each.properties[0] for each in view_types({"x-screens": screens}).values())
    draft = Draft(old)
    draft.edit("x")
    draft.close()
    assert draft.begin(new, "") == "x"


def test_a_message_that_may_have_arrived_still_says_so_after_it_was_refused() -> None:
    draft = Draft(view_types({"x-screens": [ROOM]})["room"].part("draft") or pytest.fail())
    draft.edit("x")
    draft.enter()
    draft.lose()
    draft.end("x", Ending.LOST)
    draft.recall()
    draft.enter()
    assert draft.doubtful == []
    draft.end("x", Ending.REFUSED)  # as while the server is not there
    assert draft.shown == "x" and draft.doubtful == ["x"]
    draft.enter()
    draft.end("x", Ending.SET)
    draft.edit("x")
    assert draft.doubtful == []


@asynchronous
async def test_texts_that_were_not_sent_come_back_one_by_one_in_their_order() -> None:
    async with shown(chat(0, sending="receive('typed'); sys.exit(1)")) as screen:
        await screen.wait_for("New message:")
        await screen.press(*"one", "enter", *"two", "enter", *"three", "enter", *"four")
        await screen.wait_for("sending 3: one")
        screen.app.server.notify("typed")
        await screen.wait_for(re.compile("may have arrived: one +┃").search)  # the others were not sent
        for own, others in [("four", "one · two · three"), ("one", "two · three · four"), ("two", "three · four · one")]:
            line = f"New message: {own} +Ctrl\\+P: {others} "
            await screen.wait_for(re.compile(line).search)
            await screen.press("ctrl+p")


@pytest.mark.parametrize("text", ["fatal", "fatal when sent"])
def test_a_message_is_sent_again_after_it_is_taken_back_if_the_server_ends_while_it_is_sent(text: str) -> None:
    async def run() -> None:
        async with shown(chat()) as screen:
            await screen.wait_for("New message:")
            await screen.press(*text, "enter")
            await screen.wait_for("Ctrl+R reopens all")
            await screen.wait_for(f"Ctrl+P: {text}")
            await screen.press("ctrl+r")
            await screen.wait_for("Opened again: 1 view")
            await screen.wait_for(lambda shown: ("may have arrived: fatal when sent" in shown) == (text == "fatal when sent"))
            await screen.press("ctrl+p", "!")
            await screen.wait_for(lambda shown: "may have arrived" not in shown)
            await screen.press("enter")
            await screen.wait_for(lambda shown: re.search(f"Me +{text}!", shown))

    asynchronous(run)()


@asynchronous
async def test_a_list_that_is_read_from_its_end_opens_there_and_follows() -> None:
    async with shown(chat(100), height=24) as screen:
        await screen.wait_for("message 99")
        await screen.press("escape", "m")
        await screen.wait_for("incoming", "message 99", lambda text: "message 1 " not in text)
        await screen.press("tab", "up", "m")  # the last row is visible, although the cursor is on another one
        await screen.wait_for(lambda text: text.count("incoming") == 2)


@asynchronous
async def test_a_list_whose_end_is_not_visible_stays() -> None:
    async with shown(chat(100), height=24) as screen:
        await screen.wait_for("message 99")
        await screen.press("shift+tab", "home")
        await screen.wait_for("message 0")
        await screen.press("m")
        await screen.wait_for("Messages (101)")
        assert "message 0" in screen.text and "incoming" not in screen.text
        await screen.press("end", "m")
        await screen.wait_for("Messages (102)")
        await screen.wait_for(lambda text: text.count("incoming") == 2)
        screen.app.query_one(Table).scroll_to(y=0, animate=False)  # as the wheel of a mouse does
        await screen.wait_for("message 0")
        await screen.press("up", "down")
        screen.app.query_one(Table).scroll_to(y=50, animate=False)
        await screen.wait_for("message 50")
        await screen.press("m")
        await screen.wait_for("Messages (103)")
        assert screen.text.count("incoming") < 3


@asynchronous
async def test_a_list_opens_at_the_row_that_a_property_names_and_resets_it() -> None:
    async with shown(chat(100, target=50), height=24) as screen:
        await screen.wait_for("message 49", "message 50", lambda text: not re.search("message (48|99)", text))
        await screen.wait_for(lambda _: "Target 50 → –" in screen.log)
        await screen.type("mine")
        await screen.press("enter")
        await screen.wait_for(lambda text: "Me" in text and "mine" in text)
        await screen.wait_for(lambda _: "Target 100 → –" in screen.log)
