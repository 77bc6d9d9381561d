"""What the app says by itself: errors of a field, notices, progress, texts that grow, questions and places in files."""
from __future__ import annotations

import re

from playwright.sync_api import expect

from app_page import action, field, rows, value
from fake_app import Refusal
from written_screens import action as an_action
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


def test_what_a_change_brings_does_not_wait_for_a_drawing(fake, web, visit, context):
    browser = context()
    browser.clock.install()
    app = fake([view_type("form", part("text"), part("done", role="notice", nullable=True),
                          part("at", "switch", opens={"view": "other", "on": "true"}), start=True),
                view_type("other", part("text"))],
               {"form": {"text": "x", "done": None, "at": False}, "other": {"text": "z"}})
    tab = visit(web(app.path).link, within=browser)
    expect(value(tab.card("form"), "text")).to_have_text("x")
    tab.page.clock.pause_at(tab.page.evaluate("Date.now() / 1000 + 1"))  # As in a hidden tab, no drawing follows soon.
    for change in ({"text": "y"}, {"done": "Saved", "at": True}, {"done": None, "at": False}):
        app.change("form", **change)
    expect(tab.page.locator("#notices p")).to_have_text(["Saved"])
    assert app.wait_for("view/open")["type"] == "form"
    assert app.wait_for("view/open")["type"] == "other"


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


LINE = "request {} took 12 ms\n"


def grow(app, text):
    app.patch("form", {"op": "append", "path": "/log", "value": text})


def test_a_text_that_grows_shows_its_end_and_follows_it_while_it_is_in_sight(fake, web, visit):
    log = "".join(LINE.format(number) for number in range(20_000))
    tab, app = shown(fake, web, visit, part("log", format="stream"), state={"log": log})
    area = tab.card("form").get_by_role("log", name="Log")
    expect(area).to_contain_text("request 19999 took")
    expect(tab.card("form").locator(".stream .note")).to_have_text(re.compile(r"^The first 38\d,\d{3} characters are left out\.$"))
    assert len(area.inner_text()) < 110_000
    at_end = "(area) => area.scrollTop + area.clientHeight > area.scrollHeight - 5"
    assert area.evaluate(at_end)
    grow(app, "one more\nand ano")
    expect(area).to_contain_text("one more\nand ano", use_inner_text=True)
    assert area.evaluate(at_end)
    grow(app, "ther")
    expect(area).to_contain_text("another")
    area.evaluate("(area) => { area.scrollTop = 500; }")
    top = area.evaluate("(area) => new Promise((resolve) => requestAnimationFrame(() => resolve(area.scrollTop)))")
    first = area.evaluate("(area) => area.textContent.slice(0, 20)")
    grow(app, "".join(LINE.format(number) for number in range(10_000)))
    expect(area).to_contain_text("request 9999 took")
    assert area.evaluate("(area) => area.textContent.slice(0, 20)") == first
    assert area.evaluate("(area) => area.scrollTop") == top
    area.press("End")
    area.evaluate("""(area) => new Promise((resolve) => {
        const look = () => requestAnimationFrame(area.scrollTop + area.clientHeight > area.scrollHeight - 5 ? resolve : look);
        look();
      })""")  # The browser moves there in steps.
    grow(app, "the end")
    expect(area).to_contain_text("the end")
    assert area.evaluate(at_end)
    assert len(area.inner_text()) < 110_000
    app.change("form", log="another text")
    expect(area).to_have_text("another text")
    expect(tab.card("form").locator(".stream .note")).to_be_hidden()


