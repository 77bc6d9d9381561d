"""The focus, which decides whether letters are text or keys."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import MagicMock

import pytest

from support import asynchronous
from svvs_terminal.tui.card import Card
from svvs_terminal.tui.focus import Focus
from svvs_terminal.tui.workspace import Workspace
from test_tui_cards import FORM, LIST, ROWS, echoing, message
from tui_app import discovery, scripted, shown
from written_screens import action, part, view_type


@asynchronous
async def test_after_a_submission_typing_begins_the_next() -> None:
    form = view_type("v", part("draft", editable=True), actions=[action("add", letter="a")],
                     form={"fields": ["draft"], "calls": "add"}, start=True)
    async with shown(echoing(form, draft="")) as screen:
        await screen.wait_for("Draft:")
        await screen.press(*"Milk", "enter", "enter", *"Bread", "enter")
        await screen.wait_for("Draft Milk → Bread")


@asynchronous
async def test_after_a_submission_of_a_form_letters_are_keys() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        screen.type_ahead("a", "enter", "b", "enter", *"o2")
        await screen.wait_for(message("save"))
        await screen.wait_for("keys a letter opens")
        assert "Name: a " in screen.text


@asynchronous
async def test_forms_submitted_before_the_server_replies_are_sent_one_after_the_other() -> None:
    script = discovery(FORM) + """
opened(name="", error="")
request, state, calls, commit = receive("view/set"), {}, [], 1
receive("typed")
while request["method"] != "shutdown":
    state.update(request["params"].get("properties", {}))
    if request["method"] == "save": calls.append(f"{state['name']}-{state['secret']}")
    changed(commit, commit + 1, name=state["name"], error=" ".join(calls))
    commit += 1
    reply(request, commit=commit)
    request = receive()
reply(request)
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Name:")
        await screen.press("a", "enter", "b", "enter", "enter", "c", "enter", "d", "enter", "enter", "e", "enter", "d", "enter")
        screen.app.server.notify("typed")
        await screen.wait_for("✗ a-b c-d e-d")


@asynchronous
async def test_a_form_is_not_submitted_without_a_field_that_is_refused() -> None:
    script = discovery(FORM) + """
opened(name="", error="")
first = receive("view/set")
receive("typed")
refuse(first, -32602, "InvalidParams", "no such name")
second = receive("view/set")
assert second["params"]["properties"] == {"name": "a", "secret": "b"}, second
refuse(second, -32602, "InvalidParams", "still no such name")
third = receive("view/set")
assert third["params"]["properties"] == {"name": "ax", "secret": "b"}, third
reply(third, commit=1)
reply(receive("save"), commit=1)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Name:")
        await screen.press("a", "enter", "b", "enter")
        screen.app.server.notify("typed")
        await screen.wait_for("✗ still no such name")
        await screen.press("enter", "x", "tab", "enter")
        await screen.wait_for(lambda _: "Save" in screen.log)


@asynchronous
async def test_coming_back_to_a_draft_does_not_replace_it() -> None:
    form = view_type("form", part("name", editable=True), form={"fields": ["name"]}, start=True)
    script = discovery(form, view_type("other", letter="o")) + """
opened("f", name="")
opened("o")
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Name:")
        await screen.type("draft")
        await screen.press("ctrl+o", "o")
        await screen.wait_for("2 Other")
        await screen.press("1", "enter", "s")
        await screen.wait_for("Name: drafts")


@asynchronous
async def test_cancelling_the_question_of_the_menu_leads_back() -> None:
    form = view_type("form", part("name", editable=True), form={"fields": ["name"]}, start=True)
    script = discovery(form, view_type("asked", asks=[part("id")], letter="a")) + 'opened(name="")\nend_of_input()'
    async with shown(scripted(script), width=60) as screen:
        await screen.wait_for("Name:")
        await screen.press("tab", *"ab", "ctrl+o", "a")
        await screen.wait_for("Esc cancels")
        await screen.press("escape", "c")
        await screen.wait_for("Name: abc")


@asynchronous
async def test_a_key_that_does_not_wait_for_a_view_is_for_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view is opened twice from a field. Before the second time, the server has closed it."""
    monkeypatch.setattr("svvs_terminal.tui.keyboard._TIMEOUT", 0.001)  # as if the machine were slow
    form = view_type("form", part("name", editable=True), form={"fields": ["name"]}, start=True)
    other = view_type("other", actions=[action("run", letter="r")], letter="o")
    script = discovery(form, other) + """
opened("f", name="")
for view in ("o1", "o2"):
    request = receive("view/open")
    receive("typed")
    reply(request, view=view, commit=1, state={})
    call = receive("run")
    send(method="session/changed", params={"session": "default", "opened": [], "closed": [view], "connections": 1})
    reply(call, commit=1)
