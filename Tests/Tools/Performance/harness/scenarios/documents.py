"""Documents parsed and written, beside jansson and Python."""
from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ..documents import DOCUMENTS, written
from ..figures import Figure
from ..processes import output_of
from ..scenario import Bench, scenario
from ..turns import compared, in_turn, only


@scenario("documents", "JSONThroughput")
def measure(bench: Bench) -> Iterator[Figure]:
    """JSON text parsed and written, by this project's JSON, by jansson and by Python; the ratio is to jansson"""
    with bench.folder() as folder:
        for name, make in DOCUMENTS.items():
            path = Path(folder) / "document.json"
            path.write_bytes(written(make()))
            yield from of_document(bench, name, path)


def of_document(bench: Bench, name: str, path: Path) -> Iterator[Figure]:
    size = path.stat().st_size
    times = max(bench.pick(12_000_000, quick=4_000_000) // size, 1)
    works: dict[str, Callable[[], dict[str, float]]] = {
        "JSON": lambda: rates(size, program(bench.throughput, path, times)),
        "jansson": lambda: rates(size, program(bench.compiled("documents"), path, times)),
        "Python": lambda: rates(size, python(path, times))}
    turns = in_turn(works, bench.rounds(5))
    for verb in ("parse", "write"):
        yield compared(f"{verb} {name}, {size:,} B", "MB/s", only(turns, verb), "JSON", "jansson")


def rates(size: int, nanoseconds: dict[str, float]) -> dict[str, float]:
    """Megabytes a second, of the document as it is given."""
    return {verb: size / time * 1e3 for verb, time in nanoseconds.items()}


def program(path: Path, document: Path, times: int) -> dict[str, float]:
    return json.loads(output_of(path, document, str(times)))


def python(document: Path, times: int) -> dict[str, float]:
    text = document.read_bytes()
    value = json.loads(text)
    encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
    return {"parse": nanoseconds(lambda: json.loads(text), times),
            "write": nanoseconds(lambda: encoder.encode(value).encode(), times)}


def nanoseconds(work: Callable[[], object], times: int) -> float:
    """The time of one repetition."""
    begun = time.perf_counter_ns()
    for _ in range(times):
        work()
    return (time.perf_counter_ns() - begun) / times
