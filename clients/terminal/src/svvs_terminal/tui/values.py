"""Converts values to text, and typed text to values."""

from __future__ import annotations

import json
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import Any

from svvs.typed import is_array, is_object

from .cells import cut, safe
from .screen import Field, Kind, is_equal

NONE = "–"


class NotAValue(Exception):
    """The typed text is not a value of its field."""


def shown(value: Any, cells: int = 200) -> str:
    """A value in one line of at most `cells` cells.

    >>> from svvs_terminal.tui.values import shown
    >>> shown(True), shown(None), shown(["B", "C"]), shown({"id": "A", "name": "Tom"}), shown(list(range(99)), 9)
    ('yes', '–', 'B, C', 'id A · name Tom', '0, 1, 2,…')
    """
    return _shown(value, cells, 0)


def formatted(field: Field, value: Any, cells: int = 200, is_short: bool = False) -> str:
    """A value in one line of at most `cells` cells, in the format of its field. A short form suits tables.

    >>> from svvs_terminal.tui.screen import Choice, Field, Kind, Money
    >>> from svvs_terminal.tui.values import formatted
    >>> formatted(Field("price", "Price", "", Kind.NUMBER, money=Money("USD", "$", 2)), 1500)
    '$1,500.00'
    >>> formatted(Field("repeat", "Repeat", "", Kind.CHOICE, choices=(Choice("none", "Not yet"),)), "none")
    'Not yet'
    """
    if field.role == "flag" and value is not True:
        return ""
    for choice in field.choices:
        if is_equal(value, choice.value):
            return cut(choice.title, cells)
    if field.money and isinstance(value, (int, float)) and not isinstance(value, bool):
        currency, symbol, digits = field.money
        amount = f"{Decimal(value):,.{digits}f}"  # exact, also for integers of 64 bits
        sign = "-" if amount.startswith("-") else ""
        return cut(f"{sign}{symbol}{amount.lstrip('-')}" if symbol else f"{amount} {currency}", cells)
    if field.format == "time" and isinstance(value, str):
        return moment(value, cells, is_short)
    return shown(value, cells)


def lowered(title: str) -> str:
    """A title within a sentence. An abbreviation keeps its capital letters.

    >>> from svvs_terminal.tui.values import lowered
    >>> lowered("New notes"), lowered("URLs")
    ('new notes', 'URLs')
    """
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


def moment(text: str, cells: int, is_short: bool, now: datetime | None = None) -> str:
    """A time with an offset, in local time. The short form is relative within an hour.

    >>> from svvs_terminal.tui.values import moment
    >>> moment("soon", 20, is_short=False)
    'soon'
    """
    try:
        at = datetime.fromisoformat(text.replace("Z", "+00:00"))
        local = at.astimezone()
    except (ValueError, OverflowError, OSError):
        return shown(text, cells)
    if at.tzinfo is None:
        return shown(text, cells)
    if not is_short:
        return cut(local.strftime("%Y-%m-%d %H:%M:%S"), cells)
    current = now.astimezone() if now else datetime.now().astimezone()
    seconds = (current - local).total_seconds()
    if 0 <= seconds < 3600:
        return cut(f"{int(seconds // 60)} min ago" if seconds >= 60 else "just now", cells)
    if local.date() == current.date():
        return cut(f"{local:%H:%M}", cells)
    if local.year == current.year:
        return cut(f"{local.day} {_MONTHS[local.month - 1]} {local:%H:%M}", cells)
    return cut(f"{local:%Y-%m-%d}", cells)


_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def parsed(field: Field, text: str) -> Any:
    """The value of a text that was typed into a field.

    >>> from svvs_terminal.tui.screen import Field, Kind
    >>> from svvs_terminal.tui.values import parsed
    >>> parsed(Field("by", "By", "", Kind.INTEGER), "5")
    5

    :raises NotAValue: if the text is not a value of the field.
    """
    if field.is_nullable and not text:
        return None
    if field.kind is Kind.TEXT:
        return text
    what = {Kind.INTEGER: "a whole number", Kind.NUMBER: "a number"}.get(field.kind, "JSON")
    try:
        value = json.loads(text)
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()  # raises if the value cannot be sent
    except (ValueError, RecursionError):
        raise NotAValue(f"{field.title}: expected {what}") from None
    numbers = {Kind.INTEGER: (int,), Kind.NUMBER: (int, float)}.get(field.kind)
    if numbers and (isinstance(value, bool) or not isinstance(value, numbers)):
        raise NotAValue(f"{field.title}: expected {what}")
    return value


def typed(field: Field, value: Any) -> str | None:
    """The text of a value in a field; None if no line of text represents it exactly."""
    if value is None:
        return ""
    is_text = field.kind is Kind.TEXT and isinstance(value, str)
    text = value if is_text else json.dumps(value, ensure_ascii=False)
    return text if safe(text, 1000) == text else None


def _shown(value: Any, cells: int, depth: int) -> str:
    if value is None:
        return NONE
    if isinstance(value, bool):
        return cut("yes" if value else "no", cells)
    if isinstance(value, str):
        return safe(value, cells)
    if is_object(value):
        parts = (f"{safe(name, cells)} {_inner(each, cells, depth)}" for name, each in _first(value.items(), cells))
        return cut(" · ".join(parts), cells) if value else NONE
    if is_array(value):
        return cut(", ".join(_inner(each, cells, depth) for each in _first(value, cells)), cells) if value else NONE
    return cut(str(value), cells)


def _first(values: Any, cells: int) -> Any:
    return islice(values, cells // 2 + 1)  # each takes at least two cells


def _inner(value: Any, cells: int, depth: int) -> str:
    if not (is_object(value) or is_array(value)):
        return _shown(value, cells, depth)
    return f"({_shown(value, cells, depth + 1)})" if depth < 2 else "(…)"
