"""Replays every transcript of the repository against the real server, and tests the replay itself."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

import transcript_replay
from support import REPOSITORY, fake_executable, real_server
from transcript_replay import Mismatch, replay

FOLDER = REPOSITORY / "schemas/conversations"
TRANSCRIPTS = sorted(FOLDER.glob("*.conversation"))


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_conversation(transcript: Path) -> None:
    replay(transcript, real_server())


def test_the_transcripts_are_found() -> None:
    assert len(TRANSCRIPTS) >= 10, f"too few transcripts in {FOLDER}"


# The replay

SCRIPT = """
call = receive("m")
assert sys.argv[2:] == ["serve", "--flag", "a b"]
write('{"b": [1.0, true], "a": "é"}\\n{"second": 1}\\n')
assert sys.stdin.buffer.readline() == b"no {JSON\\n"
write('null\\n')
end_of_input()
"""

RIGHT = """
# A comment, and a blank line

$ svvs serve --flag 'a b'
> {"method":"m"}
< {"a":"\\u00e9","b":[1.0,true]}
< {"second":1}
> no {JSON
< null
"""


def replayed(tmp_path: Path, script: str, transcript: str) -> None:
    server = fake_executable(tmp_path, "# raw\n" + textwrap.dedent(script))
    (tmp_path / "t.conversation").write_text(textwrap.dedent(transcript))
    replay(tmp_path / "t.conversation", server)


def test_a_transcript_that_matches(tmp_path: Path) -> None:
    replayed(tmp_path, SCRIPT, RIGHT)
    replayed(tmp_path, SCRIPT, RIGHT + "= 0\n")
    replayed(tmp_path, SCRIPT + "sys.exit(3)", RIGHT + "= 3\n")


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ('{"second":1}', '{"second":1.0}', 7),
        ("[1.0,true]", "[1,true]", 6),
        ("[1.0,true]", "[1.0,1]", 6),
        ("[1.0,true]", "[true,1.0]", 6),
        ('"b":[1.0,true]', '"b":[1.0,true],"c":1', 6),
        ('< {"second":1}\n', "", 8),
        ("< null\n", "", 8),
        ("< null\n", "< null\n= 1\n", 9),
        ("> no {JSON", "> {}", 9),
    ],
)
def test_a_transcript_that_does_not_match(tmp_path: Path, right: str, wrong: str, line: int) -> None:
    assert right in RIGHT
    with pytest.raises(Mismatch, match=rf"^t\.conversation:{line}:(.|\n)*expected: (.|\n)*actual: "):
        replayed(tmp_path, SCRIPT, RIGHT.replace(right, wrong))


def test_a_server_that_prints_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript_replay, "SECONDS_PER_ANSWER", 0.05)
    with pytest.raises(Mismatch, match=re.escape("actual:   nothing for 0.05 s")):
        replayed(tmp_path, "signal.pause()", "$ svvs serve\n< null\n")


def test_the_standard_error_of_the_server_is_shown(tmp_path: Path) -> None:
    with pytest.raises(Mismatch, match="actual:   end of output\non its standard error:\na reason"):
        replayed(tmp_path, "sys.exit('a reason')", "$ svvs serve\n< null\n")


@pytest.mark.parametrize(
    "transcript", ["> {}\n", "$ other serve\n", "$ svvs serve\n! what\n", "$ svvs serve\n= 1\n> {}"]
)
def test_an_invalid_transcript_is_refused(tmp_path: Path, transcript: str) -> None:
    with pytest.raises(ValueError):
        replayed(tmp_path, "end_of_input()", transcript)
