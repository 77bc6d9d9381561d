"""A mouse or a finger, which presses whatever is at a place, enabled or not."""
from __future__ import annotations

from playwright.sync_api import expect


class Pointer:
    def __init__(self, page, is_touch=False):
        self.page, self.is_touch = page, bool(is_touch)
        self._touches = page.context.new_cdp_session(page) if is_touch else None

    def press(self, element):
        self.press_at(place(element))

    def press_at(self, at):
        (self.page.touchscreen.tap if self.is_touch else self.page.mouse.click)(*at)

    def down(self, at):
        if self.is_touch:
            self._touch("touchStart", [{"x": at[0], "y": at[1]}])
        else:
            self.page.mouse.move(*at)
            self.page.mouse.down()

    def up(self):
        if self.is_touch:
            self._touch("touchEnd", [])
        else:
            self.page.mouse.up()

    def _touch(self, type, points):
        self._touches.send("Input.dispatchTouchEvent", {"type": type, "touchPoints": points})


def place(element):
    """The middle of an element, in the coordinates of the window."""
    while not (box := element.bounding_box()):  # The element has just gone, and another one comes to its place.
        expect(element).to_be_visible()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
