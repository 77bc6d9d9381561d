"""The examples in the docstrings work."""

from __future__ import annotations

import doctest
import inspect

import docstring_examples
import pytest

import svvs


@pytest.mark.parametrize("test", docstring_examples.examples(svvs))
def test_example(test: doctest.DocTest, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    docstring_examples.run(test, request, monkeypatch)


def test_the_signature_of_a_blocking_method_names_the_blocking_result() -> None:
    assert inspect.signature(svvs.Server.join).return_annotation is svvs.SharedSession
