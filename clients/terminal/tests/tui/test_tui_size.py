"""Terminals of any size, and resizing."""

from __future__ import annotations

from typing import Any

import pytest
from textual.geometry import Region
from textual.widget import Widget

from support import asynchronous
from svvs_terminal.tui.card import Card
from svvs_terminal.tui.workspace import Workspace
from test_tui_cards import echoing
from tui_app import Screen, discovery, scripted, shown
from written_screens import part, view_type

TEXT = part("text", editable=True)


def cards(count: int) -> str:
    """The script of a server that opens all views."""
    types = [view_type(f"v{number}", TEXT, title=f"Type{number}", form={"fields": ["text"]}, start=number == 1)
             for number in range(1, count + 1)]
    return discovery(*types) + "".join(f'opened("{each["name"]}", text="")\n' for each in types) + "end_of_input()"


@asynchronous
async def test_the_active_card_stays_visible() -> None:
    async with shown(scripted(cards(4)), width=40, height=10) as screen:
        await screen.wait_for("1 Type1")
        for number in range(2, 5):
            await screen.press("ctrl+o", "slash", str(number), "enter")
            await screen.wait_for(f"{number} Type{number}")
        for width, height in ((80, 24), (150, 24), (40, 10), (80, 24)):
            await screen.resize(width, height)
            await screen.wait_for(lambda text: "┏━ 4 Type4 ━" in text and "┓" in text)
        await screen.press("escape", "2")
        await screen.wait_for("┏━ 2 Type2 ━")


async def scroll_in_a_frame_with_a_layout(screen: Screen, scrolled: Widget, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scrolls a widget to its beginning in such a frame, and waits until it is drawn."""
    compositor = screen.app.screen._compositor
    drawn: list[Region] = []
    draw = compositor.render_update

    def note(*args: Any, **options: Any) -> Any:
        drawn.extend(compositor._dirty_regions)
        return draw(*args, **options)

    monkeypatch.setattr(compositor, "render_update", note)
    scrolled.scroll_to(0, 0, animate=False, immediate=True)
    compositor._full_map_invalidated = True  # as when a widget that is out of sight changes
    assert scrolled.virtual_region  # as when a widget asks for its place
    screen.app.query_one("#status").refresh(layout=True)
    await screen.wait_for(lambda _: any(each.contains_region(scrolled.region) for each in drawn))


@asynchronous
async def test_a_scroll_to_a_card_is_drawn_with_a_layout_of_the_same_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    async with shown(scripted(cards(2)), width=40, height=10) as screen:
        await screen.wait_for("1 Type1")
        await screen.press("ctrl+o", "slash", "2", "enter")
        await screen.wait_for("2 Type2", lambda _: not screen.app.is_arriving)
        await scroll_in_a_frame_with_a_layout(screen, screen.app.query_one(Workspace), monkeypatch)
        await screen.wait_for("1 Type1")


@asynchronous
async def test_a_scroll_in_a_card_is_drawn_with_a_layout_of_the_same_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    tall = view_type("tall", *(part(f"p{number}", title=f"P{number}", editable=True) for number in range(1, 31)), start=True)
    values = ", ".join(f"p{number}=''" for number in range(1, 31))
    async with shown(scripted(discovery(tall) + f"opened('v', {values})\nend_of_input()"), height=10) as screen:
        await screen.wait_for("P1:")
        await screen.press("shift+tab")
        await screen.wait_for("P30:")
        await scroll_in_a_frame_with_a_layout(screen, screen.app.query_one(Card), monkeypatch)
        await screen.wait_for("P1:")


@asynchronous
async def test_a_card_fills_a_shrunk_terminal_after_the_menu() -> None:
    async with shown(scripted(cards(9))) as screen:
        await screen.wait_for("1 Type1")
        for number in range(2, 10):
            await screen.press("ctrl+o", "slash", str(number), "enter")
            await screen.wait_for(f"{number} Type{number}")
        await screen.press("escape", "3", "escape")
        await screen.resize(140, 30)
        await screen.press("o")
        await screen.resize(40, 10)
        await screen.press("escape")
        await screen.wait_for(lambda text: text.startswith("┏━ 3 Type3 ━") and text.split("\n")[0].endswith("━━┓"))


@asynchronous
async def test_the_focused_widget_stays_visible() -> None:
    facts = [part(f"fact{number}") for number in range(8)]
    rows = part("rows", "rows", columns=[part("id")], key="id", label="id")
    view = view_type("v", *facts, rows, start=True)
    state = {**{each["name"]: "" for each in facts}, "rows": [{"id": f"row{number}"} for number in range(10)]}
    async with shown(echoing(view, **state)) as screen:
        await screen.wait_for("row0")
        await screen.press(*["down"] * 9)
        await screen.resize(40, 10)
        await screen.wait_for(lambda text: "row9" in text and text.count("\n") < 10)


@asynchronous
async def test_the_active_card_has_the_width_of_its_rows_and_can_be_enlarged() -> None:
    rows = part("rows", "rows", columns=[part("body")], label="body")
    other = view_type("other", TEXT, form={"fields": ["text"]}, letter="o")
    script = discovery(view_type("wide", rows, start=True), other) + f'opened("w", rows=[{{"body": "{"x" * 78}END"}}])\nopened("o", text="")\nend_of_input()'
    async with shown(scripted(script), width=170) as screen:
        await screen.wait_for("xEND")
        await screen.press("o", "o")
        await screen.wait_for(lambda text: "┏━ 2 Other" in text and "╭─ 1 Wide" in text)
        await screen.resize(120, 30)
        await screen.wait_for(lambda text: "┏━ 2 Other" in text and "xEND" not in text)
        await screen.press("escape", "1")
        await screen.wait_for("xEND", "Views", "Commits")
        await screen.resize(90, 30)
        await screen.wait_for(lambda text: "x…" in text)
        await screen.press("+")
        await screen.wait_for("xEND", lambda text: "Views" not in text and "Commits" not in text)
        await screen.press("o")
        await screen.wait_for("Views")
        await screen.press("escape", "2", "f2")
        await screen.wait_for("Commits")


@asynchronous
async def test_the_log_is_smaller_in_a_low_terminal() -> None:
    async with shown(scripted(cards(1)), width=80, height=24) as screen:
        await screen.wait_for("1 Type1")
        for height, lines in ((24, 4), (40, 6), (24, 4)):
            await screen.resize(80, height)
            await screen.wait_for(lambda text: f"╭─ Commits {'─' * 68}╮" == text.splitlines()[-1 - lines])
