"""A table that counts the writes of several books by their outcomes and by their presence in the database."""
from __future__ import annotations

from rooms import Outcome

REFUSED_BUT_PRESENT = "refused but present"
COLUMNS = ["made", "refused", "unknown", "lost", "again: refused", "again: unknown", "again: lost", "deleted",
           "missing", REFUSED_BUT_PRESENT, "too often", "unknown, present", "lost, present", "lost, twice"]


def tally(book, texts):
    """The numbers of one book, by column."""
    counts, outcomes = book.counts(texts), [each for those in book.additions.values() for each in those]
    limits = {text: book.limits(text) for text in counts}
    refused = {text for text, those in book.additions.items() if set(those) == {Outcome.REFUSED}}
    lost = book.written(Outcome.LOST)
    return dict(zip(COLUMNS, [
        *(outcomes.count(one) for one in (Outcome.MADE, Outcome.REFUSED, Outcome.UNKNOWN, Outcome.LOST)),
        *(book.retries[one] for one in (Outcome.REFUSED, Outcome.UNKNOWN, Outcome.LOST)),
        list(book.deletions.values()).count(Outcome.MADE),
        sum(count < limits[text][0] for text, count in counts.items()),
        sum(counts[text] > 0 for text in refused),
        sum(count > limits[text][1] for text, count in counts.items() if text not in refused),
        sum(counts[text] > 0 for text in book.written(Outcome.UNKNOWN) - lost),
        sum(counts[text] > book.additions[text].count(Outcome.MADE) for text in lost),
        sum(counts[text] > 1 for text in lost)], strict=True))


def total(tallies):
    return {column: sum(one[column] for one in tallies) for column in COLUMNS}


def table(tallies):
    """The lines of a table with a row for each tally, with its name, and a row of totals."""
    rows = {"": dict(zip(COLUMNS, COLUMNS)), **tallies, "all": total(tallies.values())}
    width = max(map(len, rows))
    return "\n".join(name.ljust(width) + "".join(f"  {str(row[column]).rjust(len(column))}" for column in COLUMNS)
                     for name, row in rows.items())
