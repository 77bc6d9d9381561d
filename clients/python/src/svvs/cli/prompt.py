"""The prompt in a terminal: completion by readline, and lines that appear above what is being typed."""

from __future__ import annotations

import readline
from collections.abc import Callable

PROMPT = "svvs> "


class Prompt:
    """Reads lines from a terminal; `completions` tells what a word behind some text may become."""

    def __init__(self, completions: Callable[[str, str], list[str]]) -> None:
        self._completions = completions
        self._end: Exception | None = None
        self.is_reading = False
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ")
        # The Pythons of macOS have a readline of another kind.
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def read(self) -> str:
        """The next line.

        :raises EOFError: if there is none, or whatever the prompt has been ended with.
        """
        self.is_reading = True
        try:
            if self._end is not None:  # not before: what happens from now on is told
                raise self._end
            return input(PROMPT)
        finally:
            self.is_reading = False

    def tell(self, text: str) -> None:
        """Prints a text, by any thread: above the prompt, below which comes again what has been typed so far."""
        if self.is_reading:
            print(f"\r\033[K{text}\n{PROMPT}{readline.get_line_buffer()}", end="", flush=True)
        else:
            print(text, flush=True)

    def end(self, reason: Exception) -> None:
        """Has no line read any more."""
        self._end = reason
        if self.is_reading:  # else the call under way tells it
            self.tell(f"svvs: {reason}")

    def _complete(self, word: str, index: int) -> str | None:
        found = self._completions(readline.get_line_buffer()[: readline.get_begidx()], word)
        return found[index] if index < len(found) else None
