"""The examples in the docstrings work."""

from __future__ import annotations

import doctest

import docstring_examples
import pytest

import svvs


@pytest.mark.parametrize("test", docstring_examples.examples(svvs))
def test_example(test: doctest.DocTest, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    docstring_examples.run(test, place, monkeypatch)
