"""The terminal program `python -m svvs tui`, which shows the views of any app as cards."""
