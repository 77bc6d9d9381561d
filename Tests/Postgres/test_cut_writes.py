"""A connection that is cut within a write: what is said of the write is so."""
import itertools

import pytest

from pages import Pages, truth
from rooms import Outcome, Room, sent
from waiting import wait_until

# Not each byte to the answer is tried. The stride is larger than what the outlines of two more messages add to the bytes
# that are received for the next one, without which no write would ever pass whole.
STRIDE = 293


@pytest.mark.parametrize("way", ["sent", "received"])
@pytest.mark.parametrize("page, view, written", [
    (Room, "view", sent), (Pages, "notes", lambda database: truth(database)[0]),
], ids=["message", "note"])
def test_what_is_said_of_a_write_that_is_cut_off_is_so(start, database, proxy, page, view, written, way):
    shown = page(start("--database", database.url(port=proxy.port), "--language", "en"))
    texts = {outcome: set() for outcome in Outcome}
    for count in itertools.count(0, STRIDE):
        # After this all connections are there again, so that the next bytes are those of the write.
        wait_until(lambda: shown.send("before it") is Outcome.MADE
                   and shown.server.holds(getattr(shown, view), errorMessage=None))
        cut = proxy.cut_after(**{way: count})
        outcome = shown.send(f"cut after {count}")
        texts[outcome].add(f"cut after {count}")
        if not cut.is_made:
            break
    # The server could always be asked what has become of it.
    assert texts[Outcome.MADE] and texts[Outcome.REFUSED] and not texts[Outcome.UNKNOWN]
    found = [text for text in written(database) if text.startswith("cut")]
    assert sorted(found) == sorted(texts[Outcome.MADE])
