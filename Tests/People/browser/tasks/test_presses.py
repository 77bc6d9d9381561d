"""A press counts, whatever changes meanwhile, and a second one never hits something else."""
from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from app_page import action, rows
from pointer import Pointer, place
from written_screens import action as an_action
from written_screens import part, view_type

ID, TITLE, COUNT = part("id", "integer"), part("title", priority=1), part("count", "integer")
OPENS = {"view": "item", "params": {"id": "id"}, "requires": ["id"]}
TOUCH = {"has_touch": True, "is_mobile": True}
PRESSES = 10
pointers = pytest.mark.parametrize("options", [{}, TOUCH], ids=["mouse", "finger"])


class List:
    """The page of a list of rows, whose action `remove` removes one, beside a view for each row."""

    def __init__(self, fake, web, visit, options, **more):
        opens = {"opens": {**OPENS, "on": "row"}} if more.pop("opens", False) else {}
        parts = [part("rows", "rows", columns=[ID, TITLE, COUNT], key="id", label="title", **opens),
                 part("record", "record", members=[ID, COUNT], opens={**OPENS, "on": "record"})]
        of_row = {"rows": "rows", "asks": [part("id", "integer", source=("rows", "id"))]}
        actions = [an_action("remove", **of_row, **more), an_action("pick", **of_row), an_action("sync")]
        screens = [view_type("list", *parts, actions=actions, start=True), view_type("item", asks=[ID])]
        self.now = [{"id": each, "title": f"Row {each}", "count": 0} for each in range(1, 6)]
        self.app = fake(screens, {"list": {"rows": self.now, "record": {"id": 7, "count": 0}}}, {"remove": self._remove})
        self.tab = visit(web(self.app.path).link, viewport={"width": 1000, "height": 700}, **options)
        self.page, self.card, self.count = self.tab.page, self.tab.card("list"), 0
        self.hand = Pointer(self.page, options)
        expect(rows(self.card, "rows")).to_have_count(5)

    def button(self, row, name="Remove"):
        return rows(self.card, "rows", f"Row {row}").get_by_role("button", name=name)

    def change(self):
        """Changes every row and the record, and waits until the page shows it."""
        self.count += 1
        self.show([{**each, "count": self.count} for each in self.now])
        expect(rows(self.card, "rows").last).to_contain_text(str(self.count))

    def show(self, rows_now):
        self.now = rows_now
        self.app.change("list", rows=rows_now, record={"id": 7, "count": self.count})

    def _remove(self, connection, view, params):
        self.show([each for each in self.now if each["id"] != params["id"]])

    def calls(self):
        """The actions that have been called for rows, with the ids of these."""
        action(self.card, "sync").evaluate("(button) => button.click()")
        found = []
        while (request := self.app.received.get(timeout=10))["method"] != "sync":
            found += [(request["method"], request["params"]["id"])] if request["method"] in ("remove", "pick") else []
        return found

    def shields_end(self):
        """The time has passed in which places do not take clicks."""
        expect(self.page.locator(".shield")).to_have_count(0)


@pytest.fixture
def listed(fake, web, visit):
    return lambda options=(), **more: List(fake, web, visit, dict(options), **more)


@pointers
def test_a_click_counts_although_what_is_pressed_changes(listed, options):
    found = listed(options, opens=True)
    found.change()
    record = found.card.locator("[data-property=record]").get_by_role("button", name="Open")
    for target, method in ((found.button(2, "Pick"), "pick"), (rows(found.card, "rows").nth(2).get_by_text("Row 3"), "view/open"),
                           (record, "view/open")):
        for _ in range(PRESSES):
            found.hand.down(place(target))
            found.change()
            found.hand.up()
            assert found.app.wait_for(method)
            if method == "view/open":
                found.tab.card("item").get_by_label("Close Item").evaluate("(button) => button.click()")
    assert found.calls() == []


def test_a_click_in_the_list_of_view_types_counts_although_a_card_closes_meanwhile(listed):
    found = listed()
    found.hand.down(place(found.page.locator("#types button", has_text="Item")))
    found.card.get_by_label("Close List").evaluate("(button) => button.click()")
    expect(found.page.locator("#types .count")).to_have_count(0)
    found.hand.up()
    expect(found.page.locator("dialog[open]")).to_contain_text("Item")


@pointers
def test_a_row_that_moves_away_under_a_press_leaves_it_to_no_other(listed, options):
    found = listed(options)
    before = found.now
    for now in (before[1:], [{"id": 9, "title": "Row 9", "count": 0}, *before], [before[2], before[1], *before[3:]], []):
        found.hand.down(place(found.button(2, "Pick")))
        found.show(now)
        expect(rows(found.card, "rows")).to_have_count(len(now))
        found.hand.up()
        assert set(found.calls()) <= {("pick", 2)}
        found.show(before)
        expect(rows(found.card, "rows")).to_have_count(5)
        found.shields_end()


