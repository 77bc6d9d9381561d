"""Requests that other pages, other programs and broken clients send. The tables of all headers are tested in Swift."""
import contextlib
import os
import socket
import time

import pytest

from paths import REPOSITORY
from processes import resident
from raw_web import RawConnection, RawWebSocket, request
from streams import DEADLINE

FETCHED = ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
PROMISED = {
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp", "x-frame-options": "DENY", "connection": "close",
}
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws://127.0.0.1:PORT; img-src 'self' "
          "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
          "trusted-types 'none'")


@pytest.fixture
def port(shared_web):
    return shared_web.port


def check_headers(response, port):
    assert {name: response.headers[name] for name in PROMISED} == PROMISED
    assert response.headers["content-security-policy"] == POLICY.replace("PORT", str(port))
    assert not any(name.startswith("access-control-") or name in ("set-cookie", "content-encoding", "server")
                   for name in response.headers)


def test_each_file_is_sent_as_it_is(port):
    index = request(port)
    assert (index.status, index.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert index.body == (REPOSITORY / "clients/web/index.html").read_bytes() and "server-timing" not in index.headers
    check_headers(index, port)
    for target, file in [("/main.js", "web/main.js"), ("/svvs/index.js", "javascript/src/index.js")]:
        script = request(port, target, "Sec-Fetch-Site: same-origin")
        assert (script.status, script.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
        assert script.body == (REPOSITORY / "clients" / file).read_bytes()
        check_headers(script, port)


@pytest.mark.parametrize("status, options", [
    (421, {"host": "evil.test"}), (421, {"host": None}), (421, {"host": "localhost:{port}"}), (421, {"host": "127.0.0.1"}),
    (421, {"lines": ["Host: evil.test"]}), (421, {"target": "http://127.0.0.1:{port}/"}),
    (421, {"method": "OPTIONS", "target": "*"}), (403, {"lines": ["Origin: http://evil.test"]}),
    (403, {"lines": ["Origin: http://127.0.0.1:1"]}), (403, {"lines": ["Sec-Fetch-Site: same-site"]}),
    (403, {"lines": ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"]}),
    (200, {"lines": ["Sec-Fetch-Site: cross-site", *FETCHED]}),
    (403, {"lines": ["Sec-Fetch-Site: cross-site", *FETCHED], "target": "/main.js"}),
    (403, {"method": "POST"}), (405, {"method": "POST", "lines": ["Origin: http://127.0.0.1:{port}"]}),
    (403, {"method": "OPTIONS", "lines": ["Origin: http://evil.test", "Access-Control-Request-Method: GET"]}),
    (405, {"method": "HEAD", "lines": ["Origin: http://127.0.0.1:{port}"]}), (404, {"target": "/../main.js"}),
    (404, {"target": "/README.md"}), (426, {"target": "/connection"}), (400, {"lines": ["Transfer-Encoding: chunked"]}),
])
def test_a_request_is_decided_by_its_head(port, status, options):
    fill = lambda text: text and text.replace("{port}", str(port))  # noqa: E731
    response = request(port, fill(options.get("target", "/")), *map(fill, options.get("lines", [])),
                       method=options.get("method", "GET"), host=fill(options.get("host", f"127.0.0.1:{port}")))
    assert response.status == status
    check_headers(response, port)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_the_page_is_told_that_another_site_has_opened_it(port, site):
    assert request(port, "/", f"Sec-Fetch-Site: {site}", *FETCHED).headers["server-timing"] == "other-site"
    for own in ("none", "same-origin"):
        assert "server-timing" not in request(port, "/", f"Sec-Fetch-Site: {own}", *FETCHED).headers


def test_a_refused_body_does_not_hide_the_reply(port):
    body = b"x" * (4 << 20)
    with RawConnection(port) as connection:
        connection.write(f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(body)}\r\n\r\n".encode())
        assert connection.response().status == 403


@pytest.mark.parametrize("options", [
    {"origin": None}, {"origin": "http://evil.test"}, {"origin": "http://127.0.0.1:1"}, {"origin": "null"},
    {"origin": "http://localhost:{port}"}])
def test_a_websocket_of_another_page_is_refused(port, options):
    origin = options["origin"] and options["origin"].replace("{port}", str(port))
    with RawWebSocket(port, origin) as other:
        assert other.opening.status == 403 and other.has_ended()
        check_headers(other.opening, port)


@pytest.mark.parametrize("host", ["evil.test", "localhost:{port}", "127.0.0.1"])
def test_a_websocket_to_another_host_is_refused(port, host):
    with RawWebSocket(port, host=host.replace("{port}", str(port))) as other:
        assert other.opening.status == 421 and other.has_ended()


@pytest.mark.parametrize("head", [
    b"GET / HTTP/1.1\r\nX: " + b"x" * (17 << 10), b"GET /" + b"x" * (17 << 10),
    b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: 1\r\n" % number for number in range(65)) + b"\r\n",
])
def test_a_large_head_is_refused(port, head):
    with RawConnection(port) as connection:
        connection.write(head)
        assert connection.response().status in (400, 431) and connection.has_ended()
    assert request(port).status == 200


@pytest.mark.parametrize("text", [b"\0" * 100, b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/2.0\r\n\r\n", b"{}\n\n",
                                  b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", b"GET / HTTP/1.1\r\n\r\nHost: x\r\n folded\r\n"])
def test_what_is_not_http_is_refused(port, text):
    with RawConnection(port) as connection:
        connection.write(text)
        assert connection.response().status in (400, 421, 505) and connection.has_ended()
    assert request(port).status == 200


def test_only_the_first_request_of_a_connection_is_answered(port):
    with RawConnection(port) as connection:
        connection.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode() * 1000)
        assert connection.response().status == 200 and connection.has_ended()


def test_only_loopback_listens(port):
    with open("/proc/net/tcp") as ipv4, open("/proc/net/tcp6") as ipv6:
        listening = [line.split()[1] for line in [*ipv4, *ipv6] if line.split()[3] == "0A"]
    assert [place for place in listening if place.endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]


def test_idle_connections_do_not_keep_the_user_out(server, web):
    """The oldest ones are closed."""
    process = web(server.path)
    idle = [RawConnection(process.port) for _ in range(300)]
    assert request(process.port).status == 200
    with RawWebSocket(process.port) as page:
        assert page.log_in(process.link)["app"] == "svvs"
    assert sum(has_ended_by_now(connection) for connection in idle) >= 300 - 64
    for connection in idle:
        connection.close()


def test_what_takes_too_long_is_closed(server, web):
    """A client that sends nothing, half a head, a head byte by byte, or no login."""
    process = web(server.path)
    with RawConnection(process.port) as silent, RawConnection(process.port) as slow, \
            RawConnection(process.port) as half, RawWebSocket(process.port) as page, RawWebSocket(process.port) as frame:
        begun = time.monotonic()
        for connection in (half, slow):
            connection.write(b"GET / HTTP/1.1\r\nHost: 127")
        frame.write(b"\x81")
        while not has_ended_by_now(slow) and time.monotonic() < begun + 2 * DEADLINE:
            # It may be closed meanwhile.
            with contextlib.suppress(ConnectionError):
                slow.write(b"x")
            time.sleep(0.2)
        assert 9 < time.monotonic() - begun < 14
        assert silent.has_ended() and half.has_ended()
        assert page.closed() == frame.closed() == (4408, "Nothing was received.")
        # It does not wait for the agreement of the client without end.
        assert page.has_ended() and frame.has_ended()
        assert time.monotonic() - begun < 20


def has_ended_by_now(connection):
    connection.socket.setblocking(False)
    try:
        return connection.socket.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    finally:
        connection.socket.settimeout(DEADLINE)


def test_many_requests_leave_nothing_behind(server, web):
    process = web(server.path)
    open_files = lambda: len(os.listdir(f"/proc/{process.pid}/fd"))  # noqa: E731
    for _ in range(100):
        request(process.port)
    before, memory = open_files(), resident(process.pid)
    for _ in range(1000):
        request(process.port)
        socket.create_connection(("127.0.0.1", process.port)).close()
    assert open_files() <= before + 8 and resident(process.pid) - memory < 4 << 10
