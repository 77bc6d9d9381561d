"""Faults, one after another as they are drawn; after each of them all is whole again."""
from __future__ import annotations

import contextlib
import os
import signal
import time

import psycopg


class Storm:
    def __init__(self, choose, database, proxy, bouncers, processes):
        self.choose, self.database, self.cluster, self.proxy = choose, database, database.cluster, proxy
        self.bouncers, self.processes = bouncers, processes
        self.faults = [
            self.end_backends, self.kill_a_backend, self.kill_the_server, self.restart_the_server, self.cut,
            self.cut_at_bytes, self.hold, self.refuse, self.stay_in_a_transaction, self.lock_a_table,
            self.restart_a_bouncer, self.kill_a_process]
        # How often each has come.
        self.count = dict.fromkeys((fault.__name__ for fault in self.faults), 0)

    def rage(self, seconds):
        end, left = time.monotonic() + seconds, []
        while time.monotonic() < end:
            # Each once, in another order every time.
            left = left or self.choose.sample(self.faults, len(self.faults))
            fault = left.pop()
            # The server may just be about to come up again.
            with contextlib.suppress(psycopg.Error):
                fault()
                self.count[fault.__name__] += 1
            self.pause(0.5)

    def pause(self, most):
        time.sleep(self.choose.uniform(0, most))

    # Of the server

    def end_backends(self):
        for pid in self.some_backends():
            self.database.rows("SELECT pg_terminate_backend(%s)", pid)

    def kill_a_backend(self):
        for pid in self.some_backends()[:1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def some_backends(self):
        pids = self.database.backends()
        return self.choose.sample(pids, (len(pids) + 1) // 2)

    def kill_the_server(self):
        self.cluster.kill()
        self.pause(1)
        self.cluster.start()

    def restart_the_server(self):
        self.cluster.stop(self.choose.choice([signal.SIGINT, signal.SIGQUIT]))
        self.pause(1)
        self.cluster.start()

    # Of the way there

    def cut(self):
        self.proxy.cut()

    def cut_at_bytes(self):
        limits = [self.choose.choice([None, self.choose.randrange(4000)]) for _ in range(2)]
        self.proxy.limits = limits
        self.proxy.cut()
        self.pause(1)
        self.proxy.limits = (None, None)

    def hold(self):
        self.proxy.hold()
        self.pause(2)
        self.proxy.release()

    def refuse(self):
        self.proxy.close()
        self.pause(1)
        self.proxy.open()

    def restart_a_bouncer(self):
        bouncer = self.choose.choice(self.bouncers)
        bouncer.stop()
        self.pause(0.5)
        bouncer.start()

    # Of others

    def stay_in_a_transaction(self):
        insert = "INSERT INTO svvs.note (userID, content) VALUES ('nobody', 'open')"
        with self.database.transaction(insert) as other:
            self.pause(2)
            other.execute(self.choose.choice(["COMMIT", "ROLLBACK"]))

    def lock_a_table(self):
        table, mode = self.choose.choice(["note", "favorite"]), self.choose.choice(["EXCLUSIVE", "ACCESS EXCLUSIVE"])
        with self.database.transaction(f"LOCK TABLE svvs.{table} IN {mode} MODE"):
            self.pause(2)

    def kill_a_process(self):
        """Perhaps again while it starts."""
        process = self.choose.choice(self.processes)
        for _ in range(self.choose.choice([1, 2])):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.server.pid, signal.SIGKILL)
            self.pause(0.2)
