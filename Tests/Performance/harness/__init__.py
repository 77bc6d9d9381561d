"""Measures the server beside programs that do the same work, and holds what it finds against goals.

`command` is the run from beginning to end; a file of `scenarios` is one thing to measure. What is compared takes turns,
round after round, so that whatever else the machine does meets all of it: see `turns`.
"""
