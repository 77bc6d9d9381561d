"""A place in a file: the section Files of SCREENS.md."""

from __future__ import annotations

from typing import Any, NamedTuple

from svvs.typed import is_object


class Location(NamedTuple):
    path: str
    line: int | None
    column: int | None

    @property
    def text(self) -> str:
        """The path, the line and the column, as far as they are known. A column without a line says nothing."""
        numbers = [self.line, self.column] if self.line else []
        return ":".join([self.path, *(str(each) for each in numbers if each)])


def location(value: Any) -> Location | None:
    """The place that a value is; None if it is of another form.

    >>> from svvs_terminal.tui.location import location
    >>> location({"path": "/notes.txt", "line": 3}).text
    '/notes.txt:3'
    """
    if not is_object(value) or not isinstance(path := value.get("path"), str):
        return None
    line, column = value.get("line"), value.get("column")
    is_number = [each is None or isinstance(each, int) and not isinstance(each, bool) and each > 0 for each in (line, column)]
    return Location(path, line, column) if all(is_number) else None
