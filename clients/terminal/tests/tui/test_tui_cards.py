"""Cards: what they show, and the messages that their keys send."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import asynchronous
from tui_app import discovery, scripted, shown
from written_screens import action, part, view_type

FORM = view_type(
    "form", part("name", editable=True), part("secret", editable=True, secret=True),
    part("error", nullable=True, role="error"), form={"fields": ["name", "secret"], "calls": "save"},
    actions=[action("save", letter="s")], start=True, letter="f")
MODES = [{"value": "few", "title": "few"}, {"value": "many", "title": "many"}]
LIST = view_type(
    "list", part("rows", "rows", columns=[part("id"), part("name")], key="id", label="name"),
    part("find", editable=True, filters="rows"), part("mode", "choice", choices=MODES, editable=True),
    part("isOn", "switch", title="Is on", editable=True), start=True, letter="l",
    actions=[action("delete", letter="d", rows="rows", asks=[part("id", source=("rows", "id"))]),
             action("add", letter="a", asks=[part("name"), part("count", "integer", optional=True)]),
             action("clear", letter="c", asks=[part("by", "integer", optional=True)])])
ROWS = [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bob"}]
# Sets the state to the received message, which the card then shows.
ECHO = """
commit = 1
while True:
    request = receive()
    if "id" not in request: continue
    if request["method"] == "refuse":
        refuse(request, -32602, "InvalidParams", "not \\x1b[31mthat")
        continue
    params = {k: v for k, v in request["params"].items() if k != "view"}
    values = params.get("properties", {})
    shown = {name: value for name, value in values.items() if name != "secret"}
    changed(commit, commit + 1, message=request["method"] + json.dumps(values or params), **shown)
    commit += 1
    reply(request, commit=commit)
"""
MESSAGE = part("message")


def echoing(one: dict[str, Any], **state: Any) -> Any:
    """A server with one view, whose state contains the last message."""
    values = json.dumps({"message": "", **state})
    return scripted(discovery({**one, "parts": [MESSAGE, *one["parts"]]}) + f"opened(**json.loads({values!r}))" + ECHO)


def message(method: str, **params: Any) -> str:
    return "Message: " + method + json.dumps(params)


@asynchronous
async def test_enter_sends_the_fields_and_the_last_field_submits() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        await screen.type("Tom")
        await screen.press("tab")
        await screen.type("hidden")
        await screen.press("escape")
        text = await screen.wait_for("Name: Tom")
        assert "view/set" not in text and "hidden" not in text
        await screen.press("tab", "tab", "enter")
        text = await screen.wait_for(message("save"), "••••••", 'view/set{"name": "Tom", "secret"')
        assert "hidden" not in text
        log = text[text.index("Commits") :]
        assert 'view/set{"name": "Tom", "secret"' in log  # this server sends parameters back



@asynchronous
async def test_text_typed_directly_after_enter_goes_to_the_next_field() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        screen.type_ahead("a", "enter", "b", "enter")
        await screen.wait_for(message("save"), "Name: a", '"secret": "b"')


@asynchronous
async def test_a_refusal_is_shown_on_the_card_without_control_characters() -> None:
    async with shown(echoing(view_type("v", actions=[action("refuse", letter="r")], start=True))) as screen:
        await screen.wait_for("r Refuse")
        await screen.press("r")
        assert "✗ not ␛[31mthat" in await screen.wait_for("✗")


@asynchronous
async def test_an_action_on_rows_is_called_on_the_selected_row_or_asks() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Rows (2)  d Delete")
        await screen.press("d")
        await screen.wait_for(message("delete", id="a"))
        for keys in (["b"], ["down", "down"], [*"Bob"]):
            await screen.press("tab", "d")
            await screen.wait_for("Id: a  Ann, b  Bob")
            await screen.press(*keys, "enter")
            await screen.wait_for(message("delete", id="b"))
            await screen.press("shift+tab", "d")
            await screen.wait_for(message("delete", id="a"))


@asynchronous
async def test_without_rows_the_window_says_that_there_is_nothing_to_choose_from() -> None:
    async with shown(echoing(LIST, rows=[], find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Rows (0)")
        await screen.press("d")
        text = await screen.wait_for("Id: nothing to choose from")
        assert "↓ offers" not in text
        await screen.press("down", "up", "x", "enter")
        await screen.wait_for(message("delete", id="x"))


@asynchronous
async def test_arguments_are_asked_for_and_optional_ones_may_be_omitted() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("a Add")
        await screen.press("a")
        await screen.wait_for("List · Add")
        await screen.press("x", "enter")
        await screen.wait_for(message("add", name="x"))
        await screen.press("A")
        await screen.wait_for("List · Add")
        await screen.press("y", "enter", "z", "enter")
        await screen.wait_for("Count: expected a whole number of 64 bits")
        await screen.press("backspace", "7", "enter")
        await screen.wait_for(message("add", name="y", count=7))
        await screen.press("a")
        await screen.wait_for("List · Add")
        await screen.press("escape", "c")
        await screen.wait_for(message("clear"))
        await screen.press("C")
        await screen.wait_for("List · Clear")
        await screen.press("2", "enter")
        await screen.wait_for(message("clear", by=2))


@asynchronous
async def test_a_secret_argument_is_never_shown() -> None:
    unlock = action("unlock", letter="u", asks=[part("code", secret=True)])
    script = discovery(view_type("safe", MESSAGE, actions=[unlock], start=True)) + """
