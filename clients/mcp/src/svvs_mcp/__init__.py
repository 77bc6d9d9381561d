"""The views of any app as tools for agents, over the Model Context Protocol."""

__version__ = "0.1.0"
