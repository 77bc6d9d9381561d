"""Writes typed classes for the views of an app, from its schema."""

from .discovery import app_schema
from .module import SchemaError, generate

__all__ = ["SchemaError", "app_schema", "generate"]
