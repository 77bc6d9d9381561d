"""The windows that ask for parameters and arguments, and that show rows, states and keys."""

from __future__ import annotations

import re
import time

from support import asynchronous
from test_tui_cards import FORM, LIST, echoing, message
from tui_app import discovery, scripted, shown
from written_screens import action, part, view_type


@asynchronous
async def test_the_choice_that_will_be_sent_is_marked() -> None:
    mode = part("mode", "choice", choices=[{"value": each, "title": each} for each in ("soon", "later")])
    tap = action("tap", letter="t", asks=[mode, part("times", "integer")])
    async with shown(echoing(view_type("v", actions=[tap], start=True))) as screen:
        await screen.wait_for("t Tap")
        await screen.press("t")
        await screen.wait_for("● soon  ○ later", "←→ choose · ⏎ next · Esc cancels")
        await screen.press("right")
        await screen.wait_for("○ soon  ● later")
        await screen.press("tab", "3")
        await screen.wait_for("⏎ sends · Esc cancels", "○ soon  ● later", lambda text: "choose" not in text)
        await screen.press("enter")
        await screen.wait_for(message("tap", mode="later", times=3))


@asynchronous
async def test_a_row_is_shown_whole_and_can_be_searched() -> None:
    row = {"id": "a", "name": "\n".join(f"line {number}" for number in range(100)) + "\nthe Needle " + "x" * 2000}
    async with shown(echoing(LIST, rows=[row], find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Rows (1)")
        await screen.press("space")
        await screen.wait_for("line 10")
        await screen.press("slash", *"needle", "enter")
        await screen.wait_for("the Needle")
        await screen.wait_for("1 of 1 · n next")
        await screen.press("slash", *"nowhere", "enter")
        await screen.wait_for("not found: nowhere")
        await screen.press("slash", "escape")
        await screen.press("escape")
        await screen.wait_for("⏎ shows")
        assert "line 10" not in screen.text


@asynchronous
async def test_the_whole_state_of_a_view_can_be_shown() -> None:
    form = {**FORM, "parts": [*FORM["parts"], part("hidden", role="hidden")]}
    async with shown(echoing(form, name="Tom", error=None, hidden="for programs")) as screen:
        await screen.wait_for("Name: Tom")
        await screen.press("escape", "space")
        await screen.wait_for("Hidden: for programs")


@asynchronous
async def test_lines_that_fill_the_width_are_shown_whole() -> None:
    digits = "".join(f"{number:04}" for number in range(1000))
    async with shown(echoing(FORM, name=digits, error=None), width=80, height=20, is_entered=False) as screen:
        await screen.wait_for("Name:")
        await screen.press("space")
        text = await screen.wait_for(" 00000001")
        assert digits.startswith("".join(re.findall(r"\d{20,}", text)))


@asynchronous
async def test_the_first_screen_takes_keys_and_names_those_of_help_and_quitting() -> None:
    async with shown(echoing(FORM, name="", error=None), is_entered=False) as screen:
        await screen.wait_for("? keys  q quit", "⏎ types  s Save")
        await screen.press("question_mark")
        await screen.wait_for("F1  shows these keys")
        await screen.press("f1")
        await screen.wait_for(lambda text: "F1  shows" not in text)
        await screen.press("enter", "?", "f1")
        await screen.wait_for("F1  shows these keys")
        await screen.press("escape")
        await screen.wait_for("Name: ?")
        await screen.press("ctrl+c")
        await screen.wait_for(lambda text: text.endswith("Ctrl+Q quits"))


@asynchronous
async def test_a_text_of_many_lines_is_shown_at_once() -> None:
    text = 'name="", error="".join(f"{number} y\\n" for number in range(10_000)) + "the end " + "x" * 500'
    async with shown(scripted(discovery(FORM) + f"opened({text})\nend_of_input()"), is_entered=False) as screen:
        await screen.wait_for("Name:")
        started = time.process_time()
        await screen.press("space")
        await screen.wait_for("2 y")
        assert time.process_time() - started < 3  # a widget for each line took 100
        await screen.press("slash", *"the end", "enter")
        await screen.wait_for("1 of 1", "the end", lambda text: text.count("x" * 80) > 4)  # the line is wrapped
        await screen.resize(50, 20)
        await screen.wait_for("the end")