end_of_input()
"""
    async with shown(scripted(script), 140) as screen:
        await screen.wait_for("Name:")
        for name in ("ab", "abab"):
            screen.type_ahead(*"ab", "ctrl+o", "o", "r", "1", "enter")
            await screen.wait_for(f"Name: {name} ", "┏━ 1 Form", "─ 2 Other", lambda text: "✗" not in text)
            screen.app.server.notify("typed")
            await screen.wait_for("✗ closed by the server")


@asynchronous
async def test_letters_stay_keys_when_a_view_is_open_again() -> None:
    form = view_type("form", part("name", editable=True), actions=[action("run", letter="r")],
                     form={"fields": ["name"]}, start=True)
    script = discovery(form) + """
opened("f", name="")
receive("typed")
send(method="session/changed", params={"session": "default", "opened": [], "closed": ["f"], "connections": 1})
opened("f", name="")
reply(receive("view/set"), commit=2)
reply(receive("run"), commit=2)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Name:")
        await screen.press("a")
        screen.app.server.notify("typed")
        await screen.wait_for("✗ closed by the server")
        await screen.press("escape", "ctrl+r")
        await screen.wait_for("Name: a ", "Opened again: 1 view")
        await screen.press("r")
        await screen.wait_for(lambda _: "Form · Run" in screen.log)


@asynchronous
async def test_a_click_after_the_card_of_the_focus_is_open_again_moves_the_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    types = [view_type(name, actions=[action("run", letter="r")], letter=name, start=name == "a") for name in "ab"]
    script = discovery(*types) + """
opened("a"); opened("b")
receive("typed")
send(method="session/changed", params={"session": "default", "opened": [], "closed": ["a", "b"], "connections": 1})
opened("a2"); opened("b2")
request = receive("run")
assert request["params"]["view"] == "a2", request
reply(request, commit=1)
end_of_input()
"""
    uncover = Workspace.uncover

    def uncover_before_click(workspace: Workspace, card: Card) -> None:
        uncover(workspace, card)
        if card.type.name == "b":
            workspace.cards[0].enter()  # as a click on card 1

    async with shown(scripted(script)) as screen:
        await screen.wait_for("1 A")
        await screen.press("o", "b")
        await screen.wait_for("┏━ 2 B")
        screen.app.server.notify("typed")
        await screen.wait_for("✗ closed by the server")
        monkeypatch.setattr(Workspace, "uncover", uncover_before_click)
        await screen.press("ctrl+r")
        await screen.wait_for("Opened again: 2 views", "┏━ 1 A")
        await screen.press("r")
        await screen.wait_for(lambda _: "A · Run" in screen.log)


@pytest.mark.parametrize("is_moved", [True, False])
def test_a_card_of_another_version_of_the_app_has_the_focus_of_the_earlier_one_unless_a_click_moves_it(
    monkeypatch: pytest.MonkeyPatch, is_moved: bool,
) -> None:
    def version(*parts: Any) -> str:
        types = [view_type(name, *(parts if name == "b" else ()), actions=[action("run", letter="r")], letter=name, start=name == "a",
                           form={"fields": ["name"]} if name == "b" else {}) for name in "ab"]
        return discovery(*types) + 'opened("a"); opened("b", name="", other="")\n'

    name = part("name", editable=True)
    scripts = iter([version(name) + "receive('typed'); sys.exit(1)", version(name, part("other")) + """
request = receive("run")
assert request["params"]["view"] == "a", request
reply(request, commit=1)
end_of_input()
"""])
    replace = Focus.replace

    def replace_before_click(focus: Focus, card: Card, new: Card) -> None:
        replace(focus, card, new)
        if is_moved:
            card.screen.query_one(Workspace).cards[0].enter()  # as a click on card 1

    async def run() -> None:
        async with shown(lambda: scripted(next(scripts))()) as screen:
            await screen.wait_for("1 A")
            await screen.press("o", "b")
            await screen.wait_for("┏━ 2 B")
            await screen.press("enter", "x")
            await screen.wait_for("Name: x")
            screen.app.server.notify("typed")
            await screen.wait_for("Ctrl+R reopens all")
            monkeypatch.setattr(Focus, "replace", replace_before_click)
            await screen.press("ctrl+r")
            await screen.wait_for("Opened again: 2 views", "Other:")
            await screen.press("r")
            await screen.wait_for(lambda text: "A · Run" in screen.log if is_moved else "Name: xr" in text)

    asynchronous(run)()


def test_keys_wait_for_a_view_that_opens_while_another_card_is_replaced() -> None:
    focus, opening, card, new = Focus(), MagicMock(), MagicMock(), MagicMock(fields=[])
    focus.arriving.add(opening)
    focus.replace(card, new)
    assert focus.arriving == {opening, new}
    function, *arguments = new.call_after_refresh.call_args.args
    function(*arguments)
    assert focus.arriving == {opening}


