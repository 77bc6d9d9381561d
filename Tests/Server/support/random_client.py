"""A client that sends random requests and checks the replies against the promises.

Each round is a server of its own, to which a machine of hypothesis speaks what the generator draws from the schemas.
"""
from __future__ import annotations

import functools
import json

from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

import generator
from call_expectations import CallExpectations
from exchanges import NOTHING
from generator import IDS, Call
from github import GitHub
from hostile_service import Hostile, asking
from http_backend import Backend
from schema_values import ANYTHING, SECRET
from server import Ended, Server

JUNK = st.binary(max_size=60).filter(lambda data: b"\n" not in data and any(byte > 32 for byte in data)) | st.one_of(
    ANYTHING.filter(lambda value: value != []), st.lists(ANYTHING, min_size=1, max_size=3)).map(
        lambda value: json.dumps(value).encode())
# Faults of the message around the call.
ENVELOPES = st.sampled_from([
    {"jsonrpc": "1.0"}, {"jsonrpc": 2.0}, {"jsonrpc": None}, {"id": 1.5}, {"id": []}, {"id": True}, {"method": 7},
    {"method": None}, {"params": 1}, {"params": "view"}, {"params": True}])


def rarely():
    return st.sampled_from([False, False, False, True])


class RandomClient(RuleBasedStateMachine):
    executions = 0

    def __init__(self):
        super().__init__()
        self.model, self.server, self.services = generator.Model(), None, []
        # Messages that are not written yet, each with the expectations for its calls by their ids.
        self.burst, self.ids, self.batched, self.names = [], [], [], 0
        RandomClient.executions += 1

    @initialize(data=st.data(), framing=st.sampled_from(["ndjson", "content-length"]),
                backend=st.sampled_from([None, None, None, "good", "hostile", "hostile"]),
                search=st.sampled_from(["good", "good", "hostile"]), seed=st.integers(0, 2**32),
                sleeps=rarely(), level=st.sampled_from(["notice", "trace"]), introduces_itself=st.booleans())
    def start(self, data, framing, backend, search, seed, sleeps, level, introduces_itself):
        hostile_search = self.serve(Hostile(GitHub, seed)) if search == "hostile" else None
        options = ["--github-url", (hostile_search or search_service()).url]
        if backend:
            options += ["--api", self.serve(Hostile(Backend, seed) if backend == "hostile" else Backend()).url]
        self.server = Server("--drain-timeout", "0.2", "--log-level", level, *options, framing=framing,
                             environment={"GITHUB_TOKEN": ""})
        self.promises = CallExpectations(secrets=[SECRET], sleeps=sleeps)
        method = "initialize" if introduces_itself else "session/open"
        schema = generator.METHODS[method] if introduces_itself else data.draw(generator.session_opening([None]))
        self.say(*self.addressed(data.draw(generator.filled(method, schema)), "first"))

    @rule(data=st.data(), is_wrong=rarely(), is_notification=rarely())
    def call(self, data, is_wrong, is_notification):
        self.say(*self.drawn(data, is_wrong, is_notification))

    @precondition(lambda self: self.services)
    @rule(data=st.data())
    def ask_a_service(self, data):
        """Opens a page that needs a service, and loads it."""
        for call in data.draw(asking(self.model.free("v", self.model.views.keys())[0])):
            self.model.take(call)
            self.say(*self.addressed(call, self.name()))

    @rule(data=st.data(), kinds=st.lists(st.sampled_from("cccwnj"), min_size=1, max_size=5))
    def batch(self, data, kinds):
        messages, expected = [], {}
        for kind in kinds:
            message, more = (data.draw(ANYTHING), {}) if kind == "j" else self.drawn(
                data, kind == "w", kind == "n", is_batched=True)
            messages.append(message)
            self.batched += [message["id"]] if more else []
            expected |= more
        self.say(messages, expected)

    @rule(data=st.data(), is_request=st.booleans())
    def cancel(self, data, is_request):
        identifier = data.draw(st.sampled_from(self.ids[-6:]) | IDS)
        self.say(*self.addressed(Call("$/cancelRequest", {"id": identifier}), self.name() if is_request else NOTHING))

    @precondition(lambda self: self.model.views)
    @rule(data=st.data())
    def use_an_id_again(self, data):
        """Does not use an id of a call in a batch: the client could not tell which of the two calls is refused."""
        call = data.draw(generator.actions(self.model, data.draw(st.sampled_from(sorted(self.model.views))), False))
        identifiers = [one for one in self.ids if one not in self.batched]
        self.say(self.addressed(call, data.draw(st.sampled_from(identifiers)))[0])

    @rule(junk=JUNK)
    def talk_nonsense(self, junk):
        self.say(junk)

    @rule(fault=ENVELOPES)
    def address_a_call_wrongly(self, fault):
        self.say({**self.addressed(Call("view/open", {"type": "player"}), self.name())[0], **fault})

    @rule(data=st.data(), part=st.floats(0.01, 0.99))
    def break_off(self, data, part):
        line = json.dumps(self.addressed(data.draw(generator.calls(self.model)), self.name())[0]).encode()
        self.say(line[:max(1, int(len(line) * part))])

    @rule()
    def listen(self):
        """Writes the gathered messages, and reads until they have taken effect and the closed views are closed."""
        last = self.name()
        self.say(*self.addressed(Call("$/cancelRequest", {"id": "nothing"}), last))
        self.write()
        awaited = [one for one in self.promises.exchanges.pending if one.batch is None and (
            one.id == last or one.method in ("view/close", "session/close"))]
        if not self.promises.sleeps or self.model.closing:
            while any(one in self.promises.exchanges.pending for one in awaited):
                self.checked(self.receive)
            self.model.closing.clear()

    def teardown(self):
        try:
            if self.server:
                self.finish()
        finally:
            if self.server:
                self.server.reap()
            for service in self.services:
                service.stop()
            # Each received request holds descriptors.
            search_service().requests.clear()

    def finish(self):
        if self.failed:
            return
        self.listen()
        for name in sorted(self.promises.views.keys() & self.model.views.keys()):
            self.say(*self.addressed(Call("view/get", {"view": name}), self.name()))
        if len(self.ids) % 2:
            for method, kind in (("shutdown", None), ("initialized", "InvalidRequest")):
                self.say(*self.addressed(Call(method, {}, kind=kind), self.name()))
            self.say(self.addressed(Call("exit", {}), NOTHING)[0])
        self.write()
        if not len(self.ids) % 2:
            self.server.end_input()
        # The server waits only for a short time: the remaining output is read before it is checked.
        for frame in list(iter(self.server.read_frame, None)):
            self.take(frame)
        assert self.server.wait() == 0, self.server.errors
        self.promises.ended(self.server.errors)

    # Messages

    def drawn(self, data, is_wrong, is_notification, is_batched=False):
        """A message that is valid in this state, and its expectation."""
        call = data.draw(generator.calls(self.model, is_wrong))
        before = set(self.model.closing)
        self.model.take(call)
        if is_notification or is_batched:
            # The time of its end is not known.
            self.model.retired |= self.model.closing - before
        if call.condition:
            view = self.promises.views.get(call.params.get("view"))
            commit = view.commit if view else self.promises.last_change
            call.params["ifCommit"] = commit + {"fresh": 0, "stale": -1, "future": 1000}[call.condition]
        if is_notification:
            return self.addressed(call, NOTHING)
        identifier = data.draw(IDS | st.just(NOTHING))
        # Replies to invalid messages also have the id null, so that two batches could not be told apart.
        is_ambiguous = identifier is NOTHING or is_batched and identifier is None
        is_taken = is_ambiguous or json.dumps(identifier) in map(json.dumps, self.ids)
        return self.addressed(call, self.name() if is_taken else identifier)

    def addressed(self, call, identifier):
        message = {"jsonrpc": "2.0", "method": call.method, "params": call.params}
        if identifier is NOTHING:
            return message, {}
        self.ids.append(identifier)
        return {**message, "id": identifier}, {json.dumps(identifier): call}

    def name(self):
        self.names += 1
        return f"call-{self.names}"

    def say(self, message, expected=None):
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.burst.append((line, expected or {}))

    def write(self):
        for line, expected in self.burst:
            self.record(">", line)
            self.promises.sent(line.decode("utf-8", "surrogateescape"))
            self.promises.expect(expected)
        self.checked(lambda: self.server.transmit(*(line for line, _ in self.burst)))
        self.burst = []

    def read(self):
        frame = self.server.read_frame()
        if frame is not None:
            self.take(frame)
        return frame

    def take(self, frame):
        self.record("<", frame)
        self.checked(lambda: self.promises.received(frame.decode("utf-8")))

    def receive(self):
        """Reads while the server has no reason to end."""
        if self.read() is None:
            raise Ended(f"the server ended with {self.server.wait()}; its log: {self.server.errors!r}")

    def serve(self, service):
        self.services.append(service)
        return service

    failed = False

    def checked(self, check):
        try:
            check()
        except BaseException:
            self.failed = True
            raise

    @staticmethod
    def record(direction, line):
        note(f"{direction} {line.decode('utf-8', 'backslashreplace')}")


@functools.cache
def search_service():
    """A service for all tests."""
    return GitHub().__enter__()


def converse(**options):
    """Talks to a number of servers, `max_examples`, with drawn messages."""
    run_state_machine_as_test(RandomClient, settings=settings(
        stateful_step_count=30, suppress_health_check=list(HealthCheck), **options))
