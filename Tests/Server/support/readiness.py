"""Waiting for descriptors of any number; `select` accepts none beyond 1,023."""
import select


def readable(*descriptors, seconds):
    """The descriptors that can be read, or whose other end is closed, within a number of seconds."""
    return _ready(descriptors, select.POLLIN, seconds)


def writable(descriptor, seconds):
    """Whether a descriptor can be written to, or its reader is gone, within a number of seconds."""
    return bool(_ready([descriptor], select.POLLOUT, seconds))


def _ready(descriptors, event, seconds):
    poll = select.poll()
    numbers = {one if isinstance(one, int) else one.fileno(): one for one in descriptors}
    for number in numbers:
        poll.register(number, event)
    return [numbers[number] for number, _ in poll.poll(max(0, seconds) * 1000)]
