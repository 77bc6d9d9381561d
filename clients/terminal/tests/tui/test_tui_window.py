"""The window that asks for parameters and arguments."""

from __future__ import annotations

from typing import Any

from support import asynchronous
from test_tui_cards import echoing, message
from tui_app import NUMBER, record, shown

MODE = {"enum": ["soon", "later"]}


@asynchronous
async def test_the_choice_that_will_be_sent_is_marked() -> None:
    type: Any = {"properties": {}, "actions": {
        "tap": {"arguments": {**record(mode=MODE, times=NUMBER), "required": ["mode", "times"]}}}}
    async with shown(echoing(type)) as screen:
        await screen.wait_for("t Tap")
        await screen.press("t")
        text = await screen.wait_for("● soon  ○ later")
        assert "←→ choose · ⏎ next · Esc cancels" in text
        await screen.press("right")
        await screen.wait_for("○ soon  ● later")
        await screen.press("tab", "3")
        text = await screen.wait_for("⏎ sends · Esc cancels")
        assert "○ soon  ● later" in text and "choose" not in text
        await screen.press("enter")
        await screen.wait_for(message("tap", mode="later", times=3))
