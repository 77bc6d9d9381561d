"""Reads the imports of the modules of the Python packages."""

from __future__ import annotations

import ast
import graphlib
import importlib
from collections.abc import Iterator
from pathlib import Path

import svvs
from support import REPOSITORY

CLIENT, TERMINAL = (REPOSITORY / f"clients/{name}/src" for name in ("python", "terminal"))
PUBLIC = {"svvs", "svvs.codegen", "svvs.connection", "svvs.errors", "svvs.process", "svvs.typed"}


def modules(root: Path) -> dict[str, Path]:
    """The files by module name."""
    paths = {path.relative_to(root).with_suffix(""): path for path in sorted(root.rglob("*.py"))}
    return {".".join(path.parts).removesuffix(".__init__"): file for path, file in paths.items()}


def imports(module: str, file: Path, known: dict[str, Path]) -> Iterator[tuple[str, str | None]]:
    """The known modules that a module imports, anywhere in its code, each with the imported name."""
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


def trespasses(package: str, module: str, file: Path) -> list[str]:
    """Uses of names of other packages that are not public: modules, names, and members with an underscore."""
    found: list[str] = []
    for imported, name in imports(module, file, {**modules(CLIENT), **modules(TERMINAL)}):
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
