"""A run that is asked for evidence gathers what the tests of the titles read and reach."""

from evidence import pytest_configure

__all__ = ["pytest_configure"]
