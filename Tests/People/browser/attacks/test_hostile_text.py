"""Text of the app is text, wherever the app may put it: values, names, titles, messages and addresses."""
from __future__ import annotations

import pytest
from playwright.sync_api import expect

from app_page import action, value
from fake_app import Refusal
from strange_apps import hostile_app
from written_screens import action as an_action
from written_screens import part, view_type

IMAGE = '<img src=x onerror="window.ran = 1">'
TEXTS = {
    "image": IMAGE,
    "script": '"><script>window.ran = 1</script>',
    "attribute": "' onfocus='window.ran = 1' autofocus='",
    "javascript": "javascript:window.ran=1//",
    "javascript in disguise": "\x01 jAvA\tscript:window.ran=1//",
    "data": "data:text/html,<script>window.ran=1</script>",
    "right-to-left": "\u202egnp.exe\u2066\u200f",
    "NUL": "a\0b\x1b[31m\x7f\u2028",
    "prototype": "__proto__",
    "constructor": "constructor",
    "template": "${window.ran=1}{{constructor.constructor('window.ran=1')()}}",
    "pointer": "a/b~1c~0d%2f#?&=,~",
    "long": "long " * 4_000,
    "long without spaces": "<" * 20_000,
    "marks": "z" + "\u0301" * 2_000,
    "empty": "",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_nothing_runs_and_the_page_stays_usable(text, fake, web, visit):
    def refuse(connection, view, params):
        name = f"{text}1".replace("~", "~0").replace("/", "~1")
        raise Refusal(text or "No.", path=f"/{name}", name=text, suggestion=text, available=[text])

    def count(connection, view, params):
        app.change("counter", count=1)

    hostile = hostile_app(text)
    app = fake(**hostile, actions={f"{text}{number}": refuse for number in (1, 2, 3)} | {"increment": count})
    tab = visit(web(app.path).link)
    card = tab.page.locator("article.card").first
    expect(card.locator("[role=grid]").first).to_be_visible()
    # A refusal with this text, on the card and beside a field; a form; a dialog of a row; the whole state; the messages.
    tab.show_messages()
    app.change(text, plain=text + " changed")
    # The first field submits; the refusal names the field.
    field = card.locator(".field :is(input[type=text], textarea)").first
    field.press("Enter")
    expect(card.locator("[role=alert], .field-error").filter(visible=True).first).to_be_visible()
    with tab.dialog(card.locator(".actions button").first) as form:
        form.locator("input, textarea").fill(text[:1000] or "x")
        form.locator("button[type=submit]").click()
        expect(form.locator(".field-error")).to_be_visible()
    row = card.locator(".rows > [role=row]").first
    row.focus()
    with tab.dialog(row, key=" "):
        pass
    with tab.dialog(card.get_by_role("button", name="Whole state").first):
        pass
    tab.page.locator("#find").fill(text[:50])
    tab.page.locator("#find").fill("")
    targets = tab.page.eval_on_selector_all("[href], [src], [action]",
                                            "(found) => found.map((each) => each.href || each.src || each.action)")
    own = tab.page.evaluate("location.origin")
    assert [one for one in targets if not one.startswith((own, "http://", "https://", "data:image/svg+xml"))] == []
    tab.open("Counter")
    action(tab.card("counter"), "increment").click()
    expect(value(tab.card("counter"), "count")).to_have_text("1")
    assert tab.page.evaluate("typeof ran") == "undefined"
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The address with these names is read again.
    tab.page.reload()
    tab.is_connected()
    expect(tab.card("counter")).to_be_visible()
    assert tab.page.evaluate("typeof ran") == "undefined"


def test_a_name_of_a_megabyte_is_cut_off(fake, web, visit):
    name = "<" * 1_000_000
    screen = view_type(name, part(name, title=name, editable=True), actions=[an_action(name, title=name, description=name)],
                       title=name, form={"fields": [name], "calls": name}, start=True)
    tab = visit(web(fake([screen], {name: {name: name}}).path).link)
    card = tab.page.locator("article.card")
    expect(card.locator(".field :is(input, textarea)")).to_be_visible()
    card.locator(".actions button").first.click()
    expect(card.locator(".last")).to_be_visible()
    assert tab.page.evaluate("document.body.textContent.length") < 100_000
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.page.reload()
    tab.is_connected()


def test_text_cannot_change_the_direction_of_its_surroundings(fake, web, visit):
    app = fake(**hostile_app(TEXTS["right-to-left"]))
    tab = visit(web(app.path).link)
    expect(tab.page.locator("article.card [role=grid]").first).to_be_visible()
    leaks = tab.page.evaluate("""() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
        while (walker.nextNode()) {
          const node = walker.currentNode;
          if (!/[\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f]/.test(node.data)) continue;
          const kind = getComputedStyle(node.parentElement).unicodeBidi;
          if (!/isolate|plaintext/.test(kind)) found.push(`${node.parentElement.outerHTML.slice(0, 80)}: ${kind}`);
        }
        return found;
      }""")
    assert leaks == []
