"""The imports: no cycles, and the tools import only public modules."""

from __future__ import annotations

import ast
import graphlib
import importlib
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import svvs
from support import TESTS

SOURCES = TESTS.parent / "src"
PUBLIC = {"svvs", "svvs.codegen", "svvs.connection", "svvs.hints", "svvs.tui", "svvs.typed"}
TOOLS = [file for package in ("cli", "codegen", "hints", "tui") for file in sorted((SOURCES / "svvs" / package).glob("*.py"))]


def modules(root: Path) -> dict[str, Path]:
    """The files by the names of their modules."""
    paths = {path.relative_to(root).with_suffix(""): path for path in sorted(root.rglob("*.py"))}
    return {".".join(path.parts).removesuffix(".__init__"): file for path, file in paths.items()}


def imports(module: str, file: Path, known: dict[str, Path]) -> Iterator[tuple[str, str | None]]:
    """Each module of ours that one imports, wherever it does, and the name it takes of that."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((each.name, None) for each in node.names if each.name in known)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: 1 - node.level or None] if node.level else []
            base = ".".join([*parts, *filter(None, [node.module])])
            for each in node.names:
                if f"{base}.{each.name}" in known:
                    yield f"{base}.{each.name}", None
                elif base in known:
                    yield base, each.name


def circle(root: Path) -> list[str] | None:
    known = modules(root)
    graph = {name: {imported for imported, _ in imports(name, file, known)} for name, file in known.items()}
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        found: list[str] = error.args[1]
        return found
    return None


def test_no_import_leads_back() -> None:
    assert len(modules(SOURCES)) > 20
    assert circle(SOURCES) is None


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
def test_an_import_that_leads_back_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p/__init__.py").write_text("from .a import A\n")
    (tmp_path / "p/a.py").write_text(line)
    (tmp_path / "p/b.py").write_text("")
    assert circle(tmp_path) is None
    (tmp_path / "p/b.py").write_text("from .a import A\n")
    assert circle(tmp_path) is not None


def trespasses(module: str, file: Path) -> list[str]:
    """What a module takes that is not public: modules and names, and members that begin with an underscore."""
    package = module.rpartition(".")[0]
    found: list[str] = []
    for imported, name in imports(module, file, modules(SOURCES)):
        own = imported == package or imported.startswith(f"{package}.")
        public = imported in PUBLIC and (name is None or name in importlib.import_module(imported).__all__)
        if not own and not public:
            found.append(f"{imported} {name}")
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            is_private = node.attr.startswith("_") and not node.attr.endswith("__")
            if is_private and owner not in ("self", "cls"):
                found.append(f"{owner}.{node.attr}")
            if owner == "svvs" and node.attr not in svvs.__all__:
                found.append(f"svvs.{node.attr}")
    return found


@pytest.mark.parametrize("file", TOOLS, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_the_tools_stand_on_what_is_public(file: Path) -> None:
    module = ".".join(file.relative_to(SOURCES).with_suffix("").parts)
    assert trespasses(module, file) == []


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
def test_what_is_not_public_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "tool.py").write_text(line)
    assert trespasses("svvs.cli.tool", tmp_path / "tool.py") != []


def code_lines(file: Path) -> int:
    """The lines that are neither blank nor comments nor docstrings."""
    text = file.read_text("utf-8")
    quiet = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in quiet:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def layer(module: str, graph: dict[str, set[str]]) -> int:
    """One more than the highest layer that the module imports."""
    return 1 + max((layer(imported, graph) for imported in graph[module]), default=0)


def test_the_client_is_thin() -> None:
    files = {file.stem: file for file in (SOURCES / "svvs").glob("*.py") if file.stem not in ("__main__", "typed")}
    assert sum(map(code_lines, files.values())) <= 1255
    known = {f"svvs.{name}": file for name, file in files.items() if name != "__init__"}
    graph = {name: {imported for imported, _ in imports(name, file, known)} for name, file in known.items()}
    assert max(layer(name, graph) for name in graph) <= 7
