"""The command `python -m svvs`."""
