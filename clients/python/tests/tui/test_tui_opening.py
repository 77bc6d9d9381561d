"""Views that open slowly, and what their reader does meanwhile."""

from __future__ import annotations

from support import asynchronous
from tui_app import TEXT, discovery, scripted, shown

VIEWS = {"slow": {"title": "Slow", "properties": {"text": TEXT}}, "other": {"title": "Other", "properties": {"text": TEXT}}}
# Answers the second opening before the first.
LATE = """
first = receive("view/open")
second = receive("view/open")
assert second["params"]["type"] == "other", second
reply(second, view="o", commit=1, state={"text": "there"})
reply(first, view="s", commit=2, state={"text": "late"})
"""


@asynchronous
async def test_a_view_that_is_closed_while_it_opens_is_closed_on_the_server() -> None:
    script = discovery(**VIEWS) + LATE + """
request = receive("view/close")
assert request["params"] == {"view": "s"}, request
reply(request, commit=3)
changed(1, 4, "o", text="closed")
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("1 Slow")
        await screen.press("escape", "ctrl+w", *"other", "enter")
        await screen.wait_for("Text: closed")


@asynchronous
async def test_a_view_that_opens_is_not_opened_twice() -> None:
    async with shown(scripted(discovery(**VIEWS) + LATE + "end_of_input()"), 140) as screen:
        await screen.wait_for("1 Slow")
        await screen.press("escape", "ctrl+r", "ctrl+r", "o", *"other", "enter")
        await screen.wait_for("Text: late")
