"""What the app says by itself: errors of a field, notices, progress, texts that grow, questions and places in files."""
from __future__ import annotations

from playwright.sync_api import expect

from app_page import field, value
from written_screens import part, view_type


def shown(fake, web, visit, *parts, state, actions=(), answers=None, **members):
    """The page of a view with these parts, and the app."""
    app = fake([view_type("form", *parts, actions=list(actions), start=True, **members)], {"form": state}, answers)
    tab = visit(web(app.path).link)
    expect(tab.card("form").locator(".loading")).to_have_count(0)
    return tab, app


def test_an_error_is_below_the_field_that_it_is_about_while_people_see_that(fake, web, visit):
    errors = {"emailError": "email", "flagError": "sent"}
    parts = [part(name, role="error", nullable=True, about=about) for name, about in errors.items()]
    tab, app = shown(fake, web, visit, *parts, part("email", editable=True), part("sent", "switch", role="flag"), part("note"),
                     state={"email": "x", "sent": False, "note": "y", "emailError": None, "flagError": None})
    card, email = tab.card("form"), field(tab.card("form"), "email")
    error, other = (card.locator(f".error[data-property={name}]") for name in errors)
    below = {name: card.locator(f"[data-property={name}] > .error") for name in errors.values()}
    expect(email).not_to_have_attribute("aria-invalid", "true")
    app.change("form", emailError="No @", flagError="Late")
    expect(below["email"]).to_have_text("No @")
    expect(email).to_have_attribute("aria-invalid", "true")
    expect(email).to_have_accessible_description("No @")
    expect(other).to_have_text("Late")
    email.press_sequentially("a")  # What people type does not take it away.
    expect(email).to_have_attribute("aria-invalid", "true")
    app.change("form", sent=True, emailError="")
    expect(below["sent"]).to_have_text("Late")
    expect(error).to_be_hidden()
    expect(email).not_to_have_attribute("aria-invalid", "true")
    app.change("form", sent=False)
    expect(below["sent"]).to_have_count(0)
    expect(other).to_be_visible()


def test_a_notice_is_shown_once_and_goes_by_itself(fake, web, visit, context):
    browser = context()
    browser.clock.install()
    app = fake([view_type("form", part("text"), part("done", role="notice", nullable=True, editable=True), start=True)],
               {"form": {"text": "x", "done": "Opened"}})
    tab = visit(web(app.path).link, within=browser)
    card, notices = tab.card("form"), tab.page.get_by_role("status").locator("p")
    expect(value(card, "text")).to_have_text("x")
    for _ in range(2):  # The same text can come again.
        app.change("form", done="Saved\u202e")
        assert app.wait_for("view/set")["properties"] == {"done": None}
        expect(notices).to_have_text(["Saved\ufffd"])
        app.change("form", text="y")
        expect(value(card, "text")).to_have_text("y")
        expect(notices).to_have_count(1)
        tab.page.clock.run_for(7000)
        expect(notices).to_have_count(0)
    expect(card).not_to_contain_text("Done")


def test_progress_is_a_bar_with_its_percentage_or_without_an_end(fake, web, visit):
    tab, app = shown(fake, web, visit, part("sent", "integer", role="progress", total="size", nullable=True, busyUnless=[None]),
                     part("size", "integer", role="hidden"), part("text"), state={"sent": None, "size": None, "text": "x"})
    bar, percentage = tab.card("form").get_by_role("progressbar", name="Sent"), value(tab.card("form"), "sent")
    expect(value(tab.card("form"), "text")).to_have_text("x")
    expect(bar).to_be_hidden()
    for sent, size, ratio, text in ((29, 100, 0.29, "29%"), (0, 100, 0, "0%"), (999, 1000, 0.999, "99%"), (7, None, None, "in progress"),
                                    (7, 7, 1, "100%"), (-1, 7, 0, "0%"), (9, 7, 1, "100%"), (9, "7", None, "in progress")):
        app.change("form", sent=sent, size=size)
        expect(percentage).to_have_text(text)
        assert bar.evaluate("(bar) => [bar.hasAttribute('value'), bar.value]") == [ratio is not None, ratio or 0]
    app.change("form", size=9)  # The total alone changes, too.
    expect(percentage).to_have_text("100%")
    app.change("form", sent=None)
    expect(bar).to_be_hidden()
