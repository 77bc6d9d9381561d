"""The keys of a card, and the match of typed letters with titles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from textual.content import Content

from .screen import Action, Field, ViewType

_FURTHER = "abcdefghijklmnopqrstuvwxyz-=[];',."


def keys(titles: Sequence[str], taken: Collection[str]) -> list[str]:
    """A key for each title: the first letter of a word, or else another letter of the title, or else any free key.

    If there are more titles than keys, the last titles have "".

    >>> from svvs_terminal.tui.keys import keys
    >>> keys(["Log out", "Open notes", "Load"], "o")
    ['l', 'n', 'a']
    """
    free = [key for key in _FURTHER if key not in taken]
    found: list[str] = []
    for each in titles:
        low = each.lower()
        wanted = [word[0] for word in low.split()] + list(low) + free
        key = next((key for key in wanted if key in free), "")
        found.append(key)
        if key:
            free.remove(key)
    return found


def matches(typed: str, names: Sequence[str]) -> int | None:
    """The rank of the best match of typed letters with names, 0 for the best; None without a match.

    The first name is the visible one. The others rank lower.

    >>> from svvs_terminal.tui.keys import matches
    >>> matches("fr", ["friends"]), matches("det", ["Search detail"]), matches("scd", ["searchDetail"])
    (0, 1, 3)
    >>> matches("s", ["Smoothies", "menu"]), matches("s", ["User found", "searchDetail"])
    (0, 1)
    >>> matches("x", ["friends"]) is None
    True
    """
    wanted = typed.lower().replace(" ", "")
    ranks = [(_rank(wanted, name.lower()), min(at, 1)) for at, name in enumerate(names)]
    return min((rank + further for rank, further in ranks if rank is not None), default=None)


def _rank(wanted: str, name: str) -> int | None:
    if name.replace(" ", "").startswith(wanted):
        return 0
    if any(word.startswith(wanted) for word in name.split()):
        return 1
    if wanted in name:
        return 2
    rest = iter(name)
    return 3 if all(letter in rest for letter in wanted) else None


Target = Action | Field

#: The keys that mean the same on every card, and y, which confirms: a key that is held down must not do so.
RESERVED = "oqxy"


def targets(type: ViewType) -> list[tuple[str, Target]]:
    """The actions and records of a card that have keys, each with its key; "" if there are not enough keys.

    >>> from svvs_terminal.tui.screen import Action, ViewType
    >>> from svvs_terminal.tui.keys import targets
    >>> [key for key, _ in targets(ViewType("notes", "Notes", "", actions=(Action("add", "Add", ""),)))]
    ['a']
    """
    records = (each for each in type.properties if each.is_chosen and not each.is_array and each.is_visible)
    actions = sorted(type.offered, key=lambda each: each.name == type.on_appear)  # called already
    found: list[Target] = [*actions, *records]
    return list(zip(keys([each.title for each in found], RESERVED), found, strict=True))


#: A key and its effect in words.
Hint = tuple[str, str]
#: The styles of actions.
DIMMED, DESTRUCTIVE = "dim", "ansi_red"


def hints(targets: Iterable[tuple[str, Target]]) -> list[Hint]:
    """The keys of actions and records. "·" stands for a key that does not exist."""
    return [(key or "·", f"→ {each.title}" if isinstance(each, Field) else each.title) for key, each in targets]


def hint_styles(type: ViewType, state: Mapping[str, Any], unsent: Collection[str]) -> dict[Hint, str]:
    """The styles of actions that would have no effect, and of those that destroy something."""
    found: dict[Hint, str] = {}
    for key, each in targets(type):
        if isinstance(each, Action) and (is_dimmed := type.is_dimmed(each, state, unsent)) | each.is_destructive:
            found |= dict.fromkeys(hints([(key, each)]), DIMMED if is_dimmed else DESTRUCTIVE)
    return found


def hint_line(hints: Iterable[Hint], styles: Mapping[Hint, str]) -> Content:
    """The keys and their effects. The key of a dimmed action is not reversed."""
    return Content("  ").join([
        Content.assemble((each[0], "dim" if styles.get(each) == DIMMED else "reverse"), (f" {each[1]}", styles.get(each, "")))
        for each in hints
    ])
