"""The imports: no cycles, and only public names of the client."""

from __future__ import annotations

from pathlib import Path

import pytest

from layers import TERMINAL, circle, modules, trespasses


def test_there_is_no_import_cycle() -> None:
    assert circle(TERMINAL) is None


@pytest.mark.parametrize(("module", "file"), modules(TERMINAL).items(), ids=list(modules(TERMINAL)))
def test_a_module_imports_only_public_names(module: str, file: Path) -> None:
    assert trespasses("svvs_terminal", module, file) == []
