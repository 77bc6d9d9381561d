"""A question of an app: the section Questions of SCREENS.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from svvs.typed import is_array, is_object


class Question(NamedTuple):
    id: str
    title: str
    message: str
    #: Each has a value, a title, and perhaps a role.
    choices: tuple[Mapping[str, Any], ...]

    def chosen(self, at: int | None) -> Mapping[str, Any] | None:
        """The choice with a number or, for Escape, the one that cancels; None if there is none."""
        if at is not None:
            return self.choices[at]
        return next((each for each in self.choices if each.get("role") == "cancel"), None)


def question(value: Any) -> Question | None:
    """The question that a value is; None if it is of another form."""
    if not is_object(value) or not is_array(choices := value.get("choices")):
        return None
    id, title, message = value.get("id"), value.get("title"), value.get("message")
    is_form = all(is_object(each) and isinstance(each.get("value"), str) and isinstance(each.get("title"), str) for each in choices)
    if not (is_form and isinstance(id, str) and isinstance(title, str) and isinstance(message, str | None)):
        return None
    return Question(id, title, message or "", tuple(choices))
