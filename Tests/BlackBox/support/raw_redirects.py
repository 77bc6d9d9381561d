"""Redirections as raw answers: wherever one can be sent, and where nobody can go.

`target` is what the service answers where they lead: the good answer at `/good`, and a chain of them at `/chain/N`.
"""
from __future__ import annotations

import re

from raw_http import PORT
from raw_parts import BAD, BODY, EITHER, FINE, GOOD, made

FOLLOWED = (301, 302, 303, 307, 308)
HERE = b"http://127.0.0.1:" + PORT
# To the service that sends them, in so many words.
SAME = {"a path": b"/good", "a URL": HERE + b"/good"}
ODD_BUT_SAME = {
    "no scheme": b"//127.0.0.1:" + PORT + b"/good", "a capital scheme": b"HTTP://127.0.0.1:" + PORT + b"/good",
    "a fragment": HERE + b"/good#there", "spaces around": b" \t/good ", "no slash": b"good", "a detour": b"/a/../good",
    "a long detour": b"../" * 2000 + b"good", "a query": b"/good?x=1", "100 KB": b"/" + b"x" * 100_000 + b"/good",
    "no scheme's slashes": b"http:/good", "no authority": b"http:good", "three slashes": b"///good",
    "a port of 20 digits": b"http://127.0.0.1:000000000000000" + PORT + b"/good", "a list": b"/good, /other",
    "a user": b"http://user@127.0.0.1:" + PORT + b"/good", "no user": b"http://@127.0.0.1:" + PORT + b"/good",
    "a password": b"http://user:password@127.0.0.1:" + PORT + b"/good", "a space within": b"/go od",
    "Latin-1": "/é".encode("latin-1"), "UTF-8": "/太".encode(), "a percent sign": b"/%", "no digits": b"/%zz",
    "a NUL": b"/go\0od", "an escaped NUL": b"/%00", "an escaped line end": b"/%0d%0aX: 1", "a CR": b"/go\rod",
    "a CR at the end": b"/good\r", "a tab": b"/go\tod", "backslashes": rb"\good",
    "a backslash and a host": rb"http:\\127.0.0.1\good", "quotes": b'"/good"', "brackets": b"/[good]",
    "a name in brackets": b"http://[localhost]:" + PORT + b"/good", "angle brackets": b"</good>",
    "an at sign": b"/@good", "braces": b"/{good}"}
TO_ITSELF = {"nothing": b"", "spaces": b"   ", "a fragment alone": b"#", "a question mark": b"?",
             "a query alone": b"?x=1", "a dot": b".", "here": b"./A", "the root": b"/", "the service": HERE,
             "the service with a slash": HERE + b"/", "two slashes": b"//", "four slashes": b"////"}
# No client can go there, and a careful one does not try.
UNUSABLE = {
    **{f"port {port}": b"http://127.0.0.1:%d/good" % port for port in (
        0, 65536, 99999, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 80, 2 ** 63 - 1, 2 ** 63, 2 ** 64, 10 ** 30, -1, -80,
        -2 ** 63)},
    **{f"port {port} of a name": b"http://localhost:%d/good" % port for port in (0, 65536, 99999, 2 ** 63, -1)},
    **{f"port {port} of IPv6": b"http://[::1]:%d/good" % port for port in (0, 65536, 99999, 2 ** 63, -1)},
    "a port in letters": b"http://127.0.0.1:http/good", "a port with a sign": b"http://127.0.0.1:+" + PORT + b"/good",
    "a port in hexadecimal": b"http://127.0.0.1:0x50/good", "two ports": b"http://127.0.0.1:80:80/good",
    "a port that is escaped": b"http://127.0.0.1:%38%30/good", "a port with a fraction": b"http://127.0.0.1:80.5/good",
    "no host": b"http:///good", "no host but a port": b"http://:" + PORT + b"/good", "a scheme alone": b"http:",
    "a scheme and slashes": b"http://", "a user and no host": b"http://user:password@/good", "a colon": b":",
    "half an IPv6": b"http://[::1", "no IPv6": b"http://[/good", "empty brackets": b"http://[]/good",
    "IPv6 in words": b"http://[::1]x:80/good", "a host of spaces": b"http://  /good",
    "a file": b"file:///etc/passwd", "a file of a host": b"file://127.0.0.1/etc/passwd", "FTP": b"ftp://127.0.0.1/good",
    "a socket": b"unix:///tmp/none.socket", "HTTP over a socket": b"http+unix://%2Ftmp%2Fnone.socket/good",
    "HTTPS over a socket": b"https+unix://%2Ftmp%2Fnone.socket/good",
    "a WebSocket": b"ws://127.0.0.1:" + PORT + b"/good", "data": b"data:application/json," + BODY.replace(b" ", b""),
    "a script": b"javascript:alert(1)", "mail": b"mailto:a@b.c", "a blank page": b"about:blank",
    "an unknown scheme": b"x-y.z+1://127.0.0.1:" + PORT + b"/good", "no scheme at all": b"://x"}
