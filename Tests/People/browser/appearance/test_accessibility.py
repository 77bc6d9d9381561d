"""axe-core finds no fault, in both themes and in forced colours: first screen, after the login, dialogs, tables, errors."""
from __future__ import annotations

import base64

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from app_page import action, field, rows
from written_screens import action as an_action
from written_screens import part, view_type


def faults_of(app):
    """The violations of a page as it is now, with the elements."""
    # Animations blend colours.
    app.page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running' "
                               "|| each.effect.getComputedTiming().iterations === Infinity)")
    found = Axe().run(app.page).response["violations"]
    return [f"{each['id']}: {node['html'][:150]} {node['failureSummary'][:200]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("colours", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}],
                         ids=["light", "dark", "forced"])
def test_axe_finds_no_fault(server, web, visit, colours):
    process = web(server.path)
    gate = visit(process.origin, is_connected=False, **colours)
    gate.is_logged_out()
    assert faults_of(gate) == []
    app = visit(process.link, **colours)
    expect(app.card("login")).to_be_visible()
    assert faults_of(app) == []
    login = app.card("login")
    field(login, "userId").fill("12345")
    field(login, "password").fill("wrong")
    action(login, "login").click()
    expect(login.locator("[data-property=errorMessage]")).to_be_visible()
    assert faults_of(app) == []
    app.log_in()
    for title in ("Notes", "Smoothies", "Counter A", "Mirror"):
        app.open(title)
    expect(rows(app.card("smoothies"), "smoothies").first).to_be_visible()
    app.show_messages()
    assert faults_of(app) == []
    with app.dialog(app.page.locator("#keys")):
        assert faults_of(app) == []
    with app.dialog(rows(app.card("notes"), "notes").first.get_by_role("button", name="Delete")) as question:
        expect(question.get_by_role("heading")).to_have_text("Delete this note?")
        expect(question.locator(".shield")).to_have_count(0)  # The button is dimmed until then.
        assert faults_of(app) == []
    app.page.locator("#types button").filter(has_text="Friends").click()
    expect(app.page.locator("dialog[open]")).to_be_visible()
    assert faults_of(app) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_fault_in_what_comes_in(fake, web, visit, theme):
    choices = [{"value": each, "title": each, "role": each} for each in ("preferred", "destructive", "cancel")]
    parts = [part("email", editable=True), part("note"), part("sent", "number", role="progress"), part("log", format="stream"),
             part("wrong", role="error", about="email"), part("late", role="error", about="note"), part("saved", role="notice"),
             part("place", "json", format="file"), part("question", "record", role="question", answer="answer")]
    state = {"email": "x", "note": "y", "sent": 0.5, "log": "line\n" * 30_000, "wrong": "No @", "late": "Too late", "saved": "",
             "place": {"path": "/a"}, "question": {"id": "1", "title": "Which way?", "message": "Two\nlines.", "choices": choices}}
    app = fake([view_type("form", *parts, actions=[an_action("answer", notOffered=True)], start=True)], {"form": state})
    tab = visit(web(app.path).link, color_scheme=theme)
    dialog = tab.page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    expect(dialog.locator(".shield")).to_have_count(0)
    assert faults_of(tab) == []
    dialog.get_by_role("button", name="Close").click()
    app.change("form", saved="Saved")
    expect(tab.page.locator("#notices p")).to_be_visible()
    assert faults_of(tab) == []


# The number of colours in an image.
COUNT = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), drawing = canvas.getContext('2d');
  drawing.drawImage(image, 0, 0);
  return new Set(new Uint32Array(drawing.getImageData(0, 0, image.width, image.height).data.buffer)).size;
}"""


def test_forced_colours_leave_icons_switches_and_the_state_of_the_connection_visible(fake, web, visit):
    app = fake([view_type("room", part("isOn", "switch", title="Is on", editable=True), start=True)], {"room": {"isOn": False}})
    tab = visit(web(app.path).link, forced_colors="active")
    card, dot = tab.card("room"), tab.page.get_by_role("img", name="Connected")
    shown = [card.get_by_role("button", name="Close Room"), field(card, "isOn"), dot]
    for each in shown:
        assert tab.page.evaluate(COUNT, base64.b64encode(each.screenshot()).decode()) > 1
    off, connected = field(card, "isOn").screenshot(), dot.screenshot()
    app.change("room", isOn=True)
    expect(field(card, "isOn")).to_be_checked()
    assert field(card, "isOn").screenshot() != off
    app.stop()
    assert tab.page.get_by_role("img", name="Disconnected").screenshot() != connected


def test_texts_of_the_app_do_not_claim_a_language(app):
    expect(app.card("login")).to_be_visible()
    wrong = app.page.locator("bdi, #app").evaluate_all("(all) => all.filter((each) => each.lang !== '' || !each.hasAttribute('lang'))")
    assert wrong == [] and app.page.locator("article.card bdi").count()
