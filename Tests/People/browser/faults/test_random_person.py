"""A random person at the page, whose rows change all the time, before a server that stalls and dies.

Each text that was entered must reach the server once, or still be on the page; an action must only be called for a row that
was pressed; and the page must not report an error. `SVVS_SECONDS` is the duration, `SVVS_SEED` chooses the steps.
"""
from __future__ import annotations

import os
import random
import re
import threading
import time

from playwright.sync_api import expect

from app_page import field, rows
from pointer import Pointer, place
from written_screens import action as an_action
from written_screens import part, view_type

DURATION, SEED = float(os.environ.get("SVVS_SECONDS", "10")), int(os.environ.get("SVVS_SEED", "1"))
# Letters that are keys of the page, and characters that are wide or of several units.
WORDS = ["w", "x", "o", "m", "t", "1", "[", "/", "?", "i", "a b", "日本", "👩", "e\u0301"]
LOST = re.compile("WebSocket connection to")
# Notes what each press is on. The second press of a double click is only meant for what the first one was on.
WATCH = """
window.pressed = [];
window.first = null;
const note = (element, time) => {
  const button = element.closest('[data-action]'), row = element.closest('.rows > [role=row]');
  const press = button && row ? [button.dataset.action, Number(row.querySelector('bdi').textContent)] : null;
  if (window.first?.press && time - window.first.time < 400 && String(window.first.press) !== String(press)) return;
  window.first = window.isDouble ? { press, time } : null;
  if (press) pressed.push(press);
};
addEventListener('pointerdown', (event) => note(event.target, event.timeStamp), true);
addEventListener('keydown', (event) => { if (event.key === 'Enter' && !event.repeat) note(event.target); }, true);
"""


class World:
    """The state of the app, which outlives each of its servers. One of them runs at a time."""

    def __init__(self, fake, path, chance):
        self.fake, self.path, self.chance = fake, path, chance
        self.state = {"draft": "", "note": "", "rows": [{"id": each, "count": 0} for each in range(1, 7)]}
        self.number, self.added, self.called = 6, [], []
        self.begin()

    def begin(self):
        id, count = part("id", "integer"), part("count", "integer")
        parts = [part("note", editable=True), part("draft", editable=True, submits="add"),
                 part("rows", "rows", columns=[id, count], key="id", label="count")]
        of_row = {"rows": "rows", "asks": [part("id", "integer", source=("rows", "id"))]}
        actions = [an_action("pick", **of_row), an_action("remove", **of_row), an_action("add")]
        screen = view_type("list", *parts, actions=actions, form={"fields": ["note"], "calls": "add"}, start=True)
        states = {"list": self.state}
        self.app = self.fake([screen], states,
                             {"pick": self._pick, "remove": self._remove, "add": self._add, "view/set": self._set}, place=self.path)

    def _set(self, connection, view, properties):
        self.state.update(properties)

    def _add(self, connection, view, params):
        self.added.append(self.state["draft"])
        return self._change(draft="")

    def _pick(self, connection, view, params):
        self.called.append(["pick", params["id"]])
        return {}

    def _remove(self, connection, view, params):
        self.called.append(["remove", params["id"]])
        left = [each for each in self.state["rows"] if each["id"] != params["id"]]
        if len(left) < 6:
            self.number += 1
            left.append({"id": self.number, "count": 0})
        return self._change(rows=left)

    def _change(self, **changes):
        self.state.update(changes)
        self.app.change("list", **changes)
        return {}

    def move(self):
        """Changes all rows, and now and then their order; or stalls."""
        with self.app.lock:
            if self.chance.random() < 0.02:
                time.sleep(0.3)
            changed = [{**each, "count": each["count"] + 1} for each in self.state["rows"]]
            if self.chance.random() < 0.1:
                changed.insert(0, changed.pop())
            self._change(rows=changed)

    def kill(self):
        with self.app.lock:
            self.app.stop()
            self.begin()


