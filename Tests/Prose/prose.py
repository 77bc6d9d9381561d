#!/usr/bin/env python3
"""Checks that texts of this package have no more of the words in `words.py` than `baseline.json` counts.

A file that has fewer fails as well, so that the baseline only shrinks; `--write` writes it.
"""
from __future__ import annotations

import argparse
import collections
import dataclasses
import fnmatch
import io
import json
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

sys.dont_write_bytecode = True

from words import ALLOWED, COMMENT, ENTRIES, FILE, FUNCTION, MESSAGE, NAME, PROSE, SUMMARY, Entry

ROOT = Path(__file__).resolve().parents[2]
BASELINE = Path(__file__).with_name("baseline.json")
# The list of words and its tests quote them.
SKIPPED = "Tests/Prose/"

_INTERPOLATION = r'\\\((?:[^()"\n]|"[^"\n]*"|\((?:[^()"\n]|"[^"\n]*")*\))*\)'
_BLOCK = r"/\*.*?\*/"
# The comments and the strings of each language.
_GRAMMARS = {
    "swift": (rf"//[^\n]*|{_BLOCK}", rf'(#*)""".*?"""\2|#"[^\n]*?"#|"(?:{_INTERPOLATION}|\\.|[^"\\\n])*"'),
    "c": (rf"//[^\n]*|{_BLOCK}", r'''"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*\''''),
    "js": (rf"//[^\n]*|{_BLOCK}", r'''"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`'''),
    "lisp": (r"(?<!\?)(?<!\?\\);[^\n]*", r'(?<!\?)(?<!\?\\)"(?:\\.|[^"\\])*"'),
    "lua": (r"--\[\[.*?\]\]|--[^\n]*", r'''"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\[\[.*?\]\]'''),
    "sh": (r"(?<![^\s;])#[^\n]*",
           r'''<<-?\s*['"\\]?(\w+)[^\n]*\n.*?\n\s*\2(?=\n|\Z)|"(?:\\.|[^"\\])*"|'[^']*\''''),
    "jq": (r"#[^\n]*", r'"(?:\\.|[^"\\])*"'),
}
_SCANNERS = {language: re.compile(f"({comment})|(?:{string})", re.DOTALL)
             for language, (comment, string) in _GRAMMARS.items()}
_SUFFIXES = {".swift": "swift", ".py": "python", ".el": "lisp", ".lua": "lua", ".sh": "sh", ".jq": "jq",
             ".md": "markdown", ".c": "c", ".h": "c", ".mjs": "js", ".js": "js"}
_SHEBANG = re.compile(r"#!.*\b(sh|bash|dash|python)3?\b")
_LEADER = re.compile(r"^[ \t]*(?:/{2,}[!<]?|/?\*+/?|#+!?|;+|-{2,}(?:\[\[)?)?[ \t]?", re.MULTILINE)
_MARKDOWN_CODE = re.compile(r"^(```|~~~).*?^\1|`+[^`]*`+|\]\([^)]*\)|<doc:[^>]*>", re.DOTALL | re.MULTILINE)
_CODE_SPAN = re.compile(r"`[^`\n]*`")
_FIELD = re.compile(r"^\s*- \w+(?: \w+)?:\s*", re.MULTILINE)
_IDENTIFIER = re.compile(r"[A-Za-z_][\w]*(?:-[\w]+)*")
_FUNCTION_NAME = re.compile(r"\b(?:func|def|function|defun|cl-defun|defmacro)\s+([\w.:-]+)")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclasses.dataclass(frozen=True)
class Piece:
    """A text of one kind, and the line where it begins."""

    kind: str
    text: str
    line: int


@dataclasses.dataclass(frozen=True)
class Match:
    path: str
    line: int
    entry: Entry
    text: str


def language(path: str, text: str) -> str | None:
    if known := _SUFFIXES.get(Path(path).suffix):
        return known
    found = _SHEBANG.match(text)
    return found and ("python" if found[1] == "python" else "sh")


def pieces(path: str, text: str) -> Iterator[Piece]:
    """The texts of a file, by kind."""
    stem = re.sub(r"\.[^.]*$", "", Path(path).name)
    name = language(path, text)
    if name is None:
        return
    if name == "markdown":
        yield Piece(PROSE, _blanked(_MARKDOWN_CODE, text), 1)
        return
    yield Piece(FILE, _words(stem), 1)
    code = list(text)
    for kind, begin, end in _python_spans(text) if name == "python" else _spans(name, text):
        line = text.count("\n", 0, begin) + 1
        code[begin:end] = [character if character == "\n" else " " for character in text[begin:end]]
        if kind == MESSAGE:
            yield Piece(MESSAGE, text[begin:end], line)
        else:
            yield from _comment(text[begin:end], line)
    yield from _names("".join(code))


def matches(path: str, text: str) -> Iterator[Match]:
    """The matches of all entries in a file, except those that are allowed."""
    for piece in pieces(path, text):
        for entry in ENTRIES:
            if piece.kind not in entry.kinds:
                continue
            first = entry.pattern.match(piece.text)
            for found in ([first] if first else []) if piece.kind == SUMMARY else entry.pattern.finditer(piece.text):
                if not _is_allowed(entry, path, found):
                    line = piece.line + piece.text.count("\n", 0, found.start())
                    yield Match(path, line, entry, " ".join(found[0].split()))


