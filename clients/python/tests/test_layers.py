"""The imports: no cycles, and the tools import only public modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from layers import CLIENT, circle, trespasses

TOOLS = sorted((CLIENT / "svvs/codegen").glob("*.py"))


def test_there_is_no_import_cycle() -> None:
    assert circle(CLIENT) is None


@pytest.mark.parametrize("file", TOOLS, ids=lambda file: file.name)
def test_the_tools_use_only_public_names(file: Path) -> None:
    module = ".".join(file.relative_to(CLIENT).with_suffix("").parts)
    assert trespasses("svvs.codegen", module, file) == []