class Person:
    def __init__(self, tab, world, chance):
        self.tab, self.world, self.chance = tab, world, chance
        self.page, self.card, self.hand = tab.page, tab.card("list"), Pointer(tab.page)
        self.steps, self.entered, self.number = [], [], 0
        self.pressed = []

    def text(self):
        self.number += 1
        return f"t{self.number} " + " ".join(self.chance.choices(WORDS, k=3))

    def write(self):
        """Enters a text, or two at once, without looking."""
        field(self.card, "draft").click()
        for _ in range(self.chance.choice([1, 1, 2])):
            text = self.text()
            self.page.keyboard.type(text)
            self.page.keyboard.press("Enter")
            self.entered.append(text)

    def note(self):
        """Types a text, and leaves its field or not."""
        text = self.text()
        field(self.card, "note").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        if self.chance.random() < 0.5:
            self.page.keyboard.press("Tab")

    def button(self):
        name = self.chance.choice(["pick", "remove"])
        return rows(self.card, "rows").nth(self.chance.randrange(5)).locator(f"[data-action={name}]")

    def press(self):
        self.hand.down(place(self.button()))
        self.page.wait_for_timeout(self.chance.choice([0, 90, 200]))
        self.hand.up()

    def press_twice(self):
        self.page.evaluate("window.isDouble = true")
        at = place(self.button())
        for _ in range(2):
            self.hand.press_at(at)
            self.page.wait_for_timeout(self.chance.choice([50, 150]))
        self.page.evaluate("window.isDouble = false; window.first = null")

    def hold(self):
        self.button().focus()
        for _ in range(4):
            self.page.keyboard.down("Enter")
            self.page.wait_for_timeout(30)
        self.page.keyboard.up("Enter")

    def wait(self):
        self.page.wait_for_timeout(self.chance.randrange(500))

    def messages(self):
        self.page.locator("#messages").click()

    def reload(self):
        self.collect()
        self.page.reload()
        self.connects()
        self.arrives(lambda: len(self.world.app.connections) == 1, "the end of the former connection")
        self.discard()

    def kill(self):
        self.world.kill()
        self.connects()
        self.discard()

    def discard(self):
        """Finds what the server may not have received on the page, and discards it there."""
        for text in self.missing():
            self.arrives(lambda: text in self.world.added or text in self.kept(), f"the text {text}")
        while self.card.locator(".kept:not([hidden])").first.is_visible():
            field(self.card, "draft").fill("")
            self.card.locator(".kept:not([hidden])").first.click()
        field(self.card, "draft").fill("")
        self.entered = [each for each in self.entered if each in self.world.added]

    def connects(self):
        while "initialize" not in [each["method"] for each in list(self.world.app.received.queue)]:
            self.page.evaluate("document.querySelector('html[data-connection=closed] #banner button')?.click()")
            self.page.wait_for_timeout(20)
        self.tab.is_connected()
        expect(rows(self.card, "rows")).to_have_count(6)
        expect(self.card).not_to_have_class(re.compile("lost|over"))

    def kept(self):
        """The texts that the field has or takes back."""
        found = []
        for _ in range(8):  # More than are entered at once; two may be equal.
            found.append(field(self.card, "draft").input_value())
            kept = self.card.locator(".kept:not([hidden])").first
            if kept.is_visible():
                kept.click()
        return found

    def missing(self):
        return [each for each in self.entered if each not in self.world.added]

    def collect(self):
        self.pressed += self.page.evaluate("window.pressed.splice(0)")

    def arrives(self, is_done, what):
        end = time.monotonic() + 10
        while not is_done():
            assert time.monotonic() < end, f"{what} is lost"
            self.page.wait_for_timeout(20)

    def check(self):
        self.arrives(lambda: not self.missing(), f"a text of {self.missing()}")
        assert sorted(self.world.added) == sorted(set(self.world.added)), "a text was sent twice"
        self.collect()
        left = list(self.pressed)
        for each in self.world.called:
            assert each in left, f"{each} was called, but not pressed: {self.world.called[-8:]}, {self.pressed[-8:]}"
            left.remove(each)

    def act(self):
        steps = [self.write, self.note, self.press, self.press_twice, self.hold, self.wait] * 3
        step = self.chance.choice([*steps, self.messages, self.check, self.reload, self.kill])
        self.steps.append(step.__name__)
        note = field(self.card, "note").input_value()
        step()
        if self.page.locator("dialog[open]").count():  # Enter was pressed on a row.
            self.page.keyboard.press("Escape")
        if step != self.note:
            assert field(self.card, "note").input_value() == note, "the note has changed"


def test_no_text_is_lost_or_sent_twice_and_no_press_hits_another_row(fake, web, visit, folder, faults, context):
    faults.allow(LOST.pattern)
    chance, browser = random.Random(SEED), context()
    browser.add_init_script(WATCH)
    world = World(fake, folder.path / "list.sock", random.Random(SEED))
    person = Person(visit(web(world.app.path).link, within=browser), world, chance)
    expect(rows(person.card, "rows")).to_have_count(6)
    has_ended = threading.Event()

    def live():
        while not has_ended.wait(0.1):
            world.move()

    thread = threading.Thread(target=live)
    thread.start()
    until = time.monotonic() + DURATION
    try:
        while time.monotonic() < until:
            person.act()
        person.check()
        assert person.world.called, "no press has counted"
    except Exception as fault:
        sent = [each for each in world.app.received.queue if each["method"] in ("view/set", "add")]
        raise AssertionError(f"SVVS_SEED={SEED}, the last steps: {person.steps[-20:]}; sent: {sent[-10:]}") from fault
    finally:
        has_ended.set()
        thread.join()
