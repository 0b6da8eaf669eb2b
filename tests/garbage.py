"""Thousands of tests that are only listed are not looked through for garbage again and again while some of them run."""

from __future__ import annotations

import gc

import pytest

RARELY = (50_000, 20, 20)
"""How many new objects, and looks at the younger ones, make the collector look: contents of titles are large."""


def pytest_sessionstart() -> None:
    """What is gathered while tests are collected stays: modules, tests, data."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(*RARELY)
    gc.enable()
