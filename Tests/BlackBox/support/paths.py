"""The directory of the repository, by which tests and helpers find its files."""
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
