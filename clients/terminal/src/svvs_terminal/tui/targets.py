"""What the keys of a card stand for: actions, and records that lead somewhere."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from .hints import Action, Field, Kind, ViewType
from .names import keys

Target = Action | Field

#: Keys that mean the same on every card.
RESERVED = "oqx"


def targets(type: ViewType) -> list[tuple[str, Target]]:
    """All that a card's reader can do by a key, with the key, or "" if there are more than keys.

    >>> from svvs_terminal.tui.hints import Action, ViewType
    >>> from svvs_terminal.tui.targets import targets
    >>> [key for key, _ in targets(ViewType("notes", "Notes", "", actions=(Action("add", "Add", ""),)))]
    ['a']
    """
    actions = sorted(type.actions, key=lambda each: each.name == type.on_appear)  # which has been called already
    found: list[Target] = [*actions, *(each for each in type.properties if each.opens and each.kind is Kind.RECORD)]
    return list(zip(keys([each.title for each in found], RESERVED), found, strict=True))


def hints(targets: Iterable[tuple[str, Target]]) -> list[Content]:
    """The keys with what they stand for."""
    return [
        Content.assemble((key or "·", "reverse"), f" {'→ ' if isinstance(each, Field) else ''}{each.title}")
        for key, each in targets
    ]
