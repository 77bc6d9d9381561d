"""The vectors for scrolling, on a card whose tables show one row each."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import REPOSITORY, asynchronous
from textual import on
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from svvs_terminal.tui.card import Card
from svvs_terminal.tui.hints import view_types
from svvs_terminal.tui.table import Table

FILE = REPOSITORY / "schemas/vectors/screens/scrolling.json"
CASES = {case["name"]: case for case in json.loads(FILE.read_text("utf-8"))["cases"]}


class Shown(App[None]):
    """A card, and the properties that it sets."""

    CSS = "Table { height: 3; min-height: 3; }"

    def __init__(self, case: dict[str, Any]) -> None:
        super().__init__()
        self.card = Card(view_types(case["document"])[case["type"]], {})
        self.sets: dict[str, Any] = {}

    def compose(self) -> ComposeResult:
        yield self.card

    @on(Card.PropertySet)
    def set(self, event: Card.PropertySet) -> None:
        self.sets[event.field.name] = event.value


async def show(app: Shown, pilot: Pilot[None], state: dict[str, Any]) -> None:
    app.card.show(state)
    await pilot.pause()


@pytest.mark.parametrize("name", CASES)
@asynchronous
async def test_a_case(name: str) -> None:
    case = CASES[name]
    app, state = Shown(case), case["state"]
    async with app.run_test(size=(60, 40)) as pilot:
        await show(app, pilot, state)
        tables = {table.field.name: table for table in app.query(Table)}
        if "inSight" in case:
            for property, table in tables.items():
                table.scroll_to(y=len(table.rows) if property in case["inSight"] else 0, animate=False, force=True)
            await pilot.pause()
            app.sets.clear()
        tops = {property: table.scroll_offset.y for property, table in tables.items()}
        event, changes = next(iter(case["when"].items()))
        if event in ("changed", "got"):
            await show(app, pilot, {**state, **changes})
        for property, table in tables.items():
            assert table._height == 1
            top, last = table.scroll_offset.y, len(table.rows) - 1
            if property in case["then"]["scrollsTo"]:
                assert top == case["then"]["scrollsTo"][property]
            elif "inSight" in case:
                assert top == tops[property]
            else:
                assert top < last or last <= 0
        assert app.sets == case["then"].get("sets", {})