opened(message="")
request = receive("unlock")
changed(1, 2, message=str(len(request["params"]["code"])))
reply(request, commit=2)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("u Unlock")
        await screen.press("u")
        await screen.wait_for("Code:")
        await screen.type("sesame")
        assert "••••••" in screen.text and "sesame" not in screen.text
        await screen.press("enter")
        assert "sesame" not in await screen.wait_for("Message: 6")
        await screen.press("u")
        assert "•" not in await screen.wait_for("Code:")


@asynchronous
async def test_enter_chooses_and_moving_does_not() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Mode: ● few  ○ many")
        await screen.press("tab", "right", "left", "right", "tab", "enter")
        await screen.wait_for(message("view/set", isOn=True))
        await screen.press("shift+tab", "enter")
        await screen.wait_for(message("view/set", mode="many"))


@asynchronous
async def test_a_list_is_filtered_while_typing() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        text = await screen.wait_for("Rows (2)", "Find:")
        assert text.index("Find:") < text.index("Rows (2)")
        await screen.press("slash", "x")
        await screen.wait_for(message("view/set", find="x"))
        await screen.press("y")
        await screen.wait_for(message("view/set", find="xy"))
        await screen.press("down", "d")
        await screen.wait_for(message("delete", id="a"))
        await screen.press("up", "d", "slash", "z", "escape")
        await screen.wait_for(message("view/set", find=""))
        await screen.press("d")
        await screen.wait_for(message("delete", id="a"))


@pytest.mark.parametrize("value", ["two\nlines", "\x1b[31m", "x" * 3000])
def test_a_value_that_no_line_represents_is_only_replaced_by_typing(value: str) -> None:
    async def run() -> None:
        async with shown(echoing(FORM, name=value, error=None)) as screen:
            await screen.wait_for("Name:")
            await screen.press("tab", "x", "enter")
            await screen.wait_for(message("save"))
            assert '"name"' not in screen.text
            await screen.press("enter", "y", "enter")
            await screen.wait_for(message("view/set", name="y"))

    asynchronous(run)()


@asynchronous
async def test_an_error_is_shown_and_removed() -> None:
    script = discovery(FORM) + """
opened(name="", error=None)
request = receive("save")
changed(1, 2, error="wrong \\u202epassword")
reply(request, commit=2)
request = receive("save")
changed(2, 3, error=None)
reply(request, commit=3)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Name:")
        await screen.press("escape", "s")
        await screen.wait_for("✗ wrong \ufffdpassword")
        await screen.press("s")
        await screen.wait_for(lambda text: "✗" not in text)



@asynchronous
async def test_a_secret_parameter_is_sent_and_never_shown() -> None:
    safe = view_type("safe", letter="s", asks=[part("id"), part("key", secret=True)], actions=[action("turn", letter="t")])
    async with shown(echoing(safe)) as screen:
        await screen.wait_for("Safe")
        await screen.press("enter")
        await screen.wait_for("⏎ next")
        await screen.press("a", "enter", *"hidden", "enter")
        await screen.wait_for("t Turn")
        await screen.press("t")
        text = await screen.wait_for("Safe a · Turn", "id a")
        assert "hidden" not in text
        await screen.press("o", "s")
        await screen.wait_for("⏎ next", "Id: a", lambda text: "•" not in text)


@asynchronous
async def test_a_required_choice_may_be_null_if_its_schema_allows_it() -> None:
    pick = action("pick", letter="i", asks=[part("mode", "choice", choices=MODES, nullable=True)])
    async with shown(echoing(view_type("v", actions=[pick], start=True))) as screen:
        await screen.wait_for("i Pick")
        await screen.press("i")
        await screen.wait_for("● –  ○ few  ○ many")
        await screen.press("enter")
        await screen.wait_for(message("pick", mode=None))


@asynchronous
async def test_an_action_without_a_letter_is_chosen_by_typing_its_title() -> None:
    actions = [action(f"act{number}", **({} if number else {"letter": "a"})) for number in range(40)]
    async with shown(echoing(view_type("v", actions=actions, start=True))) as screen:
        await screen.wait_for("a Act0")
        await screen.press(".", *"act2x7")
        await screen.wait_for("‹ Act27 ›")
        await screen.press("enter")
        await screen.wait_for(message("act27"))


@asynchronous
async def test_zero_and_one_are_numbers_and_not_yes_and_no() -> None:
    choices = [{"value": 0, "title": "0"}, {"value": 1, "title": "1"}]
    opens = {"view": "other", "on": "value", "resets": True}
    first = view_type("start", part("level", "choice", choices=choices, editable=True),
                      part("chosen", "integer", editable=True, nullable=True, role="hidden", opens=opens), start=True)
    script = discovery(first, view_type("other")) + """
opened("s", level=1, chosen=None)
request = receive("view/set")
assert request["params"]["properties"] == {"level": 1}, request
changed(1, 2, "s", chosen=0)
reply(request, commit=2)
opened("o")
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Level: ○ 0  ● 1")
        await screen.press("tab", "enter")
        await screen.wait_for("2 Other")
