"""Prints figures about the source code and the public surface, without a verdict; `Tests/run facts` calls it.

Lines are those of the files that git tracks. The public surface is what somebody outside can use, and has to read.
"""
from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SMALL = 30
# The directories of the tests of a client.
TESTS = {"test", "tests"}
DECLARATION = re.compile(r"^\s*(?:@[\w.]+(?:\([^)]*\))? )*(?:public|open) (?!import\b)")


def main() -> None:
    files = {path: lines for path in tracked() if (lines := line_count(path)) is not None}
    print_modules({path: lines for path, lines in files.items() if path.parts[0] == "Sources"})
    print_sizes("client, without its tests", by_directory(
        {path: lines for path, lines in files.items() if path.parts[0] == "clients" and not is_test(path)}))
    print_sizes("tests", by_directory({path: lines for path, lines in files.items() if is_test(path)}))
    print("\npublic surface")
    for name, count in surface(list(files)):
        print(f"{count:8}  {name}")


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True).stdout
    return [Path(name) for name in listed.split("\0") if name]


def line_count(path: Path) -> int | None:
    """The number of lines; None for files that are not text, links, and files that were removed."""
    file = ROOT / path
    if file.is_symlink() or not file.is_file():
        return None
    data = file.read_bytes()
    return None if b"\0" in data else data.count(b"\n")


def is_test(path: Path) -> bool:
    return path.parts[0] == "Tests" or (path.parts[0] == "clients" and not TESTS.isdisjoint(path.parts))


def by_directory(files: dict[Path, int]) -> dict[str, list[int]]:
    """The lines of each file, by module, or by the first two parts of its path."""
    sizes = defaultdict(list)
    for path, lines in files.items():
        sizes[path.parts[1] if path.parts[0] == "Sources" else "/".join(path.parts[:2])].append(lines)
    return sizes


def print_modules(files: dict[Path, int]) -> None:
    code = by_directory({path: lines for path, lines in files.items() if path.suffix != ".md"})
    print(f"{'lines':>8} {'files':>6} {f'< {SMALL}':>6} {'public':>7}  module, without its articles")
    rows = [(module, lines, len(declarations(module))) for module, lines in sorted(code.items())]
    for module, lines, public in [*rows, ("all", sum(code.values(), []), sum(row[2] for row in rows))]:
        print(f"{sum(lines):8} {len(lines):6} {small(lines):6} {public:7}  {module}")


def print_sizes(title: str, sizes: dict[str, list[int]]) -> None:
    print(f"\n{'lines':>8} {'files':>6} {f'< {SMALL}':>6}  {title}")
    for name, lines in [*sorted(sizes.items()), ("all", sum(sizes.values(), []))]:
        print(f"{sum(lines):8} {len(lines):6} {small(lines):6}  {name}")


def small(lines: Iterable[int]) -> int:
    return sum(each < SMALL for each in lines)


def declarations(module: str) -> list[str]:
    """The lines of a module that declare something public."""
    return [line for file in (ROOT / "Sources" / module).rglob("*.swift") for line in file.read_text().splitlines()
            if DECLARATION.match(line)]


def surface(files: list[Path]) -> Iterator[tuple[str, int | str]]:
    """The name of each part of the public surface, and the number of its members."""
    public = [line for module in (ROOT / "Sources").iterdir() for line in declarations(module.name)]
    yield "public declarations", len(public)
    yield "macros for authors", len({name for line in public if (name := macro(line))})
    commands = list(described_commands())
    yield "subcommands of svvs", len(commands) or "not built"
    yield "options of svvs, by name", len({name for command in commands for name in option_names(command)}) or "not built"
    protocol = json.loads((ROOT / "schemas/protocol.schema.json").read_text())
    yield "methods of the wire, without the app's actions", len(methods(protocol))
    yield "members of its messages, by name", len(set(members(protocol)))
    screens = json.loads((ROOT / "schemas/screens.schema.json").read_text())
    yield "members of screens, by name", len(set(members(screens)))
    yield "environment variables in the documentation", len(environment_variables(files))
    yield "files under schemas", sum(path.parts[0] == "schemas" for path in files)


def macro(declaration: str) -> str | None:
    found = re.search(r"\bmacro (\w+)", declaration)
    return found[1] if found and not found[1].startswith("_") else None


def described_commands() -> Iterator[dict]:
    """Each subcommand of the built program, as the argument parser describes it."""
    program = ROOT / ".build/debug/svvs"
    if not program.exists():
        return
    described = subprocess.run([program, "--experimental-dump-help"], stdout=subprocess.PIPE, check=True)
    waiting = [json.loads(described.stdout)["command"]]
    while waiting:
        command = waiting.pop()
        waiting += [each for each in command.get("subcommands", []) if each["commandName"] != "help"]
        if not command.get("subcommands"):
            yield command


def option_names(command: dict) -> list[str]:
    return [argument["preferredName"]["name"] for argument in command.get("arguments", [])
            if argument.get("preferredName") and argument["preferredName"]["name"] not in ("help", "version")]


def methods(protocol: dict) -> set[str]:
    """The names of the messages in the schema of the protocol."""
    return {value for schema in protocol["$defs"].values()
            if (value := schema.get("properties", {}).get("method", {}).get("const"))}


def children(value: object) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def members(schema: object) -> Iterator[str]:
    """The names of the properties of all objects that a schema describes."""
    if isinstance(schema, dict) and isinstance(schema.get("properties"), dict):
        yield from schema["properties"]
    for child in children(schema):
        yield from members(child)


def environment_variables(files: list[Path]) -> set[str]:
    """The variables of the manual, and those of svvs in the articles, the READMEs and the help of the editors."""
    manual = (ROOT / ".ci/manual.mdoc").read_text()
    section, _, _ = manual.partition(".Sh ENVIRONMENT")[2].partition(".Sh ")
    found = set(re.findall(r"\b[A-Z][A-Z_]{2,}\b", " ".join(re.findall(r"^\.It Ev (.*)$", section, re.M))))
    for path in files:
        if path.suffix == ".md" and path.parts[0] != "Tests" and (ROOT / path).exists():
            found |= set(re.findall(r"\bSVVS(?:_[A-Z]+)*\b", (ROOT / path).read_text())) - {"SVVS_"}
    return found


if __name__ == "__main__":
    main()
