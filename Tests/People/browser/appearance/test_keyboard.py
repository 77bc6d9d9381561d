"""The page without a mouse: the focus is always visible, and a change never loses it."""
from __future__ import annotations

import pytest
from playwright.sync_api import expect

from app_page import action, field, rows, value
from written_screens import action as an_action
from written_screens import part, view_type

# Whether the focused element is in sight and looks different from an element without the focus.
FOCUS = """() => {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return 'nothing has the focus';
  const box = element.getBoundingClientRect();
  if (!box.width || !box.height) return `${element.outerHTML.slice(0, 100)} has no size`;
  if (box.bottom < 0 || box.right < 0 || box.top > innerHeight || box.left > innerWidth) {
    return `${element.outerHTML.slice(0, 100)} is not in sight`;
  }
  const style = getComputedStyle(element);
  const isOutlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  const isShadowed = style.boxShadow !== 'none';
  return isOutlined || isShadowed ? '' : `${element.outerHTML.slice(0, 100)} has no ring`;
}"""


class Keyboard:
    """Presses keys, and checks after each one that the focus can be seen."""

    def __init__(self, app):
        self.app, self.page, self.count = app, app.page, 0

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.count += 1
            self.check()

    def type(self, text):
        self.page.keyboard.type(text)
        self.count += len(text)
        self.check()

    def check(self):
        assert self.page.evaluate(FOCUS) == ""

    def tab_to(self, name, limit=60):
        """Presses Tab until an element with a name has the focus."""
        for _ in range(limit):
            if self.app.focused["text"] == name:
                return
            self.press("Tab")
        raise AssertionError(f"{name} is not reached by {limit} × Tab; the focus is on {self.app.focused}")

    def open(self, title):
        """Opens a view by the search for its title."""
        self.press("Escape")
        self.press("o")
        self.type(title)
        self.press("Enter")


@pytest.fixture
def app(shared_web, visit):
    """The page at the shared server; most tests here change only their own views."""
    return visit(shared_web.new_link())


@pytest.fixture
def keyboard(app):
    # The form of the start view takes the focus once; a key before that may be typed into it.
    expect(field(app.card("login"), "userId")).to_be_focused()
    return Keyboard(app)


def test_a_field_that_its_action_empties_is_empty_however_seldom_the_card_is_drawn(server, web, visit, context):
    browser = context()
    browser.clock.install()
    app = visit(web(server.path).link, within=browser)
    app.log_in()
    app.open("Notes")
    notes = app.card("notes")
    expect(rows(notes, "notes")).to_have_count(1)
    app.page.clock.pause_at(app.page.evaluate("Date.now() + 1000"))
    action(notes, "refresh").click()
    expect(notes.locator(".last")).to_contain_text("Refresh")
    # From here on, nothing is drawn: the text is set and emptied between two drawings.
    field(notes, "draft").fill("Milk")
    field(notes, "draft").press("Enter")
    expect(notes.locator(".last")).to_contain_text("Add")
    app.page.clock.run_for(1000)
    expect(rows(notes, "notes", "Milk")).to_be_visible()
    expect(field(notes, "draft")).to_have_value("")


