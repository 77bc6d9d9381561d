"""Converts values to text, and typed text to values."""

from __future__ import annotations

import json
import re
from datetime import datetime
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from itertools import islice
from typing import Any

from svvs.typed import is_array, is_object

from .cells import cut, safe
from .location import location
from .screen import VALUE, Field, Kind, is_equal

NONE = "–"
#: The part of a long text that is searched for its last line.
_CHARACTERS = 100_000


class NotAValue(Exception):
    """The typed text is not a value of its field."""


def shown(value: Any, cells: int = 200) -> str:
    """A value of any kind in one line of at most `cells` cells.

    >>> from svvs_terminal.tui.values import shown
    >>> shown({"name": "Tom", "id": "A"}), shown(list(range(99)), 9)
    ('id A · name Tom', '0, 1, 2,…')
    """
    return formatted(VALUE, value, cells)


def formatted(field: Field, value: Any, cells: int = 200, is_short: bool = False, now: datetime | None = None) -> str:
    """A value in one line of at most `cells` cells, in the form of its field. A short form suits tables.

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
        with localcontext(Context(rounding=ROUND_HALF_UP)):
            amount = f"{Decimal(str(value)):,.{digits}f}"
        sign = "-" if amount.startswith("-") else ""
        return cut(f"{sign}{symbol}{amount.lstrip('-')}" if symbol else f"{amount} {currency}", cells)
    if field.format == "time" and isinstance(value, str):
        return cut(_moment(value, is_short, now or datetime.now()), cells)
    if field.format == "file" and (place := location(value)):
        return safe(place.text, cells)
    if field.format == "stream" and isinstance(value, str):
        return safe(value[-_CHARACTERS:].replace("\r\n", "\n").rstrip("\n").rpartition("\n")[2], cells)
    return _shown(value, cells, 0, field.members[0] if field.kind is Kind.LIST and field.members else VALUE)


def percentage(fraction: float | None) -> str:
    """The part of some work that is done, rounded down; without a fraction, only that the work is in progress.

    >>> from svvs_terminal.tui.values import percentage
    >>> percentage(0.459), percentage(0.29), percentage(None)
    ('45%', '29%', 'in progress')
    """
    return "in progress" if fraction is None else f"{int(fraction * 100 + 1e-9)}%"


def lowered(title: str) -> str:
    """A title within a sentence. An abbreviation keeps its capital letters.

    >>> from svvs_terminal.tui.values import lowered
    >>> lowered("New notes"), lowered("URLs")
    ('new notes', 'URLs')
    """
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


def _moment(text: str, is_short: bool, now: datetime) -> str:
    """A time in local time. The short form is relative within an hour."""
    try:
        date, offset = _TIME.fullmatch(text).groups()  # type: ignore[union-attr]
        local = datetime.fromisoformat(date + offset.replace("Z", "+00:00")).astimezone()
    except (AttributeError, ValueError, OverflowError, OSError):
        return safe(text)
    current = now.astimezone()
    seconds = (current - local).total_seconds()
    if not is_short:
        return f"{local:%Y-%m-%d %H:%M:%S}"
    if 0 <= seconds < 3600:
        return f"{int(seconds // 60)} min ago" if seconds >= 60 else "just now"
    if local.date() == current.date():
        return f"{local:%H:%M}"
    if local.year == current.year:
        return f"{local.day} {_MONTHS[local.month - 1]} {local:%H:%M}"
    return f"{local:%Y-%m-%d}"


_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)")
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
    what = {Kind.INTEGER: "a whole number of 64 bits", Kind.NUMBER: "a number"}.get(field.kind, "JSON")
    try:
        value = json.loads(text)
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()  # raises if the value cannot be sent
    except (ValueError, RecursionError):
        raise NotAValue(f"{field.title}: expected {what}") from None
    numbers = {Kind.INTEGER: (int,), Kind.NUMBER: (int, float)}.get(field.kind)
    is_too_large = field.kind is Kind.INTEGER and isinstance(value, int) and not -(2**63) <= value < 2**63
    if numbers and (isinstance(value, bool) or not isinstance(value, numbers) or is_too_large):
        raise NotAValue(f"{field.title}: expected {what}")
    return value


def typed(field: Field, value: Any) -> str | None:
    """The text of a value in a field; None if no line of text represents it exactly."""
    if value is None:
        return ""
    is_text = field.kind is Kind.TEXT and isinstance(value, str)
    text = value if is_text else json.dumps(value, ensure_ascii=False)
    return text if safe(text, 1000) == text else None


def _shown(value: Any, cells: int, depth: int, of: Field) -> str:
    """A value in one line. `of` is the field of the values of a list."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return cut("yes" if value else "no", cells)
    if is_object(value):
        members = ((name, value[name]) for name in sorted(value))
        parts = (f"{safe(name, cells)} {_inner(each, cells, depth, VALUE)}" for name, each in _first(members, cells))
        return cut(" · ".join(parts), cells) if value else NONE
    if is_array(value):
        return cut(", ".join(_inner(each, cells, depth, of) for each in _first(value, cells)), cells) if value else NONE
    return safe(value if isinstance(value, str) else str(value).removesuffix(".0"), cells)


def _first(values: Any, cells: int) -> Any:
    return islice(values, cells // 2 + 1)  # each takes at least two cells


def _inner(value: Any, cells: int, depth: int, of: Field) -> str:
    if not (is_object(value) or is_array(value)):
        return formatted(of, value, cells)
    return f"({_shown(value, cells, depth + 1, VALUE)})" if depth < 2 else "(…)"