@asynchronous
async def test_a_new_card_has_the_border_of_the_focus_while_its_view_opens() -> None:
    form = view_type("form", part("name", editable=True), form={"fields": ["name"]}, start=True)
    script = discovery(form, {**LIST, "start": False}) + 'opened("f", name="")\nend_of_input()'
    async with shown(scripted(script), width=60) as screen:
        await screen.wait_for("Name:")
        await screen.press("ctrl+o", "l")
        await screen.wait_for("┏━ 2 List")


# Two forms and a list. The second view opens by itself when a notification arrives.
FORMS = discovery(
    view_type("form", part("name", editable=True), part("isAway", "switch", role="hidden", opens={"view": "other", "on": "true"}),
              form={"fields": ["name"]}, start=True, letter="f"),
    view_type("other", part("text", editable=True), form={"fields": ["text"]}, letter="o"),
) + """
opened("f", name="", isAway=False)
"""


@asynchronous
async def test_no_key_that_goes_elsewhere_makes_letters_text_or_keys() -> None:
    async with shown(scripted(FORMS + 'opened("o", text="")\nend_of_input()'), is_entered=False) as screen:
        await screen.wait_for("keys ⏎ types")
        await screen.press("o", "escape", "o", "o")
        await screen.wait_for("┏━ 2 Other")
        await screen.press("enter", *"12", "ctrl+o", "escape", "3")
        await screen.wait_for("Text: 123")
        await screen.press("escape", "1")
        await screen.wait_for("┏━ 1 Form")
        await screen.press("n")
        await screen.wait_for("┏━ 2 Other")
        await screen.press("p", "backspace")
        await screen.wait_for("┏━ 2 Other")
        await screen.press("ctrl+w")
        await screen.wait_for("Text not sent: Ctrl+W again closes the view")
        await screen.press("ctrl+w")
        await screen.wait_for(lambda text: "┏━ 1 Form" in text and "2 Other" not in text)
        await screen.wait_for(lambda text: text.splitlines()[-1].startswith("keys ⏎ types"))
        await screen.press("backspace")
        await screen.wait_for("No card to go back to")


@pytest.mark.parametrize("before, after, found", [
    ("a", "b", "Name: ab"), ("escape ctrl+o", "escape", "┏━ 1 Form"), ("escape", "tab", "┏━ 2 Other"),
])
def test_a_view_that_opens_by_itself_takes_the_focus_only_from_its_card(before: str, after: str, found: str) -> None:
    async def run() -> None:
        script = FORMS + 'receive("show")\nchanged(1, 2, "f", isAway=True)\nopened("o", text="")\nend_of_input()'
        async with shown(scripted(script), width=160) as screen:
            await screen.wait_for("Name:")
            await screen.press(*before.split())
            screen.app.server.notify("show")
            await screen.wait_for("Text:")
            await screen.press(*after.split())
            await screen.wait_for(found)

    asynchronous(run)()


@asynchronous
async def test_arrows_always_move_something() -> None:
    form = {**LIST, "parts": [*LIST["parts"], part("note", editable=True, submits="clear")]}
    async with shown(echoing(form, rows=ROWS, find="", mode="few", isOn=False, note="")) as screen:
        await screen.wait_for(" text  Enter Clear")
        await screen.press("escape", "down", "enter")  # in the table
        await screen.wait_for("Name: Bob")
        await screen.press("escape", "down", "right", "enter")  # past its end, to a choice
        await screen.wait_for(message("view/set", mode="many"))
        await screen.press("up", "enter")
        await screen.wait_for("Name: Bob")


@asynchronous
async def test_cards_beyond_the_ninth_have_keys() -> None:
    types = [view_type(f"v{number}", title=f"Type{number}", start=number == 1) for number in range(1, 12)]
    script = discovery(*types) + "".join(f'opened("{each["name"]}")\n' for each in types) + "end_of_input()"
    async with shown(scripted(script), width=50) as screen:
        await screen.wait_for("1 Type1")
        for number in range(2, 12):
            await screen.press("o", "slash", *str(number), "enter")
            await screen.wait_for(f"{number} Type{number}")
            await screen.wait_for(lambda _: not screen.app.is_arriving)
        await screen.press("0")
        await screen.wait_for("10 Type10")
        await screen.press("n", "n")
        await screen.wait_for("1 Type1 ")


@asynchronous
async def test_actions_rows_and_records_can_be_clicked() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Rows (2)")
        await screen.click("Clear")
        await screen.wait_for(message("clear"))
        await screen.click("Bob")
        await screen.click("Delete")
        await screen.wait_for(message("delete", id="b"))
        await screen.click("Ann", times=2)
        await screen.wait_for("Name: Ann")
