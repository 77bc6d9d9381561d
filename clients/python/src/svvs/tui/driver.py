"""What the terminal sends, whatever it is."""

from __future__ import annotations

import codecs
import os
import select

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

#: Seconds until what has come of a key is the whole key, and the program may end.
_TICK = 0.1


class LenientDriver(LinuxDriver):
    """Reads � for what is no UTF-8, such as a paste in Latin-1, where Textual's own driver ends the program."""

    def run_input_thread(self) -> None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        parser = XTermParser()
        while not self.exit_event.is_set():
            is_ready, _, _ = select.select([self.fileno], [], [], _TICK)
            if is_ready and (text := decode(os.read(self.fileno, 4096))):
                for event in parser.feed(text):
                    self.process_message(event)
            for event in parser.tick():
                self.process_message(event)
