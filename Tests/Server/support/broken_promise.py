"""The promises of the protocol, and the exception for a broken one."""

PROMISES = ["the schema", "synchronous part first", "commit of a reply", "snapshot plus changes is the state",
            "exactly one reply", "closing is a scope", "order", "one truth", "nothing secret leaves", "one clock",
            "no call lost, none run twice"]


class Broken(AssertionError):
    def __init__(self, promise, text):
        super().__init__(f"promise {promise}, {PROMISES[promise]}: {text}")
        self.promise = promise


def require(holds, promise, text):
    if not holds:
        raise Broken(promise, text)
