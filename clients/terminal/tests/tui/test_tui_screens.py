"""What screens say: values that are named or formatted, work that can be cancelled, and actions."""

from __future__ import annotations

import re
from typing import Any

import pytest
import svvs
from support import asynchronous
from tui_app import discovery, scripted, shown
from written_screens import action, part, view_type

SEARCH = view_type(
    "search", part("isLoading", "switch", title="Is loading", busyUnless=[False], cancel="stop"), start=True,
    actions=[action("start", letter="s", notCancellable=True), action("stop", letter="t")])
BUSY = """
opened(isLoading=LOADING)
while True:
    request = receive()
    if request.get("method") == "stop":
        changed(1, 2, isLoading=False)
        reply(request, commit=2)
    assert request.get("method") != "$/cancelRequest", request
"""


@asynchronous
async def test_work_that_began_by_itself_can_be_cancelled() -> None:
    async with shown(scripted(discovery(SEARCH) + BUSY.replace("LOADING", "True"))) as screen:
        await screen.wait_for("⧗ Search: Is loading   x cancels")
        await screen.press("x")
        await screen.wait_for(lambda text: "⧗" not in text)
        await screen.press("x")
        await screen.wait_for("Nothing to cancel")


@asynchronous
async def test_a_call_that_cannot_be_cancelled_does_not_offer_it() -> None:
    async with shown(scripted(discovery(SEARCH) + BUSY.replace("LOADING", "False"))) as screen:
        await screen.wait_for("s Start")
        await screen.press("s")
        text = await screen.wait_for("⧗ Search · Start")
        assert "x cancels" not in text
        await screen.press("x")
        await screen.wait_for("This call cannot be cancelled")


@asynchronous
async def test_no_other_work_is_cancelled_during_a_call_that_cannot_be_cancelled() -> None:
    async with shown(scripted(discovery(SEARCH) + BUSY.replace("LOADING", "True"))) as screen:
        await screen.wait_for("x cancels")
        await screen.press("s")
        await screen.wait_for("⧗ Search · Start")
        await screen.press("x")
        await screen.wait_for("This call cannot be cancelled")
        assert "Is loading: yes" in screen.text


@asynchronous
async def test_values_have_their_formats() -> None:
    choices = [{"value": "none", "title": "Not yet"}, {"value": "daily", "title": "Each day"}]
    fields = [
        part("price", "integer", money={"currency": "JPY", "symbol": "¥", "digits": 0}),
        part("fee", "integer", money={"currency": "SEK", "digits": 2}),
        part("text", format="longText"), part("at", format="time"), part("repeats", "choice", choices=choices)]
    chosen = part("chosen", "choice", choices=choices, editable=True)
    values = view_type("v", *fields, part("rows", "rows", columns=fields, label="price"), chosen, start=True)
    state = dict(price=1500, fee=20, text="one\ntwo", at="2021-03-04T05:06:07Z", repeats="daily")
    script = discovery(values) + f"opened(**{dict(state, chosen='none', rows=[state])!r})\nend_of_input()"
    async with shown(scripted(script)) as screen:
        text = await screen.wait_for(
            "Price: ¥1,500", "Fee: 20.00 SEK", "Repeats: Each day", "● Not yet  ○ Each day", "At: 2021-03-04 ", "Rows (1)")
        assert any(line.strip("│┃ ") == "two" for line in text.splitlines())
        assert re.search(r"¥1,500 +20\.00 SEK +one␊two +2021-03-04 +Each day", text)


# Two notes. A call of an action is shown in the property `called`.
NOTES = view_type(
    "notes", part("rows", "rows", columns=[part("id", "integer"), part("text", priority=1)], key="id", label="text"),
    part("text", editable=True, submits="add"), part("canAdd", "switch", role="hidden"), part("called"),
    onAppear="load", start=True,
    actions=[action("load", notOffered=True), action("add", letter="a", enabledBy="canAdd"),
             action("purge", letter="u", destructive=True, confirm="Delete all notes?"),
             action("delete", letter="d", rows="rows", asks=[part("id", "integer", source=("rows", "id"))],
                    destructive=True, confirm="Delete this note?"),
             action("rename", letter="r", asks=[part("to")]),
             action("tag", letter="t", asks=[part("tag", mayBeEmpty=True)])])
