"""The keys of a card, and the match of typed letters with titles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from textual.content import Content

from .hints import Action, Field, Kind, ViewType

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

#: The keys that mean the same on every card.
RESERVED = "oqx"


def targets(type: ViewType) -> list[tuple[str, Target]]:
    """The actions and records of a card that have keys, each with its key; "" if there are not enough keys.

    >>> from svvs_terminal.tui.hints import Action, ViewType
    >>> from svvs_terminal.tui.keys import targets
    >>> [key for key, _ in targets(ViewType("notes", "Notes", "", actions=(Action("add", "Add", ""),)))]
    ['a']
    """
    actions = sorted(type.actions, key=lambda each: each.name == type.on_appear)  # called already
    found: list[Target] = [*actions, *(each for each in type.properties if each.opens and each.kind is Kind.RECORD)]
    return list(zip(keys([each.title for each in found], RESERVED), found, strict=True))


#: A key and its effect in words.
Hint = tuple[str, str]


def hints(targets: Iterable[tuple[str, Target]]) -> list[Hint]:
    """The keys of actions and records. "·" stands for a key that does not exist."""
    return [(key or "·", f"→ {each.title}" if isinstance(each, Field) else each.title) for key, each in targets]


def hint_line(hints: Iterable[Hint]) -> Content:
    return Content("  ").join([Content.assemble((key, "reverse"), f" {words}") for key, words in hints])
