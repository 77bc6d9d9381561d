"""Reads the view types, with titles that do the terminal no harm."""

from __future__ import annotations

from typing import Any

from .. import hints
from .cells import safe

_TITLE_CELLS = 40


def view_types(document: Any) -> dict[str, hints.ViewType]:
    """The view types by name, in the order of their declarations.

    >>> from svvs_terminal.tui.reading import view_types
    >>> types = view_types(server.request("rpc.discover"))
    >>> [each.title for each in types["login"].own_actions][:1]
    ['Log in']
    """
    return hints.view_types(document, lambda title: safe(title, _TITLE_CELLS))
