"""The buttons of actions: which there are, which are dimmed, and which ask before they call."""
from __future__ import annotations

import pytest
from playwright.sync_api import expect

from app_page import action, field, rows, value
from pointer import Pointer
from written_screens import action as an_action
from written_screens import part, view_type

ROWS = part("rows", "rows", columns=[part("id", "integer", role="hidden"), part("title", priority=1)], key="id", label="title")


def id_of_row(name="id"):
    return part(name, "integer", source=("rows", "id"))


def list_of(fake, web, visit, **actions):
    """The card of a list with two rows, and the app; each action takes the id of a row, and has these members."""
    screen = view_type("list", ROWS, start=True, actions=[
        an_action(name, rows="rows", asks=[id_of_row()], **members) for name, members in actions.items()])
    app = fake([screen], {"list": {"rows": [{"id": 1, "title": "Milk"}, {"id": 2, "title": "Bread"}]}})
    tab = visit(web(app.path).link)
    expect(rows(tab.card("list"), "rows")).to_have_count(2)
    return tab, app


def test_an_action_asks_before_the_call_beside_the_text_of_the_row(fake, web, visit):
    tab, app = list_of(fake, web, visit, delete={"destructive": True, "confirm": "Delete this note?"})
    button = rows(tab.card("list"), "rows", "Bread").get_by_role("button", name="Delete")
    dialog = tab.page.locator("dialog[open]")
    for answer in ("Escape", "Enter"):  # The focus is on Cancel.
        button.click()
        expect(dialog.get_by_role("heading")).to_have_text("Delete this note?")
        expect(dialog).to_contain_text("Bread")
        tab.page.keyboard.press(answer)
        expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    rows(tab.card("list"), "rows", "Milk").get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    assert app.wait_for("delete")["id"] == 1
    assert app.received.empty() or app.received.queue[0]["method"] != "delete"


def test_a_key_that_is_held_down_opens_a_question_and_does_not_answer_it(fake, web, visit):
    tab, app = list_of(fake, web, visit, archive={"confirm": "Archive this note?"})
    rows(tab.card("list"), "rows", "Milk").get_by_role("button", name="Archive").focus()
    question = tab.page.locator("dialog[open]").get_by_role("button", name="Archive")
    tab.page.keyboard.down("Enter")
    expect(question).to_be_focused()
    expect(tab.page.locator(".shield")).to_have_count(0)
    for _ in range(3):
        tab.page.keyboard.down("Enter")
    expect(question).to_be_focused()
    tab.page.keyboard.up("Enter")
    tab.page.keyboard.press("Enter")
    assert app.wait_for("archive")["id"] == 1


