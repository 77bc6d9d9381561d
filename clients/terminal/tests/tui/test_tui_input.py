"""The text that a terminal sends: keys, pastes, the mouse, and replies, cut anywhere.

`SVVS_ROUNDS` and `SVVS_SEED` choose the random ones.
"""

from __future__ import annotations

import json
import os
import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from support import fake
from test_tui_terminal import TUI, Terminal
from textual import events
from tui_app import discovery
from written_screens import action, part, view_type

from svvs_terminal.tui.sequences import Sequences

SEED, ROUNDS = int(os.environ.get("SVVS_SEED", "1")), int(os.environ.get("SVVS_ROUNDS", "10"))

REPLIES = [
    "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]11;rgb:1e1e/1e1e/1e1e\x07", "\x1b]4;1;rgb:ffff/0/0\x07",
    "\x1b]lreload\x1b\\", "\x1b]52;c;cmVsb2Fk\x07", "\x1b]1337;ReportCellSize=17.0;8.0\x1b\\",
    "\x1bP>|xterm(388)\x1b\\", "\x1bP1$r0m\x1b\\", "\x1bP1+r544e=78\x1b\\", "\x1bP!|00000000\x1b\\",
    "\x1b_Gi=31;OK\x1b\\", "\x1b[?62;22c", "\x1b[>41;388;0c", "\x1b[?997;1n", "\x1b[0n", "\x1b[2;5R", "\x1b[1;1R",
    "\x1b[?1u", "\x1b[?2048;2$y", "\x1b[?2026;0$y", "\x1b[4;2$y", "\x1b[?1;3;256S", "\x1b[6;17;8t",
    "\x1b[48;24;80;408;640t", "\x1b[I", "\x1b[O", "\x1b[97;1:3u", "\x1b[1114112u", "\x1b[55296u", "\x1b[3u",
    "\x1b[97;99999u", "\x1b[" + "9" * 5000 + "u", "\x1b[97;;1114112u", "\x1b[57441;2u", "\x1b[999~", "\x1b[~",
    "\x1b[201~", "\x1b[<0;0;0M", "\x1b[<0;9999999;1M", "\x1b[32;10;20M", "\x1b[M !!", "\x1b[" + "1;" * 40 + "r",
    "\x1bOp", "\x9b", "\x00",
]
KEYS = {
    "a": "a", "?": "question_mark", "/": "slash", "+": "plus", " ": "space", "é": "é", "\t": "tab", "\r": "enter",
    "\n": "enter", "\x7f": "backspace", "\x01": "ctrl+a", "\x11": "ctrl+q", "\x1a": "ctrl+z", "\x1b[A": "up",
    "\x1bOB": "down", "\x1b[H": "home", "\x1b[4~": "end", "\x1b[6~": "pagedown", "\x1b[Z": "shift+tab",
    "\x1b[1;5D": "ctrl+left", "\x1b[1;2C": "shift+right", "\x1b[1;3D": "alt+left", "\x1b[1;6D": "ctrl+shift+left",
    "\x1b[5;5~": "ctrl+pageup", "\x1bOP": "f1", "\x1b[11~": "f1", "\x1b[[A": "f1", "\x1b[P": "f1",
    "\x1b[12;2~": "shift+f2", "\x1b[24~": "f12", "\x1b[7$": "shift+home", "\x1b[3^": "ctrl+delete",
    "\x1b[d": "shift+left", "\x1b[97u": "a", "\x1b[97:65;2;65u": "A", "\x1b[97;2u": "A", "\x1b[97;1:2u": "a",
    "\x1b[47;;47u": "slash", "\x1b[99;5u": "ctrl+c", "\x1b[119;69u": "ctrl+w", "\x1b[97;9u": "super+a",
    "\x1b[13u": "enter", "\x1b[9;2u": "shift+tab", "\x1b[27u": "escape", "\x1b[27;1:1u": "escape",
    "\x1b[127;5u": "ctrl+backspace", "\x1b[57414u": "enter", "\x1b[57401u": "2", "\x1b[57401;;50u": "2",
    "\x1bx": "escape x", "\x1b[120;3u": "escape x", "\x1b\x1b[A": "escape up", "\x1b[97;1:3uq": "q",
    "\x1b]11;\x1b[A": "up", "\x1b]11;rgb\rq": "enter q", "\x1b[3\rq": "enter q", "\x1b[<64;3;4M": "MouseScrollUp",
    "\x1b[<0;3;4M": "MouseDown", "\x1b[<2;3;4m": "MouseUp", "\x1b[<35;3;4M": "MouseMove",
    "\x1b[?2026;2$y": "TerminalSupportsSynchronizedOutput",
}
PASTES = {
    "red: \x1b[31mERROR\x1b[0m": "red: ␛[31mERROR␛[0m", "x \x1b]ee": "x ␛]ee", "a\rb\nc\r\nd": "a b c d",
    "\t\x00\x7fé": "\t␀␡é", "x\x1b[201~\x1br": "x␛[201~␛r", "": "",
}
TYPED = ["plain", "q?/o1", "می\u200cخ", "👨\u200d👩", "あ\u3000い", "\U0001fadf", "\ue0a0", "e\u0301", "Ünï"]


