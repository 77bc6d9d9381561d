"""Raw answers with something odd about the body: how it is sent, how it is encoded, what is in it."""
from __future__ import annotations

import gzip
import json
import zlib

from raw_parts import BAD, BODY, CHUNKED, EITHER, GOOD, LAST, VALUE, bare, chunk, chunked, made

NO_SIZES = [b"", b"-1", b"+5", b"0x5", b" 5", b"zz", b"5.0", b"\0", b"\xff", b"0", b"7fffffff", b"ffffffff",
            b"100000000", b"7" + b"f" * 15, b"8" + b"0" * 15, b"f" * 16, b"1" + b"0" * 16, b"f" * 3000,
            b"%x" % (len(BODY) - 1), b"%x" % (len(BODY) + 1)]
SIZES = {"zeros before the size": b"0000%x", "a long extension": b"%x;" + b"x" * 30_000,
         "a space behind the size": b"%x ", "a capital size": b"%X"}
NO_CHUNKS = {
    "no last one": [chunk(BODY)], "none": [], "the last one alone": [LAST], "half of one": [b"999\r\n" + BODY],
    "no line end behind the data": [chunk(BODY, end=b""), LAST], "half a size": [chunk(BODY)[:2]],
    "half an end": [chunk(BODY), b"0\r\n"]}
TRANSFER_CODINGS = [b"identity", b"xchunked", b"chunked, chunked", b"gzip, chunked", b"chunked, gzip", b"gzip", b"",
                    b"chunked\0", b"chunked\r\nTransfer-Encoding: chunked", b"\x0bchunked", b"CHUNKED"]
CODINGS = [b"gzip", b"deflate", b"br", b"x-unknown", b"identity", b"gzip, gzip", b"", b"\xff"]
PACKED = {"gzip": gzip.compress(BODY, mtime=0), "deflate": zlib.compress(BODY), "br": b"\x8b\x02\x80" + BODY + b"\x03"}
TYPES = [b"application/json; charset=utf-16", b"text/html", b"", b"\0", b"x" * 1000, b"multipart/form-data",
         b"text/event-stream"]
NO_BODIES = {
    "nothing": b"", "a byte order mark alone": b"\xef\xbb\xbf", "UTF-16": BODY.decode().encode("utf-16"),
    "UTF-32": BODY.decode().encode("utf-32"), "garbage behind the JSON": BODY + b"x",
    "NUL behind the JSON": BODY + b"\0", "the JSON twice": BODY * 2, "half the JSON": BODY[:len(BODY) // 2],
    "arrays in arrays": b"[" * 100_000, "objects in objects": b'{"a":' * 100_000, "HTML": b"<html>",
    "single quotes": BODY.replace(b'"', b"'"), "a comma too many": BODY[:-1] + b",}", "spaces": b" " * 1000,
    "NULs": bytes(1000), "a quote": b'"', "null": b"null", "true": b"true", "a number": b"1", "a text": b'"A"',
    "an array": b"[1]", "an object": b"{}", "17 MB": BODY + b" " * (17 << 20)}
NO_NAMES = {
    "invalid UTF-8": b"\xff", "cut UTF-8": b"\xe5\xa4", "overlong UTF-8": b"\xc0\xaf", "a surrogate": b"\xed\xa0\x80",
    "beyond Unicode": b"\xf4\x90\x80\x80", "a NUL": b"\0", "a line end": b"\n", "a bad escape": rb"\x",
    "half an escape": rb"\u12", "the first half of a pair": rb"\ud800", "the last half of a pair": rb"\udc00"}
NAMES = {"an escaped NUL": rb"\u0000", "a pair": rb"\ud83d\ude00", "100 KB": b"x" * 100_000,
         "a noncharacter": rb"\uffff"}
NO_VALUES = {"null": None, "a number": 7, "arrays": [[]], "an object": {}, "true": True, "a fraction": 1.5,
             "a number over all bounds": 10 ** 30}
MEMBERS = {
    "400 digits": b"9" * 400, "1e400": b"1e400", "-1e-400": b"-1e-400", "NaN": b"NaN",
    "nesting": b"[" * 200 + b"]" * 200, "deep nesting": b"[" * 10_000 + b"]" * 10_000, "-0": b"-0",
    "2 ** 64": b"%d" % 2 ** 64, "01": b"01", "a comment": b"1 /* */", "a member twice": b'1, "id": "A", "id": "A"'}


def chunks():
    yield "chunks", CHUNKED, GOOD
    yield "chunks of one byte", chunked(*(chunk(bytes([byte])) for byte in BODY), LAST), GOOD
    yield "chunks with trailers", chunked(chunk(BODY), b"0\r\nX-More: 1\r\n\r\n"), GOOD
    yield "chunks with an extension", chunked(chunk(BODY, b"%x;a=b" % len(BODY)), LAST), GOOD
    yield "chunks with bad trailers", chunked(chunk(BODY), b"0\r\n\0\0\r\n\r\n"), EITHER
    for name, size in SIZES.items():
        yield f"chunks with {name}", chunked(chunk(BODY, size % len(BODY)), LAST), EITHER
    for size in NO_SIZES:
        yield f"chunk size {size[:20]!r}, {len(size)} long", chunked(chunk(BODY, size), LAST), BAD
    for name, data in NO_CHUNKS.items():
        yield f"chunks: {name}", chunked(*data), BAD
    for coding in TRANSFER_CODINGS:
        header = b"Transfer-Encoding: " + coding
        yield f"transfer coding {coding!r}, in chunks", chunked(chunk(BODY), LAST, header=header), EITHER
        yield f"transfer coding {coding!r}, without", bare(header), EITHER


def codings():
    for coding in CODINGS:
        yield f"content coding {coding!r} of a plain body", made(BODY, b"Content-Encoding: " + coding), EITHER
    for coding, data in PACKED.items():
        header = b"Content-Encoding: " + coding.encode()
        yield f"content coding {coding}", made(data, header), EITHER
        yield f"content coding {coding}, cut off", made(data[:-12], header), BAD
        yield f"content coding {coding}, not told", made(data), BAD
    yield "20 MB in 20 KB", made(gzip.compress(bytes(20_000_000)), b"Content-Encoding: gzip"), BAD


def bodies():
    for name, body in NO_BODIES.items():
        yield f"body: {name}", made(body), BAD
    for name, text in NO_NAMES.items():
        yield f"name: {name}", made(BODY.replace(b"User A", text)), BAD
    for name, text in NAMES.items():
        yield f"name: {name}", made(BODY.replace(b"User A", text)), EITHER
    for name, value in NO_VALUES.items():
        yield f"every member: {name}", made(json.dumps(dict.fromkeys(VALUE, value)).encode()), BAD
    for name, value in MEMBERS.items():
        yield f"one more member: {name}", made(BODY[:-1] + b', "more": ' + value + b"}"), EITHER
    yield "members twice, once wrong", made(BODY[:-1] + b', "id": 7, "login": 7, "items": 7}'), BAD
    yield "a byte order mark", made(b"\xef\xbb\xbf" + BODY), EITHER
    for kind in TYPES:
        yield f"content type {kind[:32]!r}", made(BODY, b"Content-Type: " + kind), EITHER
