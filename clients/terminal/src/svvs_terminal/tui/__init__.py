"""`python -m svvs tui`: the views of any app as cards in a terminal."""
