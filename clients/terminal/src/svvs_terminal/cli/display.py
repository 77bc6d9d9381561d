"""States for people: a property a line, rows in columns, as wide as the terminal is."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from svvs.typed import is_array, is_object

#: So many rows of an array are shown, and so many columns a cell has at most.
ROWS, CELL = 15, 30


def shown(state: Mapping[str, Any], width: int) -> Iterator[str]:
    """The lines of a state.

    >>> from svvs_terminal.cli.display import shown
    >>> state = {"count": 1, "rows": [{"id": "A", "name": "User A"}, {"id": "B", "name": None}]}
    >>> print("\\n".join(shown(state, width=40)))
      count  1
      rows   2
          id  name
       1  A   User A
       2  B   null
    """
    names = {name: shortened(cleaned(name), CELL) for name in state}
    longest = max(map(_width, names.values()), default=0)
    for name, value in state.items():
        yield from lines_of(f"  {_padded(names[name], longest)}  ", value, width)


def lines_of(head: str, value: Any, width: int, before: Any = None) -> Iterator[str]:
    """The lines of one value behind its name; of rows, those that are not as they were before.

    >>> from svvs_terminal.cli.display import lines_of
    >>> list(lines_of("counterA: count = ", 5, width=20)), list(lines_of("mirror: text = ", "a long text", width=20))
    (['counterA: count = 5'], ['mirror: text = a lo…'])
    """
    if is_rows(value):
        yield shortened(f"{head}{len(value)}", width)
        yield from table(value, width, before if is_rows(before) else ())
    else:
        yield shortened(head + in_brief(value, width), width)


def is_rows(value: Any) -> TypeGuard[list[dict[str, Any]]]:
    """Whether a value is an array of records, which a table shows."""
    return is_array(value) and bool(value) and all(is_object(row) for row in value[:ROWS])


def table(
    rows: Sequence[Mapping[str, Any]], width: int, before: Sequence[Mapping[str, Any]] = ()
) -> Iterator[str]:
    """The lines of an array of records: a header, and the first rows that are not as before with their numbers.

    >>> from svvs_terminal.cli.display import table
    >>> print("\\n".join(table([{"id": "B", "n": 1}, {"id": "C", "n": 20}], width=40)))
          id  n
       1  B   1
       2  C   20
    >>> print("\\n".join(table([{"id": "B"}, {"id": "D"}], width=40, before=[{"id": "B"}, {"id": "C"}])))
          id
       2  D
    """
    changed = [index for index, row in enumerate(rows) if index >= len(before) or row != before[index]]
    if not changed:
        return
    first, number = [rows[index] for index in changed[:ROWS]], len(str(changed[:ROWS][-1] + 1)) + 3
    lines = [" " * number, *(f"{index + 1:>{number}}" for index in changed[:ROWS])]
    for name in dict.fromkeys(name for row in first for name in row):
        cells = [name, *(in_brief(row[name], CELL) if name in row else "" for row in first)]
        cells = [shortened(cleaned(cell), CELL) for cell in cells]
        longest = max(map(_width, cells))
        lines = [f"{line}  {_padded(cell, longest)}" for line, cell in zip(lines, cells, strict=True)]
        if _width(lines[0]) > width:
            break
    yield from (shortened(line.rstrip(), width) for line in lines)
    if len(changed) > ROWS:
        yield shortened(f"{' ' * number}  and {len(changed) - ROWS} more", width)


def in_brief(value: Any, width: int) -> str:
    """A text as it is, anything else as JSON, of which there may be too much, but not by far.

    >>> from svvs_terminal.cli.display import in_brief
    >>> in_brief("a\\x1b[31m", 40), in_brief({"a": None}, 40)
    ('a\\\\x1b[31m', '{"a": null}')
    """
    if isinstance(value, str):
        return cleaned(value[: width + 1])
    if is_array(value):
        value = value[: width + 1]
    return cleaned(json.dumps(value, ensure_ascii=False)[: width + 1])


def cleaned(text: str) -> str:
    """The text with escapes for what would move the cursor, be invisible, or turn the direction of writing.

    >>> from svvs_terminal.cli.display import cleaned
    >>> cleaned("a\\u202eb\\tc")
    'a\\\\u202eb\\\\tc'
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def cleaned_lines(text: str) -> str:
    """The same for a text of several lines.

    >>> from svvs_terminal.cli.display import cleaned_lines
    >>> print(cleaned_lines("its last words:\\n\\tcrash\\x1b[2J"))
    its last words:
            crash\\x1b[2J
    """
    return "\n".join(map(cleaned, text.expandtabs().splitlines()))


def shortened(text: str, width: int) -> str:
    """As much of a text as is so wide, with a sign at the end if that is not all.

    >>> from svvs_terminal.cli.display import shortened
    >>> shortened("smoothies", 6), shortened("太郎さん", 6), shortened("short", 6)
    ('smoot…', '太郎…', 'short')
    """
    taken = 0
    for index, character in enumerate(text):
        taken += _width(character)
        if taken > width or (taken == width and _width(text[index + 1 : index + 2 + width])):
            return text[:index] + "…"
    return text


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _width(text: str) -> int:
    """How many columns a terminal takes for a text."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(each) in ("Mn", "Me") else 1 + (unicodedata.east_asian_width(each) in "WF")
        for each in text
    )
