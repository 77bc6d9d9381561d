"""`python -m svvs`: the code generator `codegen`, and the commands of the package svvs-terminal."""

import importlib.util
import runpy
import sys

from .codegen import command

if __name__ == "__main__":
    if sys.argv[1:2] == ["codegen"]:
        sys.exit(command.main(sys.argv[2:]))
    if importlib.util.find_spec("svvs_terminal") is None:
        print("svvs: this command needs the package svvs-terminal: pip install ./clients/terminal", file=sys.stderr)
        sys.exit(2)
    runpy.run_module("svvs_terminal", run_name="__main__")
