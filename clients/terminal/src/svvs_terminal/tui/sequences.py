"""Reads keys, pastes and the mouse from the text that a terminal sends, and drops everything else.

Textual's parser is not used, because text from a terminal must never become a key. In textual 8.2.8:

- Replies become keys: `ESC ] 11;rgb:1e1e/1e1e/1e1e ESC \\` and `ESC P > | xterm ESC \\` press `r`.
- Sequences of the kitty protocol raise ValueError: `ESC [ 97;1:3 u`, `ESC [ 97:65 u`, `ESC [ 1114112 u`.
- `ESC [ ? 62 c` types `?62c`, and `ESC [ 999 ~` types `ϧ`.
- Text after ESC in a paste comes before the text that precedes it: `ESC [ 200 ~ a ESC [ 31 m b ESC [ 201 ~`.
- After `ESC [ O`, which reports that the window has lost the focus, text is typed into no field, so its letters are
  keys. An input method, or a program that types into several terminals, sends text to such a window.
- A sequence that is cut between two reads is read as keys after 0.1 s.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from textual import events
from textual.keys import KEY_NAME_REPLACEMENTS
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

_ESCAPE = "\x1b"
_PASTE, _PASTE_END = f"{_ESCAPE}[200~", f"{_ESCAPE}[201~"
#: The time after which Escape is a key, and that after which the rest of a sequence does not arrive, in seconds.
_ESCAPE_SECONDS, _SEQUENCE_SECONDS = 0.1, 1.0

#: A sequence, or as much of it as arrives before a control character.
_SEQUENCE = re.compile(
    r"\x1b(?:\[M[^\x00-\x1f]{3}"  # the mouse in old terminals
    r"|\[\[(?P<linux>[A-E])|\[(?P<rxvt>\d+)\$(?!y)"
    r"|\[(?P<parameters>[0-?]*)(?P<between>[ -/]*)(?P<end>[@-~])?"
    r"|O(?P<application>[ -~])?"
    r"|[\]PX^_][^\x00-\x1f]*(?:\x07|\x1b\\)?)"  # a reply in OSC, DCS, APC and others
)
#: The beginning of a sequence at the end of the text.
_BEGUN = re.compile(
    r"\x1b(?:\[(?:M[^\x00-\x1f]{0,2}|\[|(?!\d+\$)[0-?]*[ -/]*)|O|[\]PX^_][^\x00-\x1f]*\x1b?)?"
)
#: The rest of a sequence whose ESC was taken for the key. Nobody types it at once.
_REST = re.compile(r"\[[0-?]*[ -/]*[@-~]|O[A-DFHP-S]|\]\d+;|P\d*[>!$+|]|_G")

#: A code and those in other layouts, the modifiers, the kind of event if it is not a release, and the codes of a text.
_KEY = re.compile(r"(\d{0,7})(?::[\d:]*)?(?:;(\d{0,3})(?::[12])?(?:;([\d:]*))?)?")
_MOUSE = re.compile(r"<(\d{1,4});(\d{1,5});(\d{1,5})")
_MODIFIERS = ("shift", "alt", "ctrl", "super", "hyper", "meta")
_SHIFT, _ALT, _CONTROL = 1, 2, 4
_LETTERS = dict(zip("ABCDFHPQRSM", ("up", "down", "right", "left", "end", "home", "f1", "f2", "f3", "f4", "enter")))
_NUMBERS = {
    **dict(enumerate(("home", "insert", "delete", "end", "pageup", "pagedown", "home", "end"), start=1)),
    **{number: f"f{at}" for at, number in enumerate(
        (11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34), start=1)},
}
#: The keys of the kitty protocol that are not characters, among them those of the keypad.
_CODES = {
    9: "tab", 13: "enter", 27: "escape", 127: "backspace",
    **dict(enumerate(("enter", "=", "", "left", "right", "up", "down", "pageup", "pagedown", "home", "end", "insert",
                      "delete"), start=57414)),
    **dict(enumerate("0123456789./*-+", start=57399)),
}
_CONTROLS = {
    **{chr(at): f"ctrl+{letter}" for at, letter in enumerate("abcdefghijklmnopqrstuvwxyz", start=1)},
    "\x1b": "escape", "\t": "tab", "\r": "enter", "\n": "enter", "\x08": "backspace", "\x7f": "backspace",
}
#: Control characters in a paste become their symbols: as they are, they would control the terminal that shows them.
_SYMBOLS = {**{code: 0x2400 + code for code in range(32) if code != 9}, 0x7F: 0x2421}


class Sequences:
    """The events in the text of a terminal, which may be cut anywhere."""

    def __init__(self) -> None:
        self._rest = ""
        #: Whether the last Escape was ESC without more text for a while.
        self._is_late = False
        self._position = (0, 0)

    def feed(self, text: str) -> Iterator[Message]:
        if self._is_late and _REST.match(text):
            text = _ESCAPE + text
        self._is_late = self._is_late and not text
        text, at = self._rest + text, 0
        while at < len(text):
            if text.startswith(_PASTE, at):
                end = text.find(_PASTE_END, at)
                if end < 0:
                    break
                # The text that was pasted may contain the end of a paste, too.
                end = text.rfind(_PASTE_END, end, text.find(_PASTE, end) % (len(text) + 1))
                yield _paste(text[at + len(_PASTE) : end])
                at = end + len(_PASTE_END)
            elif _BEGUN.fullmatch(text, at):
                break
            elif match := _SEQUENCE.match(text, at):
                yield from self._sequence(match)
                at = match.end()
            else:
                yield from _typed(text[at], 0)
                at += 1
        self._rest = text[at:]

    def wait(self, seconds: float) -> Iterator[Message]:
        """The events that are complete because no text has arrived for some seconds."""
        rest = self._rest
        if rest == _ESCAPE and seconds >= _ESCAPE_SECONDS:
            self._rest, self._is_late = "", True
            yield events.Key("escape", None)
        elif rest and not rest.startswith(_PASTE) and seconds >= _SEQUENCE_SECONDS:
            self._rest = ""
            if len(rest) == 2:  # Alt and the key
                yield from _typed(rest[1], _ALT)

    def _sequence(self, match: re.Match[str]) -> Iterator[Message]:
        parameters, end = match["parameters"] or "", match["end"] or ""
        if name := _LETTERS.get(match["application"] or ""):
            yield events.Key(name, None)
        elif match["linux"]:
            yield events.Key(f"f{'ABCDE'.index(match['linux']) + 1}", None)
        elif match["rxvt"]:
            yield from _key(_NUMBERS.get(int(match["rxvt"][:4]), ""), _SHIFT)
        elif match["between"]:
            if end == "y" and re.fullmatch(r"\?2026;[1-3]", parameters):
                yield TerminalSupportsSynchronizedOutput()
        elif end in ("M", "m") and (mouse := _MOUSE.fullmatch(parameters)):
            yield from self._mouse(end == "M", *map(int, mouse.groups()))
        elif end and (key := _KEY.fullmatch(parameters)):
            yield from _coded(int(key[1] or 0), end, max(0, int(key[2] or 1) - 1), key[3] or "")

    def _mouse(self, is_down: bool, code: int, column: int, row: int) -> Iterator[Message]:
        x, y = column - 1, row - 1
        if x < 0 or y < 0:
            return
        (last_x, last_y), self._position = self._position, (x, y)
        kind: type[events.MouseEvent] = events.MouseDown if is_down else events.MouseUp
        button = (code + 1) & 3
        if code & 64:
            kinds = (events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft, events.MouseScrollRight)
            kind, button = kinds[code & 3], 0
        elif code & 32 or not button:
            kind = events.MouseMove
        yield kind(None, x, y, x - last_x, y - last_y, button, bool(code & 4), bool(code & 8), bool(code & 16), x, y)


def _paste(text: str) -> events.Paste:
    """A paste in one line, since a field has only one."""
    return events.Paste(" ".join(text.splitlines()).translate(_SYMBOLS))


def _coded(code: int, end: str, modifiers: int, text: str) -> Iterator[Message]:
    """A key with the code, modifiers and text that its sequence contains."""
    if end == "u" and text:
        for each in text.split(":"):
            yield from _typed(_character(each), 0)
    elif end == "u" and code in _CODES:
        name = _CODES[code]
        yield from _typed(name, modifiers) if len(name) == 1 else _key(name, modifiers)
    elif end == "u" and not 57344 <= code < 63744:  # others are keys that no program here knows
        yield from _typed(_character(str(code)), modifiers)
    elif end in ("~", "^", "@"):
        rxvt = {"^": _CONTROL, "@": _CONTROL | _SHIFT}.get(end, 0)
        yield from _key(_NUMBERS.get(code, ""), modifiers | rxvt)
    elif end == "Z":
        yield from _key("tab", _SHIFT)
    elif end in "abcd" and not code:
        yield from _key(_LETTERS[end.upper()], _SHIFT)
    elif code < 2 and end not in ("M", "R"):
        yield from _key(_LETTERS.get(end, ""), modifiers)


def _character(code: str) -> str:
    """The character with a code; "" if there is none."""
    number = int(code) if code.isdecimal() and len(code) < 8 else 0
    return chr(number) if 32 <= number <= 0x10FFFF else ""


def _typed(character: str, modifiers: int) -> Iterator[Message]:
    """A character. Alt is Escape before it, as terminals without the kitty protocol send it."""
    if modifiers & _ALT:
        yield events.Key("escape", None)
    if name := _CONTROLS.get(character):
        yield events.Key(name, None)
    elif character and unicodedata.category(character) not in ("Cc", "Cs"):
        if commands := modifiers & ~(_SHIFT | _ALT) & 0b111111:
            yield from _key(_name(character), commands | modifiers & _SHIFT)
        else:
            character = character.upper() if modifiers & _SHIFT else character
            yield from _key(_name(character), 0, character)


def _key(name: str, modifiers: int, character: str | None = None) -> Iterator[Message]:
    if name:
        pressed = sorted(each for bit, each in enumerate(_MODIFIERS) if modifiers >> bit & 1)
        yield events.Key("+".join([*pressed, name]), character)


def _name(character: str) -> str:
    """The name of a key for Textual's bindings."""
    if character.isalnum():
        return character
    name = unicodedata.name(character, character).lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)
