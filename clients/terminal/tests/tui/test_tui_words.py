"""Lists without rows, and the alignment and emphasis of titles and values."""

from __future__ import annotations

from rich.segment import Segment
from support import asynchronous
from test_tui_cards import LIST, ROWS, echoing
from tui_app import Screen, discovery, scripted, shown
from written_screens import action, part, view_type

from svvs_terminal.tui.table import Table

NOTES = view_type(
    "notes", part("newNotes", "rows", title="New notes", columns=[part("id")], key="id", label="id"),
    part("find", editable=True, filters="newNotes"),
    part("isRecent", "switch", title="Is recent", editable=True, filters="newNotes"), part("error", role="error"),
    part("isLoading", "switch", title="Is loading", editable=True, busyUnless=[False]), start=True)


@asynchronous
async def test_an_empty_list_says_so_in_words() -> None:
    async with shown(echoing(NOTES, newNotes=[], find="", isRecent=False, isLoading=False)) as screen:
        await screen.wait_for("  No new notes")
        await screen.press("slash", *"tom")
        await screen.wait_for("  No rows match “tom”")
        await screen.press("tab", "space")
        await screen.wait_for("  No rows match “tom” and “Is recent”")


@asynchronous
async def test_an_empty_list_does_not_say_so_while_it_may_be_filled() -> None:
    async with shown(echoing(NOTES, newNotes=[], find="", isRecent=False, isLoading=True)) as screen:
        assert "No new notes" not in await screen.wait_for("New notes (0)")
        await screen.press("tab", "space")
        await screen.wait_for("  No new notes")
    async with shown(echoing(NOTES, newNotes=[], find="", isRecent=False, error="No network", isLoading=False)) as screen:
        assert "No new notes" not in await screen.wait_for("✗ No network")


def columns_of(screen: Screen, *texts: str) -> set[int]:
    """The columns in which the texts begin on a card or, if there is one, in a window."""
    lines = screen.text.splitlines()
    edges = [line.find("┃") for line in lines if "┃" in line]
    return {line.index(text) for line in lines for text in texts if text in line and line.find("┃") == min(edges)}


@asynchronous
async def test_values_begin_in_the_same_column_on_cards_and_in_windows() -> None:
    go = action("go", letter="a", asks=[part("to"), part("count", "integer")])
    facts = [part("id"), part("longTitle", title="Long title"), part("user", "record", members=[part("id"), part("name")])]
    async with shown(echoing(view_type("v", *facts, actions=[go], start=True), id="ID", longTitle="LONG", user={"id": "ANN", "name": "TOM"})) as screen:
        await screen.wait_for("a Go")
        assert len(columns_of(screen, "ID", "LONG", "ANN", "TOM")) == 1
        await screen.press("space")
        await screen.wait_for("Esc closes")
        assert len(columns_of(screen, "ID", "LONG")) == len(columns_of(screen, "ANN", "TOM")) == 1
        await screen.press("escape", "a")
        await screen.wait_for("Esc cancels")
        await screen.type("WHERE")
        await screen.press("enter")
        await screen.type("7777")
        await screen.wait_for("7777")
        assert len(columns_of(screen, "WHERE", "7777")) == 1


def styles(screen: Screen, line: str) -> dict[str, str]:
    """The styles of the pieces of the line that contains a text."""
    found = next(strip for strip in screen.lines if line in strip.text)
    return {segment.text.strip(" :"): str(segment.style) for segment in found if isinstance(segment, Segment)}


@asynchronous
async def test_titles_are_dim_and_keys_are_set_apart_from_words() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("d Delete  ⏎ shows")
        title = styles(screen, "⏎ shows")
        assert "bold" in title["Rows (2)"] and "reverse" in title["d"] and "dim" in title["Delete"]
        card = styles(screen, "Message:")
        assert "dim" in card["Message"]
        await screen.wait_for("o open  ")
        footer = styles(screen, "o open  ")
        assert "bold" in footer["o"] and "dim" in footer["open"] and "bold" not in footer["open"]


@asynchronous
async def test_a_table_leaves_out_keys_that_do_not_fit() -> None:
    async with shown(echoing(LIST, rows=ROWS, find="", mode="few", isOn=False), width=40) as screen:
        await screen.wait_for("Rows (2)  d Delete")
        table = screen.app.query_one(Table)
        table.hints = [*table.hints, ("z", "A title that does not fit")]
        table.refresh()
        assert "A title" not in await screen.wait_for("⏎ shows")


@asynchronous
async def test_the_log_shows_values_as_the_card_does() -> None:
    choices = [{"value": "notYet", "title": "Not yet"}, {"value": "done", "title": "Done"}]
    price = part("price", "integer", money={"currency": "JPY", "symbol": "¥", "digits": 0})
    news = view_type("v", part("state", "choice", choices=choices, editable=True), price,
                     part("isNew", "switch", title="Is new", role="flag"), actions=[action("go", letter="a")], start=True)
    script = discovery(news) + """
opened(state="notYet", price=1, isNew=False)
request = receive("go")
changed(1, 2, state="done", price=1500, isNew=True)
reply(request, commit=2)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("a Go")
        await screen.press("a")
        await screen.wait_for(lambda _: "State Not yet → Done; Price ¥1 → ¥1,500; Is new no → yes" in screen.log)
