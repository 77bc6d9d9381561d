"""The prompt in a terminal: completion by readline, and lines that appear above what is being typed."""

from __future__ import annotations

import readline
from collections.abc import Callable

PROMPT = "svvs> "


class Prompt:
    """Reads lines from a terminal.

    `completions` tells what a word behind some text may become; `check` raises if no line need be read any more.
    """

    def __init__(self, completions: Callable[[str, str], list[str]], check: Callable[[], None]) -> None:
        self._completions = completions
        self._check = check
        self.is_reading = False
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ")
        # The Pythons of macOS have a readline of another kind.
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def read(self) -> str:
        """The next line.

        :raises EOFError: if there is none.
        """
        self.is_reading = True
        try:
            self._check()  # not before: what happens from now on is told
            return input(PROMPT)
        finally:
            self.is_reading = False

    def tell(self, text: str) -> None:
        """Prints a text, by any thread: above the prompt, below which comes again what has been typed so far."""
        if self.is_reading:
            print(f"\r\033[K{text}\n{PROMPT}{readline.get_line_buffer()}", end="", flush=True)
        else:
            print(text, flush=True)

    def _complete(self, word: str, index: int) -> str | None:
        found = self._completions(readline.get_line_buffer()[: readline.get_begidx()], word)
        return found[index] if index < len(found) else None
