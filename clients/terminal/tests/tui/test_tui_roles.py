"""What a card does with an error that is about a field, a message of success, and the progress of work."""

from __future__ import annotations

import re

from support import asynchronous
from tui_app import discovery, scripted, shown
from written_screens import part, view_type

from svvs_terminal.tui.card import Card
from svvs_terminal.tui.fields import TextField

SIGN_UP = view_type(
    "signUp", part("emailError", nullable=True, role="error", about="email"), part("email", editable=True),
    part("name", editable=True), part("error", nullable=True, role="error"), title="Sign up", start=True)


@asynchronous
async def test_an_error_that_is_about_a_field_is_below_it() -> None:
    script = discovery(SIGN_UP) + """
opened(email="x", name="Ann", emailError="No @", error="Offline")
receive("next")
changed(1, 2, emailError=None)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for(re.compile("Email: x .*\n.* {8}✗ No @ .*\n.* Name: Ann .*\n.*┃ ✗ Offline ").search)
        assert [each.field.name for each in screen.app.query(TextField) if each.has_class("invalid")] == ["email"]
        screen.app.server.notify("next")
        await screen.wait_for(re.compile("Email: x .*\n.* Name: Ann ").search)
        assert not screen.app.query("TextField.invalid")


@asynchronous
async def test_an_error_about_an_error_is_like_any_other() -> None:
    signs = view_type("signUp", *(part(name, nullable=True, role="error", about=about) for name, about in [
        ("own", "own"), ("one", "other"), ("other", "one")]), part("name", editable=True), start=True)
    opened = "opened(own='No @', one='Offline', other='Full', name='')\nend_of_input()\n"
    async with shown(scripted(discovery(signs) + opened)) as screen:
        await screen.wait_for(re.compile("┃ ✗ No @ .*\n.*┃ ✗ Offline .*\n.*┃ ✗ Full .*\n.*Name:").search)
        assert not screen.app.query(".invalid")
        assert screen.app.query(Card).first().type.about({"own": "No @", "one": "Offline", "other": "Full"}) == {}


NOTES = view_type("notes", part("notice", nullable=True, editable=True, role="notice"), part("name", editable=True), start=True)


@asynchronous
async def test_a_message_of_success_is_shown_once_and_set_to_null() -> None:
    script = discovery(NOTES) + """
opened(notice="old", name="")
receive("next")
for commit, text in [(1, "Saved \\x1b[31m[red]"), (3, "Saved \\x1b[31m[red]")]:
    changed(commit, commit + 1, notice=text)
    request = receive("view/set")
    assert request["params"]["properties"] == {"notice": None}, request
    changed(commit + 1, commit + 2, notice=None)
    reply(request, commit=commit + 2)
    receive("next")
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Name:")
        assert "old" not in screen.text
        screen.app.server.notify("next")
        await screen.wait_for("Notes: Saved ␛[31m[red]")
        assert "Notice" not in screen.text.split("Commits")[0]
        screen.app.server.notify("next")
        await screen.wait_for(lambda text: text.count("Notes: Saved") == 2)
        screen.app.clear_notifications()
        await screen.wait_for(lambda text: "Notes: Saved" not in text)


@asynchronous
async def test_progress_is_a_bar_that_follows_its_total() -> None:
    upload = view_type("upload", part("sent", "integer", role="progress", total="size"), start=True)
    script = discovery(upload) + """
opened(sent=45, size=None)
for commit, changes in enumerate([{"size": 100}, {"size": 50}, {"sent": 29, "size": 100}, {"sent": None}], 1):
    receive("next")
    changed(commit, commit + 1, **changes)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        for text in ["in progress", f"{'█' * 9}{'░' * 11} 45%", f"{'█' * 18}{'░' * 2} 90%", f"{'█' * 5}{'░' * 15} 29%"]:
            await screen.wait_for(f"Sent: {text} ")
            screen.app.server.notify("next")
        await screen.wait_for(lambda text: "Sent:" not in text)
