"""Faults, one after another, in a random order; after each of them everything works again."""
from __future__ import annotations

import contextlib
import os
import signal
import time

import psycopg

from conditions import TIMEOUT, wait_until
from rooms import ALL_ID, SMALL_TALK_ID, sent
from shadows import PATHS

# The seconds after which the server ends the session of a process that is stopped in a transaction.
IDLE_LIMIT = 5


class Storm:
    def __init__(self, choose, database, proxy, bouncers, processes, partitions, shadows, gate):
        """The gate holds up the commits of messages."""
        self.choose, self.database, self.cluster, self.proxy = choose, database, database.cluster, proxy
        self.bouncers, self.processes = bouncers, processes
        self.partitions, self.shadows, self.gate = partitions, shadows, gate
        self.faults = [
            self.end_backends, self.kill_a_backend, self.kill_the_server, self.restart_the_server, self.cut,
            self.cut_at_bytes, self.hold, self.refuse, self.lose_a_reply, self.restart_a_bouncer,
            self.stay_in_a_transaction, self.lock_a_table, self.lock_a_room, self.lock_notes,
            self.detach_or_attach_a_partition, self.drop_or_make_a_partition, self.write_to_a_partition,
            self.change_the_search_path, self.kill_a_process, self.end_a_process, self.stop_a_process,
            self.stop_a_process_for_long]
        # The number of times that each fault was applied.
        self.count = dict.fromkeys((fault.__name__ for fault in self.faults), 0)

    def run(self, seconds):
        """Applies each fault once, then each in another order, until the time is over and each was applied. Returns
        after a message was sent, because a detached or dropped partition shows at the next change of any table."""
        end, left = time.monotonic() + seconds, []
        while time.monotonic() < end or not all(self.count.values()):
            left = left or self.choose.sample(self.faults, len(self.faults))
            fault = left.pop()
            self.apply(fault)
            self.count[fault.__name__] += 1
            self.pause(0.5)
        self.apply(lambda: self.wait_for_messages(SMALL_TALK_ID))

    def apply(self, fault):
        """Applies a fault, and retries while the server, which may be starting, refuses connections."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            try:
                return fault()
            except psycopg.Error:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def pause(self, most):
        time.sleep(self.choose.uniform(0, most))

    # Faults of the server

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

    # Faults of the network and of PgBouncer

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

    def lose_a_reply(self):
        """Loses the reply to the commit of a message, and then the change log, without which its outcome is unknown."""
        try:
            with self.gate.closed():
                ports = wait_until(lambda: self.gate.waiting & self.proxy.client_ports)
                self.proxy.hold()
            wait_until(lambda: not self.gate.waiting & ports)
            self.kill_the_server()
        finally:
            self.proxy.cut()
            self.proxy.release()

    def restart_a_bouncer(self):
        bouncer = self.choose.choice(self.bouncers)
        bouncer.stop()
        self.pause(0.5)
        bouncer.start()

    # Faults by other sessions

    def stay_in_a_transaction(self):
        self.hold_locks("INSERT INTO svvs.note (userID, content) VALUES ('nobody', 'open')")

    def lock_a_table(self):
        table, mode = self.choose.choice(["note", "favorite"]), self.choose.choice(["EXCLUSIVE", "ACCESS EXCLUSIVE"])
        self.hold_locks(f"LOCK TABLE svvs.{table} IN {mode} MODE")

    def lock_a_room(self):
        """Locks one room while messages to the other room are sent."""
        locked, other = self.choose.sample([ALL_ID, SMALL_TALK_ID], 2)
        self.hold_locks(self.choose.choice(["SELECT FROM svvs.room WHERE id = {} FOR UPDATE",
                                            "UPDATE svvs.room SET name = name WHERE id = {}"]).format(locked),
                        lambda: self.wait_for_messages(other))

    def lock_notes(self):
        self.hold_locks(self.choose.choice(["SELECT FROM svvs.note WHERE random() < 0.5 FOR UPDATE",
                                            "UPDATE svvs.note SET content = content WHERE random() < 0.5"]))

    def hold_locks(self, statement, meanwhile=lambda: None):
        with self.database.transaction(statement) as other:
            meanwhile()
            self.pause(2)
            other.execute(self.choose.choice(["COMMIT", "ROLLBACK"]))

    def wait_for_messages(self, room):
        """Returns after any process has sent a message to the room."""
        count = len(sent(self.database, room))
        wait_until(lambda: len(sent(self.database, room)) > count)

    # Changes by an administrator

    def detach_or_attach_a_partition(self):
        self.partitions.detach_or_attach()

    def drop_or_make_a_partition(self):
        self.partitions.drop_or_make()

    def write_to_a_partition(self):
        self.partitions.write_straight()

    def change_the_search_path(self):
        """Makes new connections search hostile schemas."""
        self.shadows.use(self.choose.choice(PATHS))
        self.database.cut_off()

    # Faults of processes

    def kill_a_process(self):
        """Kills a process, and in some cases kills it again while it starts."""
        process = self.choose.choice(self.processes)
        for _ in range(self.choose.choice([1, 2])):
            send(process.server, signal.SIGKILL)
            self.pause(0.2)

    def end_a_process(self):
        send(self.choose.choice(self.processes).server, signal.SIGTERM)

    def stop_a_process(self):
        with self.stopped():
            self.pause(2)

    def stop_a_process_for_long(self):
        """Meanwhile the other processes send messages to both rooms, whatever the stopped process had locked."""
        with self.stopped():
            time.sleep(IDLE_LIMIT + self.choose.uniform(0.5, 2))
            for room in (ALL_ID, SMALL_TALK_ID):
                self.wait_for_messages(room)

    @contextlib.contextmanager
    def stopped(self):
        server = self.choose.choice(self.processes).server
        send(server, signal.SIGSTOP)
        try:
            yield
        finally:
            send(server, signal.SIGCONT)


def send(server, number):
    # The process may just have ended.
    with contextlib.suppress(ProcessLookupError):
        server.send_signal(number)