def test_what_is_added_to_a_text_leaves_the_selection_and_any_text_is_drawn_right(fake, web, visit):
    log = "\n\n".join(LINE.format(number) for number in range(1000))
    tab, app = shown(fake, web, visit, part("log", format="stream"), state={"log": log})
    area = tab.card("form").get_by_role("log")
    expect(area).to_contain_text("request 999 took")
    select = """(area) => {
        const [first, last] = [area.firstChild.firstChild, area.lastChild.firstChild];
        getSelection().setBaseAndExtent(first, 0, last, last.length);
        return getSelection().toString();
      }"""
    assert area.evaluate(select).rstrip("\n") == log.rstrip("\n")
    grow(app, "more")
    expect(area).to_contain_text("more")
    assert tab.page.evaluate("getSelection().toString()").rstrip("\n") == log.rstrip("\n")
    # Each text is drawn as a whole one would be, wherever it was cut.
    text, whole = "", "a\r\nb\rc\u0915\u200d\u0937d\u200de\u0301\u202e\U0001f600\n\nf\r"
    clean = "a\nb\u240dc\u0915\u200d\u0937d\ufffde\u0301\ufffd\U0001f600\n\nf\u240d"
    app.change("form", log="")
    for each in whole:
        grow(app, each)
    expect(area).to_have_text(re.compile("f.$"))
    assert area.evaluate("(area) => area.textContent") == clean
    for text in ("f", "e", "ef", "", "x" * 50_000 + "y", None, "z"):
        app.change("form", log=text)
        expect(area).to_have_text("\u2013" if text is None else text)


QUESTION = part("question", "record", nullable=True, role="question", answer="answer")
ANSWER = an_action("answer", asks=[part("choice"), part("question")], notOffered=True)
DELETE = {"id": "1", "title": "Delete 3 notes?", "message": "They cannot\nbe restored.", "choices": [
    {"value": "delete", "title": "Delete", "role": "destructive"}, {"value": "keep", "title": "Keep", "role": "cancel"}]}
WHICH = {"id": "2", "title": "Which way?", "choices": [{"value": "way", "title": "Left"}, {"value": "way", "title": "Right", "role": "preferred"}]}


def asking(fake, web, visit, answers=None, question=None):
    """The page of a view that can ask, beside a field, with the app, the open dialog and the notices."""
    tab, app = shown(fake, web, visit, part("text", editable=True), QUESTION, actions=[ANSWER, an_action("sync")],
                     state={"text": "x", "question": question}, answers=answers)
    return tab, app, tab.page.locator("dialog[open]"), tab.page.locator("#notices p")


def answers_of(tab, app):
    """The answers that have arrived until now."""
    action(tab.card("form"), "sync").evaluate("(button) => button.click()")
    found = []
    while (request := app.received.get(timeout=10))["method"] != "sync":
        found += [(request["params"]["choice"], request["params"]["question"])] if request["method"] == "answer" else []
    return found


def is_read(dialog):
    """People can have read the dialog, so that a press counts."""
    expect(dialog.locator(".shield")).to_have_count(0)


def test_a_question_is_a_dialog_whose_choices_answer_it(fake, web, visit):
    tab, app, dialog, notices = asking(fake, web, visit, question=DELETE)
    expect(dialog.get_by_role("heading")).to_have_text("Delete 3 notes?")
    expect(dialog.get_by_text("They cannot\nbe restored.")).to_be_visible()
    expect(dialog.locator("footer button")).to_have_text(["Delete", "Keep"])
    expect(dialog.get_by_role("button", name="Delete")).to_have_class(re.compile("destructive"))
    expect(dialog.get_by_role("button", name="Keep")).to_be_focused()
    is_read(dialog)
    dialog.get_by_role("button", name="Delete").click()
    expect(dialog).to_have_count(0)
    assert answers_of(tab, app) == [("delete", "1")]
    app.change("form", question=WHICH)
    expect(dialog.get_by_role("button", name="Right")).to_be_focused()
    is_read(dialog)
    tab.page.keyboard.press("Enter")
    assert answers_of(tab, app) == [("way", "2")]
    app.change("form", question=None)
    expect(tab.card("form").locator(".question")).to_be_hidden()
    expect(notices).to_have_count(0)


