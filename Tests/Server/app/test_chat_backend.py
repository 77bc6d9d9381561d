"""The chat in processes with an HTTP backend, where no login is restored at the start."""
import pytest

from chat_steps import accounts, current, log_in, open_chat


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "app.sqlite")


@pytest.fixture
def launch(start, path):
    return lambda *options: start("--database", path, "--language", "en", *options)


@pytest.fixture
def api(backend):
    return "--api", backend.url


def test_a_login_lasts_as_long_as_its_process(launch, api):
    server = launch(*api)
    for account in ("12345", "test"):
        chat = log_in(server, account)
    server.call("switchTo", {"view": chat, "id": "12345"})
    assert (current(server, chat), accounts(server, chat)) == ("12345", ["test", "12345"])
    server.call("logOut", {"view": chat})
    assert (current(server, chat), accounts(server, chat)) == ("test", ["test"])
    server.finish()
    server = launch(*api)
    chat = open_chat(server)
    assert (current(server, chat), accounts(server, chat)) == (None, [])


@pytest.mark.parametrize("has_api", [False, True])
def test_a_process_on_the_same_database_ends_no_login_of_another(launch, api, has_api):
    first = launch(*(api if has_api else ()))
    chat = log_in(first, "12345")
    second = launch(*api)
    assert accounts(second, open_chat(second)) == []
    other = log_in(second, "12345")
    second.call("logOut", {"view": other})
    assert (current(first, chat), accounts(first, chat)) == ("12345", ["12345"])
    first.call("view/open", {"type": "rooms"})
