"""Tables of any number of rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len
from support import asynchronous
from textual.app import App, ComposeResult
from tui_app import discovery, scripted, shown
from written_screens import part, view_type

from svvs_terminal.tui.columns import Columns
from svvs_terminal.tui.screen import Field, Kind
from svvs_terminal.tui.table import Table

MEMBERS = tuple(Field(name, name.title(), "", Kind.TEXT) for name in ("name", "id"))
ROWS = Field("rows", "Rows", "", Kind.ROWS, members=MEMBERS, key="id")


class Counted(list[Any]):
    """Rows that count how many were read."""

    looked_at = 0

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        self.looked_at += len(found) if isinstance(at, slice) else 1
        return found

    def __iter__(self) -> Iterator[Any]:
        for each in super().__iter__():
            self.looked_at += 1
            yield each


class Shown(App[None]):
    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    def compose(self) -> ComposeResult:
        yield self.table

    @property
    def lines(self) -> list[str]:
        return [self.table.render_line(y).text.rstrip() for y in range(self.table.size.height)]


def at(app: Shown) -> str | None:
    """The id of the row at the cursor."""
    return app.table.row and str(app.table.row["id"])


def rows(count: int) -> list[Any]:
    return [{"id": str(number), "name": f"row {number}"} for number in range(count)]


@asynchronous
async def test_only_visible_rows_are_read() -> None:
    many = Counted(rows(100_000))
    app = Shown(Table(ROWS, []))
    async with app.run_test(size=(60, 20)) as pilot:
        app.table.show(many)
        await pilot.pause()
        assert app.lines[:3] == ["Rows (100,000)", "Name       Id", "row 0      0"]
        await pilot.press("end")
        await pilot.pause()
        assert app.lines[-2].startswith("row 99998") and app.table.row is many[-1]
        changed = Counted([*rows(99_999), {"id": "99999", "name": "other"}])
        app.table.show(changed)
        await pilot.pause()
        assert "other" in app.lines[-1] and app.table.row["name"] == "other"
        assert 0 < many.looked_at < 1000 and 0 < changed.looked_at < 1000


@asynchronous
async def test_the_cursor_follows_its_row() -> None:
    app = Shown(Table(ROWS, []))
    async with app.run_test(size=(60, 20)) as pilot:
        app.table.show(rows(5))
        await pilot.press("down", "down")
        assert at(app) == "2"
        app.table.show(list(reversed(rows(5)))[:4])
        assert (at(app), app.table.cursor) == ("2", 2)
        app.table.show([{"id": "new", "name": ""}, *rows(5)])
        assert (at(app), app.table.cursor) == ("2", 3)
        app.table.show(rows(2))
        assert at(app) == "1"
        app.table.show([])
        assert at(app) is None
        app.table.show(rows(5))
        assert at(app) == "1"
        app.table.show([])
        await pilot.press("down", "enter", "pageup")


@asynchronous
async def test_the_cursor_is_visible_without_colours() -> None:
    app = Shown(Table(ROWS, []))
    async with app.run_test(size=(60, 10)) as pilot:
        app.table.show(rows(100))
        for keys, expected in ((["pagedown"], 8), (["end"], 99), (["pageup"], 91), (["home"], 0)):
            await pilot.press(*keys)
            await pilot.pause()
            strips = [app.table.render_line(y) for y in range(app.table.size.height)]
            marked = [strip.text for strip in strips if any(each.style and each.style.reverse for each in strip)]
            assert [line.split()[1] for line in marked] == [str(expected)]


@pytest.mark.parametrize("cells", [10, 40, 80, 200])
def test_every_row_is_as_wide_as_the_header(cells: int) -> None:
    strange = [
        {"id": "1", "name": "太郎さん\x1b[31m" * 50}, {"id": 2}, {"name": {"a": [1, {"b": None}]}}, "no record", None,
        [1, 2], {"id": "x" * 1_000_000, "name": "\u202e\u200b"},
    ]
    columns = Columns(MEMBERS, strange, cells)
    assert {cell_len(columns.text(row)) for row in strange} == {columns.width} == {cell_len(columns.header)}
    assert columns.width <= max(cells, 14)


def test_without_a_schema_the_columns_are_those_of_the_rows() -> None:
    columns = Columns((), [{"b": 1}, {"a": 2}], 40)
    assert columns.header.split() == ["b", "a"]
    assert Columns((), [3, "four"], 40).text("four").strip() == "four"


def test_many_columns_are_limited_and_counted() -> None:
    columns = Columns((), [{f"c{number}": number for number in range(10_000)}], 10_000)
    assert columns.width < 1000
    assert "(+9," in columns.header


@pytest.mark.parametrize(
    ("cells", "expected"),
    [(20, {"body": 20}), (30, {"name": 9, "body": 19}), (54, {"name": 9, "body": 43}),
     (72, {"name": 9, "body": 49, "at": 10}), (174, {"id": 5, "name": 9, "body": 120, "at": 10})],
)
def test_a_narrow_table_leaves_out_columns_before_it_cuts_the_main_one(cells: int, expected: dict[str, int]) -> None:
    members = [Field(name, name.title(), "", Kind.TEXT, priority=priority)
               for name, priority in (("id", -1), ("name", 1), ("body", 2), ("at", 0))]
    row = {"id": "12345", "name": "Test User", "body": "x" * 200, "at": "2026-01-02"}
    assert Columns(members, [row], cells).widths == expected


@pytest.mark.parametrize(
    ("key", "expected"), [("code", {"code": 6, "id": 25, "price": 5}), (None, {"code": 12, "id": 19, "price": 5})]
)
def test_among_equal_columns_the_key_is_cut_first(key: str | None, expected: dict[str, int]) -> None:
    members = [Field(name, name.title(), "", Kind.TEXT) for name in ("code", "id", "price")]
    row = {"code": "x" * 12, "id": "y" * 30, "price": "z" * 5}
    assert Columns(members, [row], 40, key).widths == expected


def test_no_cell_is_cut_if_the_row_is_not_full() -> None:
    members = [Field(name, name.title(), "", Kind.TEXT) for name in ("id", "title", "price")]
    row = {"id": "x" * 12, "title": "y" * 30, "price": "z" * 5}
    for cells in range(20, 60):
        columns = Columns(members, [row], cells)
        assert columns.width == min(cells, columns.natural_width)


@asynchronous
async def test_a_table_without_a_filter_can_be_searched() -> None:
    rows = part("rows", "rows", columns=[part("name")], label="name")
    script = discovery(view_type("list", rows, start=True)) + """
opened(rows=[{"name": f"row {number}"} for number in range(1000)] + [{"name": "x" * 300 + " needle"}])
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        table = screen.app.query_one(Table)
        await screen.wait_for("/ search")
        await screen.press("slash", *"ROW 77", "enter")
        await screen.wait_for("row 77")
        assert table.cursor == 77 and table.has_focus
        await screen.press("slash", "enter")  # the same text again
        await screen.wait_for("row 770")
        assert table.cursor == 770
        await screen.press("end", "slash", "enter")
        await screen.wait_for(lambda _: table.cursor == 77)
        await screen.press("slash", *"needle", "enter")  # the column is too narrow for it
        await screen.wait_for(lambda _: table.cursor == 1000)
        await screen.press("slash", *"nowhere", "enter")
        await screen.wait_for("✗ No row contains 'nowhere'")
        assert table.cursor == 1000
