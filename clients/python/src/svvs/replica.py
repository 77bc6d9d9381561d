"""The client's copy of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .events import Change


class Replica:
    """One view's state as the server has told it so far: a snapshot, with every change since folded in.

    Each change makes a new mapping, so a state once read stays as it was, and may be read from any thread.
    """

    def __init__(self, view: str, type: str, session: str | None, commit: int, state: Mapping[str, Any]) -> None:
        self.view = view
        self.type = type
        self.session = session
        self.commit = commit
        self.state = state
        self.is_open = True

    def fold(self, base: object, commit: int, changes: object) -> Change | None:
        """Applies the changes from commit `base` to `commit`; None if they do not continue what is held here."""
        if base != self.commit or not isinstance(changes, dict):
            return None
        self.commit = commit
        self.state = {**self.state, **changes}
        return Change(self.view, commit, changes, self.state)

    def replace(self, commit: int, state: Mapping[str, Any]) -> Change | None:
        """Starts again from a snapshot; None if it says nothing new."""
        missing = object()
        changes = {name: value for name, value in state.items() if self.state.get(name, missing) != value}
        self.commit = commit
        self.state = state
        return Change(self.view, commit, changes, state) if changes else None