def read(*texts: str) -> list[str]:
    """The names of keys and of other events, and pasted texts, when a terminal is silent after these texts."""
    sequences = Sequences()
    found = [*(event for text in texts for event in sequences.feed(text)), *sequences.wait(0.1), *sequences.wait(1)]
    return [event.key if isinstance(event, events.Key) else repr(event.text) if isinstance(event, events.Paste)
            else type(event).__name__ for event in found]


def cuts(text: str) -> Iterator[tuple[str, str]]:
    return ((text[:at], text[at:]) for at in range(min(len(text), 60)))


def test_the_same_is_read_wherever_the_text_is_cut() -> None:
    pastes = {f"\x1b[200~{text}\x1b[201~": repr(pasted) for text, pasted in PASTES.items() if "201~" not in text}
    for text, expected in {**dict.fromkeys(REPLIES, ""), **KEYS, **pastes}.items():
        assert {" ".join(read(*parts)) for parts in cuts(text)} == {expected}, text


def test_the_end_of_a_paste_within_it_does_not_end_it() -> None:
    assert read(*(f"\x1b[200~{text}\x1b[201~" for text in PASTES), "q") == [*map(repr, PASTES.values()), "q"]


def test_a_sequence_that_is_never_completed_is_dropped_when_the_terminal_is_silent() -> None:
    assert read("\x1b") == ["escape"] and read("\x1b[") == ["escape", "left_square_bracket"]
    assert read("\x1b[1;") == read("\x1b]11;rgb:") == read("\x1bP>|x") == read("\x1b[200~x") == []


def test_the_rest_of_a_reply_that_arrives_late_is_not_a_key() -> None:
    for reply in REPLIES:
        if reply[1:2] in ("[", "P", "_") or re.match(r"\x1b]\d", reply):
            sequences = Sequences()
            found = [*sequences.feed("\x1b"), *sequences.wait(0.1), *sequences.feed(reply[1:])]
            assert [event.key for event in found if isinstance(event, events.Key)] == ["escape"], reply


def mixture(chance: random.Random) -> tuple[list[bytes], str]:
    """Replies, pastes and typed texts, cut anywhere, and the text that they enter into a field."""
    data, text = b"m", "m"
    for _ in range(chance.randrange(3, 12)):
        kind = chance.randrange(3)
        if kind == 0:
            data += chance.choice([each for each in REPLIES if each != "\x1b[201~"]).encode()
        elif kind == 1:
            paste = chance.choice([each for each in PASTES if "201~" not in each])
            data, text = data + f"\x1b[200~{paste}\x1b[201~".encode(), text + PASTES[paste]
        else:
            typed = chance.choice(TYPED)
            data, text = data + typed.encode(), text + typed
    # ESC without more for a while is the key.
    chosen = chance.choices(range(len(data)), k=chance.randrange(4))
    at = sorted(each for each in chosen if data[each - 1 : each] != b"\x1b")
    return [data[start:end] for start, end in zip([0, *at], [*at, len(data)])], text


def test_random_bytes_never_raise_and_leave_keys_usable() -> None:
    chance = random.Random(SEED)
    alphabet = [*"\x1b\x1b\x1b[[]POM_^<?:;$~u\\\x07\r019aqé\u200d\x9b�", *REPLIES[:-8], *KEYS, "\x1b[200~", "\x1b[201~"]
    for _ in range(300 * ROUNDS):
        sequences = Sequences()
        texts = ["".join(chance.choices(alphabet, k=chance.randrange(8))) for _ in range(5)]
        for text in texts:
            list(sequences.feed(text))
            list(sequences.wait(chance.choice((0, 0.1, 1))))
        last = [*sequences.feed("\x1b[201~"), *sequences.wait(1), *sequences.feed("q")][-1]
        assert isinstance(last, events.Key) and last.key == "q", texts


ROOM = view_type("room", part("draft", title="Message", editable=True, submits="send"), start=True,
                 actions=[action("send", letter="s"), *(action(name, letter=name) for name in "ber"), action("g", letter="a")])
SCRIPT = discovery(ROOM) + """
opened(draft="")
state, commit = {}, 1
while (request := receive())["method"] != "shutdown":
    if request["method"] == "view/set":
        state.update(request["params"]["properties"])
        changed(commit, commit + 1, **state)
    else:
        with open(LOG, "a") as log:
            print(json.dumps([request["method"], state["draft"]]), file=log)
        changed(commit, commit + 1, draft="")
    commit += 1
    reply(request, commit=commit)
reply(request)
"""


def test_texts_arrive_as_they_were_typed_and_pasted_and_nothing_else_is_called(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    log = tmp_path / "log"
    log.touch()
    program = Terminal(*TUI, SVVS=shlex.join(fake(SCRIPT.replace("LOG", repr(str(log))))))
    expected = []
    try:
        program.read_until(b"Message:")
        program.type(b"\r")
        for _ in range(ROUNDS):
            parts, text = mixture(chance)
            for part in parts:
                program.type(part)
                program.read_available(0.01)
            program.type(b"\r")
            expected.append(["send", text])
            program.read_until(lambda _: log.read_text().count("\n") == len(expected))
            assert json.loads(log.read_text().splitlines()[-1]) == expected[-1], parts
        program.type(b"\x11")
        assert program.wait() == 0
        assert [json.loads(line) for line in log.read_text().splitlines()] == expected
    finally:
        program.close()
