"""The prompt in a terminal: completion by readline, and lines that appear above what is being typed."""

from __future__ import annotations

import getpass
import re
import readline
import shutil
from collections.abc import Callable, Iterable, Mapping
from threading import RLock
from typing import Any

import svvs

from .display import cleaned, cleaned_lines, lines_of, shortened, shown
from .words import WordError


class Prompt:
    """A person at a terminal."""

    is_guided = True
    survived: tuple[type[Exception], ...] = (svvs.Error, WordError)

    def __init__(self) -> None:
        self._completions: Callable[[str, str], list[str]] = lambda before, word: []
        self._secrets: Callable[[], Iterable[str]] = tuple
        self._found: list[str] = []
        self._lock = RLock()
        #: What stands below all that is told.
        self._bottom: Callable[[], str] = str

    def begin(self, completions: Callable[[str, str], list[str]], secrets: Callable[[], Iterable[str]]) -> None:
        self._completions, self._secrets = completions, secrets
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ")
        # The Pythons of macOS have a readline of another kind.
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        if not is_libedit:
            readline.parse_and_bind("set show-all-if-unmodified on")  # a key that does nothing would look broken

    def end(self, error: Exception) -> None:
        self.tell(f"svvs: {error}\n`reopen` starts another, with all that was open")

    def read(self, name: str) -> str:
        prompt = f"{cleaned(name)}> "
        line = self._reading(lambda: input(prompt), lambda: prompt + readline.get_line_buffer())
        self._forget(line)
        return line

    def ask(self, name: str) -> str:
        prompt = f"{cleaned(name)}: "
        try:
            return self._reading(lambda: getpass.getpass(prompt), lambda: prompt)
        except EOFError:
            raise WordError(f"expected {name}") from None

    def tell(self, text: str) -> None:
        text = cleaned_lines(text)  # names of views and actions are the server's
        with self._lock:
            bottom = self._bottom()
            print(f"{_erased(bottom)}{text}\n{bottom}" if bottom else text, end="" if bottom else "\n", flush=True)

    def wait(self, text: str) -> None:
        with self._lock:
            before, self._bottom = self._bottom(), lambda: shortened(cleaned(text), _width())
            print(f"{_erased(before)}{self._bottom()}", end="", flush=True)

    def state(self, name: str, state: Mapping[str, Any]) -> str:
        return "\n".join([f"{cleaned(name)}:", *shown(state, _width())])

    def change(self, name: str, changes: Mapping[str, Any], before: Mapping[str, Any], errors: Iterable[str]) -> str:
        lines = list[str]()
        for property, value in changes.items():
            head = f"{cleaned(name)}: ERROR: " if property in errors else f"{cleaned(name)}: {cleaned(property)} = "
            lines += lines_of(head, value, _width(), before.get(property))
        return "\n".join(lines)

    def _reading(self, read: Callable[[], str], bottom: Callable[[], str]) -> str:
        with self._lock:
            self._bottom = bottom
        try:
            return read()
        finally:
            with self._lock:
                self._bottom = str

    def _forget(self, line: str) -> None:
        """Takes a line with a secret out of the history."""
        last = readline.get_current_history_length()
        names = "|".join(map(re.escape, self._secrets()))
        bare = re.sub(r"['\"\\]", "", line)
        if names and re.search(rf"\b({names}):?=\S", bare) and readline.get_history_item(last) == line:
            readline.remove_history_item(last - 1)

    def _complete(self, word: str, index: int) -> str | None:
        if index == 0:  # once for all that is asked for one after the other
            self._found = self._completions(readline.get_line_buffer()[: readline.get_begidx()], word)
        return self._found[index] if index < len(self._found) else None


def _width() -> int:
    return shutil.get_terminal_size().columns - 1  # in the last column some terminals wrap


def _erased(bottom: str) -> str:
    """What erases the text below, which may be wider than the terminal."""
    rows = len(bottom) // (_width() + 1)
    return "\r" + (f"\033[{rows}A" if rows else "") + "\033[J"
