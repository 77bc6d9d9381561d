"""The imports: no cycles, and the tools import only public modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from layers import CLIENT, circle, code_lines, imports, modules, trespasses

TOOLS = sorted((CLIENT / "svvs/codegen").glob("*.py"))


def test_there_is_no_import_cycle() -> None:
    assert len(modules(CLIENT)) > 20
    assert circle(CLIENT) is None


@pytest.mark.parametrize(
    "line",
    [
        "from .b import B",
        "from . import b",
        "import p.b",
        "from p import b",
        "if TYPE_CHECKING:\n    from .b import B",
        "def f():\n    from p.b import B",
    ],
)
def test_an_import_cycle_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p/__init__.py").write_text("from .a import A\n")
    (tmp_path / "p/a.py").write_text(line)
    (tmp_path / "p/b.py").write_text("")
    assert circle(tmp_path) is None
    (tmp_path / "p/b.py").write_text("from .a import A\n")
    assert circle(tmp_path) is not None


@pytest.mark.parametrize("file", TOOLS, ids=lambda file: file.name)
def test_the_tools_use_only_public_names(file: Path) -> None:
    module = ".".join(file.relative_to(CLIENT).with_suffix("").parts)
    assert trespasses("svvs.codegen", module, file) == []


@pytest.mark.parametrize(
    "line",
    [
        "from ..blocking import Server",
        "from .. import client",
        "from svvs.messages import encode",
        "import svvs.client",
        "from ..typed import Generic",
        "from ..connection import itertools",
        "from svvs import signal",
        "server._client.check()",
        "print(view()._replica)",
        "import svvs\nsvvs.client",
    ],
)
def test_a_private_name_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "tool.py").write_text(line)
    assert trespasses("svvs.codegen", "svvs.codegen.tool", tmp_path / "tool.py") != []


def layer(module: str, graph: dict[str, set[str]]) -> int:
    """One more than the highest layer that the module imports."""
    return 1 + max((layer(imported, graph) for imported in graph[module]), default=0)


def test_the_client_is_thin() -> None:
    files = {file.stem: file for file in (CLIENT / "svvs").glob("*.py") if file.stem not in ("__main__", "typed")}
    assert sum(map(code_lines, files.values())) <= 1350
    known = {f"svvs.{name}": file for name, file in files.items() if name != "__init__"}
    graph = {name: {imported for imported, _ in imports(name, file, known)} for name, file in known.items()}
    assert max(layer(name, graph) for name in graph) <= 7
