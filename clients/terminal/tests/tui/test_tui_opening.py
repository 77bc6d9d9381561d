"""Views that open slowly, and keys that are pressed in the meantime."""

from __future__ import annotations

from typing import Any

import pytest

from support import asynchronous
from test_tui_cards import FORM, LIST
from tui_app import discovery, scripted, shown
from written_screens import part, view_type


def entering(name: str, property: str = "text", **members: Any) -> dict[str, Any]:
    """A view type with one field."""
    return view_type(name, part(property, editable=True), form={"fields": [property]}, **members)


VIEWS = [entering("slow", start=True, letter="s"), entering("other", letter="o")]
# Replies to the second `view/open` before the first.
LATE = """
first = receive("view/open")
second = receive("view/open")
assert second["params"]["type"] == "other", second
reply(second, view="o", commit=1, state={"text": "there"})
reply(first, view="s", commit=2, state={"text": "late"})
"""


@asynchronous
async def test_a_view_that_is_closed_while_it_opens_is_closed_on_the_server() -> None:
    script = discovery(*VIEWS) + LATE + """
request = receive("view/close")
assert request["params"] == {"view": "s"}, request
reply(request, commit=3)
changed(1, 4, "o", text="closed")
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("1 Slow")
        await screen.press("escape", "ctrl+w", "o")
        await screen.wait_for("Text: closed")


@asynchronous
async def test_a_view_that_is_being_opened_is_not_opened_twice() -> None:
    async with shown(scripted(discovery(*VIEWS) + LATE + "end_of_input()"), 140) as screen:
        await screen.wait_for("1 Slow")
        await screen.press("escape", "ctrl+r", "ctrl+r", "o", "o")
        await screen.wait_for("Text: late")


@asynchronous
async def test_after_a_new_build_the_new_view_types_are_shown() -> None:
    same = entering("same", start=True, letter="s")
    old = [same, view_type("list", title="Old list", letter="o")]
    new = [same, entering("list", "added", title="New list", letter="n"), view_type("more", letter="m")]
    dying = discovery(*old) + 'opened("s", text="")\nopened("l")\nreceive("view/set")\nsys.exit(1)'
    reborn = discovery(*new) + """
for request in (receive("view/open"), receive("view/open")):
    state = {"same": {"text": ""}, "list": {"added": "here"}}[request["params"]["type"]]
    reply(request, view=request["params"]["type"], commit=1, state=state)
end_of_input()
"""
    scripts = iter([dying, reborn])
    async with shown(lambda: scripted(next(scripts))(), 140) as screen:
        await screen.wait_for("1 Same")
        await screen.press("escape", "o", "o")
        await screen.wait_for("2 Old list")
        await screen.press("1", "enter", *"draft", "enter")
        await screen.wait_for("Ctrl+R reopens all")
        await screen.press("2", "ctrl+r", "ctrl+r")
        text = await screen.wait_for("Added: here", "1 Same", "2 New list", "● New list", "More", "Text: draft")
        assert "Old list" not in text.split("Commits")[0]
        await screen.press("enter", "d")  # where the focus was
        await screen.wait_for("Added: d ")


@asynchronous
async def test_text_that_is_typed_while_a_view_opens_goes_to_its_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs_terminal.tui.keyboard._TIMEOUT", 60)  # keys wait for the view, however busy the machine is
    script = discovery(view_type("home", start=True), {**LIST, "start": False}) + """
opened("h")
request = receive("view/open")
receive("show")
reply(request, view="l", commit=1, state=dict(rows=[], find="", mode="few", isOn=False))
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("1 Home")
        screen.type_ahead("ctrl+o", "l", "slash", *"abc")
        await screen.wait_for("2 List")
        screen.app.server.notify("show")
        await screen.wait_for("Find: abc")


@asynchronous
async def test_a_form_is_sent_when_its_view_is_open_with_the_values_of_its_submission() -> None:
    script = discovery(FORM) + """
request = receive("view/open")
receive("show")
reply(request, view="f", commit=1, state=dict(name="", error=None))
for commit, text in enumerate(("Milk", "Milk too"), start=1):
    request = receive("view/set")
    assert request["params"]["properties"] == {"name": text}, request
    changed(2 * commit - 1, 2 * commit, "f", name=text)
    reply(request, commit=2 * commit)
    request = receive("view/set")  # again, because it was on its way
    assert request["params"]["properties"] == {"name": text}, request
    reply(request, commit=2 * commit)
    request = receive("save")
    changed(2 * commit, 2 * commit + 1, "f", error=f"saving {text}.")
    receive("show")
    reply(request, commit=2 * commit + 1)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("1 Form")
        await screen.press(*"Milk", "enter", "enter", "enter", "end", *" too", "enter", "enter")
        screen.app.server.notify("show")
        await screen.wait_for("saving Milk.")
        screen.app.server.notify("show")
        await screen.wait_for("saving Milk too.")


@asynchronous
async def test_the_menu_marks_the_best_match() -> None:
    titles = {"slow": "First", "searchDetail": "User found", "menu": "Smoothies"}
    types = [entering(name, title=title, start=name == "slow") for name, title in titles.items()]
    async with shown(scripted(discovery(*types) + 'opened(text="")\nend_of_input()')) as screen:
        text = await screen.wait_for("1 First")
        assert not any(f"⏎{title}" in text for title in titles.values())
        await screen.press("ctrl+o", *"/s")
        text = await screen.wait_for("⏎Smoothies", "User found")
        assert text.index("Smoothies") < text.index("User found") and "⏎User" not in text
        await screen.press("down")
        await screen.wait_for("●⏎First")
        await screen.press("escape")
        await screen.wait_for(lambda text: not any(f"⏎{title}" in text for title in titles.values()))


@asynchronous
async def test_slow_requests_are_shown() -> None:
    script = discovery(*VIEWS) + """
request = receive("view/open")
receive("show")
reply(request, view="s", commit=1, state={"text": ""})
request = receive("view/set")
receive("show")
reply(request, commit=1)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("⧗ Slow · opening")
        screen.app.server.notify("show")
        await screen.wait_for("Text:")
        await screen.wait_for(lambda text: "⧗" not in text)
        await screen.press("a", "enter")
        await screen.wait_for("⧗ Slow · sending")
        await screen.press("escape", "x")
        await screen.wait_for("This call cannot be cancelled")
        screen.app.server.notify("show")
        await screen.wait_for(lambda text: "⧗" not in text)