def test_the_task_of_every_day(server, web, visit):
    app = visit(web(server.path).link)
    keyboard, page = Keyboard(app), app.page
    # The form of the start view has the focus when the page is open.
    expect(field(app.card("login"), "userId")).to_be_focused()
    keyboard.type("12345")
    keyboard.press("Enter")
    expect(field(app.card("login"), "password")).to_be_focused()
    keyboard.type("password")
    keyboard.press("Enter")
    expect(app.card("home")).to_be_visible()
    expect(value(app.card("home"), "userGreeting")).to_contain_text("太郎")
    keyboard.open("Notes")
    notes = app.card("notes")
    expect(field(notes, "draft")).to_be_focused()
    keyboard.type("Milk")
    keyboard.press("Enter")
    expect(rows(notes, "notes", "Milk")).to_be_visible()
    expect(field(notes, "draft")).to_be_focused()
    expect(field(notes, "draft")).to_have_value("")
    keyboard.open("User")
    expect(page.locator("dialog[open] :is(input, textarea)")).to_be_focused()
    keyboard.type("A")
    keyboard.press("Enter")
    expect(app.card("user").locator("h2")).to_contain_text("User A")
    keyboard.open("Friends")
    keyboard.type("A")  # It replaces the last value.
    keyboard.press("Enter")
    friends = app.card("friends")
    second = rows(friends, "filteredFriends").nth(1)
    expect(second).to_be_visible()
    expect(rows(friends, "filteredFriends").first).to_be_focused()
    keyboard.press("ArrowDown")
    expect(second).to_be_focused()
    keyboard.press("ArrowRight")
    bookmark = second.get_by_role("button", name="Bookmark")
    expect(bookmark).to_be_focused()
    keyboard.press(" ")
    expect(second).to_contain_text("yes")
    # The row was drawn again, and its button still has the focus.
    expect(bookmark).to_be_focused()
    keyboard.press("Enter")
    expect(second).not_to_contain_text("yes")
    expect(bookmark).to_be_focused()
    assert keyboard.count <= 100


def test_after_a_refused_login_the_next_password_replaces_the_former_one(app, keyboard):
    for text in ("12345", "wrong"):
        keyboard.type(text)
        keyboard.press("Enter")
    expect(app.card("login").locator(".error:visible").first).to_be_visible()
    keyboard.type("password")
    keyboard.press("Enter")
    expect(app.card("home")).to_be_visible()


def test_enter_in_a_dialog_goes_to_the_next_field(app, keyboard):
    app.open("Chat")
    action(app.card("chat"), "logIn").press("Enter")
    dialog = app.page.locator("dialog[open]")
    keyboard.type("12345")
    keyboard.press("Enter")
    expect(dialog.get_by_label("Password")).to_be_focused()
    expect(dialog.locator(".field-error:visible")).to_have_count(0)
    keyboard.type("password")
    keyboard.press("Enter")
    expect(rows(app.card("chat"), "accounts")).to_have_count(1)


def test_the_help_names_the_keys_and_returns_the_focus(app, keyboard):
    expect(field(app.card("login"), "userId")).to_be_focused()
    keyboard.press("Escape")
    before = app.focused
    keyboard.press("?")
    expect(app.page.locator("dialog[open]")).to_contain_text("Find a view")
    keyboard.press("Escape")
    expect(app.page.locator("dialog[open]")).to_have_count(0)
    assert app.focused == before


def test_every_control_is_reached_by_tab_and_shows_its_focus(app, keyboard):
    app.open("Smoothies")
    expect(rows(app.card("smoothies"), "smoothies").first).to_be_visible()
    tab_through(app)
    # From the start of the document to its end.
    seen = tab_through(app, lambda: keyboard.check())
    missed = app.page.eval_on_selector_all(
        "button, input, select, textarea, a[href], summary", """(all) => all.filter((each) => each.checkVisibility()
          && !each.disabled && each.tabIndex >= 0 && !('focused' in each.dataset)).map((each) => each.outerHTML.slice(0, 90))""")
    assert missed == [], seen


def tab_through(app, check=lambda: None):
    """Presses Tab to the end of the document, and marks the elements that have the focus in between."""
    seen = []
    for _ in range(200):
        app.page.keyboard.press("Tab")
        text = app.page.evaluate("""() => {
            const element = document.activeElement;
            element.dataset.focused = '';
            return element === document.body ? null : element.ariaLabel || element.textContent.trim();
          }""")
        if text is None:
            return seen
        check()
        seen.append(text)
    raise AssertionError(f"Tab never leaves the page: {seen}")


def test_closing_a_card_returns_the_focus_to_the_card_from_which_it_was_opened(app, keyboard):
    for title in ("Counter A", "Mirror"):
        keyboard.open(title)
    expect(field(app.card("mirror"), "text")).to_be_focused()
    keyboard.press("Escape", "2")
    assert app.focused["card"] == "counterA"
    keyboard.open("Notes")
    expect(field(app.card("notes"), "draft")).to_be_focused()
    keyboard.press("Escape", "w")
    # The card itself has the focus, so that the next key is not typed into a field.
    assert app.focused["card"] == "counterA" and app.focused["name"] == "article"