NOTING = """
opened(rows=[{"id": 1, "text": "Milk"}, {"id": 2, "text": "Bread"}], text="", canAdd=False, called="")
commit = 1
while True:
    request = receive()
    if "id" not in request: continue
    arguments = {name: value for name, value in request["params"].items() if name != "view"}
    if request["method"] != "view/set":
        changed(commit, commit + 1, called=request["method"] + json.dumps(arguments), canAdd=request["method"] == "tag")
        commit += 1
    reply(request, commit=commit)
"""


def noting() -> Any:
    return scripted(discovery(NOTES) + NOTING)


@asynchronous
async def test_an_action_that_is_not_offered_has_no_key() -> None:
    async with shown(noting()) as screen:
        text = await screen.wait_for("Called: load{}")
        assert " Load" not in text.split("Commits")[0]
        await screen.press("escape", "question_mark")
        assert "Load" not in (await screen.wait_for("Purge")).split("Commits")[0]


@asynchronous
async def test_only_y_confirms_a_call_and_the_text_of_the_row_is_beside_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs_terminal.tui.keyboard._TIMEOUT", 60)  # the answer does not wait for a focus
    async with shown(noting()) as screen:
        await screen.wait_for("Called: load{}")
        screen.type_ahead("escape", "down", "d", "enter", "enter", "enter", "d", "d")  # as a key that is held down
        await screen.wait_for(lambda text: re.search("(?s)Delete this note[?].*Bread.*y confirms", text))
        await screen.press("d", "enter", "n")
        await screen.wait_for(lambda text: "Delete this note?" not in text)
        assert "Called: load{}" in screen.text
        await screen.press("u")
        await screen.wait_for("Delete all notes?")
        await screen.press("y")
        await screen.wait_for("Called: purge{}")
    empty = re.sub(r"rows=\[.*?\]", "rows=[]", NOTING)
    async with shown(scripted(discovery(NOTES) + empty)) as screen:
        await screen.wait_for("Called: load{}")
        await screen.press("escape", "d", *"999", "enter")
        text = await screen.wait_for("Delete this note?")
        assert "Id: 999" in text.split("Delete this note?")[1].split("y confirms")[0]


@asynchronous
async def test_an_action_without_effect_is_dimmed_but_can_be_called_unless_text_was_not_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)  # A run without a terminal may have it.

    def style(text: str, line: str = "r Rename") -> str:
        found = next(strip for strip in screen.lines if line in strip.text)
        return next(str(segment.style) for segment in found if segment.text.strip() == text)

    async with shown(noting()) as screen:
        await screen.wait_for("Called: load{}")
        assert "reverse" not in style("a") and "dim" in style("a") and "reverse" in style("r")
        assert "color(1)" in style("Purge") and "red" in style("Delete", "Rows (2)") and "color" not in style("Rename")
        await screen.type("x")
        await screen.wait_for(lambda _: "reverse" in style("a"))
        await screen.press("backspace")
        await screen.wait_for(lambda _: "reverse" not in style("a"))
        await screen.press("escape", "a")
        await screen.wait_for("Called: add{}")
        await screen.press("t", "enter")
        await screen.wait_for('Called: tag{"tag": ""}')
        await screen.wait_for(lambda _: "reverse" in style("a"))


@asynchronous
async def test_an_empty_answer_for_a_required_text_is_not_accepted() -> None:
    async with shown(noting()) as screen:
        await screen.wait_for("Called: load{}")
        await screen.press("escape", "r", "enter")
        await screen.wait_for("To: expected a text")
        await screen.press("x", "enter")
        await screen.wait_for('Called: rename{"to": "x"}')


@asynchronous
async def test_a_server_without_screens_is_refused_in_a_line() -> None:
    def older(document: Any) -> Any:
        return {name: each for name, each in document.items() if name != "x-screens"}

    with pytest.raises(svvs.Error, match=r"^the server is too old .*\(x-screens\)\. Update the server$"):
        async with shown(noting(), read=older):
            pass
