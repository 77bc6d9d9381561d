"""The examples in the docstrings work."""

from __future__ import annotations

import doctest

import docstring_examples
import pytest

import svvs


@pytest.mark.parametrize("test", docstring_examples.examples(svvs))
def test_example(test: doctest.DocTest, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    docstring_examples.run(test, request, monkeypatch)
