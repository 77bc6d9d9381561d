"""The keys and notes in the last line."""

from __future__ import annotations

from support import asynchronous
from test_tui_cards import FORM, LIST, echoing
from tui_app import shown
from written_screens import action, part, view_type


@asynchronous
async def test_it_shows_the_effect_of_enter_and_the_keys_of_actions() -> None:
    notes = view_type("v", part("draft", editable=True), form={"fields": ["draft"]}, start=True,
                      actions=[action("add", letter="a"), action("refresh", letter="r")])
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for(" text  Enter sends  Esc leaves the field")
        await screen.press("tab")
        await screen.wait_for("Enter Save  Esc leaves the field")
    async with shown(echoing(notes, draft="")) as screen:
        await screen.wait_for(" text  Enter sends  Esc leaves the field")
        await screen.press("M", "enter")
        await screen.wait_for("keys ⏎ types  a Add  r Refresh  o open")
        assert "/ filter" not in screen.text and "x cancel" not in screen.text
    async with shown(echoing(LIST, rows=[{"id": "a"}], find="")) as screen:
        await screen.wait_for("Rows (1)")
        await screen.wait_for("keys d Delete  ⏎ shows  a Add  c Clear  / filter  o open")
        await screen.press("tab")
        await screen.wait_for("keys a Add  c Clear  / filter  o open")


@asynchronous
async def test_it_is_shorter_in_a_small_terminal() -> None:
    async with shown(echoing(FORM, name="", error=None), width=40, height=10) as screen:
        await screen.wait_for(lambda text: text.endswith(" text  Enter sends  Esc leaves"))
        await screen.press("escape")
        await screen.wait_for("keys ⏎ types  o open  ? keys  q quit")


@asynchronous
async def test_two_keys_that_quit_must_follow_each_other() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        await screen.press("escape", "q")
        await screen.wait_for("q again quits")
        await screen.press("tab", "escape", "q")
        await screen.wait_for("q again quits")
        assert screen.app.is_running
        await screen.wait_for("s Save  o open")  # the note is also removed after a timeout
        await screen.press("q")
        await screen.wait_for("q again quits")


@asynchronous
async def test_it_shows_the_keys_of_the_menu_and_of_windows() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        await screen.press("ctrl+o")
        await screen.wait_for("keys a letter opens  / search  ↑↓ choose")
        await screen.press("x")
        assert "Nothing to cancel" not in screen.text
        await screen.press("slash")
        await screen.wait_for(" text  ↑↓ choose  Enter opens")
        await screen.press("escape", "escape", "question_mark")
        await screen.wait_for("/ search · Esc closes", lambda text: text.endswith("\nkeys"))


@asynchronous
async def test_after_a_note_the_first_key_does_not_quit() -> None:
    async with shown(echoing(FORM, name="", error=None)) as screen:
        await screen.wait_for("Name:")
        await screen.press("escape")
        screen.app._show_note("A note")
        await screen.press("q")
        await screen.wait_for("q again quits")
