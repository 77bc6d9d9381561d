"""`python -m svvs_terminal`, which `python -m svvs` runs where this package is installed."""

import sys

from .main import main

if __name__ == "__main__":
    sys.exit(main())
