"""A list of 100,000 rows: only those in sight are drawn, and a change of one is one step."""
from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from app_page import rows, table
from server import PROGRAM

COUNT = 100_000
DRAWN = 60


@pytest.fixture
def long_list(listen, web, visit):
    """The page with the list, and a connection that has joined the session of the page."""
    server = listen(command=[str(Path(PROGRAM).with_name("PerformanceApp"))])
    app = visit(web(server.path).link)
    app.open("Observed list", count=COUNT)
    card = app.card("observedList")
    expect(rows(card, "rows").first).to_be_visible()
    connection = server.connect()
    session, = connection.call("session/list")["sessions"]
    connection.call("session/join", {"session": session["session"]})
    view, = [each["view"] for each in session["views"] if each["type"] == "observedList"]
    return app, card, lambda index, title: connection.call("rename", {"view": view, "index": index, "title": title})


def test_only_rows_in_sight_are_drawn_wherever_the_list_is_scrolled(long_list):
    app, card, _ = long_list
    grid = table(card, "rows").locator("[role=grid]")
    expect(grid).to_have_attribute("aria-rowcount", str(COUNT + 1))
    for row in (50_000, 99_999, 3, 76_543):
        grid.evaluate("(grid, part) => { grid.scrollTop = part * grid.scrollHeight; }", row / COUNT)
        expect(rows(card, "rows", f"row {row}").first).to_be_visible()
        assert rows(card, "rows").count() < DRAWN
    # The keyboard reaches both ends.
    rows(card, "rows").first.press("End")
    expect(rows(card, "rows", "row 99999")).to_be_focused()
    rows(card, "rows", "row 99999").press("Home")
    expect(rows(card, "rows").first).to_contain_text("row 0")


def test_a_changed_row_is_drawn_and_the_others_stay_as_they_are(long_list):
    app, card, rename = long_list
    kept = rows(card, "rows", "row 2").first.element_handle()
    rename(1, "renamed in sight")
    expect(rows(card, "rows", "renamed in sight")).to_be_visible()
    assert kept.evaluate("(row) => row.isConnected")
    rename(99_998, "renamed out of sight")
    rows(card, "rows").first.press("End")
    expect(rows(card, "rows", "renamed out of sight")).to_be_visible()
