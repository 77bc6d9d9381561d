"""A connection that is cut within a write: the reported outcome of the write is true."""
import itertools

import pytest

from conditions import wait_until
from pages import Pages, truth
from rooms import Outcome, Room, sent

# The test does not cut at every byte up to the reply. The stride is larger than the number of bytes that the outlines
# of two more messages add to the reply for the next one; with a smaller one, no write would ever complete.
STRIDE = 293


@pytest.mark.parametrize("way", ["sent", "received"])
@pytest.mark.parametrize("page, view, written", [
    (Room, "view", sent), (Pages, "notes", lambda database: truth(database)[0]),
], ids=["message", "note"])
def test_what_is_said_of_a_write_that_is_cut_off_is_so(start, database, proxy, page, view, written, way):
    shown = page(start("--database", database.url(port=proxy.port), "--language", "en"))
    texts = {outcome: set() for outcome in Outcome}
    for count in itertools.count(0, STRIDE):
        # After this, all connections are open again, so that the next bytes are those of the write.
        wait_until(lambda: shown.send("before it") is Outcome.MADE
                   and shown.server.holds(getattr(shown, view), errorMessage=None))
        cut = proxy.cut_after(**{way: count})
        outcome = shown.send(f"cut after {count}")
        texts[outcome].add(f"cut after {count}")
        if not cut.is_made:
            break
    # The process could always ask the server for the outcome.
    assert texts[Outcome.MADE] and texts[Outcome.REFUSED] and not texts[Outcome.UNKNOWN]
    found = [text for text in written(database) if text.startswith("cut")]
    assert sorted(found) == sorted(texts[Outcome.MADE])
