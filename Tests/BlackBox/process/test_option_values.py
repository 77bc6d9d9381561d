"""Options with invalid values: the command writes one line, which repeats no secret, and creates no file.

`OptionValueTests` has the tables of values and messages.
"""
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
