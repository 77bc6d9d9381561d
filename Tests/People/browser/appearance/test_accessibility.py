"""axe-core finds no serious fault, in both themes: first screen, after the login, dialogs, tables, errors."""
from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from app_page import action, field, rows

SERIOUS = ("serious", "critical")


def serious_faults(app):
    """The violations of a page as it is now, with the elements."""
    # Animations blend colours.
    app.page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running' "
                               "|| each.effect.getComputedTiming().iterations === Infinity)")
    found = Axe().run(app.page).response["violations"]
    return [f"{each['id']}: {node['html'][:150]} {node['failureSummary'][:200]}" for each in found
            if each["impact"] in SERIOUS for node in each["nodes"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault(server, web, visit, theme):
    process = web(server.path)
    gate = visit(process.origin, is_connected=False, color_scheme=theme)
    gate.is_logged_out()
    assert serious_faults(gate) == []
    app = visit(process.link, color_scheme=theme)
    expect(app.card("login")).to_be_visible()
    assert serious_faults(app) == []
    login = app.card("login")
    field(login, "userId").fill("12345")
    field(login, "password").fill("wrong")
    action(login, "login").click()
    expect(login.locator("[data-property=errorMessage]")).to_be_visible()
    assert serious_faults(app) == []
    app.log_in()
    for title in ("Notes", "Smoothies", "Counter A", "Mirror"):
        app.open(title)
    expect(rows(app.card("smoothies"), "smoothies").first).to_be_visible()
    app.show_messages()
    assert serious_faults(app) == []
    with app.dialog(app.page.locator("#keys")):
        assert serious_faults(app) == []
    with app.dialog(rows(app.card("notes"), "notes").first.get_by_role("button", name="Delete")) as question:
        expect(question.get_by_role("heading")).to_have_text("Delete this note?")
        assert serious_faults(app) == []
    app.page.locator("#types button").filter(has_text="Friends").click()
    expect(app.page.locator("dialog[open]")).to_be_visible()
    assert serious_faults(app) == []
