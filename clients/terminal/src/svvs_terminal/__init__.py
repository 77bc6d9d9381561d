"""Commands and a terminal program for the views of any app, made of the package `svvs`."""
