"""Replays every transcript of the repository against the real server."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import REPOSITORY, real_server
from transcript_replay import replay

TRANSCRIPTS = sorted((REPOSITORY / "schemas/conversations").glob("*.conversation"))


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_conversation(transcript: Path) -> None:
    replay(transcript, real_server())
