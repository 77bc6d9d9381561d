"""What a commit changed, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .hints import Field, ViewType, is_equal
from svvs.typed import is_array, is_object
from .cells import safe
from .values import shown

_CELLS = 40


def difference(type: ViewType, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The properties that differ, from what to what.

    >>> from svvs_terminal.tui.differences import difference
    >>> from svvs_terminal.tui.hints import ViewType
    >>> counter = ViewType("counter", "Counter", "")
    >>> difference(counter, {"count": 1, "notes": [{"id": 1}]}, {"count": 2, "notes": [{"id": 1}, {"id": 2}]})
    'count 1 → 2; notes 1 → 2 rows'
    """
    fields = {each.name: each for each in type.properties}
    names = [name for name in after if not is_equal(before.get(name), after[name])]
    return "; ".join(_one(fields.get(name), name, before.get(name), after[name]) for name in names[:20])


def _one(field: Field | None, name: str, before: Any, after: Any) -> str:
    title = field.title if field else safe(name, _CELLS)
    if not (is_array(before) and is_array(after)):
        return f"{title} {shown(before, _CELLS)} → {shown(after, _CELLS)}"
    if len(before) != len(after):
        return f"{title} {len(before):,} → {len(after):,} rows"
    at = next(at for at, (old, new) in enumerate(zip(before, after, strict=True)) if not is_equal(old, new))
    return f"{title} {at + 1}: {_row(field, before[at], after[at])}"


def _row(field: Field | None, before: Any, after: Any) -> str:
    if not (is_object(before) and is_object(after)) or before.get("id") != after.get("id"):
        return f"{shown(before, _CELLS)} → {shown(after, _CELLS)}"
    titles = {each.name: each.title for each in field.members} if field else {}
    names = [name for name in after if not is_equal(before.get(name), after[name])][:5]
    return ", ".join(
        f"{titles.get(name) or safe(name, _CELLS)} {shown(before.get(name), _CELLS)} → {shown(after[name], _CELLS)}"
        for name in names
    )
