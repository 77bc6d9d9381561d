"""The client's copy of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import BadMessage
from .events import Cause, Change
from .messages import member
from .patch import applied, pointer
from .shapes import is_array, is_object


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
        self.stale: frozenset[str] = frozenset()
        self.is_open = True

    def fold(self, commit: int, entry: Mapping[str, Any], cause: tuple[Cause, ...] = ()) -> Change:
        """Applies one view's part of a commit.

        >>> from svvs.replica import Replica
        >>> replica = Replica("v", "counterA", None, commit=1, state={"count": 0})
        >>> change = replica.fold(2, {"from": 1, "changes": {"count": 1}})
        >>> replica.commit, replica.state
        (2, {'count': 1})

        :raises BadMessage: if it does not continue what is held here, or cannot be applied to it.
        """
        base = member(entry, "from", int)
        if base != self.commit:
            raise BadMessage(f"a change from commit {base} for a view at commit {self.commit}")
        names, stale, self.state = self._folded(entry)
        self.stale |= stale
        self.commit = commit
        changes = {name: self.state[name] for name in names if name in self.state}
        return Change(self.view, commit, changes, self.state, cause, stale)

    def replace(self, commit: int, state: Mapping[str, Any]) -> Change | None:
        """Starts again from a snapshot; None if it says nothing new."""
        missing = object()
        changes = {name: value for name, value in state.items() if self.state.get(name, missing) != value}
        self.commit = commit
        self.state = state
        self.stale = frozenset()
        return Change(self.view, commit, changes, state) if changes else None

    def _folded(self, entry: Mapping[str, Any]) -> tuple[list[str], frozenset[str], Mapping[str, Any]]:
        """The properties that changed, those of them whose values are unknown, and the new state."""
        changes, patch, changed = entry.get("changes"), entry.get("patch"), entry.get("changed")
        if is_object(changes):
            return list(changes), frozenset(), {**self.state, **changes}
        if is_array(patch):
            try:
                state = applied(self.state, patch)
                return list(dict.fromkeys(pointer(step["path"])[0] for step in patch)), frozenset(), state
            except ValueError:
                raise BadMessage("a patch that cannot be applied") from None
        if is_array(changed) and all(isinstance(name, str) for name in changed):
            return [], frozenset(changed), self.state
        raise BadMessage("a change without changes, patch or changed names")
