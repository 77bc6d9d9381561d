"""What the terminal sends, whatever it is."""

from __future__ import annotations

import codecs
import os
import re
import select

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

#: Seconds until what has come of a key is the whole key, and the program may end.
_TICK = 0.1


_ESCAPE = "\x1b"
#: Escape as a key by itself: what other keys send goes on with one of these.
_ESCAPE_KEY = re.compile(_ESCAPE + r"(?=[^\[O])")


class LenientDriver(LinuxDriver):
    """Reads what Textual's own driver takes for something else.

    What is no UTF-8, such as a paste in Latin-1, is �, where that driver ends the program. Escape and another key close
    behind it are two keys, where that one sees a key with Alt, or a character that no key has.
    """

    def run_input_thread(self) -> None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        parser = XTermParser()
        begun = ""
        while not self.exit_event.is_set():
            is_ready, _, _ = select.select([self.fileno], [], [], _TICK)
            if is_ready:
                *before, last = _ESCAPE_KEY.split(begun + decode(os.read(self.fileno, 4096)))
                for text in before:
                    self._feed(parser, text)
                    self._press_escape()
                begun = _ESCAPE if last.endswith(_ESCAPE) else ""  # until it is seen whether that is a key
                self._feed(parser, last.removesuffix(_ESCAPE))
            elif begun:
                begun = ""
                self._press_escape()
            for event in parser.tick():
                self.process_message(event)

    def _feed(self, parser: XTermParser, text: str) -> None:
        for event in parser.feed(text) if text else ():  # which no text at all would end
            self.process_message(event)

    def _press_escape(self) -> None:
        self.process_message(events.Key("escape", _ESCAPE))
