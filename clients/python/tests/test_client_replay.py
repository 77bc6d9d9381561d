"""Every transcript of the repository, replayed by the client's connection."""

from __future__ import annotations

from pathlib import Path

import pytest

from client_replay import ClientReplay
from support import REPOSITORY, real_server
from transcript_replay import Mismatch

TRANSCRIPTS = sorted((REPOSITORY / "schemas/conversations").glob("*.conversation"))


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_conversation(transcript: Path) -> None:
    ClientReplay(transcript, real_server()).run()


def test_the_states_are_compared() -> None:
    replay = ClientReplay(REPOSITORY / "schemas/conversations/counters.conversation", real_server())
    replay.run()
    assert replay.compared


def test_a_client_that_applies_changes_wrongly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs.replica.Replica._folded", lambda self, entry: ([], frozenset(), self.state))
    with pytest.raises(Mismatch, match="client: "):
        ClientReplay(REPOSITORY / "schemas/conversations/counters.conversation", real_server()).run()
