"""The page fits into narrow and wide windows; `Tests/People/browser/screenshots` shows how it looks."""
from __future__ import annotations

import pytest
from playwright.sync_api import expect

from app_page import rows
from written_screens import part, view_type

# Elements that stand out of the window, unless a parent clips or scrolls them.
OUTSIDE = """() => [...document.querySelectorAll('body *')].filter((each) => {
  const box = each.getBoundingClientRect();
  if (!box.width || !each.checkVisibility({ visibilityProperty: true }) || box.right <= innerWidth + 1) return false;
  for (let parent = each.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll|hidden|clip/.test(getComputedStyle(parent).overflowX)) return false;
  }
  return true;
}).map((each) => each.outerHTML.slice(0, 100))"""


@pytest.mark.parametrize("width", [375, 768, 1280])
def test_nothing_scrolls_to_the_side(shared_web, visit, width):
    app = visit(shared_web.new_link(), viewport={"width": width, "height": 600})
    for title, params in (("Smoothies", {}), ("Chat", {}), ("User", {"id": "A"}), ("Friends", {"id": "A"}), ("Notes", {})):
        app.open(title, **params)
    expect(rows(app.card("friends"), "filteredFriends").first).to_be_visible()
    # The list beside the cards stays where it is, however far these are scrolled.
    assert app.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert app.page.evaluate("document.querySelector('#side').getBoundingClientRect().top") == 0
    app.show_messages()
    assert app.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert app.page.evaluate(OUTSIDE) == []


def test_the_menu_of_a_narrow_window_closes_beside_it_by_escape_and_for_the_messages(shared_web, visit):
    app = visit(shared_web.new_link(), viewport={"width": 375, "height": 740}, has_touch=True)
    views, menu = app.page.locator("#types"), app.page.locator("#menu")
    menu.tap()
    expect(views).to_be_visible()
    app.page.touchscreen.tap(180, 720)
    expect(views).to_be_hidden()
    menu.tap()
    app.page.locator("#find").press("Escape")
    expect(views).to_be_hidden()
    expect(menu).to_be_focused()
    app.show_messages()
    expect(views).to_be_hidden()
    app.page.locator("#drawer ol").press("Escape")
    expect(app.page.locator("#drawer")).to_be_hidden()
    expect(menu).to_be_focused()


def test_a_card_keeps_its_column_while_heights_change(fake, web, visit):
    names = ("First", "Second", "Third", "Fourth")
    screens = [view_type(name, part("text", format="longText"), start=name == "First") for name in names]
    app = fake(screens, {name: {"text": "short"} for name in names})
    page = visit(web(app.path).link)
    for name in names:
        page.open(name)
        expect(page.card(name).locator(".long")).to_be_visible()
    columns = lambda: {name: page.card(name).bounding_box()["x"] for name in names}
    before = columns()
    assert len(set(before.values())) == 2
    for name in names:
        app.change(name, text="line\n" * 12)
        expect(page.card(name).locator(".long")).to_contain_text("line")
        assert columns() == before
        app.change(name, text="short")
        expect(page.card(name).locator(".long")).to_have_text("short")
    # In a narrow window, all cards are in one column.
    page.page.set_viewport_size({"width": 375, "height": 740})
    page.page.wait_for_function(
        "() => new Set([...document.querySelectorAll('.card')].map((each) => each.offsetLeft)).size === 1")
    assert page.page.evaluate(OUTSIDE) == []


def test_every_control_is_large_enough_for_a_finger(shared_web, visit):
    """24 pixels at least, as WCAG 2.2 demands (2.5.8)."""
    app = visit(shared_web.new_link(), viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True)
    app.open("Smoothies")
    expect(rows(app.card("smoothies"), "smoothies").first).to_be_visible()
    small = app.page.eval_on_selector_all("main button, main input, main select", """(all) => all.filter((each) => {
        const box = each.getBoundingClientRect();
        return each.checkVisibility() && box.width && (box.width < 24 || box.height < 24);
      }).map((each) => `${each.outerHTML.slice(0, 80)} ${each.getBoundingClientRect().width} × ${each.getBoundingClientRect().height}`)""")
    assert small == []
