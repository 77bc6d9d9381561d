"""The log: each commit with its calls, their durations, and the changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from textual.content import Content
from textual.widgets import Log

import svvs
from svvs.typed import is_array, is_object

from .calls import Calls
from .cells import safe
from .screen import Field, ViewType, is_equal
from .values import formatted, shown

_CELLS = 40


def difference(
    type: ViewType, before: Mapping[str, Any], after: Mapping[str, Any], names: Iterable[str] | None = None,
    appended: Mapping[str, str] | None = None,
) -> str:
    """The properties that differ, with their old and new values, or with what was added to their texts.

    >>> from svvs_terminal.tui.log import difference
    >>> from svvs_terminal.tui.screen import ViewType
    >>> counter = ViewType("counter", "Counter", "")
    >>> difference(counter, {"count": 1, "notes": [{"id": 1}]}, {"count": 2, "notes": [{"id": 1}, {"id": 2}]})
    'count 1 → 2; notes 1 → 2 rows'

    :param names: the only properties that may differ.
    """
    fields, added = {each.name: each for each in type.properties}, appended or {}
    names = [name for name in names or after if name in added or not is_equal(before.get(name), after[name])]
    return "; ".join(
        f"{_title(fields.get(name), name)} + {_value(fields.get(name), added[name])}" if name in added
        else _one(fields.get(name), name, before.get(name), after[name]) for name in names[:20]
    )


def _title(field: Field | None, name: str) -> str:
    return field.title if field else safe(name, _CELLS)


def _one(field: Field | None, name: str, before: Any, after: Any) -> str:
    title = _title(field, name)
    if not (is_array(before) and is_array(after)):
        return f"{title} {_value(field, before)} → {_value(field, after)}"
    if len(before) != len(after):
        return f"{title} {len(before):,} → {len(after):,} rows"
    at = next(at for at, (old, new) in enumerate(zip(before, after, strict=True)) if not is_equal(old, new))
    return f"{title} {at + 1}: {_row(field, before[at], after[at])}"


def _row(field: Field | None, before: Any, after: Any) -> str:
    if not (is_object(before) and is_object(after)) or not (field and field.key) or before.get(field.key) != after.get(field.key):
        return f"{shown(before, _CELLS)} → {shown(after, _CELLS)}"
    fields = {each.name: each for each in field.members}
    names = [name for name in after if not is_equal(before.get(name), after[name])][:5]
    return ", ".join(_one(fields.get(name), name, before.get(name), after[name]) for name in names)


def _value(field: Field | None, value: Any) -> str:
    """A value in the format of its field. Unlike on a card, a Boolean is a word even if only its title is shown."""
    return formatted(field, value, _CELLS) if field and field.role != "flag" else shown(value, _CELLS)


#: The number of lines that are kept, and at most twice as many.
_LINES = 1000
_LINE_CELLS = 300
#: The maximum number of changes that are logged separately between two updates. The rest is summarized.
_AT_ONCE = 20


class CommitLog(Log):
    """The log of commits and calls, the newest at the end."""

    DEFAULT_CSS = "CommitLog { height: 6; border: round ansi_bright_black; scrollbar-size: 0 1; }"

    def __init__(self, place: str = "") -> None:
        """`place` names the shared server and session; empty for a server that only this program uses."""
        super().__init__(highlight=False)
        self.border_title = "Commits"
        self.border_subtitle = Content(safe(place, 60)) if place else None
        self._left_out = 0

    def add(self, text: str) -> None:
        """Adds lines, and shows them unless the user has scrolled back."""
        is_at_end, y = self.is_vertical_scroll_end, self.scroll_y
        lines = "\n".join(safe(line, _LINE_CELLS) for line in text.split("\n"))
        self.write(("\n" if self.line_count else "") + lines, scroll_end=is_at_end)  # no empty line at the end
        if (dropped := self.line_count - _LINES) >= _LINES:
            kept = "\n".join(self.lines[dropped:])
            self.clear()
            self.write(kept, scroll_end=is_at_end)
            if not is_at_end:
                self.scroll_to(y=y - dropped, animate=False, immediate=True)
            self._left_out += dropped
            self.border_title = f"Commits · the first {self._left_out:,} lines are left out"


class Changes:
    """The changes of one view since the last update of its card."""

    def __init__(self, state: Mapping[str, Any], commit: int) -> None:
        #: The state on the card, and the current state.
        self.before = self.state = state
        #: The last received commit.
        self.commit = commit
        #: The first changes, with their causes in words.
        self._received: list[tuple[svvs.Change, str]] = []
        #: The number of the others, and the properties in them: with the pieces added to a text that has only grown.
        self._more, self._pieces = 0, dict[str, list[str] | None]()

    def add(self, change: svvs.Change, calls: Calls) -> None:
        self.state, self.commit = change.state, change.commit
        calls.commits += 1
        if len(self._received) == _AT_ONCE:
            self._more += 1
            for name in change.changes:
                pieces = self._pieces.setdefault(name, [])
                if pieces is None or name not in change.appended:
                    self._pieces[name] = None
                else:
                    pieces.append(change.appended[name])
            return
        names: list[str] = []
        for cause in change.cause:
            call = calls.caused(cause.method, cause.view)
            names.append(shown(cause.method, 40) + (f" {calls.elapsed(call):.2f} s" if call else ""))
        self._received.append((change, " + ".join(names[:5]) or "by itself"))

    def take(self, type: ViewType) -> list[str]:
        """The lines of the log for the changes. Removes the changes."""
        lines: list[str] = []
        for change, cause in self._received:
            text = difference(type, self.before, change.state, change.changes, change.appended)
            lines.append(f"{change.commit} {type.title} · {cause} · {text}")
            self.before = change.state
        if self._more:
            appended = {name: "".join(pieces) for name, pieces in self._pieces.items() if pieces is not None}
            text = difference(type, self.before, self.state, self._pieces, appended)
            lines.append(f"… {type.title} · {self._more:,} more · {text}")
        self._received, self._more, self._pieces, self.before = [], 0, {}, self.state
        return lines
