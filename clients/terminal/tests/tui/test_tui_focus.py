"""The focus after submissions and when coming back to a card."""

from __future__ import annotations

from typing import Any

from support import asynchronous
from test_tui_cards import FORM, LIST, ROWS, echoing, message
from tui_app import TEXT, discovery, scripted, shown


@asynchronous
async def test_after_a_submission_typing_begins_the_next() -> None:
    form: Any = {"properties": {"draft": TEXT}, "actions": {"add": {}}}
    async with shown(echoing(form, draft="")) as screen:
        await screen.wait_for("Draft:")
        await screen.press(*"Milk", "enter", *"Bread", "enter")
        await screen.wait_for("Draft Milk → Bread")


@asynchronous
async def test_after_a_submission_the_first_field_has_the_focus() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        await screen.press("a", "enter", "b", "enter")
        await screen.wait_for(message("save"))
        await screen.press("c")
        await screen.wait_for("Name: c")


@asynchronous
async def test_an_empty_list_that_only_its_filter_can_fill_focuses_the_filter() -> None:
    async with shown(echoing(LIST, rows=[], find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Rows (0)")
        await screen.press("x")
        await screen.wait_for(message("view/set", find="x"))
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Rows (2)")
        await screen.press("d")
        await screen.wait_for(message("delete", id="a"))


@asynchronous
async def test_coming_back_to_a_draft_does_not_replace_it() -> None:
    script = discovery(form={"title": "Form", "properties": {"name": TEXT}}, other={"title": "Other"}) + """
opened("f", name="")
opened("o")
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Name:")
        await screen.type("draft")
        await screen.press("ctrl+o", "o", "enter")
        await screen.wait_for("2 Other")
        await screen.press("1", "s")
        await screen.wait_for("Name: drafts")
