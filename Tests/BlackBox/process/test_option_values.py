"""Invalid values of options: the message names the valid ones, and repeats no secret."""
import pytest

from command_line import refusal, run

LIMITS = ["--max-message-bytes", "--max-nesting", "--max-calls", "--max-views", "--max-name-bytes",
          "--max-unread-bytes", "--max-values", "--max-batch-entries", "--max-session-calls", "--max-subscriptions",
          "--max-sessions", "--max-shared-sessions"]
TIMEOUTS = ["--drain-timeout", "--close-timeout"]
SECRET = "s3cr3t"
URL = f"postgres://u:{SECRET}@h/db"


def refused_value(option, value):
    """The line that refuses a value of `serve`, which is the same for both ways to write an option."""
    first, second = (refusal(run("serve", *arguments)) for arguments in ((option, value), (f"{option}={value}",)))
    assert first == second and "Missing value" not in first
    return first


@pytest.mark.parametrize("value", ["-1", "-0.5", "abc", "0", "1.5"])
@pytest.mark.parametrize("option", LIMITS)
def test_the_message_for_an_invalid_limit_has_the_valid_range(option, value):
    assert "at least 1" in refused_value(option, value)


@pytest.mark.parametrize("value", ["-1", "-0.5", "abc", "86401", "nan", "inf"])
@pytest.mark.parametrize("option", TIMEOUTS)
def test_the_message_for_an_invalid_timeout_has_the_valid_range(option, value):
    assert "from 0 to 86400" in refused_value(option, value)


@pytest.mark.parametrize("option", LIMITS + TIMEOUTS)
def test_a_missing_value_is_reported_as_missing(option):
    line = refusal(run("serve", option))
    assert "Missing value" in line and option in line


@pytest.mark.parametrize("arguments", [
    ("serve", "--database", URL), ("serve", f"--database={URL}"), ("serve", URL), ("serve", "--nonsense", URL),
    ("serve", f"--nonsense={URL}"), ("serve", "--api", URL), ("serve", "--github-url", URL),
    ("serve", "--framing", URL), ("serve", "--log-level", URL), ("serve", "--language", URL),
    ("serve", "--max-calls", URL), ("serve", "--drain-timeout", URL), ("schema", "folder", URL),
    ("schema", "--check", URL), ("schema", "--diff", URL), (URL,),
    ("serve", "--database", f"postgres://u:a:{SECRET}@h/db"), ("serve", f"http://:{SECRET}@h"),
    ("serve", f"http://u:p@{SECRET}@h"), ("serve", f"http://u:p/{SECRET}@h"), ("serve", f"http://u:it's{SECRET}@h")])
def test_the_password_of_a_url_is_not_repeated(arguments, tmp_path):
    line = refusal(run(*arguments, cwd=tmp_path))
    assert SECRET not in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", [f"file:x?password={SECRET}", f"postgres:/u:{SECRET}@h/db", f"file:/x?key={SECRET}",
                                 f"postgres:{SECRET}", f"postgres//u:{SECRET}@h/db", ""])
def test_an_unsupported_database_url_is_refused_in_a_line(url, tmp_path):
    line = refusal(run("serve", "--database", url, cwd=tmp_path))
    assert "takes no other URL" in line and SECRET not in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", [f"postgres://h/db?password={SECRET}", f"postgres://u:a {SECRET}@h/db",
                                     f"postgresql://u:{SECRET}@h/db", f"host=h password={SECRET}"])
def test_an_address_takes_no_password(address):
    line = refusal(run("serve", "--database", address))
    assert "PGPASSWORD" in line and SECRET not in line


@pytest.mark.parametrize("address", [f"postgres://u:@{SECRET}@h/db", "postgres://h:port/db", "host='h"])
def test_an_invalid_address_is_refused_in_a_line(address):
    line = refusal(run("serve", "--database", address))
    assert "is not that of a PostgreSQL database" in line and SECRET not in line


def test_a_schema_needs_a_database_that_has_schemas(tmp_path):
    assert "PostgreSQL" in refusal(run("serve", "--database", str(tmp_path / "x"), "--database-schema", "s"))


def test_a_number_of_connections_needs_a_database_that_has_connections(tmp_path):
    assert "PostgreSQL" in refusal(run("serve", "--database", str(tmp_path / "x"), "--database-connections", "2"))
    assert "PostgreSQL" in refusal(run("serve", "--database-connections", "2"))


@pytest.mark.parametrize("number", ["0", "-1", "101", "many", ""])
def test_a_number_of_connections_is_from_1_to_100(number):
    line = refusal(run("serve", "--database", "postgres://h/db", f"--database-connections={number}"))
    assert "--database-connections" in line
