"""A disk that is full for one server, without being root: a limit on the size of its files, which PostgreSQL takes for
a full disk. The server's log and its catalogs are smaller than that, so that only growing tables meet it."""
from __future__ import annotations

import contextlib

from processes import children
from programs import run

PAGE = 8192
# The write-ahead log is made of files of a megabyte.
SEGMENTS = ["--wal-segsize=1"]
# A page that is written in part shows that there is no room; of one beyond the limit, something else is said.
LIMIT = 256 * PAGE + PAGE // 2


@contextlib.contextmanager
def full_disk(cluster):
    _limit(cluster, LIMIT)
    try:
        yield
    finally:
        _limit(cluster, "unlimited")


def _limit(cluster, size):
    """For the server itself, from which new backends have it, and for those that there are."""
    for pid in (cluster.pid, *children(cluster.pid)):
        # Some backend may have ended by now.
        with contextlib.suppress(ChildProcessError):
            run("prlimit", f"--pid={pid}", f"--fsize={size}:unlimited")