# Perhaps a client can go there, but it finds nobody who speaks HTTP.
ELSEWHERE = {
    "a closed port": b"http://127.0.0.1:1/good", "the last port": b"http://127.0.0.1:65535/good",
    "an empty port": b"http://127.0.0.1:/good", "IPv6": b"http://[::1]:1/good",
    "a zone": b"http://[fe80::1%25lo]:1/good", "a zone that is none": b"http://[fe80::1%25nowhere]:1/good",
    "a zone without a name": b"http://[fe80::1%25]:1/good", "a bare zone": b"http://[fe80::1%lo]:1/good",
    "IPv4 in IPv6": b"http://[::ffff:127.0.0.1]:1/good",
    "a long name": b"http://" + b"a" * 300 + b":1/good", "a very long name": b"http://" + b"a" * 60_000 + b":1/good",
    "many names": b"http://" + b"a." * 2000 + b":1/good", "HTTPS": b"https://127.0.0.1:" + PORT + b"/good",
    "HTTPS of a name": b"https://localhost:" + PORT + b"/good", "an address in one number": b"http://2130706433:1/good",
    "a user of a host": b"http://127.0.0.1:" + PORT + b"@[::1]:1/good"}


def redirect(location, status=302, *more, body=b"", has_length=True):
    lines = [] if location is None else [b"Location: " + location]
    return made(body, *lines, *more, status=b"%d X" % status, has_length=has_length)


def target(request, reply):
    """What the service answers: the reply, or what it says of the request, but for where it leads."""
    if request is None:
        return None if callable(reply) else reply
    steps = re.search(r"/chain/(\d+)$", request.path)
    if steps:
        left = int(steps[1])
        return redirect(b"/chain/%d" % (left - 1)) if left else FINE
    if request.path.endswith("/good"):
        return FINE
    return reply(request) if callable(reply) else reply


def redirects():
    """Name, reply, what is made of it, whether an answer was reached, and what is made of it if it answers a POST."""
    for status in FOLLOWED:
        posted = EITHER if status > 303 else BAD
        for name, location in SAME.items():
            yield f"{status} to {name}", redirect(location, status), GOOD, True, posted
        yield f"{status} to a name", redirect(b"http://localhost:" + PORT + b"/good", status), EITHER, True, BAD
        yield f"{status} to itself", redirect(HERE + b"/users/A", status), BAD, True, BAD
        yield f"{status} to port 99999", redirect(UNUSABLE["port 99999"], status), BAD, True, BAD
        yield f"{status} to a closed port", redirect(ELSEWHERE["a closed port"], status), BAD, False, BAD
        yield f"{status} to nowhere", redirect(None, status), BAD, True, BAD
    for status in (200, 201):
        yield f"{status} with a location", made(BODY, b"Location: /nowhere", status=b"%d X" % status), GOOD, True, GOOD
    for status in (300, 304, 305, 306, 309):
        yield f"{status} with a location", redirect(b"/good", status), EITHER, True, EITHER
    for status in (302, 307):
        posted = BAD if status == 302 else EITHER
        for group, good, is_reached, is_posted in (
                (ODD_BUT_SAME, EITHER, True, posted), (TO_ITSELF, BAD, True, BAD), (UNUSABLE, BAD, True, BAD),
                (ELSEWHERE, BAD, False, BAD)):
            for name, location in group.items():
                yield f"{status}, location: {name}", redirect(location, status), good, is_reached, is_posted
        for steps, good in ((1, GOOD), (4, GOOD), (5, BAD), (6, BAD), (1000, BAD)):
            data = redirect(b"/chain/%d" % steps, status)
            yield f"{status} and {steps} more", data, good, True, posted if good else BAD
    yield "two locations", redirect(b"/good", 302, b"Location: /other"), EITHER, True, BAD
    yield "the same location twice", redirect(b"/good", 302, b"Location: /good"), EITHER, True, BAD
    yield "100 locations", redirect(b"/good", 302, *[b"Location: /good"] * 99), EITHER, True, BAD
    yield "a location and a body", redirect(b"/good", body=BODY), GOOD, True, BAD
    yield "a location and a body without a length", redirect(b"/good", body=BODY, has_length=False), GOOD, True, BAD
    for name, line in {"half a body": b"Content-Length: 99999", "bad chunks": b"Transfer-Encoding: chunked"}.items():
        yield f"a location and {name}", redirect(b"/good", 302, line, body=BODY, has_length=False), EITHER, True, BAD
    yield "a location in capitals", redirect(b"/good").replace(b"Location", b"LOCATION"), GOOD, True, BAD
    yield "a location behind 103", b"HTTP/1.1 103 X\r\nLocation: /other\r\n\r\n" + redirect(b"/good"), GOOD, True, BAD