def files() -> list[str]:
    """The files that are committed or will be."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split("\0")
    return sorted(name for name in set(names) if name and not name.startswith(SKIPPED)
                  and (ROOT / name).is_file() and not (ROOT / name).is_symlink())


def all_matches() -> list[Match]:
    found = []
    for name in files():
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += matches(name, text)
    return found


def counts(found: list[Match]) -> dict[str, dict[str, int]]:
    """The number of matches by entry and file; an entry without a match has an empty table."""
    table = {entry.name: collections.Counter() for entry in ENTRIES}
    for match in found:
        table[match.entry.name][match.path] += 1
    return {name: dict(sorted(paths.items())) for name, paths in table.items()}


def differences(found: list[Match], baseline: dict[str, dict[str, int]]) -> list[str]:
    """A message for each file that has more or fewer matches of an entry than the baseline."""
    messages = []
    now = counts(found)
    entries = {entry.name: entry for entry in ENTRIES}
    for name in now.keys() | baseline.keys():
        before, after = baseline.get(name, {}), now.get(name, {})
        for path in sorted(before.keys() | after.keys()):
            old, new = before.get(path, 0), after.get(path, 0)
            if new > old:
                lines = "".join(f"\n  {path}:{match.line}: {match.text}" for match in found
                                if match.path == path and match.entry.name == name)
                messages.append(f'{path}: {new} matches of "{name}", expected at most {old}. {entries[name].reason} '
                                f"Write instead: {entries[name].instead}.{lines}")
            elif new < old:
                messages.append(f'{path}: {new} matches of "{name}", and the baseline has {old}: '
                                "run Tests/Prose/prose.py --write and commit the baseline")
    return sorted(messages)


def growth(now: dict[str, dict[str, int]], baseline: dict[str, dict[str, int]]) -> list[str]:
    """The entries of the baseline that have more matches now; a new entry may have any number."""
    return [name for name, paths in now.items()
            if name in baseline and sum(paths.values()) > sum(baseline[name].values())]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the baseline, unless an entry has more matches now")
    parser.add_argument("--list", metavar="PATTERN", help="print the matches in files with such paths, as in '*.md'")
    options = parser.parse_args()
    found = all_matches()
    if options.list:
        for match in found:
            if fnmatch.fnmatch(match.path, options.list):
                print(f"{match.path}:{match.line}: {match.entry.name}: {match.text}")
        return 0
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    messages = differences(found, baseline)
    if options.write and not growth(counts(found), baseline):
        BASELINE.write_text(json.dumps(counts(found), indent=1, ensure_ascii=False) + "\n")
        return 0
    for message in messages:
        print(message, file=sys.stderr)
    return 1 if messages else 0


def _spans(name: str, text: str) -> Iterator[tuple[str, int, int]]:
    """The comments and strings of a file, with comments on consecutive lines in one."""
    block: tuple[int, int] | None = None
    for found in _SCANNERS[name].finditer(text):
        if found[1] is None:
            yield MESSAGE, *found.span()
            continue
        alone = not text[text.rfind("\n", 0, found.start()) + 1:found.start()].strip()
        if block and alone and _follows(text[block[1]:found.start()]):
            block = block[0], found.end()
            continue
        if block:
            yield COMMENT, *block
        block = found.span() if alone else None
        if not alone:
            yield COMMENT, *found.span()
    if block:
        yield COMMENT, *block


def _python_spans(text: str) -> Iterator[tuple[str, int, int]]:
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    block: tuple[int, int] | None = None
    is_first = True  # Whether the next token begins a statement.
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        begin, end = (starts[min(row, len(starts)) - 1] + column for row, column in (token.start, token.end))
        if token.type == tokenize.COMMENT:
            alone = not text[starts[token.start[0] - 1]:begin].strip()
            if block and alone and _follows(text[block[1]:begin]):
                block = block[0], end
                continue
            if block:
                yield COMMENT, *block
            block = (begin, end) if alone else None
            if not alone:
                yield COMMENT, begin, end
        elif token.type == tokenize.STRING:
            yield COMMENT if is_first else MESSAGE, begin, end
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            is_first = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    if block:
        yield COMMENT, *block


def _follows(between: str) -> bool:
    """Whether a comment is on the line after another, given the text between them."""
    return not between.strip() and between.count("\n") == 1


def _comment(source: str, line: int) -> Iterator[Piece]:
    """The text of a comment or docstring, and its summaries."""
    text = re.sub(r'^[rRuU]?("""|"|\'\'\'|\')|("""|"|\'\'\'|\')$', "", source)
    text = _blanked(_CODE_SPAN, _LEADER.sub("", text))
    yield Piece(COMMENT, text, line)
    lead = len(text) - len(text.lstrip())
    for begin in [lead, *(found.end() for found in _FIELD.finditer(text))]:
        yield Piece(SUMMARY, text[begin:], line + text.count("\n", 0, begin))


def _names(code: str) -> Iterator[Piece]:
    for line, text in enumerate(code.split("\n"), 1):
        for found in _IDENTIFIER.finditer(text):
            yield Piece(NAME, _words(found[0]), line)
        for found in _FUNCTION_NAME.finditer(text):
            yield Piece(FUNCTION, _words(re.split(r"[.:]|--", found[1])[-1]), line)


def _words(identifier: str) -> str:
    """The words of an identifier: those of `isTold` and `is_told` are "is told"."""
    return " ".join(_WORD.findall(identifier)).lower()


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _is_allowed(entry: Entry, path: str, found: re.Match[str]) -> bool:
    return any(allowed.entry == entry.name and path.startswith(allowed.path)
               and re.fullmatch(allowed.pattern, found[0], re.IGNORECASE) for allowed in ALLOWED)


if __name__ == "__main__":
    sys.exit(main())
