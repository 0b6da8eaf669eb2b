"""The order in which tests are run: the long ones first, so that no process of a run ends alone with one of them."""

from __future__ import annotations

import os

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = dealt(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def dealt(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """The tests in as many equal parts as there are processes, each of which begins with its share of the long ones."""
    long = [item for item in items if item.get_closest_marker("long")]
    short = [item for item in items if not item.get_closest_marker("long")]
    order: list[pytest.Item] = []
    for place in range(processes):
        part = long[place::processes]
        room = (len(items) - len(order)) // (processes - place) - len(part)
        order += part + short[: max(room, 0)]
        del short[: max(room, 0)]
    return order + short
