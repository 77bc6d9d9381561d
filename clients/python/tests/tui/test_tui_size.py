"""Terminals of any size, which changes."""

from __future__ import annotations

from support import asynchronous
from tui_app import TEXT, discovery, scripted, shown

CARDS = "".join(f'opened("v{number}", text="")\n' for number in range(1, 5)) + "end_of_input()"


@asynchronous
async def test_the_card_that_is_used_stays_on_the_screen() -> None:
    types = {f"v{number}": {"title": f"Type{number}", "properties": {"text": TEXT}} for number in range(1, 5)}
    async with shown(scripted(discovery(**types) + CARDS), width=40, height=10) as screen:
        await screen.wait_for("1 Type1")
        for number in range(2, 5):
            await screen.press("ctrl+o", str(number), "enter")
            await screen.wait_for(f"{number} Type{number}")
        for width, height in ((80, 24), (150, 24), (40, 10), (80, 24)):
            await screen.resize(width, height)
            await screen.wait_for(lambda text: "┏━ 4 Type4 ━" in text and "┓" in text)
        await screen.press("escape", "2")
        await screen.wait_for("┏━ 2 Type2 ━")