def test_a_press_that_was_meant_for_something_else_answers_no_question(fake, web, visit, context):
    browser = context()
    browser.clock.install()
    app = fake([view_type("form", part("text"), QUESTION, actions=[ANSWER, an_action("sync")], start=True)], {"form": {"text": "x"}})
    tab = visit(web(app.path).link, within=browser)
    expect(value(tab.card("form"), "text")).to_have_text("x")
    tab.page.clock.pause_at(tab.page.evaluate("Date.now() / 1000 + 1"))
    app.change("form", question=DELETE)
    dialog, line = tab.page.locator("dialog[open]"), tab.card("form").locator(".question")
    expect(dialog).to_be_visible()
    for name in ("Delete", "Keep"):
        button = dialog.get_by_role("button", name=name)
        button.click(force=True)
        button.press("Enter")
    tab.page.keyboard.press("Escape")  # Closes it, and is not the choice that cancels.
    expect(dialog).to_have_count(0)
    expect(line).to_be_visible()
    assert answers_of(tab, app) == []


def test_escape_is_the_choice_that_cancels_or_else_the_question_stays_as_a_line(fake, web, visit):
    tab, app, dialog, notices = asking(fake, web, visit, question=DELETE)
    line = tab.card("form").locator(".question")
    expect(dialog).to_be_visible()
    is_read(dialog)
    tab.page.keyboard.press("Escape")
    assert answers_of(tab, app) == [("keep", "1")]
    app.change("form", question=WHICH)
    expect(dialog).to_be_visible()
    is_read(dialog)
    tab.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(line).to_contain_text("Which way?")
    assert answers_of(tab, app) == []
    app.change("form", text="y")
    expect(field(tab.card("form"), "text")).to_have_value("y")
    expect(dialog).to_have_count(0)
    line.get_by_role("button").click()
    expect(dialog.locator("footer button")).to_have_text(["Left", "Right"])
    app.change("form", question={"id": "3", "title": "Wait.", "choices": []})
    expect(dialog.get_by_role("heading")).to_have_text("Wait.")
    expect(notices).to_have_text(["answered elsewhere"])


def test_a_question_takes_no_focus_from_a_text_that_was_not_sent(fake, web, visit):
    tab, app, dialog, notices = asking(fake, web, visit)
    text = field(tab.card("form"), "text")
    tab.page.set_viewport_size({"width": 900, "height": 150})  # The place of the question is below.
    text.press_sequentially("abc")
    app.change("form", question=WHICH)
    line = tab.card("form").locator(".question")
    expect(line).to_contain_text("Which way?")
    expect(line).to_be_in_viewport(ratio=1)
    expect(notices).to_have_text(["Question: Which way?"])
    text.press_sequentially("d")
    expect(text).to_be_focused()
    expect(dialog).to_have_count(0)
    line.get_by_role("button").click()
    is_read(dialog)
    dialog.get_by_role("button", name="Left").click()
    assert answers_of(tab, app) == [("way", "2")]


def test_an_answer_from_elsewhere_closes_the_dialog_and_says_so(fake, web, visit):
    def refuse(*_):
        raise Refusal("The question is another one.", kind="ContentModified", code=-32801)

    tab, app, dialog, notices = asking(fake, web, visit, {"answer": refuse}, question=WHICH)
    expect(dialog).to_be_visible()
    app.change("form", question=None)
    expect(dialog).to_have_count(0)
    expect(notices).to_have_text(["answered elsewhere"])
    expect(tab.card("form").locator(".question")).to_be_hidden()
    app.change("form", question=DELETE)
    is_read(dialog)
    dialog.get_by_role("button", name="Delete").click()
    expect(notices).to_have_text(["answered elsewhere"] * 2)
    expect(tab.card("form").locator(".card > .error")).to_have_count(0)
    expect(tab.card("form").locator(".question")).to_be_visible()  # The app has it nevertheless.
    app.change("form", question=None)
    expect(tab.card("form").locator(".question")).to_be_hidden()
    expect(notices).to_have_count(2)


