"""What is measured: a file for each, which has the name of its scenario."""
import importlib

# The order of the table.
NAMES = ("request", "pipelined", "processor", "counts", "start", "views", "open", "shared", "typing", "list",
         "growth", "answers", "documents", "memory", "database", "asleep", "idle", "attach", "socket", "among",
         "rejoin", "peers", "elsewhere", "away", "rooms", "triggers", "quiet")

for name in NAMES:
    importlib.import_module(f".{name}", __package__)
