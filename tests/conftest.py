"""Runs begin with the long tests, look for little garbage, and gather evidence of what tests read where asked to."""

from evidence import pytest_configure
from garbage import pytest_collection_finish, pytest_sessionstart
from order import pytest_collection_modifyitems

__all__ = [
    "pytest_collection_finish",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_sessionstart",
]
