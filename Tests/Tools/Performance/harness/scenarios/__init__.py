"""The scenarios: a module for each. Importing them registers the scenarios.

A module has the name of its scenario, except `keystrokes`, which contains `typing`.
"""
import importlib

# The order of the table.
MODULES = ("request", "pipelined", "processor", "counts", "start", "views", "open", "shared", "keystrokes", "list", "log",
           "growth", "answers", "documents", "memory", "database", "asleep", "idle", "attach", "socket", "among",
           "rejoin", "peers", "elsewhere", "away", "rooms", "triggers", "quiet", "web")

for module in MODULES:
    importlib.import_module(f".{module}", __package__)
