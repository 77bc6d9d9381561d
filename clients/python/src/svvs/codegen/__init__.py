"""Writes typed classes for the views of an app, from its schema."""

from .module import SchemaError, generate

__all__ = ["SchemaError", "generate"]
