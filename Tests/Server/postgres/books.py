"""The outcomes of a writer's texts, to be compared with the tables."""
from __future__ import annotations

import collections
import itertools

from rooms import Outcome


class Book:
    """The additions and deletions of texts with one label.

    A text has an outcome for each retry key under which it was added: there is a second one if the process that held
    the first ended before it replied, and the text was added again by the next process. What is being written is LOST
    until its outcome is known."""

    def __init__(self, label):
        self.label, self._numbers, self._latest = label, itertools.count(), None
        self.additions, self.deletions = {}, {}
        # The number of retries by the outcome of the previous attempt.
        self.retries = collections.Counter()

    def text(self, again=False):
        """Returns a new text, or the latest one if it was lost and is to be added again."""
        if again and self.additions.get(self._latest, [])[-1:] == [Outcome.LOST]:
            self.retries[Outcome.LOST] += 1
        else:
            self._latest = f"{self.label}, {next(self._numbers)}"
        return self._latest

    def add(self, texts, write):
        """Adds texts under a new retry key, and returns the outcome, which `write` returns."""
        for text in texts:
            self.additions.setdefault(text, []).append(Outcome.LOST)
        outcome = write()
        for text in texts:
            self.additions[text][-1] = outcome
        return outcome

    def delete(self, texts, write):
        """Deletes texts of `kept`."""
        self.deletions.update(dict.fromkeys(texts, Outcome.LOST))
        outcome = write()
        self.deletions.update(dict.fromkeys(texts, outcome))
        return outcome

    @property
    def kept(self):
        """The texts that are certainly there once."""
        return {text for text, outcomes in self.additions.items()
                if outcomes == [Outcome.MADE] and self._deletion(text) is Outcome.REFUSED}

    def written(self, outcome):
        """The texts with an addition of this outcome."""
        return {text for text, outcomes in self.additions.items() if outcome in outcomes}

    def limits(self, text):
        """The smallest and the largest number of times that the text may be there."""
        outcomes, deletion = self.additions[text], self._deletion(text)
        least = outcomes.count(Outcome.MADE) if deletion is Outcome.REFUSED else 0
        most = len(outcomes) - outcomes.count(Outcome.REFUSED) if deletion is not Outcome.MADE else 0
        return least, most

    def _deletion(self, text):
        return self.deletions.get(text, Outcome.REFUSED)

    def counts(self, texts):
        """The number of times that each text of the book is there."""
        found = collections.Counter(text for text in texts if text.startswith(f"{self.label}, "))
        assert found.keys() <= self.additions.keys(), f"never written: {found.keys() - self.additions.keys()}"
        return {text: found[text] for text in self.additions}

    def check(self, texts):
        """Compares the texts that are there with the outcomes."""
        for text, count in self.counts(texts).items():
            least, most = self.limits(text)
            told = f"{text!r} is there {count} times: {self.additions[text]}, deletion {self._deletion(text)}"
            assert count >= least, f"missing: {told}"
            assert count <= most, f"too often: {told}"
