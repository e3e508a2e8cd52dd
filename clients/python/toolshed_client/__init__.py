"""A typed client of Toolshed's HTTP API."""

from . import api_types
from .client import Client
from .errors import ToolshedHttpError

__all__ = ["Client", "ToolshedHttpError", "api_types"]