def test_escape_closes_the_messages(app, keyboard):
    keyboard.press("Escape", "m")
    expect(app.page.get_by_label("Filter messages")).to_be_focused()
    keyboard.press("Escape")
    expect(app.page.locator("#drawer")).to_be_hidden()


def test_a_dialog_stays_open_while_text_is_selected_to_beyond_its_edge(app):
    page = app.page
    app.open("User")
    dialog = page.locator("dialog[open]")
    dialog.locator("input, textarea").fill("A long text")
    box = dialog.locator("input, textarea").bounding_box()
    page.mouse.move(box["x"] + 50, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(dialog.locator("input, textarea")).to_have_value("A long text")
    page.mouse.click(5, 5)
    expect(dialog.locator("input, textarea")).to_have_value("A long text")
    page.keyboard.press("Escape")
    app.open("User")
    expect(page.locator(".shield")).to_have_count(0)
    page.mouse.click(5, 5)
    expect(dialog).to_have_count(0)


def test_a_table_leaves_keys_with_modifiers_to_the_browser(app):
    app.open("Smoothies")
    row = rows(app.card("smoothies"), "smoothies").first
    taken = row.evaluate("""(row) => [{}, { altKey: true }, { ctrlKey: true }, { metaKey: true }].map((modifier) =>
        !row.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true, ...modifier })))""")
    assert taken == [True, False, False, False]


def test_closing_a_card_leaves_the_focus_on_another(app, keyboard):
    app.open("Counter A")
    app.open("Mirror")
    expect(field(app.card("mirror"), "text")).to_be_focused()
    keyboard.press("Escape", "w")
    expect(app.card("mirror")).to_have_count(0)
    assert app.focused["card"] in ("counterA", "login")
    keyboard.press("[", "]", "1")
    assert app.focused["card"] == "login"


def test_a_card_that_is_closed_by_a_key_is_brought_back_by_one(app, keyboard):
    app.open("Counter A")
    app.open("Mirror")
    mirror = app.card("mirror")
    expect(field(mirror, "text")).to_be_focused()
    keyboard.press("Escape", "w")
    expect(mirror).to_have_count(0)
    keyboard.press("w")
    expect(app.card("counterA")).to_have_count(0)
    keyboard.press("u")
    expect(app.card("counterA")).to_be_visible()
    keyboard.press("Escape", "u")
    expect(field(mirror, "text")).to_be_focused()


def test_a_number_and_brackets_lead_to_cards_and_enter_to_the_first_field(app, keyboard):
    app.open("Mirror")
    expect(field(app.card("mirror"), "text")).to_be_focused()
    keyboard.press("Escape")
    for key, card in (("1", "login"), ("]", "mirror"), ("[", "login"), ("[", "mirror"), ("]", "login")):
        keyboard.press(key)
        assert (app.focused["name"], app.focused["card"]) == ("article", card)
    keyboard.press("Enter")
    expect(field(app.card("login"), "userId")).to_be_focused()
    expect(field(app.card("login"), "userId")).to_have_value("")
    expect(app.card("login").locator(".last")).to_be_empty()


@pytest.fixture
def follower(fake):
    """An app whose view `first` opens the view `second` when the app says so."""
    goes = part("goes", "switch", editable=True, role="hidden", opens={"view": "second", "on": "true", "resets": True})
    first = view_type("first", part("text", editable=True), goes, form={"fields": ["text"]}, start=True)
    return fake([first, view_type("second", part("value"))],
                {"first": {"text": "", "goes": False}, "second": {"value": "a"}})


def test_a_view_that_opens_by_itself_does_not_take_the_focus_from_a_field_that_is_edited(follower, web, visit):
    app = visit(web(follower.path).link)
    text = field(app.card("first"), "text")
    expect(text).to_be_focused()
    app.page.keyboard.type("while wai")
    follower.change("first", goes=True)
    expect(value(app.card("second"), "value")).to_have_text("a")
    app.page.keyboard.type("ting, two words")
    expect(text).to_have_value("while waiting, two words")
    # After Enter, the field is not edited any more.
    text.press("Enter")
    expect(app.card("first").locator(".edited")).to_have_count(0)
    follower.change("first", goes=False, text="seen")
    expect(text).to_have_value("seen")
    follower.change("first", goes=True)
    expect(app.card("second")).to_be_focused()


def test_letters_that_are_typed_while_the_focus_moves_are_not_commands(follower, web, visit, context):
    browser = context()
    browser.clock.install()
    app = visit(web(follower.path).link, within=browser)
    text, page = field(app.card("first"), "text"), app.page
    expect(text).to_be_focused()
    page.keyboard.type("one")
    text.press("Enter")
    follower.change("first", goes=True)
    expect(app.card("second")).to_be_focused()
    for _ in range(3):  # Also for longer than a second, without a pause.
        page.keyboard.type("two")
        page.clock.fast_forward(600)
    expect(app.card("second")).to_be_focused()
    page.clock.fast_forward(1000)
    page.keyboard.press("w")
    expect(app.card("second")).to_have_count(0)
    # The user moves on at once.
    with follower.lock:
        page.keyboard.press("u")
        expect(app.card("second")).to_be_focused()
        page.keyboard.press("Escape")
    # The view opens after the key, and the focus stays on its card.
    expect(value(app.card("second"), "value")).to_have_text("a")
    page.keyboard.press("w")
    expect(app.card("second")).to_have_count(0)


def test_keys_of_an_input_method_neither_open_a_view_nor_leave_the_search(app, keyboard):
    find = app.page.locator("#find")
    find.fill("Mirror")
    for options in ("isComposing: true", "keyCode: 229"):
        for key in ("Enter", "Escape", "ArrowDown"):
            find.evaluate(f"(input) => input.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, {options} }}))")
            expect(find).to_be_focused()
    expect(find).to_have_value("Mirror")
    expect(app.card("mirror")).to_have_count(0)


def test_the_focus_follows_a_row_by_its_key(fake, web, visit):
    people = part("rows", "rows", columns=[part("login")], key="login", label="login")
    remove = an_action("remove", rows="rows", asks=[part("login", source=("rows", "login"))])
    app = fake([view_type("list", people, actions=[remove], start=True)],
               {"list": {"rows": [{"login": each} for each in ("ann", "bob", "cat")]}})
    found = rows(visit(web(app.path).link).card("list"), "rows")
    found.first.focus()
    found.first.press("ArrowDown")
    expect(found.nth(1)).to_be_focused()
    app.change("list", rows=[{"login": each} for each in ("cat", "ann", "bob")])
    expect(found.filter(has_text="cat")).to_have_attribute("aria-rowindex", "2")
    expect(found.filter(has_text="bob")).to_be_focused()


def test_a_row_that_another_front_end_removes_does_not_lose_the_focus(fake, web, visit):
    rows_of = [{"id": number, "title": f"Row {number}"} for number in range(50)]
    table = part("rows", "rows", columns=[part("id", "integer"), part("title")], key="id", label="title")
    app = fake([view_type("list", table, start=True)],
               {"list": {"rows": rows_of}})
    page = visit(web(app.path).link)
    first = rows(page.card("list"), "rows").first
    first.focus()
    keyboard = Keyboard(page)
    keyboard.press("ArrowDown", "ArrowDown")
    app.patch("list", {"op": "remove", "path": "/rows/2"})
    expect(rows(page.card("list"), "rows").get_by_text("Row 2", exact=True)).to_have_count(0)
    keyboard.check()
    assert page.focused["card"] == "list"
    app.patch("list", *[{"op": "remove", "path": "/rows/0"}] * 49)
    expect(rows(page.card("list"), "rows")).to_have_count(0)
    keyboard.check()
