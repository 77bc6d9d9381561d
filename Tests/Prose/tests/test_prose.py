"""The search for words that are to be avoided, and its comparison with the baseline."""
import json
import subprocess
import sys

import pytest

import prose


def found(path, text):
    return [(match.line, match.entry.name) for match in prose.matches(path, text)]


@pytest.mark.parametrize("path, text, line", [
    ("A.swift", "let a = 1\n/// What shows it.\nlet b = 2\n", 2),
    ("A.swift", "let a = 1  // Who waits for it.\n", 1),
    ("A.swift", "/** Those that wait. */\nlet a = 1\n", 1),
    ("A.swift", "/// A function.\n///\n/// - Returns: What it did.\nfunc a() {}\n", 3),
    ("a.py", 'def a():\n    """What shows it."""\n', 2),
    ("a.py", "a = 1\n# What shows it.\nb = 2\n", 2),
    ("a.el", "(a)\n;; What shows it.\n", 2),
    ("a.lua", "local a\n--- What shows it.\n", 2),
    ("a.sh", "a\n# What shows it.\n", 2),
    ("a", "#!/bin/sh\n\n# What shows it.\n", 3),
    ("a.jq", "# What shows it.\n.", 1),
    ("a.c", "// What shows it.\n", 1),
    ("a.mjs", "// What shows it.\n", 1),
])
def test_a_headless_summary_is_found_in_each_language(path, text, line):
    assert (line, "headless summary") in found(path, text)


@pytest.mark.parametrize("path, text", [
    ("A.swift", "/// The views. What\n/// Who waits is in the middle of a block.\nlet a = 1\n"),
    ("a.py", 'a = "What is a value, and no docstring."\n'),
    ("a.sh", "a 'What is an argument.' $#what\n"),
    ("a.md", "What a question is?\n"),
])
def test_a_summary_is_only_the_beginning_of_a_comment(path, text):
    assert "headless summary" not in dict(map(reversed, found(path, text)))


@pytest.mark.parametrize("path, text", [
    ("A.swift", 'let a = "\\(b ?? "c") is no folder"\n'),
    ("A.swift", "/* It is no folder. */\n"),
    ("A.swift", 'let a = """\n  It is no folder.\n  """\n'),
    ("a.py", 'a = f"{b} is no folder"\n'),
    ("a.el", '(error "%s is no folder" ?\\; a)\n'),
    ("a.lua", "error('it is no folder')\n"),
    ("a.sh", 'echo "$# is no folder"\n'),
    ("a.sh", "cat <<'END'\nit is no folder\nEND\n"),
    ("a.jq", '"it is no folder"'),
    ("a.mjs", "const a = `it is no folder`\n"),
    ("a.md", "It is no folder.\n"),
    ("a.py", "def test_it_is_no_folder(): pass\n"),
    ("A.swift", "func itIsNoFolder() {}\n"),
    ("a.el", "(defun svvs-is-no-folder ())\n"),
])
def test_a_phrase_is_found_in_messages_prose_and_names_of_each_language(path, text):
    assert [name for _, name in found(path, text)] == ["is no"]


def test_a_phrase_is_found_across_the_lines_of_a_comment():
    assert found("A.swift", "/// That it is\n/// no folder.\n") == [(1, "is no")]
    assert found("a.py", "# That it is\n# no folder.\n") == [(1, "is no")]
    assert found("a.md", "# Title\n\nThat it is\nno folder.\n") == [(3, "is no")]


def test_correct_phrases_and_code_in_prose_are_not_found():
    assert found("a.md", "There is no folder. It is no longer open. `it is no folder`\n\n```sh\nit is no folder\n```\n") == []
    assert found("A.swift", "/// Returns whether `isNoFolder` is no longer set.\n") == []
    assert found("A.swift", "/// Served behind a proxy.\n") == []


def test_a_function_called_note_is_found_in_each_language():
    for path, text in [("A.swift", "func noteCall() {}"), ("a.py", "def note(): pass\n"), ("a.lua", "function M.note()"),
                       ("a.el", "(defun svvs-test--note ())")]:
        assert found(path, text + "\n") == [(1, "note…")], path
    assert found("A.swift", "func notesOfUser() {}\n") == []


def test_a_file_is_not_named_by_a_gerund_or_a_metaphor():
    assert found("Sources/A/Waiting.swift", "") == [(1, "gerund as a file's name")]
    assert found("Sources/A/Bell.swift", "") == [(1, "bell")]
    assert found("Sources/A/View+Waiting.swift", "") == []


def test_a_word_is_allowed_where_the_list_says_so():
    assert found("clients/emacs/a.el", ";; The face of a title.\n") == []
    assert found("clients/neovim/a.lua", "-- The face of a title.\n") == [(1, "face")]


def test_more_and_fewer_matches_than_the_baseline_are_reported():
    matches = list(prose.matches("a.md", "It is no folder.\nIt is no file.\n"))
    baseline = prose.counts(matches)
    assert prose.differences(matches, baseline) == []
    [more] = prose.differences([*matches, *prose.matches("b.md", "\nIt is no file.\n")], baseline)
    assert more.startswith('b.md: 1 matches of "is no", expected at most 0. ') and "b.md:2: is no file" in more
    [fewer] = prose.differences(matches[:1], baseline)
    assert "the baseline has 2" in fewer and "--write" in fewer
    assert len(prose.differences([], baseline)) == 1, "a file that was removed"


def test_the_baseline_does_not_grow_except_by_a_new_entry_or_a_moved_file():
    matches = list(prose.matches("a.md", "It is no folder.\n"))
    moved = list(prose.matches("b.md", "It is no folder.\n"))
    assert prose.growth(prose.counts(matches + moved), prose.counts(matches)) == ["is no"]
    assert prose.growth(prose.counts(matches), prose.counts([])) == ["is no"]
    assert prose.growth(prose.counts(moved), prose.counts(matches)) == []
    assert prose.growth(prose.counts(matches), {}) == []


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """An empty repository with a baseline of its own."""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    monkeypatch.setattr(prose, "BASELINE", tmp_path / "baseline.json")
    return tmp_path


def run(monkeypatch, *options):
    monkeypatch.setattr(sys, "argv", ["prose.py", *options])
    return prose.main()


def test_the_command_fails_for_a_new_match_and_writes_only_smaller_baselines(repository, monkeypatch, capsys):
    (repository / "a.md").write_text("It is no folder.\n")
    assert run(monkeypatch, "--write") == 0 and run(monkeypatch) == 0
    (repository / "b.sh").write_text("# What it is.\n")
    assert run(monkeypatch) == 1 and "b.sh:1: What" in capsys.readouterr().err
    assert run(monkeypatch, "--write") == 1
    (repository / "b.sh").unlink()
    (repository / "a.md").write_text("It is not a folder.\n")
    assert run(monkeypatch) == 1
    assert run(monkeypatch, "--write") == 0 and run(monkeypatch) == 0
    assert not any(json.loads((repository / "baseline.json").read_text()).values())
