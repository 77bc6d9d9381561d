"""What a card does with an error that is about a field, a message of success, and the progress of work."""

from __future__ import annotations

import re

from support import asynchronous
from tui_app import discovery, scripted, shown
from written_screens import part, view_type

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
