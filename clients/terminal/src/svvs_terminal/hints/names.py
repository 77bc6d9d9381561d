"""Titles that are made of names."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]{2,}s?(?![a-z])\d*|[A-Z]+(?![a-z])\d*|[A-Z]?[a-z][a-z\d]*|\d+[a-z\d]*|[^\W\d_]+")


def title(name: str) -> str:
    """A title for a name that has none.

    >>> from svvs_terminal.hints import title
    >>> title("filteredFriends"), title("avatarURL"), title("friendIDs"), title("id")
    ('Filtered friends', 'Avatar URL', 'Friend IDs', 'Id')
    """
    words = _WORD.findall(name)
    text = " ".join(word if word[:2].isupper() and len(word) > 1 else word.lower() for word in words)
    return text[:1].upper() + text[1:] or name
