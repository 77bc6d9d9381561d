"""The directory of the repository, and where Python finds its packages."""
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
# The source directories of the Python packages, for the variable `PYTHONPATH`.
PYTHONPATH = f"{REPOSITORY}/clients/python/src:{REPOSITORY}/clients/terminal/src"
