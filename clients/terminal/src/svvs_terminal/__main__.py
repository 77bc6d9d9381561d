"""`python -m svvs_terminal`. `python -m svvs` runs this module if the package is installed."""

import sys

from .main import main

if __name__ == "__main__":
    sys.exit(main())
