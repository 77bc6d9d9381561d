"""Cards: what they show, and what their keys send, word by word."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import asynchronous
from tui_app import NUMBER, TEXT, discovery, record, scripted, shown

FORM = {
    "title": "Form", "properties": {"name": TEXT, "secret": {**TEXT, "writeOnly": True}, "error": {
        "anyOf": [TEXT, {"type": "null"}], "readOnly": True, "x-error": True}},
    "actions": {"save": {"arguments": record()}},
}
LIST = {
    "title": "List", "properties": {
        "rows": {"type": "array", "readOnly": True, "items": record(id=TEXT, name=TEXT)},
        "find": {**TEXT, "x-filters": "rows"}, "mode": {"enum": ["few", "many"]}, "isOn": {"type": "boolean"}},
    "actions": {"delete": {"arguments": {**record(id=TEXT), "required": ["id"]}},
                "add": {"arguments": {**record(name=TEXT, count=NUMBER), "required": ["name"]}},
                "clear": {"arguments": record(by=NUMBER)}},
}
ROWS = [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bob"}]
# Says in the state what came, which the card then shows.
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
    changed(commit, commit + 1, came=request["method"] + json.dumps(values or params), **shown)
    commit += 1
    reply(request, commit=commit)
"""
CAME = {"came": {**TEXT, "readOnly": True}}


def echoing(type: Any, **state: Any) -> Any:
    """A server of one view, which shows what it was sent."""
    schema = {**type, "properties": {**CAME, **type["properties"]}}
    values = json.dumps({"came": "", **state})
    return scripted(discovery(v=schema) + f"opened(**json.loads({values!r}))" + ECHO)


def came(method: str, **params: Any) -> str:
    return "Came: " + method + json.dumps(params)


@asynchronous
async def test_what_was_typed_is_sent_by_enter_and_the_last_field_submits() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        await screen.type("Tom")
        await screen.press("tab")
        await screen.type("hidden")
        await screen.press("escape")
        text = await screen.wait_for("Name: Tom")
        assert "view/set" not in text and "hidden" not in text
        await screen.press("tab", "tab", "enter")
        text = await screen.wait_for(came("save"))
        assert "hidden" not in text and "••••••" in text
        log = text[text.index("Commits") :]
        assert 'view/set{"name": "Tom", "secret"' in log  # by this server's own word, which no other gives


@asynchronous
async def test_the_last_field_submits_with_the_arguments_that_are_required() -> None:
    save = {"arguments": {**record(name=TEXT, secret=TEXT, note=TEXT), "required": ["name", "secret"]}}
    async with shown(echoing({**FORM, "actions": {"save": save, "reset": {}}}, name="Tom", error=None)) as screen:
        await screen.wait_for("Name: Tom")
        await screen.press("tab")
        await screen.type("x")
        await screen.press("enter")
        await screen.wait_for(came("save", name="Tom", secret="x"))


@asynchronous
async def test_what_is_typed_behind_an_enter_goes_to_the_next_field() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        screen.type_ahead("a", "enter", "b", "enter")
        text = await screen.wait_for(came("save"))
        assert "Name: a" in text and '"secret": "b"' in text


@asynchronous
async def test_a_refusal_stands_on_the_card_and_is_no_control_sequence() -> None:
    type: Any = {"properties": {}, "actions": {"refuse": {}}}
    async with shown(echoing(type)) as screen:
        await screen.wait_for("r Refuse")
        await screen.press("r")
        assert "✗ not ␛[31mthat" in await screen.wait_for("✗")


@asynchronous
async def test_an_action_of_a_row_is_called_on_the_row_and_asks_elsewhere() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Rows (2)  d Delete")
        await screen.press("escape", "d")
        await screen.wait_for("Id: a, b")
        await screen.press("b", "enter")
        await screen.wait_for(came("delete", id="b"))
        await screen.press("tab", "d")
        await screen.wait_for(came("delete", id="a"))


@asynchronous
async def test_arguments_are_asked_for_and_what_is_optional_may_be_left_out() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("a Add")
        await screen.press("a")
        await screen.wait_for("List · Add")
        await screen.press("x", "enter")
        await screen.wait_for(came("add", name="x"))
        await screen.press("A")
        await screen.wait_for("List · Add")
        await screen.press("y", "enter", "z", "enter")
        await screen.wait_for("Count: expected a whole number")
        await screen.press("backspace", "7", "enter")
        await screen.wait_for(came("add", name="y", count=7))
        await screen.press("a")
        await screen.wait_for("List · Add")
        await screen.press("escape", "c")
        await screen.wait_for(came("clear"))
        await screen.press("C")
        await screen.wait_for("List · Clear")
        await screen.press("2", "enter")
        await screen.wait_for(came("clear", by=2))