def test_a_press_that_ends_on_another_row_is_for_none(listed):
    found = listed(opens=True)
    for one, other in ((found.button(2, "Pick"), found.button(3, "Pick")), (rows(found.card, "rows", "Row 2"), rows(found.card, "rows", "Row 3"))):
        found.hand.down(place(one))
        found.page.mouse.move(*place(other))
        found.hand.up()
    assert found.calls() == []
    expect(found.tab.card("item")).to_have_count(0)


@pointers
def test_a_second_click_does_not_hit_the_row_that_takes_the_place_of_a_removed_one(listed, options):
    found = listed(options)
    at = place(found.button(2))
    found.hand.press_at(at)
    expect(rows(found.card, "rows")).to_have_count(4)
    found.hand.press_at(at)
    assert found.calls() == [("remove", 2)]
    found.shields_end()
    found.hand.press_at(at)
    expect(rows(found.card, "rows")).to_have_count(3)
    assert found.calls() == [("remove", 3)]


def test_a_click_where_a_row_has_just_gone_hits_no_other(listed):
    found = listed()
    before, at = found.now, place(found.button(2))
    for _ in range(PRESSES):
        begun = time.monotonic()
        found.show([before[0], *before[2:]])
        expect(rows(found.card, "rows")).to_have_count(4)
        found.hand.press_at(at)
        if time.monotonic() - begun < 0.4:
            break
        found.calls()
        found.show(before)
        expect(rows(found.card, "rows")).to_have_count(5)
    assert found.calls() == []


def test_a_second_click_does_not_hit_the_row_that_has_moved_there(listed):
    found = listed()
    one, two, *others = found.now
    for _ in range(PRESSES):
        begun, at = time.monotonic(), place(found.button(2, "Pick"))
        found.hand.press_at(at)
        found.show([two, one, *others])
        expect(rows(found.card, "rows", "Row 2")).to_have_attribute("aria-rowindex", "2")
        found.hand.press_at(at)
        if time.monotonic() - begun < 0.4:
            break
        found.show([one, two, *others])
        expect(rows(found.card, "rows", "Row 2")).to_have_attribute("aria-rowindex", "3")
        found.calls()
    assert found.calls() == [("pick", 2)]


def test_a_key_that_is_held_down_removes_one_row(listed):
    found = listed()
    found.button(2).focus()
    for count in (4, 3):  # Another press counts at once.
        found.page.keyboard.down("Enter")
        expect(rows(found.card, "rows")).to_have_count(count)
        for _ in range(3):
            found.page.keyboard.down("Enter")
        found.page.keyboard.up("Enter")
    assert found.calls() == [("remove", 2), ("remove", 3)]


def test_a_second_click_does_not_close_the_next_card(listed):
    found = listed()
    found.page.set_viewport_size({"width": 375, "height": 400})
    for id in range(6):
        found.tab.open("Item", id=id)
    expect(found.tab.card("item")).to_have_count(6)
    expect(found.tab.card("item").filter(has_text="Loading")).to_have_count(0)  # The page scrolls to a card that opens.
    found.tab.card("item").first.evaluate("(card) => card.scrollIntoView({ block: 'start' })")
    second = found.tab.card("item").nth(1).get_by_label("Close Item")
    found.shields_end()
    at = place(second)
    found.hand.press_at(at)
    expect(found.tab.card("item")).to_have_count(5)
    assert place(second) == at
    found.hand.press_at(at)
    found.shields_end()
    expect(found.tab.card("item")).to_have_count(5)
    found.hand.press_at(at)
    expect(found.tab.card("item")).to_have_count(4)


def test_a_key_that_is_held_down_closes_one_card(listed):
    found = listed()
    for id in (1, 2):
        found.tab.open("Item", id=id)
    expect(found.tab.card("item").last).to_be_focused()
    found.page.keyboard.press("Escape")  # Otherwise, the letters may be meant for the card that has just opened.
    for _ in range(3):
        found.page.keyboard.down("w")
    expect(found.tab.card("item")).to_have_count(1)
    found.page.keyboard.up("w")


@pointers
def test_a_double_click_that_answers_a_question_does_not_hit_what_is_below_it(listed, options):
    found = listed(options, destructive=True, confirm="Remove this row?")
    found.page.set_viewport_size({"width": 375, "height": 700})
    found.hand.press(found.button(2))
    found.shields_end()
    at = place(found.page.locator("dialog[open]").get_by_role("button", name="Remove"))
    found.hand.press_at(at)
    expect(found.page.locator("dialog[open]")).to_have_count(0)
    before = found.tab.focused
    found.hand.press_at(at)
    assert found.calls() == [("remove", 2)]
    assert found.tab.focused == before
