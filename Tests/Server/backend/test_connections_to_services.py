"""How the server connects to a service: by libcurl, without proxies, and with TLS only if the certificate is valid."""
import socket
import ssl
import threading
from pathlib import Path

import pytest

from command_line import refusal, run
from raw_answers import FINE
from raw_http import RawServer
from search_steps import search

NEEDED = "libcurl, the library for HTTP, is not installed: apt-get install libcurl4"
INSECURE = "No secure connection to the server could be made"
# A certificate of 127.0.0.1 that no authority has signed.
CERTIFICATE = Path(__file__).parents[1] / "support/self_signed.pem"


@pytest.fixture
def without_library(tmp_path):
    """An environment in which the system's libcurl is not found."""
    (tmp_path / "libcurl.so.4").touch()
    return {"LD_LIBRARY_PATH": str(tmp_path)}


@pytest.mark.parametrize("option", ["--api", "--github-url"])
def test_a_service_without_the_library_is_refused_at_the_start(without_library, monkeypatch, option):
    monkeypatch.setenv("LD_LIBRARY_PATH", without_library["LD_LIBRARY_PATH"])
    line = refusal(run("serve", option, "http://127.0.0.1:1"))
    assert option in line and NEEDED in line


def test_a_server_without_the_library_only_lacks_the_search(start, without_library):
    server = start("--language", "en", "--log-level", "info", environment=without_library)
    page = server.open("user", params={"id": "A"})
    server.call("load", {"view": page})
    assert server.holds(page, displayName="User A")
    assert search(server, server.open("search"), "abc")["errorMessage"] == "The server cannot use HTTP"
    assert server.finish() == 0 and NEEDED in server.errors


def test_no_proxy_is_used(start):
    with RawServer(FINE) as service, socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.settimeout(0)
        address = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        names = ("http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY")
        server = start("--github-url", service.url, environment={**dict.fromkeys(names, address), "no_proxy": ""})
        assert search(server, server.open("search"), "abc")["errorMessage"] is None
        with pytest.raises(BlockingIOError):
            proxy.accept()


def test_a_certificate_that_nobody_has_signed_is_refused(start):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    received = []

    def serve():
        connection, _ = listener.accept()
        with pytest.raises(ssl.SSLError), context.wrap_socket(connection, server_side=True) as encrypted:
            received.append(encrypted.recv(1))

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        server = start("--github-url", f"https://127.0.0.1:{listener.getsockname()[1]}", "--language", "en")
        assert search(server, server.open("search"), "abc")["errorMessage"] == INSECURE
        thread.join(30)
    assert received in ([], [b""])


def test_a_service_without_tls_is_not_secure(start):
    with RawServer(FINE) as service:
        server = start("--github-url", service.url.replace("http:", "https:"), "--language", "en")
        assert search(server, server.open("search"), "abc")["errorMessage"] == INSECURE
