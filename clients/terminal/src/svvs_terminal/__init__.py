"""Commands and a terminal program for the views of any app."""

__version__ = "0.1.0"
