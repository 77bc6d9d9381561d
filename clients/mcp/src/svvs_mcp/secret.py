"""The secrets that an agent sends, which are replaced in all that it reads and in the log."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from svvs.typed import is_array, is_object
from svvs_terminal.text import cleaned
from svvs_terminal.tui.screen import ViewType

#: A shorter value may be a part of any text.
_MIN = 4
_NAMES = re.compile("pass|secret|token|pin$", re.IGNORECASE)
_HIDDEN = "(secret)"


class Secrets:
    """The values of secret fields, wherever they appear."""

    def __init__(self) -> None:
        self._names: frozenset[str] = frozenset()
        #: The names and titles of the app, which everybody reads.
        self._public: frozenset[str] = frozenset()
        self._values: set[str] = set()
        self._pattern: re.Pattern[str] | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the names of the secret fields are known."""
        return bool(self._public)

    def read(self, types: Iterable[ViewType], screens: Any) -> None:
        """Reads from the screens which fields are secret, and which texts are public."""
        fields = [each for type in types for each in (*type.params, *type.properties, *(
            argument for action in type.actions for argument in action.arguments))]
        self._names = frozenset(each.name for each in fields if each.is_secret)
        self._public = frozenset(_texts(screens))
        self._compile()

    def learn(self, value: Any) -> Any:
        """Notes the values of secret fields. Returns a copy for the log, without them."""
        known, learned = len(self._values), self._learned(value)
        if len(self._values) > known:
            self._compile()
        return learned

    def without(self, value: Any) -> Any:
        """A JSON value in which the secrets are replaced: texts and numbers that contain one."""
        if self._pattern is None:
            return value
        if isinstance(value, str):
            return self._pattern.sub(_HIDDEN, value)
        if is_object(value):
            return {name if name in self._public else self.without(name): self.without(each)
                    for name, each in value.items()}
        if is_array(value):
            return [self.without(each) for each in value]
        return _HIDDEN if _is_number(value) and self._pattern.search(json.dumps(value)) else value

    def _learned(self, value: Any) -> Any:
        if is_object(value):
            return {name: self._hidden(each) if name in self._names or _NAMES.search(name) else self._learned(each)
                    for name, each in value.items()}
        return [self._learned(each) for each in value] if is_array(value) else value

    def _compile(self) -> None:
        variants = {text for each in self._values - self._public for text in _variants(each)}
        longest = sorted(variants, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest))) if longest else None

    def _hidden(self, value: Any) -> str:
        self._values.update(each for each in _texts(value) if len(each) >= _MIN)
        return _HIDDEN


def _texts(value: Any) -> Iterator[str]:
    """The texts, the names and the numbers of a JSON value."""
    if isinstance(value, str):
        yield value
    elif _is_number(value):
        yield json.dumps(value)
    elif is_object(value):
        for name, each in value.items():
            yield name
            yield from _texts(each)
    elif is_array(value):
        for each in value:
            yield from _texts(each)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _variants(text: str) -> Iterator[str]:
    """The forms in which a text appears: in another form of Unicode, as people read it, and within JSON."""
    for form in (text, *(unicodedata.normalize(each, text) for each in ("NFC", "NFD"))):
        for written in (form, *(json.dumps(form, ensure_ascii=is_ascii)[1:-1] for is_ascii in (True, False))):
            yield from (written, cleaned(written))
