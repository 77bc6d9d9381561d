"""Measures the server beside programs that do the same work, and compares the figures with goals.

`command` is the run from beginning to end; each module in `scenarios` is one scenario. Programs that are compared take
turns, round after round, so that other load on the machine affects all of them: see `turns`.
"""
