"""Parameters of which `Tests/run` runs a few; its part `release` runs all."""
from __future__ import annotations

import pytest


def typical(parameters, *chosen):
    """The parameters; those that are not among the chosen ones are marked `release`."""
    assert set(chosen) <= set(parameters), set(chosen) - set(parameters)
    return [one if one in chosen else pytest.param(*one if isinstance(one, tuple) else [one], marks=pytest.mark.release)
            for one in parameters]
