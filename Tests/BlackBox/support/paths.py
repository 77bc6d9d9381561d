"""The directory of the repository, and where Python finds its packages."""
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
# The sources of the packages for Python, as the variable of this name lists them.
PYTHONPATH = f"{REPOSITORY}/clients/python/src:{REPOSITORY}/clients/terminal/src"
