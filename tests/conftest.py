"""Runs begin with the long tests; one that is asked for evidence gathers what tests of titles read and reach."""

from evidence import pytest_configure
from order import pytest_collection_modifyitems

__all__ = ["pytest_collection_modifyitems", "pytest_configure"]
