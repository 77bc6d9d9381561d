"""Commands and a terminal program for the views of any app."""
