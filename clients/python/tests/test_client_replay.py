"""Every transcript of the repository, replayed by the client's connection."""

from __future__ import annotations

from pathlib import Path

import pytest

from client_replay import ClientReplay
from support import REPOSITORY, real_server

TRANSCRIPTS = sorted((REPOSITORY / "schemas/conversations").glob("*.conversation"))


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_conversation(transcript: Path) -> None:
    ClientReplay(transcript, real_server()).run()
