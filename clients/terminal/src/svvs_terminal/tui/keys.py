"""The keys of actions, and the match of typed letters with titles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from textual.content import Content
from textual.style import Style

from .screen import Action, ViewType


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


#: Chooses among the actions that have no letter.
MORE = "."
#: A key and its effect in words.
Hint = tuple[str, str]


def key(action: Action) -> str:
    """The key of an action. Several actions may have the key `MORE`."""
    return action.letter or MORE


def hint(action: Action) -> Hint:
    return key(action), action.title


#: The styles of actions.
DIMMED, DESTRUCTIVE = "dim", "ansi_red"
#: The part of a style that contains the hint of an action, which is called by a click.
CLICKED = "svvs"


def hint_styles(type: ViewType, state: Mapping[str, Any], unsent: Collection[str]) -> dict[Hint, str]:
    """The styles of actions that would have no effect, and of those that destroy something."""
    found = {hint(each): DESTRUCTIVE for each in type.offered if each.is_destructive}
    return found | {hint(each): DIMMED for each in type.offered if type.is_dimmed(each, state, unsent)}


def hint_line(hints: Iterable[Hint], styles: Mapping[Hint, str]) -> Content:
    """The keys and their effects, which can be clicked. The key of a dimmed action is not reversed."""
    return Content("  ").join([
        Content.assemble((each[0], "dim" if styles.get(each) == DIMMED else "reverse"), (f" {each[1]}", styles.get(each, "")))
        .stylize(Style.from_meta({CLICKED: each}))
        for each in hints
    ])
