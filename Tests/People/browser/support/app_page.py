"""The page of an app in a browser tab, in the words of its user."""
from __future__ import annotations

import contextlib

from playwright.sync_api import expect


class AppPage:
    """A tab that shows the page. A *card* shows an open view; cards and their parts are Playwright locators."""

    def __init__(self, page):
        self.page = page

    def is_connected(self):
        """The page has connected, and shows the list of view types."""
        expect(self.page.locator("html")).to_have_attribute("data-connection", "connected")
        expect(self.page.locator("#types button").first).to_be_attached()
        return self

    def is_disconnected(self, reason=""):
        expect(self.page.locator("html")).not_to_have_attribute("data-connection", "connected")
        expect(self.page.locator("#banner")).to_contain_text(reason or "onnect")

    def is_logged_out(self, reason=""):
        """The page asks for a link, and shows nothing of the app."""
        expect(self.page.locator("#gate")).to_be_visible()
        expect(self.page.locator("#refusal")).to_contain_text(reason)
        expect(self.page.locator("#shell")).to_be_hidden()
        expect(self.page.locator("article.card").filter(visible=True)).to_have_count(0)

    @property
    def banner(self):
        return self.page.locator("#banner")

    @property
    def reopen_button(self):
        return self.banner.get_by_role("button", name="Reopen all")

    # Cards

    def card(self, type, subtitle=None):
        cards = self.page.locator(f"article.card[data-type={type!r}]")
        return cards.filter(has=self.page.locator("h2", has_text=subtitle)) if subtitle else cards

    def open(self, title, **params):
        """Opens a view by the title of its type in the list of view types, and with parameters by the form for these."""
        self.show_types()
        self.page.locator("#types button").filter(has=self.page.get_by_text(title, exact=True)).click()
        if params:
            self.answer(**params)

    def show_types(self):
        """Shows the list of view types, which a narrow window shows only after the press of a button."""
        if not self.page.locator("#types").is_visible() and self.page.locator("#menu").is_visible():
            self.page.locator("#menu").click()

    def answer(self, **values):
        """Fills in the form of a dialog by the names of its fields, and confirms it."""
        dialog = self.page.locator("dialog[open]")
        for name, value in values.items():
            given = dialog.locator(f"[data-property={name!r}]").locator("input, select, textarea")
            if given.evaluate("(input) => input.tagName") == "SELECT":
                given.select_option(label=str(value))
            else:
                given.fill(str(value))
        dialog.locator("button[type=submit]").click()
        expect(dialog).to_have_count(0)

    def log_in(self, user="12345", password="password"):
        """Logs in to the demo app, by the form of its start view; returns the card of the home page."""
        login = self.card("login")
        field(login, "userId").fill(user)
        field(login, "password").fill(password)
        action(login, "login").click()
        home = self.card("home")
        expect(home).to_be_visible()
        return home

    @contextlib.contextmanager
    def dialog(self, opener, key=None):
        """Opens a dialog by a click, or by a key; closes it with Escape after the block."""
        if key:
            opener.press(key)
        else:
            opener.click()
        dialog = self.page.locator("dialog[open]")
        expect(dialog).to_be_visible()
        yield dialog
        self.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)

    # Sessions of other front ends

    def join(self, name):
        if not self.page.locator("#sessions[open]").count():
            self.page.locator("#sessions summary").click()
        self.session(name).get_by_role("button", name="Join").click()

    def leave(self, name):
        # Not by a click, which would be the second one at the place of Join.
        self.session(name).get_by_role("button", name="Leave").press("Enter")

    def session(self, name):
        return self.page.locator("#session-list li").filter(has_text=name)

    # The drawer of messages

    def show_messages(self):
        self.show_types()
        self.page.locator("#messages").click()
        expect(self.page.locator("#drawer")).to_be_visible()

    @property
    def messages(self):
        return self.page.locator("#drawer ol > li")

    def filter_messages(self, text):
        self.page.locator("#drawer input[type=search]").fill(text)

    @property
    def focused(self):
        """The focused element: its role or name, text and the card that it is in."""
        return self.page.evaluate("""() => {
            const element = document.activeElement;
            return { name: element.tagName.toLowerCase(), text: (element.ariaLabel ?? element.textContent).trim(),
              card: element.closest('.card')?.dataset.type ?? null,
              property: element.closest('[data-property]')?.dataset.property ?? null };
          }""")


def field(card, name):
    """The input of a property."""
    return card.locator(f".field[data-property={name!r}]").locator("input, select, textarea").first


def error_of(card, name):
    """The error beside the input of a property."""
    return card.locator(f".field[data-property={name!r}] .field-error")


def value(card, name):
    """The shown value of a property that people only read."""
    return card.locator(f"div[data-property={name!r}] > dd")


def action(card, name):
    return card.locator(f"button[data-action={name!r}]")


def all_arguments(card, name):
    """The button that asks for the optional arguments of an action, too."""
    return card.locator(f"[data-action={name!r}] + button")


def table(card, name):
    return card.locator(f"section.table[data-property={name!r}]")


def rows(card, name, text=None):
    """The drawn rows of a table, or those that contain a text."""
    found = table(card, name).locator(".rows > [role=row]")
    return found.filter(has_text=text) if text else found