@asynchronous
async def test_a_secret_argument_is_seen_nowhere() -> None:
    unlock = {"arguments": {**record(code={**TEXT, "writeOnly": True}), "required": ["code"]}}
    script = discovery(v={"title": "Safe", "properties": CAME, "actions": {"unlock": unlock}}) + """
opened(came="")
request = receive("unlock")
changed(1, 2, came=str(len(request["params"]["code"])))
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
        assert "sesame" not in await screen.wait_for("Came: 6")
        await screen.press("u")
        assert "•" not in await screen.wait_for("Code:")


@asynchronous
async def test_choices_are_chosen_by_enter_and_not_by_moving() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Mode: ● few  ○ many")
        await screen.press("tab", "tab", "right", "left", "right", "tab", "enter")
        await screen.wait_for(came("view/set", isOn=True))
        await screen.press("shift+tab", "enter")
        await screen.wait_for(came("view/set", mode="many"))


@asynchronous
async def test_a_list_is_filtered_as_one_types() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Rows (2)")
        await screen.press("slash", "x")
        await screen.wait_for(came("view/set", find="x"))
        await screen.press("y")
        await screen.wait_for(came("view/set", find="xy"))
        await screen.press("down", "d")
        await screen.wait_for(came("delete", id="a"))
        await screen.press("up", "z")
        await screen.wait_for(came("view/set", find="z"))


@pytest.mark.parametrize("value", ["two\nlines", "\x1b[31m", "x" * 3000])
def test_what_no_line_stands_for_is_replaced_by_typing_and_not_before(value: str) -> None:
    async def run() -> None:
        async with shown(echoing(FORM, name=value, error=None)) as screen:
            await screen.wait_for("Name:")
            await screen.press("tab", "x", "enter")
            await screen.wait_for(came("save"))
            assert '"name"' not in screen.text
            await screen.press("y", "enter")
            await screen.wait_for(came("view/set", name="y"))

    asynchronous(run)()


@asynchronous
async def test_an_error_is_seen_and_goes() -> None:
    script = discovery(v=FORM) + """
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
async def test_enter_in_the_last_field_that_is_seen_submits() -> None:
    way = {"anyOf": [TEXT, {"type": "null"}], "x-opens": {"type": "v"}}
    form = {**FORM, "properties": {"name": TEXT, "selected": way}}
    async with shown(echoing(form, name="", selected=None)) as screen:
        await screen.wait_for("Name:")
        await screen.press("a", "enter")
        await screen.wait_for(came("save"))


@asynchronous
async def test_a_secret_parameter_is_sent_and_shown_nowhere() -> None:
    params = {**record(id=TEXT, key={**TEXT, "writeOnly": True}), "required": ["id", "key"]}
    type: Any = {"title": "Safe", "params": params, "properties": {}, "actions": {"turn": {}}}
    async with shown(echoing(type)) as screen:
        await screen.wait_for("Safe")
        await screen.press("enter")
        await screen.wait_for("⏎ next")
        await screen.press("a", "enter", *"hidden", "enter")
        await screen.wait_for("t Turn")
        await screen.press("t")
        text = await screen.wait_for("Safe a · Turn")
        assert "id a" in text and "hidden" not in text
        await screen.press("o", "enter")
        text = await screen.wait_for("⏎ next")
        assert "Id: a" in text and "•" not in text


@asynchronous
async def test_a_required_choice_may_be_null_if_its_schema_says_so() -> None:
    mode = {"anyOf": [{"enum": ["few", "many"]}, {"type": "null"}]}
    type: Any = {"properties": {}, "actions": {"pick": {"arguments": {**record(mode=mode), "required": ["mode"]}}}}
    async with shown(echoing(type)) as screen:
        await screen.wait_for("p Pick")
        await screen.press("p")
        await screen.wait_for("● –  ○ few  ○ many")
        await screen.press("enter")
        await screen.wait_for(came("pick", mode=None))


@asynchronous
async def test_zero_and_one_are_numbers_and_no_yes_and_no() -> None:
    type: Any = {"title": "Start", "properties": {
        "level": {"enum": [0, 1]}, "chosen": {"anyOf": [NUMBER, {"type": "null"}], "x-opens": {"type": "other"}}}}
    script = discovery(start=type, other={"title": "Other"}) + """
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
