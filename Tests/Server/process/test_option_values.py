"""Options with invalid values: the command writes one line, which repeats no secret, and creates no file.

`OptionValueTests` has the tables of values and messages.
"""
import os

import pytest

from command_line import refusal, run

URL = "postgres://u:s3cr3t@h/db"


@pytest.mark.parametrize("arguments, words", [
    (("serve", "--max-calls", "0"), ["'--max-calls <count>': must be a whole number of at least 1", "serve --help"]),
    (("serve", "--close-timeout"), ["Missing value for '--close-timeout <seconds>'"]),
    (("serve", "--database", URL), ["PGPASSWORD"]),
    (("schema", "--check", URL), ["postgres://***@h/db/openrpc.json cannot be read"]),
    (("schema", "--diff", URL), ["postgres://***@h/db cannot be read"]),
    ((URL,), ["'postgres://***@h/db'", "the subcommands are serve, attach"]),
])
def test_an_invalid_value_is_refused_in_a_line_without_secrets(arguments, words, tmp_path):
    result = run(*arguments, cwd=tmp_path)
    line = refusal(result)
    assert result.returncode == 64 and all(word in line for word in words) and "s3cr3t" not in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments, place", [
    (("serve", "--database", b"\xe9.sqlite"), "3, \\xE9.sqlite,"), (("attach", b"./\xe9.sock"), "2, ./\\xE9.sock,"),
    ((b"--database=\xc3\xa9\xff",), "1, --database=\\xC3\\xA9\\xFF,"), (("stop", b"a\xc0\x80\n"), "2, a\\xC0\\x80 ,"),
    (("attach", "work", "--", "--database", b"\xe9"), "5, \\xE9,"), (("new", b"\xe9"), "2, \\xE9,")])
def test_an_argument_that_is_not_utf_8_is_refused(arguments, place, tmp_path):
    """Otherwise it would name another file: the invalid bytes would be replaced."""
    result = run(*arguments, cwd=tmp_path)
    assert refusal(result) == f"svvs: argument {place} is not valid UTF-8\n"
    assert result.returncode == 64 and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [("list",), ("attach", "work"), ("serve", "--listen", "work")])
def test_a_directory_of_the_environment_that_is_not_utf_8_is_refused(arguments, tmp_path):
    directory = os.fsencode(tmp_path) + b"/\xe9"
    os.mkdir(directory)
    line = refusal(run(*arguments, env={**os.environ, "XDG_RUNTIME_DIR": os.fsdecode(directory)}))
    assert line.startswith("svvs: XDG_RUNTIME_DIR is /") and "\\xE9: expected UTF-8." in line
    assert os.listdir(directory) == [] and len(os.listdir(tmp_path)) == 1