TOUCH = {"has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("width, options", [(375, TOUCH), (560, TOUCH), (375, {}), (560, {}), (1280, {})])
def test_a_double_click_opens_a_question_and_does_not_answer_it(fake, web, visit, context, width, options):
    questions = {"clear": {"destructive": True, "confirm": "Delete all notes?"}, "archive": {"confirm": "Archive all notes?"}}
    actions = [an_action(name, **members) for name, members in questions.items()]
    app = fake([view_type("list", actions=actions, start=True)], {"list": {}})
    browser = context(viewport={"width": width, "height": 740}, **options)
    browser.clock.install()
    tab = visit(web(app.path).link, within=browser)
    page, press = tab.page, Pointer(tab.page, options).press
    for name in questions:
        opener, dialog = action(tab.card("list"), name), page.locator("dialog[open]")
        yes, shield = dialog.locator(".primary"), dialog.locator(".shield")
        expect(opener).to_be_visible()
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
        press(opener)
        expect(shield).to_have_count(1)
        expect(yes).to_be_enabled()  # Otherwise a screen reader says that it is not, and takes nothing back.
        for each in (opener, dialog.get_by_text("Cancel"), yes):  # The second click may be beside the question, too.
            press(each)
        page.clock.run_for(450)
        press(yes)
        yes.focus()
        for key in ("Enter", " "):
            page.keyboard.press(key)
        expect(shield).to_have_count(1)
        page.clock.run_for(100)  # Some frames are drawn before the half second begins.
        expect(shield).to_have_count(0)
        assert not set(questions) & {each["method"] for each in app.received.queue}
        press(yes)
        app.wait_for(name)
        page.clock.resume()


def test_the_question_follows_the_arguments(fake, web, visit):
    rename = an_action("rename", asks=[part("name")], confirm="Rename the list?")
    app = fake([view_type("list", actions=[rename], start=True)], {"list": {}})
    tab = visit(web(app.path).link)
    dialog = tab.page.locator("dialog[open]")
    action(tab.card("list"), "rename").click()
    dialog.locator("input, textarea").press("Enter")
    expect(dialog.locator(".field-error")).to_have_text("Name must not be empty.")
    dialog.locator("input, textarea").fill("Food")
    dialog.locator("input, textarea").press("Enter")
    expect(dialog.get_by_role("heading")).to_have_text("Rename the list?")
    dialog.get_by_role("button", name="Rename").click()
    assert app.wait_for("rename")["name"] == "Food"


def test_a_form_offers_the_values_of_rows_with_their_names(fake, web, visit):
    merge = an_action("merge", asks=[id_of_row("one"), id_of_row("other")])
    app = fake([view_type("list", ROWS, actions=[merge], start=True)], {"list": {"rows": [{"id": 1, "title": "Milk"}, {"id": 2}]}})
    tab = visit(web(app.path).link)
    action(tab.card("list"), "merge").click()
    options = tab.page.locator("dialog[open] [data-property=one] option")
    expect(options).to_have_count(2)
    assert options.evaluate_all("(all) => all.map((each) => [each.value, each.label])") == [["1", "Milk"], ["2", ""]]


def test_an_action_that_is_not_offered_has_no_button(fake, web, visit):
    tab, app = list_of(fake, web, visit, open={}, peek={"notOffered": True})
    row = rows(tab.card("list"), "rows", "Milk")
    expect(row.get_by_role("button")).to_have_text(["Open"])
    with tab.dialog(row, key=" ") as dialog:
        expect(dialog.locator("footer").get_by_role("button")).to_have_text(["Open"])


def test_the_actions_of_a_row_are_beside_it_while_there_is_room(fake, web, visit):
    titles = ("Open", "Archive", "Delete")
    tab, _ = list_of(fake, web, visit, **{each.lower(): {"title": each} for each in titles})
    buttons = rows(tab.card("list"), "rows", "Milk").get_by_role("button")
    expect(buttons).to_have_text(titles)
    tab.page.set_viewport_size({"width": 300, "height": 700})
    expect(buttons).to_have_count(1)
    expect(buttons).to_have_accessible_name("Actions of this row")


@pytest.mark.parametrize("secret", [{}, {"secret": True}], ids=["text", "password"])
def test_an_action_is_dimmed_while_it_would_do_nothing_but_not_while_its_form_has_unsent_text(fake, web, visit, secret):
    actions = [an_action("load", asks=[part("from"), part("to", optional=True)], enabledBy="canSave"),
               an_action("save", enabledBy="canSave")]
    note = view_type("note", part("text", editable=True, **secret), part("canSave", "switch", role="hidden"), actions=actions,
                     form={"fields": ["text"], "calls": "save"}, start=True)
    app = fake([note], {"note": {"text": "", "canSave": False}})
    card = visit(web(app.path).link).card("note")
    dimmed = card.locator(".actions [aria-description]")
    expect(dimmed).to_have_text(["Load", "…", "Save"])
    expect(action(card, "save")).to_have_accessible_description("Has no effect now")
    field(card, "text").press_sequentially("a")
    expect(dimmed).to_have_text(["Load", "…"])
    field(card, "text").press("Backspace")
    expect(dimmed).to_have_text(["Load", "…", "Save"])
    # Nothing keeps people from the call.
    action(card, "save").click()
    app.wait_for("save")
    app.change("note", canSave=True)
    expect(dimmed).to_have_count(0)


def test_work_in_progress_is_named_by_its_state(fake, web, visit):
    choices = [{"value": each, "title": each.title()} for each in ("idle", "loading", "saving")]
    state = part("state", "choice", role="hidden", choices=choices, busyUnless=["idle"])
    app = fake([view_type("note", state, part("text"), start=True)], {"note": {"state": "idle", "text": ""}})
    card = visit(web(app.path).link).card("note")
    busy = card.locator(".busy")
    expect(value(card, "text")).to_be_attached()
    expect(busy).to_be_hidden()
    for name in ("loading", "saving"):
        app.change("note", state=name)
        expect(busy).to_have_text(name.title())
