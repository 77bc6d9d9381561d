"""Documents to parse and to write: generated, and always equal, so that two runs measure the same work."""
from __future__ import annotations

import json
import random

RECORDS, TEXTS, NUMBERS, DEPTH = 7_000, 4_000, 50_000, 200
LETTERS = "abcdefghijklmnopqrstuvwxyz     éßñ日本語の文章😀\"\\\n\t/\u0001"


def written(document: object) -> bytes:
    """The JSON text of a document."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def request() -> object:
    """A request such as a front end sends most often."""
    return {"jsonrpc": "2.0", "id": 12345, "method": "increment", "params": {"view": "counter-1", "by": 10}}


def records() -> object:
    """A megabyte of the rows of a list: mostly names of members and short texts."""
    return [{"id": number, "title": f"The title of record {number}", "isDone": number % 3 == 0, "price": number / 4,
             "tags": ["one", "two", "three"], "note": None, "owner": {"id": f"user-{number % 97}"}}
            for number in range(RECORDS)]


def texts() -> object:
    """Texts with many characters that are escaped or not ASCII."""
    chance = random.Random(1)
    return ["".join(chance.choices(LETTERS, k=80)) for _ in range(TEXTS)]


def numbers() -> object:
    """Integers of all sizes, and numbers with all the digits that they can have."""
    chance = random.Random(2)
    return [chance.randrange(-10 ** chance.randrange(1, 18), 10**18) if index % 2 else chance.uniform(-1e6, 1e6)
            for index in range(NUMBERS)]


def nested() -> object:
    """Objects and arrays in one another."""
    value: object = 1
    for _ in range(DEPTH // 2):
        value = {"inner": [value]}
    return value


DOCUMENTS = {"a request": request, "records": records, "texts": texts, "numbers": numbers, "nesting": nested}
