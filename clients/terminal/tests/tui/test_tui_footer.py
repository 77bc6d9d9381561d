"""The last line."""

from __future__ import annotations

from typing import Any

from support import asynchronous
from test_tui_cards import FORM, echoing
from tui_app import TEXT, shown


@asynchronous
async def test_it_says_what_enter_does_and_which_keys_act_then() -> None:
    notes: Any = {"properties": {"draft": TEXT}, "actions": {"add": {}, "refresh": {}}}
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Enter sends  Esc leaves the field")
        await screen.press("tab")
        await screen.wait_for("Enter: Save  Esc leaves the field")
    async with shown(echoing(notes, draft="")) as screen:
        await screen.wait_for("Enter sends  Esc leaves the field")
        await screen.press("M", "enter")
        await screen.wait_for("a Add  r Refresh  o open  / filter")


@asynchronous
async def test_a_small_terminal_has_room_for_it() -> None:
    async with shown(echoing(FORM, name="", error=None), width=40, height=10) as screen:
        await screen.wait_for("Enter sends  Esc leaves  Ctrl+O open")
        await screen.press("escape")
        await screen.wait_for("s Save  o open  ? keys  q quit")


@asynchronous
async def test_another_key_between_two_that_quit_is_none_of_them() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        await screen.press("escape", "q")
        await screen.wait_for("q again quits")
        await screen.press("tab", "escape", "q")
        await screen.wait_for("q again quits")
        assert screen.app.is_running
        await screen.wait_for("s Save  o open")  # as it is forgotten after a while, too
        await screen.press("q")
        await screen.wait_for("q again quits")


@asynchronous
async def test_in_the_menu_and_in_windows_it_names_the_keys_that_act_there() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        await screen.press("ctrl+o")
        await screen.wait_for("Enter opens  ↑↓ choose  Esc leaves")
        await screen.press("escape", "escape", "question_mark")
        text = await screen.wait_for("Esc leaves the window")
        assert "o open" not in text.splitlines()[-1] and "quit" not in text.splitlines()[-1]


@asynchronous
async def test_a_note_is_no_first_key_that_quits() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        await screen.press("escape")
        screen.app._say("A note")
        await screen.press("q")
        await screen.wait_for("q again quits")