def test_a_question_of_another_form_is_a_record(fake, web, visit):
    tab, app, dialog, _ = asking(fake, web, visit, question={"id": 1, "title": "Which way?"})
    expect(tab.card("form").locator("dl.record")).to_contain_text("Which way?")
    app.change("form", question=WHICH)
    expect(dialog).to_be_visible()
    expect(tab.card("form").locator("dl.record")).to_be_hidden()


def test_a_question_survives_the_server(fake, web, visit, folder):
    place, members = folder.path / "app.sock", dict(actions=[ANSWER], start=True)
    first = fake([view_type("form", QUESTION, **members)], {"form": {"question": WHICH}}, place=place)
    tab = visit(web(place).link)
    dialog = tab.page.locator("dialog[open]")
    expect(dialog).to_contain_text("Which way?")
    first.stop()
    expect(dialog).to_have_count(0)  # It could not be answered.
    second = fake([view_type("form", QUESTION, **members)], {"form": {"question": WHICH}}, place=place)
    tab.is_connected()
    expect(dialog).to_contain_text("Which way?")
    expect(tab.page.locator("#notices p")).to_have_count(0)
    is_read(dialog)
    dialog.get_by_role("button", name="Left").click()
    assert second.wait_for("answer")["question"] == "2"


PLACE = {"path": "/a/b\n.c", "line": 3, "column": None}
COPIED = ("/a/b\u240a.c:3", "/a/c.c:4:5", "/a/d.c")


def test_a_place_is_scrolled_to_during_a_call_of_the_user_but_not_of_on_appear(fake, web, visit, context):
    browser = context()
    browser.add_init_script("""window.scrolled = [];
        Element.prototype.scrollIntoView = function () { if (this.dataset.property) scrolled.push(this.dataset.property); };""")
    shown = part("shown", "record", nullable=True, format="file", opens={"on": "value", "file": "shown"})
    app = fake([view_type("form", shown, actions=[an_action("load", notOffered=True), an_action("go")], onAppear="load",
                          start=True)], {"form": {"shown": None}},
               {"load": lambda *_: app.change("form", shown={"path": "/a"}) or {},
                "go": lambda *_: app.change("form", shown={"path": "/b"}) or {}})
    tab = visit(web(app.path).link, within=browser)
    card = tab.card("form")
    place = card.locator("[data-property=shown] .file bdi")
    expect(place).to_have_text("/a")
    assert tab.page.evaluate("scrolled") == []
    action(card, "go").click()
    expect(place).to_have_text("/b")
    assert tab.page.evaluate("scrolled") == ["shown"]


def test_a_place_in_a_file_is_a_text_that_can_be_copied(fake, web, visit):
    shown_place = part("shown", "record", nullable=True, editable=True, format="file",
                       opens={"on": "value", "file": "shown", "resets": True})
    problems = part("problems", "rows", columns=[part("text"), part("place", "json", format="file")], opens={"on": "row", "file": "place"})
    state = {"shown": None, "problems": [{"text": "x", "place": {"path": "/a/c.c", "line": 4, "column": 5}}], "record": {"at": {"path": "/a/d.c"}}}
    app = fake([view_type("form", shown_place, problems, part("record", "record", members=[part("at", "json", format="file")]),
                          actions=[an_action("go")], start=True)], {"form": state},
               {"go": lambda *_: app.change("form", shown=PLACE) or {}})
    tab = visit(web(app.path).link, permissions=["clipboard-read", "clipboard-write"])
    card = tab.card("form")
    action(card, "go").click()
    place = card.locator("[data-property=shown] .file")
    expect(place.locator("bdi")).to_have_text(COPIED[0])
    for press, text in zip((lambda: place.get_by_role("button").click(), lambda: rows(card, "problems", "/a/c.c:4:5").click(),
                            lambda: card.locator("[data-property=record]").get_by_role("button", name="Copy").click()), COPIED):
        press()
        expect(tab.page.locator("#notices p").last).to_have_text(f"Copied {text}")
        assert tab.page.evaluate("navigator.clipboard.readText()") == text
    assert not [each for each in app.received.queue if each["method"] == "view/set"]
