"""Screens in the README of a front end, which the tests compare or update:

    <!-- screenshot: NAME -->
    ```text
    …
    ```
    <!-- end -->
"""
from __future__ import annotations

import difflib
import re

from paths import REPOSITORY
from terminal import SECONDS


class Screenshots:
    """The screens in READMEs. With `is_updating`, they are written instead of compared."""

    def __init__(self, is_updating):
        self._is_updating = is_updating

    def check(self, terminal, readme, name, varying=(), seconds=SECONDS):
        """Waits until the screen equals the one of this name in a README, a path relative to the repository.

        `varying` are pairs of a pattern and the text that replaces its matches, such as times and process ids.
        """
        path = REPOSITORY / readme
        text = path.read_text("utf-8")
        block = re.compile(rf"(<!-- screenshot: {re.escape(name)} -->\n```text\n)(.*?)(```\n<!-- end -->)", re.DOTALL)
        found = block.search(text)
        assert found, f"{readme} does not have a screenshot {name}"
        if self._is_updating:
            shown = steady(terminal.settled(), varying)
            path.write_text(text[:found.start(2)] + shown + text[found.end(2):], "utf-8")
            return
        try:
            terminal.wait_for(lambda screen: steady(screen, varying) == found[2], seconds)
        except AssertionError:
            shown = steady(terminal.screen(), varying)
            lines = difflib.unified_diff(found[2].splitlines(True), shown.splitlines(True), str(readme), "screen")
            raise AssertionError(f"pytest --update-screenshots updates it:\n{''.join(lines)}") from None


def steady(screen, varying):
    """The parts that do not vary: the rows without empty ones at the ends, with `varying` replaced."""
    for pattern, text in varying:
        screen = re.sub(pattern, text, screen)
    lines = [line.rstrip() for line in screen.split("\n")]
    return "\n".join(lines).strip("\n") + "\n"
